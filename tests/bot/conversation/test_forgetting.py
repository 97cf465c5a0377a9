"""Tests of deleting a run: permission, confirmation and retention."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.requests.actions import run_action
from council_core.domain.run import Run
from council_core.errors import StoreUnavailable
from council_core.retention import Retention
from council_core.testing import SteppingClock
from tests.bot.conversation.talk import ALICE, BOB, MANAGER, StillEngine, Talk, actions, errors, form, said
from tests.samples import HERE, NOON


async def kept(talk: Talk) -> list[Run]:
    return list(await talk.store.latest(limit=9))


async def test_nothing_is_deleted_before_somebody_says_so() -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?", "Spaces.")

    asked_back = await talk.types(f"forget {run.id}")

    assert actions(asked_back) == {"Delete permanently": run_action("forget_now", run.id)}
    assert [run.id for run in await kept(talk)] == [run.id]


@pytest.mark.parametrize("person", [ALICE, MANAGER], ids=["who asked", "who manages the channel"])
async def test_it_is_deleted_everywhere_by_whoever_may(person: object) -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?", "Spaces.")
    assert person in (ALICE, MANAGER)
    who = ALICE if person == ALICE else MANAGER

    done = said(await talk.presses(run_action("forget_now", run.id), person=who))

    assert "is deleted" in done
    assert await kept(talk) == []
    assert talk.engine.deleted == talk.announcer.erased == [run.id]

    await talk.retention.finish_deletions()

    assert await talk.store.unsettled() == ()
    assert talk.announcer.erased == [run.id], "what was done before is not done again"


@pytest.mark.parametrize("action", ["forget", "forget_now"])
async def test_nobody_but_the_asker_may_delete_a_question(action: str) -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?", "Spaces.")

    refused = said(await talk.presses(f"c1:{action}:{run.id}", person=BOB))

    assert refused == "Only Alice, or those who manage this channel, may delete this question."
    assert len(await kept(talk)) == 1


async def test_only_those_who_may_are_offered_it() -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?")

    theirs = actions(await talk.types(f"show {run.id}"))
    others = actions(await talk.types(f"show {run.id}", person=BOB))

    assert "Delete …" in theirs.keys() - others.keys()


async def test_no_button_deletes_a_run_with_its_verdict() -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?", "Spaces.")

    assert "Delete …" not in actions(await talk.types(f"show {run.id}"))


async def test_the_channel_is_told_that_it_was_deleted_and_nobody_elsewhere_that_it_ever_was() -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?", "Spaces.")
    await talk.presses(run_action("forget_now", run.id))

    here = said(await talk.types(f"show {run.id}", person=BOB))
    elsewhere = said(await talk.types(f"show {run.id}", place=replace(HERE, channel="C2")))
    again = said(await talk.types(f"forget {run.id}"))

    assert f"Run '{run.id}' was deleted on" in here
    assert f"Run '{run.id}' was deleted on" in again
    assert elsewhere.startswith(f"There is no run '{run.id}'")


async def test_a_run_under_way_that_is_deleted_is_looked_at_again_later() -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?")

    await talk.presses(run_action("forget_now", run.id))

    assert talk.engine.deleted == [run.id]
    assert [gone.run_id for gone in await talk.store.unsettled()] == [run.id]


class Away(StillEngine):
    """An engine whose database cannot be reached."""

    async def delete(self, run_ids: object) -> None:
        raise StoreUnavailable("locked", database="it")


async def test_what_breaks_half_way_is_done_later_and_the_person_is_told_the_truth() -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?", "Spaces.")
    broken = Retention(store=talk.store, engine=Away(), eraser=talk.announcer, clock=SteppingClock())
    gone = await broken.delete(run.id, from_chat=True)
    with pytest.raises(StoreUnavailable):
        await broken.finish_deletion(gone)

    await talk.retention.finish_deletions()

    assert talk.engine.deleted == talk.announcer.erased == [run.id]
    assert await talk.store.unsettled() == ()


async def change(talk: Talk, level: str, days: str) -> object:
    """Set the days for which runs are kept, as a manager."""
    opened = form(await talk.presses(f"c1:edit:{level}:all", person=MANAGER))
    return await talk.sends(opened, {"keep_days": days}, person=MANAGER)


@pytest.mark.parametrize(
    ("environment", "workspace", "channel", "kept_for"),
    [
        ("", "", "", None),
        ("30", "", "", 30),
        ("30", "20", "10", 10),
        ("", "", "10", 10),
        ("", "20", "", 20),
    ],
)
async def test_the_shortest_time_that_anybody_sets_counts(
    environment: str, workspace: str, channel: str, kept_for: int | None
) -> None:
    talk = Talk({"COUNCIL_KEEP_DAYS": environment} if environment else {})
    for level, days in (("workspace", workspace), ("channel", channel)):
        if days:
            await change(talk, level, days)

    found = await talk.handle.kept_for(HERE)

    assert found == (None if kept_for is None else timedelta(days=kept_for))


@pytest.mark.parametrize("days", ["31", "-"])
async def test_nobody_keeps_runs_for_longer_than_whoever_runs_the_bot_allows(days: str) -> None:
    talk = Talk({"COUNCIL_KEEP_DAYS": "30"})

    reply = await change(talk, "channel", days)

    assert "expected at most 30; the operator of Council, or those who" in errors(reply)["keep_days"]  # type: ignore[arg-type]


async def test_runs_that_ended_long_enough_ago_are_deleted_and_their_posts_stay() -> None:
    talk = Talk({"COUNCIL_KEEP_DAYS": "2"})
    old = await talk.asked("ask Tabs?", "Spaces.")

    def after(days: int) -> Retention:
        clock = SteppingClock(NOON + timedelta(days=days))
        return Retention(store=talk.store, engine=talk.engine, eraser=talk.announcer, clock=clock)

    early = await after(1).delete_old(talk.handle.kept_for)
    gone = await after(3).delete_old(talk.handle.kept_for)

    assert (early, gone) == (0, 1)
    assert talk.engine.deleted == [old.id]
    assert talk.announcer.erased == []
    assert await talk.store.unsettled() == ()


async def test_a_post_that_is_still_tried_when_its_run_is_deleted_is_given_up_without_an_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?", "Spaces.")
    is_deleted = asyncio.Event()

    async def posts_an_export() -> None:
        await is_deleted.wait()
        await talk.store.get(run.id)

    with caplog.at_level(logging.INFO):
        talk.desk.beside(posts_an_export())
        await talk.presses(run_action("forget_now", run.id))
        is_deleted.set()
        await talk.handle.finish(5.0)

    own = [record for record in caplog.records if record.name == "bot.conversation.desk"]
    assert [(record.levelname, run.id in record.getMessage()) for record in own] == [("INFO", True)]
