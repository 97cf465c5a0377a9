"""What a process knows of the runs it tells: as much as was kept here, and no votes but those that were looked up."""

import asyncio
from dataclasses import replace

from bot.announcer import ThreadAnnouncer
from bot.live_run import LiveRun
from bot.testing import MemoryPlatform
from council_core.domain.ballot import Ballot
from council_core.domain.events import StageProgressed
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.stages.report import started
from council_core.storage.receipts import SqlReceipts
from council_core.testing import MemoryRunStore
from tests.samples import NOON, QUESTION, a_run

VOTE = Ballot(voter=PersonId("U1"), order=((Alias("A"),),), cast_at=NOON)


class CountedLooks(MemoryRunStore):
    """A store that counts how often a run is read."""

    looks = 0

    async def get(self, run_id: RunId) -> Run:
        self.looks += 1
        return await super().get(run_id)


async def test_a_card_follows_what_was_kept_without_another_look_at_the_store(receipts: SqlReceipts) -> None:
    platform, store = MemoryPlatform(), CountedLooks()
    run = a_run(question=replace(QUESTION, place=Place(platform="memory", channel="C1")))
    await store.add(run)
    announcer = ThreadAnnouncer(
        platforms={"memory": platform}, receipts=receipts, store=store, refresh_seconds=0.0
    )
    announcer.begins(run)
    await announcer.announce(run.id, started(run))
    before = store.looks

    announcer.kept(replace(run, status="reviewing"))
    announcer.progress(run.id, StageProgressed(run_id=run.id, stage="review", done=1, of=4, failed=0))
    async with asyncio.timeout(30), platform.posted:
        await platform.posted.wait_for(lambda: "1 of 4" in repr(platform.standing[0].post))

    assert store.looks == before
    await announcer.aclose()


def test_votes_that_were_looked_up_stay_when_the_run_is_kept_without_them() -> None:
    live = LiveRun()
    live.stands(a_run(status="reviewing", ballots=(VOTE,)))

    live.goes_on(a_run(status="synthesizing"))

    assert live.summary is not None
    assert (live.summary.status, live.summary.votes) == ("synthesizing", 1)


def test_what_is_kept_while_somebody_looks_is_looked_at_again() -> None:
    live = LiveRun()

    live.goes_on(a_run(status="synthesizing"))

    assert live.outdated
    assert live.summary is None
