"""Everything that people try who may not, on both platforms and both databases: a row for each attack.

A row says what somebody does and what they must be told. After each one the runs, the votes, the calls to models and
the posts of the private place are as they were, and nothing of what the person was told is the question or a member's
name.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args

import pytest

from bot.requests import edit_action, plain_action, reset_action, run_action, vote_action
from bot.requests.text import AboutRun, Plain
from council_core.domain.question import RunId
from council_core.domain.slate import Alias
from tests.hostile.arena import Arena, Attack, outcome, settings_kept
from tests.hostile.on_discord import on_discord
from tests.hostile.on_slack import PRIVATE, on_slack
from tests.testbed.models import ModelServer

OUTSIDE = "somebody who is in it can add you."
NONE = "There is no run"


def sends(form: str) -> Attack:
    """Bob sends a form that he left open."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.sent("bob", form)

    return Attack(name=f"Bob sends a form ({form}) that he opened before he left", says=OUTSIDE, do=do)


def presses(who: str, label: str) -> Attack:
    """A button of the private place."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.pressed(who, label)

    return Attack(name=f"{who} presses {label} on an old screen", says=OUTSIDE, do=do)


def types(who: str, words: str, says: str = "") -> Attack:
    """A command from outside, about a run by its id or about whatever is found."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.typed(who, words.replace("RUN", run))

    return Attack(name=f"{who} types {words} from outside", says=says, do=do)


LEFT_OPEN = [sends("follow up"), sends("rank")]

OLD_SCREEN = [
    *(presses("bob", label) for label in ("Response B", "Rank them all", "Ask a follow-up", "Helpful")),
    presses("bob", "Read the reviews"),
    presses("eve", "Response A"),
]

OWN_RUN = [
    *(types("alice", words, OUTSIDE) for words in ("show RUN", "export RUN", "cancel RUN", "forget RUN")),
    *(types("alice", words) for words in ("history mine", "search walrus")),
]

STRANGER = [
    *(
        types(who, words, NONE)
        for who in ("eve", "bob")
        for words in ("show RUN", "export RUN", "cancel RUN", "forget RUN")
    ),
    *(
        types(who, words)
        for who in ("eve", "bob")
        for words in ("history", "search walrus", "stats", "show", "export")
    ),
]

ACTIONS = [
    vote_action(RunId("RUN"), Alias("A")),
    *(run_action(kind, RunId("RUN")) for kind in get_args(AboutRun)),
]
"""Every action about a run that there is, those that no button of this run has among them."""


def forges(who: str, action: str, *, inside: bool) -> Attack:
    """A button of this action, as if it stood in the private place or had been copied out of it."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.forged(who, action.replace("RUN", run), inside=inside)

    where = "inside" if inside else "in the open channel"
    return Attack(name=f"{who} forges {action} {where}", says=OUTSIDE if inside else NONE, do=do)


FORGED = [forges("eve", action, inside=inside) for action in ACTIONS for inside in (True, False)]

PLACE = [
    forges("eve", action, inside=True)
    for action in (
        *(plain_action(kind) for kind in get_args(Plain) if kind != "help"),
        *(edit_action("channel", "all"), reset_action("channel", 0)),
    )
]
"""Actions that are about the private place itself."""


def fills_in(who: str, action: str, says: str, *, inside: bool, **fields: str) -> Attack:
    """A form that was never drawn for this person, with the metadata of another place."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.filled_in(who, action.replace("RUN", run), fields, inside=inside)

    where = "inside" if inside else "in the open channel"
    return Attack(name=f"{who} sends a forged form {action} {where}", says=says, do=do)


ABOUT_A_RUN = {
    "c1:followup:RUN": {"question": "And when?"},
    "c1:again:RUN": {"question": "Once more?"},
    "c1:rank:RUN": {"place1": "B"},
}
SETTINGS = {"rubric": "code", "quorum": "1"}
ONLY = "Only those who manage {} may change its settings"
FORMS = [
    *(
        fills_in(who, action, OUTSIDE, inside=True, **fields)
        for who in ("eve", "bob")
        for action, fields in (
            *ABOUT_A_RUN.items(),
            ("c1:write", {"question": "And when?"}),
            *((f"c1:save:{level}:all:0", SETTINGS) for level in ("channel", "workspace")),
        )
    ),
    *(fills_in("eve", action, NONE, inside=False, **fields) for action, fields in ABOUT_A_RUN.items()),
    fills_in("eve", "c1:save:channel:all:0", ONLY.format("this channel"), inside=False, **SETTINGS),
    fills_in("eve", "c1:save:workspace:all:0", ONLY.format("the whole workspace"), inside=False, **SETTINGS),
]
"""Forms whose action and place somebody made up."""

ATTACKS = [*LEFT_OPEN, *OLD_SCREEN, *OWN_RUN, *STRANGER, *FORGED, *PLACE, *FORMS]


@pytest.fixture(params=["slack", "discord thread", "discord channel"])
async def arena(
    request: pytest.FixtureRequest, models: ModelServer, database: str, tmp_path: Path
) -> AsyncIterator[Arena]:
    """The private place on each platform."""
    if request.param == "slack":
        async with on_slack(models, tmp_path, DATABASE_URL=database) as slack:
            yield slack
        return
    thread = request.param == "discord thread"
    async with on_discord(models, tmp_path, thread=thread, DATABASE_URL=database) as discord:
        yield discord


async def test_no_attack_gets_through(arena: Arena, database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bot.conversation.dispatch")

    wrong = [each for attack in ATTACKS for each in await outcome(attack, arena)]

    assert wrong == []
    refused = [record.getMessage() for record in caplog.records if "was refused" in record.getMessage()]
    assert len(refused) >= len(LEFT_OPEN) + len(OLD_SCREEN)
    assert "walrus" not in "\n".join(refused)
    assert await settings_kept(database) == []


async def test_the_settings_of_a_private_channel_are_not_shown_to_somebody_who_names_it(
    models: ModelServer, tmp_path: Path
) -> None:
    """Slack's menu offers only one's own channels; a forged choice names any."""
    async with on_slack(models, tmp_path) as arena:
        eve = arena.slack.person("eve")
        await eve.open_home()
        await arena.slack.wait_for(lambda: eve.id in arena.slack.workspace.homes)

        told = await arena.chosen_at_home("eve", PRIVATE)

    assert OUTSIDE in " ".join(told.split())
    assert "Models" not in told
