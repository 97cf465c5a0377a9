"""Tests of a whole run of members with made-up names: no name or id of the roster appears anywhere before the
reveal."""

import json
import random
from pathlib import Path

import pytest

from tests.e2e.conftest import in_slack
from tests.testbed.models import ModelServer, Says
from tests.testbed.slack import LocalSlack

QUESTION = (
    "Which queue should a small team run? Somebody told us that Vimoka Labs wrote a paper about queues."
)
TOPIC = "Vimoka Labs wrote in its paper that queues grow"
"""A mention of a made-up name that is the topic and has to be kept."""

SELVES = (
    "I am {name}, and I would take the database.\n\n",
    "As {id}, I would take the database.\n\n",
    "{name} here. Take the database.\n\n",
    "**{name}:** take the database.\n\n",
    "Speaking as {name} ({id}), take the database.\n\n",
    "My name is {name}. Take the database.\n\n",
)
SIGNATURES = ("\n\n— {name}", "\n\nBest,\n{name}", "\n\n(answered by {id})", "")
SYLLABLES = (
    "ba",
    "dor",
    "fen",
    "gul",
    "kir",
    "lom",
    "nab",
    "pex",
    "quo",
    "rin",
    "sul",
    "tam",
    "vex",
    "wil",
    "zor",
)


def made_up(chance: random.Random) -> tuple[str, str]:
    """Return a made-up name of a member and id of its model."""
    name = "".join(chance.sample(SYLLABLES, 3)).capitalize()
    return (
        name,
        f"{''.join(chance.sample(SYLLABLES, 2))}-{chance.randrange(2, 9)}.{chance.randrange(10)}-ultra",
    )


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_of_the_roster_stands_before_the_reveal(
    seed: int, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    roster = [made_up(chance) for _ in range(4)]
    vendors = ("openai:", "anthropic:", "google:", "openrouter:vendor/")
    for (name, model), vendor in zip(roster, vendors, strict=True):
        said = chance.choice(SELVES) + TOPIC + f" at night, case {name[:1]}." + chance.choice(SIGNATURES)
        asked = vendor.partition(":")[2] + model
        models.script(asked, Says(text=said.format(name=name, id=model)))
    members = [f"{vendor}{model}?name={name}" for (name, model), vendor in zip(roster, vendors, strict=True)]

    async with in_slack("http", models, slack, tmp_path, COUNCIL_MEMBERS=", ".join(members)):
        await slack.person("alice").command("C1", "/council", QUESTION)
        await slack.message_with("Verdict of the chair", channel="C1")
        # # The card shows the verdict as soon as it is stored, maybe before all responses are posted.
        await slack.wait_for(
            lambda: str([call.arguments for call in slack.calls]).count(TOPIC) >= len(roster)
        )

        posted = json.dumps([call.arguments for call in slack.calls], ensure_ascii=False).lower()
        asked = "\n".join(
            f"{call.asked.system}\n{call.asked.turns}"
            for call in models.journal.calls
            if call.asked is not None
        ).lower()
    for name, model in roster:
        for secret in (name.lower(), model.lower(), model.lower().removesuffix("-ultra")):
            assert secret not in posted
            assert secret not in asked
    assert posted.count(TOPIC.lower()) >= len(roster)
    assert TOPIC.lower() in asked
