"""Tests that a question does not wait for the person's name from Slack, and that the card shows the name later."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.council_app import Serving
from tests.e2e.fleet import fleet
from tests.e2e.slack_talk import QUESTION
from tests.e2e.test_workers import PATIENCE
from tests.testbed.gates import Moment
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack
from tests.testbed.slack.journal import Call


class HeldNames:
    """A gate that holds every look-up of a person until a test opens it."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()

    async def __call__(self, call: Call, moment: Moment) -> bool:
        if call.method == "users.info":
            await self.opened.wait()
        return True


@pytest.fixture
def names(slack: LocalSlack) -> HeldNames:
    """Return the held look-ups of this Slack."""
    slack.gate = held = HeldNames()
    return held


async def test_a_name_that_comes_late_reaches_the_card(
    slack: LocalSlack, models: ModelServer, names: HeldNames, over_http: Serving
) -> None:
    await slack.person("alice").mention("general", QUESTION)

    await slack.message_with("Asked by UALICE", channel="C1")
    await models.journal.until(lambda calls: len(calls) >= 1, seconds=PATIENCE)
    names.opened.set()

    await slack.message_with("Asked by alice", channel="C1")
    await slack.message_with("# Verdict", channel="C1")
    (run,) = await over_http.app.store.latest(limit=5)
    assert run.question.asker.name == "alice"
    assert not [post for post in slack.messages("C1") if "Asked by UALICE" in slack.words(post)]


async def test_a_name_replaces_the_handle_though_the_process_that_took_the_question_never_learned_it(
    postgres: str, slack: LocalSlack, models: ModelServer, names: HeldNames, tmp_path: Path
) -> None:
    alice = slack.person("alice")
    alice.user.called = "Alice Arden"
    url = await fresh_database(postgres)
    async with fleet(url, slack, models, tmp_path, workers=1, settings={"PORT": "0"}) as them:
        await alice.command("C1", "/council", QUESTION)
        await slack.message_with("Asked by alice", channel="C1")
        await them.ingress.kill()

        names.opened.set()

        await slack.message_with("Asked by Alice Arden", channel="C1")
        (run,) = await them.runs()
        assert run.question.asker.name == "Alice Arden"
