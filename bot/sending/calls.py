"""Calls to a platform: a fence before each, the waits of rate limits, and replies that a library cannot read.

The fence checks just before a call is sent whether this process may still post.

A process that was frozen (SIGSTOP, a machine that slept) and wakes after its lease has expired first finishes the call
that it was about to make; its timers fire only then. That post would double the one that another process has made in
its place. So each call inside a fence checks it once more, right before the socket.

A library reads replies without checking them, so an odd one ends in an error of Python's own. The call may have taken
effect, which makes its outcome unknown. A mistake of ours raises the same types, so the module that raised the error
decides.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

from council_core.errors import OutcomeUnknown
from council_core.ports import ALONE, Fence

_fence: ContextVar[Fence] = ContextVar("fence", default=ALONE)


@contextmanager
def under_fence(fence: Fence) -> Generator[None]:
    """Send calls inside, and in tasks started there, only while the fence holds."""
    token = _fence.set(fence)
    try:
        yield
    finally:
        _fence.reset(token)


async def check_fence(
    session: aiohttp.ClientSession, context: SimpleNamespace, piece: aiohttp.TraceRequestChunkSentParams
) -> None:
    """Check the fence; a handler for `on_request_chunk_sent` of a `TraceConfig`.

    aiohttp calls it before it writes each piece of a body, and holds the headers back for the first piece. If this
    raises, neither is sent.

    Raises:
        OutcomeUnknown: The fence does not hold. aiohttp turns it into a `ClientConnectionError`.
    """
    del session, context, piece
    if not _fence.get().holds():
        raise OutcomeUnknown("This process may not post for its runs until it holds its lease on them again.")


def refusal_in(error: Exception) -> OutcomeUnknown | None:
    """Return the fence's own error inside that of a broken connection; None if the connection broke by itself."""
    return error.__cause__ if isinstance(error.__cause__, OutcomeUnknown) else None


ODD = (AttributeError, LookupError, TypeError, ValueError)
"""Types of errors with which a library fails on an odd reply; `ValueError` is also that of invalid JSON."""


def is_odd_reply(error: Exception, readers: tuple[str, ...]) -> bool:
    """Tell whether an error was raised in one of these modules or in the reader of JSON.

    Args:
        error: Has one of the types `ODD`.
        readers: Prefixes of the modules that read replies.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    raised_in = "" if trace is None else str(trace.tb_frame.f_globals.get("__name__", ""))
    return f"{raised_in}.".startswith(("json.", *(f"{reader}." for reader in readers)))


Told = Callable[[float], None]

_told: ContextVar[Told | None] = ContextVar("told", default=None)


def report_wait(seconds: float) -> None:
    """Report that the current call waits this many seconds because of the platform's rate limit."""
    if (told := _told.get()) is not None:
        told(seconds)


@contextmanager
def reporting_waits(told: Told) -> Generator[None]:
    """Call `told` for every wait inside, and in tasks started there."""
    token = _told.set(told)
    try:
        yield
    finally:
        _told.reset(token)
