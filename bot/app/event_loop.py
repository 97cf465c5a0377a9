"""A command's coroutine -> its result, over the quickest event loop there is."""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

GENERATIONS = (10_000, 10, 20)
"""After how many new objects, and younger collections, garbage is looked for; Python's own are 700, 10 and 10. Fifty
councils at once hold a hundred thousand objects that live for seconds: looked through every 700, they cost a run three
milliseconds, and the oldest of them held the loop up for a tenth of a second now and then. The first collection of
10,000 takes about one millisecond, and garbage in cycles waits a little longer."""


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs until it is done, as `asyncio.run` does, which it replaces where a process does more than look something up.

    Raises:
        Whatever the coroutine raises; KeyboardInterrupt when it was interrupted and went along.
    """
    gc.set_threshold(*GENERATIONS)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(main)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes the loop: uvloop where it is installed, which it is not on Windows, else Python's own."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop
