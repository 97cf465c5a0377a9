"""Run a command's coroutine on the fastest event loop that is installed."""

import asyncio
import ctypes
import gc
import os
import signal
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

GENERATIONS = (10_000, 3, 60)
"""Thresholds of the garbage collector: new objects, then younger collections. Python's own are 700, 10 and 10. Fifty
concurrent councils hold a hundred thousand objects that live for seconds. At 700 the collections cost 3 ms per run,
and a full one sometimes blocked the loop for a tenth of a second. At 10,000 there are two in
ten runs, and garbage in cycles waits a little longer. With fifty councils on a busy machine one takes 10 to 30 ms of
processor time: these are the longest turns of the loop. At 4,000 they take half and cost a third more in all. Freezing
the objects of the start (`gc.freeze`) changes nothing there; with 500 waiting runs it halves full collections, which
are rare.
The second number is small because a middle collection walks over all that the younger ones kept: with 500 runs to
resume one took 70 ms at 10 younger ones, and takes 40 at 3. Full ones come as often as at 10 and 20."""


M_ARENA_MAX = -8
"""Number of this parameter in glibc (`malloc.h`)."""

HEAPS = 2
"""Number of glibc's heaps for all threads. By default glibc makes one for each of many threads, up to eight per
processor, with gaps in each: after 2,000 councils a process was 10 MB larger, and grew on."""


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end. Replaces `asyncio.run` in every process that does more than a look-up.

    Raises:
        Anything that the coroutine raises; KeyboardInterrupt when it was interrupted and stopped.
    """
    gc.set_threshold(*GENERATIONS)
    share_heaps()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_until_interrupted(main))


async def _until_interrupted(main: Coroutine[Any, Any, T]) -> T:
    """Await the coroutine, and cancel it at the first Ctrl-C. A second one ends the process at once: Python's own loop
    would break off whatever runs at that moment, and print a traceback of each task."""
    task, loop = asyncio.ensure_future(main), asyncio.get_running_loop()
    is_interrupted = False

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal is_interrupted
        is_interrupted = True
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        loop.call_soon_threadsafe(task.cancel)

    has_signals = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, interrupt) if has_signals else None
    try:
        return await task
    except asyncio.CancelledError:
        if is_interrupted:
            raise KeyboardInterrupt from None
        raise
    finally:
        if has_signals and not is_interrupted:
            signal.signal(signal.SIGINT, before)


def share_heaps() -> None:
    """Make threads share a few heaps, if the C library is glibc and the operator has not set a number."""
    if "MALLOC_ARENA_MAX" in os.environ or os.name != "posix":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, HEAPS)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return the factory of event loops: uvloop where it is installed (never on Windows), else Python's own."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop
