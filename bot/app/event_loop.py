"""Runs a command's coroutine on the fastest event loop that is installed."""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

GENERATIONS = (10_000, 10, 20)
"""Thresholds of the garbage collector: new objects, then younger collections. Python's own are 700, 10 and 10. Fifty
concurrent councils hold a hundred thousand objects that live for seconds. At 700 the collections cost 3 ms per run,
and a full one sometimes blocked the loop for a tenth of a second. At 10,000 a first collection takes about 1 ms, and
garbage in cycles waits a little longer."""


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end. Replaces `asyncio.run` in every process that does more than a look-up.

    Raises:
        Anything that the coroutine raises; KeyboardInterrupt when it was interrupted and stopped.
    """
    gc.set_threshold(*GENERATIONS)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(main)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return the factory of event loops: uvloop where it is installed (never on Windows), else Python's own."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop
