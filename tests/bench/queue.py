"""Measures thousands of waiting questions: the cost of each, and the longest stall of the event loop.

    python -m tests.bench.queue --waiting 1000 5000 [--postgres]

No run is executed: this many questions arrive, fifty are admitted, and the rest waits. Each row has the milliseconds
per question that is added and claimed, of one claim after that, and of reading all positions; then the longest stall
of the event loop: by the clock, without the time for which the thread was ready and another process had the processor
(Linux; on a busy machine the first says little), and by the CPU time of the thread alone.
"""

import argparse
import asyncio
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from bot.app import event_loop
from council_core.admission import RunQueue
from council_core.domain.place import PersonId
from council_core.domain.question import Asker, RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunLimits, RunWaits
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.notices import CHANGES
from council_core.storage.queue import SqlQueue
from council_core.storage.runs import SqlRunStore
from tests.samples import NOON, QUESTION, a_run
from tests.testbed.migrated import fresh_database
from tests.testbed.postgres import postgres_server

LIMITS_IN_ALL = 50
LIMITS = RunLimits(in_all=LIMITS_IN_ALL, of_person=5, of_channel=20, waiting_of_person=20)
LOOK_SECONDS = 0.005
SCHEDULED = Path("/proc/thread-self/schedstat")


def run_of(number: int) -> Run:
    """Return one of the runs; ten people share a channel, and each person asks ten questions."""
    person = f"person{number // 10}"
    place = replace(QUESTION.place, channel=f"C{number // 100}")
    question = replace(QUESTION, asker=Asker(id=PersonId(person), name=person), place=place)
    return replace(
        a_run(), id=RunId(f"r{number}"), question=question, asked_at=NOON + timedelta(seconds=number)
    )


def seconds_kept_off() -> float:
    """Return for how long this thread was ready to run while others had the processor; 0 where Linux does not say."""
    try:
        return int(SCHEDULED.read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


async def measured(url: str, many: int) -> str:
    """Return one row of the table."""
    database = Database(url)
    await migrate(database)
    table = SqlQueue(database, LIMITS, channel=CHANGES)
    store, queue = SqlRunStore(database, table), RunQueue(table, worker="bench")
    table.moved = queue.wake
    runs = {run.id: run for run in map(run_of, range(many))}
    platform = runs[RunId("r0")].question.place.platform
    stalls: list[float] = []
    ours_alone: list[float] = []
    busy: list[float] = []
    stories: set[asyncio.Task[None]] = set()
    told = 0

    async def watch() -> None:
        while True:
            began, used, kept_off = time.perf_counter(), time.thread_time(), seconds_kept_off()
            await asyncio.sleep(LOOK_SECONDS)
            stalls.append(time.perf_counter() - began - LOOK_SECONDS)
            ours_alone.append(stalls[-1] - (seconds_kept_off() - kept_off))
            busy.append(time.thread_time() - used)

    def tell(waits: RunWaits) -> None:
        nonlocal told
        told += 1

    async def start(run_id: RunId) -> None:
        stories.add(asyncio.create_task(queue.admitted(runs[run_id], tell)))

    async def ours() -> None:
        pass

    watching = asyncio.create_task(watch())
    working = asyncio.create_task(queue.work(start, [platform], ours))
    began = time.perf_counter()
    for run in runs.values():
        await store.add(run)
    while len(stories) < many or told < many - LIMITS_IN_ALL:  # noqa: ASYNC110 - it is a bench
        await asyncio.sleep(0.05)
    asked = time.perf_counter() - began
    began = time.perf_counter()
    await table.claim("bench", platforms=[platform], most=1)
    claim = time.perf_counter() - began
    began = time.perf_counter()
    await table.places()
    places = time.perf_counter() - began
    await asyncio.sleep(3)
    for task in (working, watching, *stories):
        task.cancel()
    await asyncio.gather(working, watching, *stories, return_exceptions=True)
    await database.aclose()
    kind = "postgres" if url.startswith("postgres") else "sqlite"
    return (
        f"{kind:>9} {many:>8} {1000 * asked / many:>10.2f} {1000 * claim:>9.1f} {1000 * places:>10.1f} "
        f"{1000 * max(stalls):>11.0f} {1000 * max(ours_alone):>8.0f} {1000 * max(busy):>7.0f}"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--waiting", type=int, nargs="+", default=[1000, 5000])
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    print(
        f"{'database':>9} {'in queue':>8} {'ms a run':>10} {'claim ms':>9} {'places ms':>10} "
        f"{'longest ms':>11} {'ours ms':>8} {'CPU ms':>7}"
    )
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(postgres_server()) if options.postgres else None
        for many in options.waiting:
            url = await fresh_database(server.url) if server else f"sqlite:///{folder / f'{many}.db'}"
            print(await measured(url, many), flush=True)


if __name__ == "__main__":
    event_loop.run(main())
