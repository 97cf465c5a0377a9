"""Helpers of the measurements under load: models in a process of their own, the bare loop, and the measured row."""

import asyncio
import json
import os
import resource
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2

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
    """Seconds from a question to its card, for the slowest of them."""

    cpu_ms: float
    """CPU time per council, user and system."""

    stall_ms: float
    own_ms: float
    """The most CPU time that the whole process spent within one stall, which grows little with the machine's load."""

    peak_mb: float
    connections: int
    """The most open TCP connections in any sample."""

    def __str__(self) -> str:
        return (
            f"{self.what:<14} {self.councils:>8} {self.seconds:>8.2f} {self.seconds / CRITICAL_PATH:>8.3f} "
            f"{self.card_ms:>8.0f} {self.cpu_ms:>8.1f} {self.stall_ms:>8.0f} {self.own_ms:>8.0f} "
            f"{self.peak_mb:>8.0f} {self.connections:>8}"
        )


HEADINGS = f"{'what':<14} " + " ".join(
    f"{name:>8}"
    for name in ("councils", "wall s", "ratio", "card ms", "CPU ms", "stall ms", "own ms", "peak MB", "TCP")
)


class Child:
    """A process that takes orders: a line of JSON for each order and each answer."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._orders, self._answers = process.stdin, process.stdout

    async def order(self, **order: object) -> dict[str, Any]:
        """Give an order and return its answer."""
        await self.begin(**order)
        return await self.answer()

    async def begin(self, **order: object) -> None:
        """Give an order; the process documents the orders that it understands."""
        self._orders.write(json.dumps(order).encode() + b"\n")
        await self._orders.drain()

    async def answer(self) -> dict[str, Any]:
        """Return the next answer."""
        return json.loads(await self._answers.readline())


@asynccontextmanager
async def child(
    *arguments: str, variables: Mapping[str, str] | None = None
) -> AsyncGenerator[tuple[Child, dict[str, str]]]:
    """Start a Python process that prints one line of JSON when it is ready, and ends with its input."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *arguments, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **(variables or {})}, limit=16 * 2**20,
    )  # fmt: skip
    told = Child(process)
    try:
        yield told, await told.answer()
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


@asynccontextmanager
async def model_server() -> AsyncGenerator[dict[str, str]]:
    """Start the models and yield the environment that leads to them."""
    latencies = [part for name, seconds in LATENCIES.items() for part in ("--model", f"{name}={seconds}")]
    async with child("tests.testbed.models", *latencies) as (_, environment):
        yield environment


def variables(environment: dict[str, str], folder: str) -> dict[str, str]:
    """Return the product's settings: a file of its own, the four members and the chairman, no wait for votes."""
    return {
        **environment,
        "DATABASE_URL": f"sqlite:///{folder}/council.db",
        "COUNCIL_MEMBERS": ",".join(f"openai:{name}" for name in MEMBERS),
        "COUNCIL_CHAIRMAN": "openai:chairman",
        "COUNCIL_VOTE_MINUTES": "0",
        "COUNCIL_RUNS_AT_ONCE": "0",
        "COUNCIL_RUNS_PER_PERSON": "0",
        "COUNCIL_WAITING_PER_PERSON": "0",
    }


@asynccontextmanager
async def bare_client() -> AsyncGenerator[httpx2.AsyncClient]:
    """Yield one shared client without any limit."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(limits=limits, timeout=60) as client:
        yield client


async def bare(client: httpx2.AsyncClient, environment: dict[str, str]) -> float:
    """Make the same requests as a council and nothing else: four answers, four reviews, one verdict. There is no
    card."""

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


async def measured(
    what: str,
    count: int,
    name: str,
    work: Callable[[str], Awaitable[Sequence[float]]],
    ended: Callable[[], Awaitable[None]] | None = None,
) -> Measured:
    """Do the work once and measure it.

    Args:
        what: The label of the row.
        count: The number of councils in it.
        name: Distinguishes this round of work from others.
        work: Takes that name, returns seconds until each card.
        ended: Waits for the remaining work; that counts as CPU time, and not as wall time.
    """
    loop = asyncio.get_running_loop()
    longest = own = 0.0

    async def stalls() -> None:
        nonlocal longest, own
        while True:
            before, used = loop.time(), time.process_time()
            await asyncio.sleep(0.005)
            longest = max(longest, loop.time() - before - 0.005)
            own = max(own, time.process_time() - used)

    async with child("tests.bench.sockets", str(os.getpid())) as (sockets, _):
        watching = asyncio.create_task(stalls())
        cpu, wall = time.process_time(), time.perf_counter()
        cards = await work(name)
        seconds = time.perf_counter() - wall
        if ended is not None:
            await ended()
        cpu = time.process_time() - cpu
        watching.cancel()
        most = (await sockets.order(stop=True))["most"]
    return Measured(
        what=what,
        councils=count,
        seconds=seconds,
        card_ms=1000 * max(cards, default=0.0),
        cpu_ms=1000 * cpu / count,
        stall_ms=1000 * longest,
        own_ms=1000 * own,
        peak_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        connections=most,
    )
