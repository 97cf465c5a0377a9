"""Measures many councils one after another in one process: the growth of memory and of the file.

    python -m tests.bench.soak --runs 10000 --every 1000

Demo members answer at once, fifty questions at a time, each in one of ten channels. A line shows the state after this
many runs: resident memory after a garbage collection, objects that Python tracks, tasks, the size of the file with
its log written back, its growth per run since the line before, and the runs per second. `--leaks` traces allocations,
four times slower, and prints the code lines that hold more at the end than after the first line.
"""

import argparse
import asyncio
import gc
import sqlite3
import tempfile
import time
import tracemalloc
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bot.app import event_loop
from bot.app.bootstrap import App
from bot.requests.asking import Ask
from bot.testing import MemoryPlatform
from tests.bench.growth import ALICE, CHANNELS, HERE, opened, quiet, size_of
from tests.bench.serving_process import now_mb

AT_ONCE = 50


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=1_000)
    parser.add_argument("--leaks", action="store_true")
    options = parser.parse_args()
    if options.leaks:
        tracemalloc.start(10)
    with tempfile.TemporaryDirectory() as folder:
        await soak(Path(folder), options.runs, options.every, leaks=options.leaks)


async def soak(folder: Path, runs: int, every: int, *, leaks: bool) -> None:
    """Print the table."""
    file = folder / "council.db"
    print(f"{'runs':>7} {'MB':>6} {'objects':>9} {'tasks':>6} {'file MB':>8} {'kB/run':>7} {'runs/s':>7}")
    async with opened(folder, vote_minutes="0") as (app, platform):
        first: tracemalloc.Snapshot | None = None
        kinds: Counter[str] = Counter()
        size = size_of(file)
        for done in range(every, runs + 1, every):
            began = time.perf_counter()
            for number in range(done - every, done, AT_ONCE):
                await asked(app, platform, number)
            seconds = time.perf_counter() - began
            gc.collect()
            before, size = size, size_of(file)
            print(
                f"{done:>7} {now_mb():>6.0f} {len(gc.get_objects()):>9} {len(asyncio.all_tasks()):>6} "
                f"{size / 2**20:>8.1f} {(size - before) / 1024 / every:>7.1f} {every / seconds:>7.1f}",
                flush=True,
            )
            if done == every:
                kinds = kinds_of_objects()
                first = tracemalloc.take_snapshot() if leaks else None
        grown = (kinds_of_objects() - kinds).most_common(6)
        print(
            "more objects than after the first line: " + ", ".join(f"{count} {kind}" for kind, count in grown)
        )
        if first is not None:
            print_leaks(first, tracemalloc.take_snapshot())
    print_tables(file, runs)


async def asked(app: App, platform: MemoryPlatform, first: int) -> None:
    """Ask some questions at once and wait until all have ended."""
    platform.clear()
    for number in range(first, first + AT_ONCE):
        place = replace(HERE, channel=f"C{number % CHANNELS}")
        request = Ask(
            person=ALICE, place=place, text=f"Tabs or spaces, number {number}?", delivery=f"{number}"
        )
        await app.handle(request)
    ended = lambda: sum(each.key.endswith("/verdict/1") for each in platform.standing)  # noqa: E731
    async with platform.posted:
        await platform.posted.wait_for(lambda: ended() >= AT_ONCE)
    await quiet(app)


def kinds_of_objects() -> Counter[str]:
    """Return the number of objects of each type that Python tracks."""
    return Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects())


def print_leaks(before: tracemalloc.Snapshot, after: tracemalloc.Snapshot) -> None:
    """Print the code lines that hold more memory than before."""
    for grown in after.compare_to(before, "traceback")[:12]:
        print(f"+{grown.size_diff / 1024:.0f} kB in {grown.count_diff} pieces")
        print("\n".join(grown.traceback.format()[-6:]))


def print_tables(file: Path, runs: int) -> None:
    """Print the bytes of each table, where this build of SQLite reports them."""
    query = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 12"
    with closing(sqlite3.connect(file)) as database:
        try:
            rows = database.execute(query).fetchall()
        except sqlite3.OperationalError:
            return
    print("kB of each run by table or index: " + ", ".join(f"{n} {s / 1024 / runs:.1f}" for n, s in rows))


if __name__ == "__main__":
    event_loop.run(main())
