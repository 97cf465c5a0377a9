"""Measures the pages in the browser: many live ones beside running councils, and single ones over a grown database.

    python -m tests.bench.pages --runs 50 --live 200 --rounds 3 --stored 1000 100000

Councils run as in `tests.bench.councils`. In the rows "with pages" so many live pages stand open on them, read by a
process of its own, until every run has ended; figures are of the serving process. "Own" is the most CPU time
of the whole process within one stall, which grows little with the load of the machine. "Ratio" is wall time over the
critical path. The second table gets pages of a database with so many runs (`tests.bench.growth`) over HTTP: those of
finished runs, each another one, the first page and the boards. Ratios are to the same page with the fewest runs.
"""

import argparse
import asyncio
import statistics
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import aiohttp

from bot.app import event_loop
from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.app.pages import routes_of_site, site_of
from bot.testing import MemoryPlatform
from bot.web import serve_http
from bot.web.page import Links, Visitor
from council_core.domain.place import PersonId
from tests.bench.councils import middle, one, over
from tests.bench.growth import asked, copy, quiet, timed
from tests.bench.load import HEADINGS, Child, Measured, child, measured, model_server, variables

WEB = {"COUNCIL_WEB_URL": "http://127.0.0.1", "COUNCIL_SECRET": "for-measurements-only-" * 2}
READER = Visitor(platform="memory", workspace="", person=PersonId("U1"), name="Alice", locale="en")
PAGES_OF_ONE = 20
"""Live pages that one reader may have open."""

TRIES = 15


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--live", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--stored", type=int, nargs="*", default=[1_000, 100_000])
    options = parser.parse_args()
    if options.rounds:
        await live(options.runs, options.live, options.rounds)
    if options.stored:
        with tempfile.TemporaryDirectory() as folder:
            await stored(Path(folder), sorted(options.stored))


@asynccontextmanager
async def served(settings: dict[str, str], folder: str) -> AsyncGenerator[tuple[App, MemoryPlatform, str]]:
    """Open the product and serve its pages."""
    platform = MemoryPlatform()
    loaded = load_settings({**settings, **WEB}, folder=Path(folder))
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    async with open_app(loaded, lambda _: {"memory": platform}, family=SERVE) as app:
        site = site_of(app, app.handle, asyncio.Event())
        assert site is not None
        serving = asyncio.create_task(
            serve_http(
                routes_of_site(site),
                host="127.0.0.1",
                port=0,
                listening=port.set_result,
                closing=site.closing.set,
            )
        )
        try:
            yield app, platform, f"http://127.0.0.1:{await port}"
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


def cookie(number: int = 0, workspace: str = "") -> str:
    """Return the cookie of one of many readers."""
    reader = replace(READER, person=PersonId(f"U{number}"), workspace=workspace)
    return Links("", [WEB["COUNCIL_SECRET"]]).cookie(reader)


async def live(runs: int, pages: int, rounds: int) -> None:
    """Print councils without pages and with live ones."""
    async with model_server() as environment, child("tests.bench.page_readers") as (readers, _):
        with tempfile.TemporaryDirectory() as folder:
            async with served(variables(environment, folder), folder) as (app, platform, url):
                await app.models.prepare(app.settings.council.roster.everyone())
                await one(app, platform, "warm-up")
                rows: dict[str, list[Measured]] = {"no pages": [], "with pages": []}
                for number in range(rounds):
                    # By turns, so that a machine that grows busier slows down both.
                    for what, found in rows.items():
                        count = pages if what == "with pages" else 0

                        async def councils(name: str, count: int = count) -> Sequence[float]:
                            platform.clear()
                            asking = [
                                asyncio.create_task(one(app, platform, f"{name}-{n}")) for n in range(runs)
                            ]
                            if count:
                                await opened(app, readers, url, runs, count)
                            return await asyncio.gather(*asking)

                        async def ended(count: int = count) -> None:
                            await over(app)
                            if count:
                                print(await readers.answer())

                        found.append(await measured(what, runs, f"{what}-{number}", councils, ended))
                print(HEADINGS)
                for found in rows.values():
                    print(*found, f"{middle(found)} (middle)", sep="\n", flush=True)


async def opened(app: App, readers: Child, url: str, runs: int, pages: int) -> None:
    """Open live pages on the newest runs as soon as all of these are stored."""
    while len(ids := await app.store.unfinished(platforms=("memory",))) < runs:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    wanted = [(f"/r/{ids[n % runs]}/events", cookie(n // PAGES_OF_ONE)) for n in range(pages)]
    await readers.begin(url=url, pages=wanted)


async def stored(folder: Path, sizes: list[int]) -> None:
    """Print the table of pages over a database that grows."""
    settings = {
        "DATABASE_URL": f"sqlite:///{folder}/council.db",
        "COUNCIL_VOTE_MINUTES": "0",
        "COUNCIL_DEMO_SECONDS": "0",
    }
    async with served(settings, str(folder)) as (app, platform, _):
        await asked(app, platform, 1)
        await quiet(app)
        (run,) = await app.store.latest(limit=1)
        await app.engine.finished(run.id)
    print(f"{'page':<14} {'runs':>8} {'first ms':>9} {'median ms':>10} {'slowest':>8} {'ratio':>6}")
    first: dict[str, float] = {}
    have = 1
    for size in sizes:
        copy(folder / "council.db", have, size)
        have = size
        async with served(settings, str(folder)) as (_, _, url):
            step = max(1, size // (TRIES + 2)) // 30 * 30 or 30  # Copies go round workspaces and channels.
            paths = {
                "a run": [f"/r/r{n * step:012d}" for n in range(1, TRIES + 2)],
                "history": ["/"] * (TRIES + 1),
                "second page": [f"/?before=r{n * step:012d}" for n in range(1, TRIES + 2)],
                "boards": ["/boards"] * (TRIES + 1),
            }
            for name, these in paths.items():
                cold, *seconds = await looks(url, these)
                median = statistics.median(seconds)
                first.setdefault(name, median)
                print(
                    f"{name:<14} {size:>8} {1000 * cold:>9.1f} {1000 * median:>10.1f} {1000 * max(seconds):>8.1f} "
                    f"{median / first[name]:>6.1f}",
                    flush=True,
                )


async def looks(url: str, paths: Sequence[str]) -> list[float]:
    """Return the seconds that each of these pages takes."""
    async with aiohttp.ClientSession(headers={"cookie": f"council={cookie(1, 'T1')}"}) as http:

        async def get(path: str) -> None:
            async with http.get(url + path) as reply:
                text = await reply.text()
                if reply.status != 200:
                    raise RuntimeError(f"{path} answered {reply.status}: {text[:200]}")

        return [await timed(lambda path=path: get(path)) for path in paths]


if __name__ == "__main__":
    event_loop.run(main())
