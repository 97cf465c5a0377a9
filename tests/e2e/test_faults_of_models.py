"""Tests of every fault of a model, and of the thread that people read: one row and one golden file for each.

Three members are asked over real HTTP, through the real engine, store and announcer. Topaz is the one with the fault.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.requests.asking import Ask
from bot.requests.person import Person
from bot.testing import MemoryPlatform
from council_core.domain.place import PersonId, Place
from council_core.domain.run import Run
from tests.bot.presentation.drawing import draw
from tests.golden_files import assert_golden
from tests.testbed.models import Behaviour, Fails, Hangs, ModelServer, Resets, Says, Sends
from tests.testbed.patience import PATIENCE

PLACE = Place(platform="memory", channel="C1")
ALICE = Person(id=PersonId("U1"), name="Alice")
SEED = "5eed" * 8
MEMBERS = "openai:onyx-1?name=Onyx, openai:beryl-1?name=Beryl, openai:topaz-1?name=Topaz"
AT_ONCE = {"Retry-After": "0.01"}
ONCE = {"x-should-retry": "false"}
LONGEST_LINE = 160

VARYING = {
    r"run r[0-9a-hjkmnp-tv-z]{16}": "run RUN",
    r"(?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC": "HH:MM UTC",
    r"(took|Took) [\w. ]+?(?= ·|$)": "took N seconds",
    r"\b\d[\d.]* (seconds?|s)\b": r"N \1",
    r"N second\b": "N seconds",
    r"127\.0\.0\.1:\d+": "HOST",
}
"""Parts that differ from run to run: pattern -> text in golden files."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A fault of models and the settings of its council."""

    topaz: Behaviour | None = None
    """Topaz's behaviour on every call; None for its usual one."""

    scripts: Mapping[str, Sequence[Behaviour]] = field(default_factory=dict[str, Sequence[Behaviour]])
    """Models' behaviour on their next calls, by name."""

    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    questions: int = 1
    """Number of questions; the last thread is the one that is read."""


ROWS = {
    "hang": Row(topaz=Hangs(), settings={"COUNCIL_CALL_SECONDS": "5"}),
    "slow": Row(topaz=Says(after=0.4)),
    "429-without-retry-after": Row(topaz=Fails(status=429)),
    "429-with-retry-after": Row(topaz=Fails(status=429, headers=AT_ONCE)),
    "429-with-a-long-retry-after": Row(topaz=Fails(status=429, headers={"Retry-After": "3600"})),
    "429-once": Row(scripts={"topaz-1": [Fails(status=429, headers=AT_ONCE)]}),
    "500": Row(topaz=Fails(status=500, headers=ONCE)),
    "503": Row(topaz=Fails(status=503, message="Overloaded.", headers=ONCE)),
    "reset-within-the-body": Row(topaz=Resets(within_body=True)),
    "malformed-json": Row(topaz=Sends(body=b'{"choices": [{')),
    "content-null": Row(topaz=Says(is_null=True)),
    "empty": Row(topaz=Says(text="")),
    "only-reasoning": Row(topaz=Says(text="", reasoning="Hm.")),
    "refusal": Row(topaz=Says(refusal="I cannot help with that.")),
    "cut-off-at-the-token-limit": Row(
        scripts={"topaz-1": [Says(text="Spaces, for three reasons: the first", finish="length")]}
    ),
    "one-megabyte": Row(scripts={"topaz-1": [Says(text="Spaces are better. " * 55_000)]}),
    "wrong-encoding": Row(topaz=Sends(body='{"choices": "ü"}'.encode("latin-1"))),
    "unknown-model": Row(topaz=Fails(status=404, message="The model `topaz-1` does not exist")),
    "expired-key": Row(topaz=Fails(status=401, message="Incorrect API key provided: sk-abcd1234efgh")),
    "no-credit": Row(topaz=Fails(status=429, code="insufficient_quota", message="You exceeded your quota")),
    "chairman-fails": Row(scripts={"onyx-1": [Says(), Says(), Fails(status=401)]}),
    "nobody-concludes": Row(
        scripts={name: [Says(), Says(), Fails(status=401)] for name in ("onyx-1", "beryl-1", "topaz-1")}
    ),
    "below-the-quorum": Row(
        topaz=Fails(status=401), scripts={"beryl-1": [Fails(status=402)]}, settings={"COUNCIL_QUORUM": "2"}
    ),
    "late": Row(
        scripts={"topaz-1": [Says(text="Tabs, after long thought.", after=5.0)]},
        settings={
            "COUNCIL_STAGE_SECONDS": "1",
            "COUNCIL_VOTE_MINUTES": "0.15",
            "COUNCIL_WHO_REVEALS": "nobody",
        },
    ),
    "left-alone": Row(topaz=Fails(status=401), questions=2),
    "left-alone-and-needed": Row(topaz=Fails(status=401), settings={"COUNCIL_QUORUM": "3"}, questions=2),
}


@pytest.mark.parametrize("name", ROWS)
async def test_people_read_which_models_failed_and_why(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    async with ModelServer() as models:
        if row.topaz is not None:
            models.always("topaz-1", row.topaz)
        for model, behaviours in row.scripts.items():
            models.script(model, *behaviours)
        variables = {
            **models.environment(),
            "DATABASE_URL": f"sqlite:///{tmp_path / 'council.db'}",
            "COUNCIL_MEMBERS": MEMBERS,
            "COUNCIL_VOTE_MINUTES": "0",
            "COUNCIL_CLOSE_EARLY": "no",
            **row.settings,
        }
        settings = load_settings(variables, folder=tmp_path)
        platform = MemoryPlatform()
        async with open_app(
            settings, lambda _: {"memory": platform}, family=SERVE, draw_seed=lambda: SEED
        ) as app:
            # # Otherwise imports would take up the time of the first call.
            await app.models.prepare(settings.council.roster.members)
            runs = [await asked(app, number) for number in range(row.questions)]

    assert runs[-1].is_finished
    assert_golden(f"faults/{name}.txt", thread(platform, runs[-1]))


async def asked(app: App, number: int) -> Run:
    """Ask one question, to its end, and return its run."""
    await app.handle(Ask(person=ALICE, place=PLACE, text="Tabs or spaces?", delivery=f"D{number}"))
    run = (await app.store.latest(limit=1))[0]
    async with asyncio.timeout(PATIENCE):
        await app.engine.finished(run.id)
    return await app.store.get(run.id)


def thread(platform: MemoryPlatform, run: Run) -> str:
    """Return the posts of a run in their order, in their final form, without parts that differ from run to run."""
    posts = [
        f"===== {standing.key.partition('/')[2]} =====\n{draw(standing.post)}"
        for standing in platform.standing
        if standing.key.startswith(run.id)
    ]
    lines = [shortened(line) for line in "\n\n".join(posts).split("\n")]
    text = "\n".join(lines)
    for pattern, instead in VARYING.items():
        text = re.sub(pattern, instead, text, flags=re.MULTILINE)
    return text


def shortened(line: str) -> str:
    """Shorten long prose, which adds little to a golden file."""
    if len(line) <= LONGEST_LINE or not line.startswith("|"):
        return line
    return f"{line[:LONGEST_LINE]} … {len(line):,} characters"
