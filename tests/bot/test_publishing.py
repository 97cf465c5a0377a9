"""Tests of a post beside a run's own story: sent once by many processes, over a crash and after a refusal."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.announcing.publishing import Publisher
from bot.post import Post, line
from bot.testing import MemoryPlatform
from council_core.domain.question import RunId
from council_core.errors import OutcomeUnknown, PlaceGone, RunDeleted
from council_core.storage.database import Database
from council_core.storage.receipts import SqlReceipts
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.testing import SteppingClock
from tests.bot.telling import PLACE
from tests.samples import NOON, a_run
from tests.testbed.migrated import migrated

RUN, PART = RunId("r000000000001"), "decision/20270301T0800"
REMINDER = Post(blocks=(line("Look again."),), summary="Look again.")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """Yield a database with one run."""
    opened = await migrated(f"sqlite:///{tmp_path / 'council.db'}")
    await SqlRunStore(opened).add(a_run(RUN))
    yield opened
    await opened.aclose()


def a_publisher(platform: MemoryPlatform, database: Database, *, step: int = 1) -> Publisher:
    """Return the publisher of one process; every look at its clock takes this many minutes."""
    clock = SteppingClock(step=timedelta(minutes=step))
    return Publisher(platforms={PLACE.platform: platform}, receipts=SqlReceipts(database, clock))


async def publish(publisher: Publisher) -> bool:
    return await publisher.publish(PLACE, REMINDER, PART, [RUN])


async def test_of_several_processes_one_posts(database: Database) -> None:
    platform = MemoryPlatform()
    processes = [a_publisher(platform, database) for _ in range(4)]

    await asyncio.gather(*(publish(each) for each in processes))

    assert [await publish(each) for each in processes] == [True] * 4
    assert platform.keys == [PART]


async def test_a_post_whose_process_died_before_it_is_made_up_for_later(database: Database) -> None:
    platform = MemoryPlatform()
    await SqlReceipts(database, SteppingClock()).take(f"{RUN}/{PART}")

    at_once = await publish(a_publisher(platform, database))
    late = a_publisher(platform, database, step=6)
    stands = [await publish(late) for _ in range(3)]

    assert (at_once, stands) == (False, [False, True, True])
    assert platform.keys == [PART]


async def test_a_post_whose_outcome_was_lost_is_looked_up_and_not_made_twice(database: Database) -> None:
    platform = MemoryPlatform()
    platform.lose = {PART: 1}
    with pytest.raises(OutcomeUnknown):
        await publish(a_publisher(platform, database))

    late = a_publisher(platform, database, step=6)
    stands = [await publish(late) for _ in range(3)]

    assert stands[-1]
    assert platform.keys == [PART]


async def test_a_post_about_several_runs_goes_with_any_of_them_also_where_its_process_died_halfway(
    database: Database,
) -> None:
    platform, other = MemoryPlatform(), RunId("r000000000002")
    await SqlRunStore(database).add(a_run(other))
    publisher = a_publisher(platform, database)
    await publish(publisher)  # It died here, before the post was noted under the other run.

    stands = await publisher.publish(PLACE, REMINDER, PART, [RUN, other])

    receipt = await SqlReceipts(database, SteppingClock()).find(f"{other}/{PART}")
    assert stands
    assert receipt is not None
    assert receipt.message is not None
    assert platform.keys == [PART]


async def test_a_refused_post_may_be_tried_again_and_one_about_a_deleted_run_is_not_made(
    database: Database,
) -> None:
    platform = MemoryPlatform()
    platform.refuse = {PART: [PlaceGone("The channel is gone.")]}
    publisher = a_publisher(platform, database)
    with pytest.raises(PlaceGone):
        await publish(publisher)
    again = await publish(publisher)
    platform.clear()
    await SqlRetention(database).delete(RUN, NOON, from_chat=True)

    with pytest.raises(RunDeleted):
        await publisher.publish(PLACE, REMINDER, "decision/later", [RUN])

    assert again
    assert platform.keys == []
