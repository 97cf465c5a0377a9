"""Tests of internal failures while a person asks: a sentence for the person, a line in the log."""

import asyncio
import logging
import re
from dataclasses import replace

import pytest

from bot.conversation.dispatch import Handlers
from bot.post import Reply
from bot.requests.running import ExportRun
from council_core.council import Council
from council_core.domain.events import Event
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.errors import MissingKey, StoreUnavailable
from council_core.ports import Announcer, ModelProvider, RunStore
from council_core.testing import MemoryRunStore, RecordingAnnouncer, ScriptedModels, SteppingClock, says
from tests.bot.conversation.talk import ALICE, Talk, an_ask, said, with_votes_open
from tests.samples import HERE, NOON
from tests.testbed.patience import PATIENCE

SECRET = "the question that nobody else may read"


def handlers(
    *,
    store: RunStore | None = None,
    models: ModelProvider | None = None,
    announcer: Announcer | None = None,
) -> Handlers:
    """Return handlers of a council with these faults."""
    talk = Talk()
    council = Council(
        store=store or talk.store,
        engine=talk.engine,
        models=models or ScriptedModels({}, otherwise=says("Yes.")),
        clock=SteppingClock(),
        draw_seed=lambda: "5eed" * 8,
    )
    desk = replace(
        talk.desk,
        council=council,
        announcer=announcer or talk.announcer,
        places=replace(talk.desk.places, check=council.check, unpriced=council.unpriced),
    )
    return Handlers(desk)


class Keyless(ScriptedModels):
    """Members without API keys."""

    def check(self, member: object) -> None:
        raise MissingKey("openai", "OPENAI_API_KEY")


async def test_members_without_a_key_are_named_with_the_variable_that_would_hold_it() -> None:
    store = MemoryRunStore()

    reply = await handlers(store=store, models=Keyless({}, otherwise=says("Yes.")))(an_ask("Tabs?"))

    assert "demo:ada: there is no key for 'openai'. Set OPENAI_API_KEY" in said(reply)
    assert await store.latest(limit=9) == ()


class NeverDone(RecordingAnnouncer):
    """A channel that never finishes a post."""

    async def announce(self, run_id: RunId, event: Event) -> None:
        await asyncio.Event().wait()


async def test_whoever_wants_files_is_answered_even_when_the_channel_takes_its_time() -> None:
    talk = Talk()
    run = await with_votes_open(talk, status="revealed", voting_closed_at=NOON, finished_at=NOON)

    async with asyncio.timeout(PATIENCE):
        handle = handlers(store=talk.store, announcer=NeverDone())
        reply = await handle(ExportRun(person=ALICE, place=HERE, run_id=run.id, format="md", to_thread=True))

    assert said(reply).startswith("The files are posted in this question's thread")


class Broken(MemoryRunStore):
    """A store with one fault."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    async def add(self, run: Run) -> bool:
        raise self._error


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (ZeroDivisionError("a bug"), "ask failed: ZeroDivisionError"),
        (StoreUnavailable("locked", database="it"), "ask failed: locked database=it"),
    ],
)
async def test_what_nobody_foresaw_is_a_number_for_the_person_and_a_line_in_the_log(
    error: Exception, logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        reply = await handlers(store=Broken(error))(an_ask(SECRET))

    number = re.search(r"this number: (\w{8})", said(reply))
    assert number is not None
    assert f"incident {number[1]}: {logged}" in caplog.text
    assert SECRET not in caplog.text
    assert "bug" not in said(reply)


async def test_only_a_bug_of_ours_leaves_a_traceback_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    await handlers(store=Broken(StoreUnavailable("disk_full", database="it")))(an_ask(SECRET))
    known = caplog.text

    await handlers(store=Broken(ZeroDivisionError("a bug")))(an_ask(SECRET))

    assert "Traceback" not in known
    assert "Traceback" in caplog.text


async def test_a_handler_that_is_cancelled_lets_go() -> None:
    begun = asyncio.Event()

    class Slow(MemoryRunStore):
        async def add(self, run: Run) -> bool:
            begun.set()
            await asyncio.Event().wait()
            return True

    async def ask() -> Reply | None:
        return await handlers(store=Slow())(an_ask("Tabs?"))

    handling = asyncio.create_task(ask())
    await begun.wait()
    handling.cancel()

    with pytest.raises(asyncio.CancelledError):
        await handling
