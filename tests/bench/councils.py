"""Councils at once, against their critical path and against a bare loop that stores nothing.

    python -m tests.bench.councils --at-once 1 10 50 200

Four members at 200, 400, 600 and 800 ms and a chairman at 500 ms answer over loopback HTTP, from a process of their
own. The slowest member answers, then reviews, then the chairman concludes: 0.8 + 0.8 + 0.5 = 2.10 s is what no
council can beat. The bare loop makes the same requests over one shared client, in the same process and the same run,
and keeps nothing. Figures are of this process alone: the wall time from the first question to the last verdict over
the critical path, the slowest card after its question, CPU time for each council, the longest time the event loop
stood still, peak memory.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from bot.bootstrap import SERVE, App, load_settings, open_app
from bot.requests import Ask, Person
from bot.testing import MemoryPlatform
from council_core.domain.place import PersonId, Place

LATENCIES = {"member-200": 0.2, "member-400": 0.4, "member-600": 0.6, "member-800": 0.8, "chairman": 0.5}
MEMBERS = tuple(name for name in LATENCIES if name != "chairman")
CRITICAL_PATH = 0.8 + 0.8 + 0.5
QUESTION = "Should a small team write its own job queue?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One row of the table."""

    what: str
    councils: int
    seconds: float
    card_ms: float
    """From a question until its card stood, the slowest of them."""

    cpu_ms: float
    """For each council."""

    stall_ms: float
    peak_mb: float

    def __str__(self) -> str:
        return (
            f"{self.what:<10} {self.councils:>8} {self.seconds:>8.2f} {self.seconds / CRITICAL_PATH:>8.3f} "
            f"{self.card_ms:>8.0f} {self.cpu_ms:>8.1f} {self.stall_ms:>8.0f} {self.peak_mb:>8.0f}"
        )


HEADINGS = f"{'what':<10} " + " ".join(
    f"{name:>8}" for name in ("councils", "wall s", "ratio", "card ms", "CPU ms", "stall ms", "peak MB")
)


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--at-once", type=int, nargs="+", default=[1, 10, 50, 200])
    counts = parser.parse_args().at_once
    async with model_server() as environment:
        print(HEADINGS)
        async with bare_client() as client:
            await bare(client, environment)
            for count in counts:
                print(await measured("bare loop", count, lambda _: bare(client, environment)), flush=True)
        async with council(environment) as (app, platform):
            await one(app, platform, "warm-up")
            for count in counts:
                platform.standing.clear()
                row = await measured(
                    "council", count, lambda number, c=count: one(app, platform, f"{c}-{number}")
                )
                print(row, flush=True)


@asynccontextmanager
async def model_server() -> AsyncGenerator[dict[str, str]]:
    """The models in a process of their own; the environment that leads there."""
    latencies = [part for name, seconds in LATENCIES.items() for part in ("--model", f"{name}={seconds}")]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.servers.models", *latencies,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        yield json.loads(await process.stdout.readline())
    finally:
        process.stdin.close()
        await process.wait()


@asynccontextmanager
async def council(environment: dict[str, str]) -> AsyncGenerator[tuple[App, MemoryPlatform]]:
    """The product with a real SQLite file, and a chat platform that takes no time."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {
            **environment,
            "DATABASE_URL": f"sqlite:///{folder}/council.db",
            "COUNCIL_MEMBERS": ",".join(f"openai:{name}" for name in MEMBERS),
            "COUNCIL_CHAIRMAN": "openai:chairman",
            "COUNCIL_VOTE_MINUTES": "0",
        }
        settings, platform = load_settings(variables, folder=Path(folder)), MemoryPlatform()
        async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
            await app.models.prepare(settings.council.roster.everyone())
            yield app, platform


async def one(app: App, platform: MemoryPlatform, delivery: str) -> float:
    """One question, until its verdict stands; seconds until the card did."""
    started = time.perf_counter()
    person = Person(id=PersonId("U1"), name="Alice")
    place = Place(platform="memory", channel=delivery)
    await app.handle(Ask(person=person, place=place, text=QUESTION, delivery=delivery))
    await platform.wait_for("/card", channel=delivery)
    card = time.perf_counter() - started
    await platform.wait_for("/verdict/1", channel=delivery)
    return card


@asynccontextmanager
async def bare_client() -> AsyncGenerator[httpx2.AsyncClient]:
    """One shared client without any limit."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(limits=limits, timeout=60) as client:
        yield client


async def bare(client: httpx2.AsyncClient, environment: dict[str, str]) -> float:
    """The same requests and nothing else: four answers, four reviews, one verdict. There is no card."""

    async def call(model: str) -> None:
        reply = await client.post(
            f"{environment['OPENAI_BASE_URL']}/chat/completions",
            headers={"Authorization": f"Bearer {environment['OPENAI_API_KEY']}"},
            json={"model": model, "messages": [{"role": "user", "content": QUESTION}]},
        )
        reply.raise_for_status()

    for stage in (MEMBERS, MEMBERS, ("chairman",)):
        async with asyncio.TaskGroup() as group:
            for model in stage:
                group.create_task(call(model))
    return 0.0


async def measured(what: str, count: int, work: Callable[[int], Awaitable[float]]) -> Measured:
    """Does the work `count` times at once and says what that took."""
    loop = asyncio.get_running_loop()
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        while True:
            before = loop.time()
            await asyncio.sleep(0.005)
            longest = max(longest, loop.time() - before - 0.005)

    watching = asyncio.create_task(watch())
    cpu, wall = time.process_time(), time.perf_counter()
    cards = await asyncio.gather(*(work(number) for number in range(count)))
    seconds, cpu = time.perf_counter() - wall, time.process_time() - cpu
    watching.cancel()
    return Measured(
        what=what,
        councils=count,
        seconds=seconds,
        card_ms=1000 * max(cards),
        cpu_ms=1000 * cpu / count,
        stall_ms=1000 * longest,
        peak_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


if __name__ == "__main__":
    asyncio.run(main())
