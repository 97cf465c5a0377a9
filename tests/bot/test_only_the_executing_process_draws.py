"""Tests that only the process that carries a run draws it, and that it keeps nothing of a finished run."""

import asyncio
import gc
from dataclasses import replace

import pytest

from bot.announcing.announced_run import LiveRun
from bot.announcing.announcer import ThreadAnnouncer
from bot.presentation.documents import export_run
from bot.testing import MemoryPlatform
from council_core.domain.events import RunStarted, StageProgressed
from council_core.errors import StoreUnavailable
from council_core.ports import CloseVoting
from council_core.storage.receipts import SqlReceipts
from tests.bot.telling import KEYS, an_announcer, standing
from tests.bot.test_announcer import Silent
from tests.core.sitting import Sitting


async def settled(announcer: ThreadAnnouncer) -> None:
    """Give all started work the time to draw."""
    for _ in range(20):
        await asyncio.sleep(0)
    await announcer.aclose()


def live_runs() -> list[LiveRun]:
    """Return all live runs in this process."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, LiveRun)]


async def test_a_vote_that_another_process_takes_is_drawn_by_the_executing_process_alone(
    sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    executor, other = (an_announcer(sitting, platform, receipts) for _ in range(2))
    run = sitting.run
    await sitting.store.add(run)
    with executor.executing(run):
        await executor.announce(run.id, RunStarted(run_id=run.id))
        await settled(executor)
        before = len(standing(platform, "card").earlier)

        for _ in range(3):
            other.refresh(run.id)
            other.progress(run.id, StageProgressed(run_id=run.id, stage="answer", done=1, of=4, failed=0))
            await settled(other)

        assert len(standing(platform, "card").earlier) == before
        assert ([live.run_id for live in executor.drawn()], other.drawn()) == ([run.id], ())


async def test_a_run_that_is_over_leaves_nothing_behind_whatever_people_still_do(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    before = len(live_runs())
    sitting.signals = (CloseVoting(by="Alice"),)
    run = await sitting.hold()
    final = standing(platform, "card").post, standing(platform, "voting").post

    announcer.refresh(run.id)
    announcer.kept(run)
    announcer.progress(run.id, StageProgressed(run_id=run.id, stage="review", done=1, of=4, failed=0))
    await announcer.announce(run.id, export_run(run, by="Bob"))
    await settled(announcer)

    assert announcer.drawn() == ()
    assert len(live_runs()) == before
    assert (standing(platform, "card").post, standing(platform, "voting").post) == final
    assert platform.keys[len(KEYS) :] != [], "the export was posted all the same"


async def test_a_story_that_breaks_off_is_not_drawn_any_more(
    announcer: ThreadAnnouncer, sitting: Sitting
) -> None:
    run = sitting.run
    await sitting.store.add(run)

    async def breaks_off() -> None:
        with announcer.executing(run):
            await announcer.announce(run.id, RunStarted(run_id=run.id))
            raise StoreUnavailable("unusable", database="it", cause="away")

    with pytest.raises(StoreUnavailable):
        await breaks_off()

    assert announcer.drawn() == ()


async def test_a_run_that_came_back_is_drawn_on_when_its_earlier_telling_ends(
    announcer: ThreadAnnouncer, sitting: Sitting
) -> None:
    run = sitting.run
    await sitting.store.add(run)
    earlier = announcer.executing(run)
    with earlier:
        again = announcer.executing(run)
        again.__enter__()

    assert [live.run_id for live in announcer.drawn()] == [run.id]

    again.__exit__(None, None, None)
    assert announcer.drawn() == ()


async def test_a_card_is_owed_until_the_platform_has_it(sitting: Sitting, receipts: SqlReceipts) -> None:
    platform = Silent()
    sitting.speaker = announcer = an_announcer(sitting, platform, receipts)
    with announcer.executing(replace(sitting.run, status="voting")):
        assert [live.owes_card for live in announcer.drawn()] == [False], "a resumed run has its card"
    with announcer.executing(sitting.run):
        assert [live.owes_card for live in announcer.drawn()] == [True]
    holding = asyncio.create_task(sitting.hold())
    await platform.asked.wait()
    assert [live.owes_card for live in announcer.drawn()] == [False], "only the platform is waited for"
    holding.cancel()
    await asyncio.gather(holding, announcer.aclose(), return_exceptions=True)
