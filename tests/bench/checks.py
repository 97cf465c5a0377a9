"""Measures the share of a council's CPU time that permission checks and masking take.

    python -m tests.bench.checks --councils 40

Demo members answer whole runs with a real SQLite file, five at once, after some warm-up runs. Each check is timed by
the CPU clock of its thread and compared with the CPU time of the process.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, cast

from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.conversation.desk import Desk
from bot.settings.environment import Settings
from bot.testing import MemoryPlatform
from council_core import blindness
from council_core.blindness import detect as all_of_masking
from council_core.blindness.seats import Seats
from tests.bench.councils import one, over

AT_ONCE = 5
WARM_UP = 10

spent: Counter[str] = Counter()
"""Nanoseconds by check."""


def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function so that its time is counted; a generator's values come as a list."""

    def call(*args: Any, **kwargs: Any) -> Any:
        began = time.thread_time_ns()
        try:
            result = function(*args, **kwargs)
            return list(cast("Iterator[Any]", result)) if isinstance(result, Iterator) else result
        finally:
            spent[name] += time.thread_time_ns() - began

    return call


def timed_async(name: str, function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Wrap a coroutine function that hardly waits."""

    async def call(*args: Any, **kwargs: Any) -> Any:
        began = time.thread_time_ns()
        try:
            return await function(*args, **kwargs)
        finally:
            spent[name] += time.thread_time_ns() - began

    return call


def watch() -> None:
    """Time each check from now on."""
    changed: list[tuple[Any, str, str]] = [
        (Settings, "for_run", "members, bounds, allow-list"),
        (Seats, "spans", "names of the run's own seats"),
        (
            sys.modules[all_of_masking.__module__],
            "own_prompt_spans",
            "quoted instructions",
        ),
    ]
    for owner, attribute, name in changed:
        setattr(owner, attribute, timed(name, getattr(owner, attribute)))
    Desk.admit = timed_async("who may read a place", Desk.admit)  # type: ignore[method-assign]
    blindness.detect = timed("all of masking, for comparison", all_of_masking)  # type: ignore[assignment]


async def councils(app: App, platform: MemoryPlatform, count: int, name: str) -> None:
    """Run this many councils, some at once."""
    line = asyncio.Semaphore(AT_ONCE)

    async def next_one(number: int) -> None:
        async with line:
            await one(app, platform, f"{name}-{number}")

    await asyncio.gather(*(next_one(number) for number in range(count)))
    await over(app)


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--councils", type=int, default=40)
    count = parser.parse_args().councils
    watch()
    platform = MemoryPlatform()
    with tempfile.TemporaryDirectory() as folder:
        variables = {
            "DATABASE_URL": f"sqlite:///{folder}/council.db",
            "COUNCIL_VOTE_MINUTES": "0",
            "COUNCIL_RUNS_PER_PERSON": "0",
        }
        settings = load_settings(variables, folder=Path(folder))
        async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
            await councils(app, platform, WARM_UP, "warm")
            spent.clear()
            began = time.process_time_ns()
            await councils(app, platform, count, "council")
            whole = time.process_time_ns() - began
    print(f"{'check':34}{'ms a council':>14}{'share':>9}")
    for name, nanoseconds in spent.most_common():
        print(f"{name:34}{nanoseconds / count / 1e6:14.3f}{nanoseconds / whole:9.2%}")
    print(f"{'the whole council':34}{whole / count / 1e6:14.3f}{1:9.0%}")


if __name__ == "__main__":
    asyncio.run(main())
