"""A fence: checks just before a call is sent whether this process may still post.

A process that was frozen (SIGSTOP, a machine that slept) and wakes after its lease has expired first finishes the call
that it was about to make; its timers fire only then. That post would double the one that another process has made in
its place. So each call inside a fence checks it once more, right before the socket.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

from council_core.errors import OutcomeUnknown
from council_core.ports import ALONE, Fence

_fence: ContextVar[Fence] = ContextVar("fence", default=ALONE)


@contextmanager
def under(fence: Fence) -> Generator[None]:
    """Send calls inside, and in tasks started there, only while the fence holds."""
    token = _fence.set(fence)
    try:
        yield
    finally:
        _fence.reset(token)


async def check(
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
