"""Measures pages, deletion and the start over a database that has grown.

    python -m tests.bench.growth --runs 1000 10000 100000 --unfinished 1000

One council of demo members runs for real, and its rows are copied, with receipts, steps and the engine's own rows.
Each copy is a tenth of a day older than the last; they fill ten channels in each of three workspaces, and every run
of one of these channels has two votes. The copies look like councils of real models, since statistics leave demo
members out, and no two of them hold the same JSON, so that each is parsed on its own. They are indexed as after an
update, before the measurements.

A page is the answer to `/council history`, `/council history mine`, `/council search` (for words that every run has,
and for one that none has), `/council stats` and `/council board` in one of those channels, text included; "asked
before" is read by every typed question; "past votes" is read by every new run before its reviews. "first" is the
first look after a start, the median is of the looks after it, each also in CPU time of the whole process, which a
busy machine changes less; ratios are to the same page with the fewest runs. Deletion is measured on the largest file:
single questions, the sweep after them, a hundred expired runs, and the steps of all that are left. "longest" is the
longest wait of another writer meanwhile; "nothing" is two seconds without any deletion. The start is measured in a
process of its own, on a file in which this many runs wait for votes: until the product is ready, until it has
answered a new question, and until all others are resumed.
"""

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import text

from bot.announcing.erasing import PostEraser
from bot.app import event_loop
from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.requests.asking import Ask
from bot.requests.memory import ShowBoard
from bot.requests.person import Person
from bot.requests.running import Listing, SearchRuns, ShowHistory, ShowStats
from bot.testing import MemoryPlatform
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.retention import Retention
from council_core.storage.database import Database
from council_core.storage.history import SqlEarlierQuestions
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import metadata
from council_core.testing import SteppingClock
from tests.bench.load import child

CHANNELS, WORKSPACES = 10, 3
ALICE = Person(id=PersonId("U1"), name="Alice")
HERE = Place(platform="memory", workspace="T1", channel="C0")
BATCH = 1000
TRIES = 15
WARM_UP = 5
"""Seconds after a start in which the product prepares its readers of stored runs."""

LONG_VOTE = "600"
"""Minutes: longer than any measurement."""

RESULTS = """
INSERT INTO results (run_id, member, platform, workspace, channel, asked_at, name, place, team_place, seconds, cost)
SELECT runs.id, outcomes.member, runs.platform, runs.workspace, runs.channel, runs.asked_at, outcomes.member,
1 + abs(random()) % 4, 1 + abs(random()) % 4, outcomes.latency, 0.01
FROM copies JOIN runs ON runs.id = copies.id JOIN outcomes ON outcomes.run_id = runs.id
"""
"""Demonstrations are on no board, so the results of their copies are made up."""

COPIED = ("runs", "outcomes", "reviews", "judged", "receipts", "run_steps")


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--unfinished", type=int, default=1_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        await pages(Path(folder), sorted(options.runs))
    with tempfile.TemporaryDirectory() as folder:
        await start(Path(folder), options.unfinished)


async def pages(folder: Path, sizes: list[int]) -> None:
    """Print the table of pages."""
    async with opened(folder, vote_minutes="0") as (app, platform):
        await asked(app, platform, 1)
        await quiet(app)
        (run,) = await app.store.latest(limit=1)
        # Copies of a run that the engine has not marked as ended would all be resumed.
        await app.engine.finished(run.id)
    file = folder / "council.db"
    engine = size_of(file) / 1024
    print(f"one run with what the engine keeps of it: {engine:.0f} kB, an empty file's tables included")
    print(
        f"{'page':<14} {'runs':>8} {'first ms':>9} {'CPU':>6} {'median ms':>10} {'CPU':>6} {'slowest':>8} "
        f"{'ratio':>6} {'kB/run':>7}"
    )
    first: dict[str, float] = {}
    have = 1
    for size in sizes:
        copy(file, have, size)
        have = size
        await fill_search(file, size)
        async with opened(folder, vote_minutes="0") as (app, _):
            database = Database(f"sqlite:///{file}")
            await asyncio.sleep(WARM_UP)
            for name, page in pages_of(app, database).items():
                cold, cold_cpu = await looked(page)
                looks = [await looked(page) for _ in range(TRIES)]
                seconds = [wall for wall, _ in looks]
                middle, cpu = statistics.median(seconds), statistics.median(used for _, used in looks)
                first.setdefault(name, middle)
                print(
                    f"{name:<14} {size:>8} {1000 * cold:>9.1f} {1000 * cold_cpu:>6.1f} {1000 * middle:>10.1f} "
                    f"{1000 * cpu:>6.1f} {1000 * max(seconds):>8.1f} {middle / first[name]:>6.1f} "
                    f"{size_of(file) / 1024 / size:>7.1f}",
                    flush=True,
                )
            await database.aclose()
    async with opened(folder, vote_minutes="0") as (app, _):
        await deletion(app, Database(f"sqlite:///{file}"), have)


async def deletion(app: App, database: Database, size: int) -> None:
    """Print the duration of deletions, and how long each holds up other writers."""
    oldest = [
        RunId(run_id)
        for run_id in await database.read(
            lambda connection: list(
                connection.scalars(text("SELECT id FROM runs ORDER BY asked_at LIMIT 200"))
            )
        )
    ]
    forgetting: list[float] = []

    async def one_by_one() -> None:
        for run_id in oldest[:TRIES]:
            began = time.perf_counter()
            gone = await app.retention.delete(run_id, from_chat=False)
            forgetting.append(time.perf_counter() - began)
            await app.retention.finish_deletion(gone)

    async def long_enough(place: Place) -> timedelta | None:
        # Each channel has its share of the hundred oldest.
        return timedelta(days=(size - TRIES - 100) / 10) if place.platform == HERE.platform else None

    async def steps() -> int:
        in_two_days = SteppingClock(datetime.now(UTC) + timedelta(days=2))
        store, engine = SqlRetention(database), app.engine
        assert isinstance(engine, DurableEngine)
        retention = Retention(
            store=store,
            engine=engine.records,
            eraser=PostEraser(platforms={}),
            clock=in_two_days,
            ended=engine.records,
        )
        count = 0
        while gone := await retention.delete_steps():
            count += gone
        return count

    print(f"{'deletion':<24} {'runs':>8} {'seconds':>8} {'longest ms':>11} {'file MB':>8}")
    for name, work in (
        (f"{TRIES} one by one", one_by_one),
        ("their sweep", app.retention.sweep),
        ("some kept long enough", lambda: app.retention.delete_old(long_enough)),
        ("steps of all", steps),
        ("their sweep", app.retention.sweep),
        ("nothing", lambda: asyncio.sleep(2)),
    ):
        began = time.perf_counter()
        longest, did = await beside(database, work())
        print(
            f"{name:<24} {did if type(did) is int else TRIES:>8} {time.perf_counter() - began:>8.2f} "
            f"{1000 * longest:>11.0f} {size_of(Path(str(database.url.database))) / 2**20:>8.1f}",
            flush=True,
        )
    print(
        f"one deletion under the write lock: {1000 * statistics.median(forgetting):.1f} ms in the middle, "
        f"{1000 * max(forgetting):.1f} ms at most"
    )
    await database.aclose()


async def beside(database: Database, work: Awaitable[object]) -> tuple[float, object]:
    """Do the work and return the longest duration of a small concurrent write, and the work's result."""
    doing, longest = asyncio.ensure_future(work), 0.0
    while not doing.done():
        began = time.perf_counter()
        await database.write(lambda connection: connection.execute(text("DELETE FROM spending WHERE 0")))
        longest = max(longest, time.perf_counter() - began)
        await asyncio.sleep(0.01)
    return longest, await doing


async def fill_search(file: Path, size: int) -> None:
    """Index the copies for search, and print how long that took."""
    database = Database(f"sqlite:///{file}")
    filling = SqlRunStore(database).filling
    began, pieces, longest = time.perf_counter(), 0, 0.0
    more = True
    while more:
        since = time.perf_counter()
        more = await filling.a_piece()
        pieces, longest = pieces + 1, max(longest, time.perf_counter() - since)
    took = time.perf_counter() - began
    print(
        f"made findable up to {size} runs: {took:.1f} s in {pieces} pieces, the longest {1000 * longest:.0f} ms"
    )
    await database.aclose()


def pages_of(app: App, database: Database) -> dict[str, Callable[[], Awaitable[object]]]:
    """Return the pages that people see, and the look-ups of every run."""
    return {
        "history": lambda: app.handle(ShowHistory(person=ALICE, place=HERE)),
        "history mine": lambda: app.handle(ShowHistory(person=ALICE, place=HERE, listing=Listing(mine=True))),
        "second page": lambda: second_page(app),
        "search": lambda: app.handle(SearchRuns(person=ALICE, place=HERE, words="tabs spaces")),
        "search nothing": lambda: app.handle(SearchRuns(person=ALICE, place=HERE, words="tabs zebra")),
        "stats": lambda: app.handle(ShowStats(person=ALICE, place=HERE)),
        "board": lambda: app.handle(ShowBoard(person=ALICE, place=HERE)),
        "asked before": lambda: SqlEarlierQuestions(database).sharing(
            ("spaces", "tabs"), HERE, before=datetime.now(UTC), limit=200
        ),
        "past votes": lambda: app.store.voted_runs(HERE, limit=200),
        "unfinished": lambda: app.store.unfinished(platforms=("memory",)),
    }


async def second_page(app: App) -> object:
    """Show the page after the first one, as [Older] does."""
    first = await app.store.latest(limit=10, place=HERE)
    listing = Listing(older_than=first[-1].id)
    return await app.handle(ShowHistory(person=ALICE, place=HERE, listing=listing))


async def start(folder: Path, count: int) -> None:
    """Print the seconds of a start with this many runs that wait for votes, and of a question right after the start."""
    async with opened(folder, vote_minutes=LONG_VOTE) as (app, platform):
        for begun in range(0, count, 50):
            await asked(app, platform, min(50, count - begun), tag=str(begun))
    began = time.perf_counter()
    async with child("tests.bench.start_process", str(folder)) as (process, _):
        ready = time.perf_counter() - began
        await process.begin(ask=1)
        await process.begin(catch_up=1)
        done = await process.answer() | await process.answer()
    print(
        f"start with {count} unfinished runs: ready after {ready:.2f} s; from then on, a question has its verdict "
        f"after {done['verdict']:.2f} s,\nand all runs are taken up after {done['taken_up']:.2f} s, "
        f"{done['cpu']:.1f} s of processor time and {done['peak_mb']:.0f} MB"
    )


def opened(folder: Path, *, vote_minutes: str) -> "Opened":
    """Open the product over a file, with members that answer at once."""
    return Opened(folder, vote_minutes)


class Opened:
    """Opens the product: `async with` yields the app and its platform."""

    def __init__(self, folder: Path, vote_minutes: str) -> None:
        variables = {
            "DATABASE_URL": f"sqlite:///{folder}/council.db",
            "COUNCIL_VOTE_MINUTES": vote_minutes,
            "COUNCIL_DEMO_SECONDS": "0",
            "COUNCIL_RUNS_AT_ONCE": "0",
            "COUNCIL_RUNS_PER_PERSON": "0",
            "COUNCIL_RUNS_PER_CHANNEL": "0",
            "COUNCIL_WAITING_PER_PERSON": "0",
        }
        self._settings = load_settings(variables, folder=folder)
        self._platform = MemoryPlatform()

    async def __aenter__(self) -> tuple[App, MemoryPlatform]:
        platform = self._platform
        self._app = open_app(self._settings, lambda _: {"memory": platform}, family=SERVE)
        return await self._app.__aenter__(), platform

    async def __aexit__(self, *error: object) -> None:
        await self._app.__aexit__(None, None, None)


async def asked(app: App, platform: MemoryPlatform, count: int, tag: str = "") -> None:
    """Ask this many questions at once and wait for every verdict."""
    platform.clear()
    for number in range(count):
        request = Ask(person=ALICE, place=HERE, text="Tabs or spaces?", delivery=f"{tag}-{number}")
        await app.handle(request)
    ended = lambda: sum(each.key.endswith("/verdict/1") for each in platform.standing)  # noqa: E731
    async with platform.posted:
        await platform.posted.wait_for(lambda: ended() >= count)


async def quiet(app: App) -> None:
    """Wait until no run is unfinished."""
    while await app.store.unfinished(platforms=("memory",)):  # noqa: ASYNC110
        await asyncio.sleep(0.05)


async def looked(page: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Return the seconds that one look takes, by the clock and of CPU time."""
    used = time.process_time()
    return await timed(page), time.process_time() - used


async def timed(page: Callable[[], Awaitable[object]]) -> float:
    """Return the seconds that one look takes."""
    started = time.perf_counter()
    await page()
    return time.perf_counter() - started


def size_of(file: Path) -> int:
    """Return the file's size in bytes, with its log written back."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


def copy(file: Path, have: int, want: int) -> None:
    """Copy the oldest run until there are as many as wanted."""
    with closing(sqlite3.connect(file)) as database:
        (original, at) = database.execute("SELECT id, asked_at FROM runs ORDER BY asked_at DESC").fetchone()
        for low in range(have, want, BATCH):
            numbers = range(low, min(low + BATCH, want))
            database.execute(
                "CREATE TEMP TABLE copies (id TEXT, workspace TEXT, channel TEXT, back TEXT, blanks TEXT)"
            )
            step = timedelta(days=1) / 10
            rows = [
                (f"r{n:012d}", *_where(n), f"-{n * step.total_seconds():.0f} seconds", _blanks(n))
                for n in numbers
            ]
            database.executemany("INSERT INTO copies VALUES (?, ?, ?, ?, ?)", rows)
            for table in COPIED:
                database.execute(_copying(table), (original,))
            database.execute(RESULTS)
            for table, columns in _of_the_engine(database):
                database.execute(_copying_engine(table, columns), (original,))
            here = (HERE.workspace, HERE.channel)
            votes = [
                (run_id, voter)
                for run_id, *where, _, _ in rows
                if tuple(where) == here
                for voter in ("U1", "U2")
            ]
            database.executemany(
                "INSERT INTO ballots (run_id, voter, choice, cast_at) VALUES (?, ?, '[[\"A\"]]', ?)",
                [(*vote, at) for vote in votes],
            )
            database.execute("DROP TABLE copies")
            database.commit()


def _where(number: int) -> tuple[str, str]:
    """Return the workspace and the channel of a copy."""
    return f"T{number // CHANNELS % WORKSPACES + 1}", f"C{number % CHANNELS}"


def _of_the_engine(database: sqlite3.Connection) -> list[tuple[str, list[str]]]:
    """Return the engine's tables that name a run, each with its columns."""
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = {name: [row[1] for row in database.execute(f"PRAGMA table_info({name})")] for name in tables}
    return [(name, columns[name]) for name in tables if "workflow_uuid" in columns[name]]


def _copying_engine(table: str, columns: list[str]) -> str:
    values = ", ".join("copies.id" if name == "workflow_uuid" else f'it."{name}"' for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    return (
        f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} AS it, copies WHERE it.workflow_uuid = ?"  # noqa: S608
    )


def _blanks(number: int) -> str:
    """Return white space that differs for each number."""
    return f"{number:b}".translate({ord("0"): " ", ord("1"): "\t"})


def _copying(table: str) -> str:
    stands_in = {
        **{name: f"it.{name} || copies.blanks" for name in ("question", "ranking", "body", "reviews")},
        "settings": """replace(it.settings, '"model":"demo:', '"model":"openai:')""",
        "id": "copies.id",
        "card_thread": "copies.id",
        "run_id": "copies.id",
        "workspace": "copies.workspace",
        "channel": "copies.channel",
        "key": "copies.id || substr(it.key, instr(it.key, '/'))"
        if table == "receipts"
        else "it.key || copies.blanks",
        **{name: f"datetime(it.{name}, copies.back) || '.000000'" for name in ("asked_at", "finished_at")},
    }
    columns = [column.name for column in metadata.tables[table].columns]
    values = ", ".join(stands_in.get(name, f'it."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    which = {"runs": "it.id", "receipts": "substr(it.key, 1, instr(it.key, '/') - 1)"}.get(table, "it.run_id")
    return f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} AS it, copies WHERE {which} = ?"  # noqa: S608


if __name__ == "__main__":
    event_loop.run(main())
