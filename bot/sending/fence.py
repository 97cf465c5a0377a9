"""A call that is about to leave -> one last look whether this process may still say it.

Whoever is frozen and wakes up after its lease (SIGSTOP, a machine that slept) first does what it was just about to do:
only then does the clock ring. A post that was waiting for its connection would go out beside the one by which another
process has said the same. So what is said under a fence asks it once more where nothing comes before the socket.
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
    """Calls inside, by tasks begun there as well, leave only while the fence holds."""
    token = _fence.set(fence)
    try:
        yield
    finally:
        _fence.reset(token)


async def look(
    session: aiohttp.ClientSession, context: SimpleNamespace, piece: aiohttp.TraceRequestChunkSentParams
) -> None:
    """For `on_request_chunk_sent` of a `TraceConfig`, which hears of each piece of a body before it is written, and of
    the first one while the headers are still held back for it; what is raised here leaves neither.

    Raises:
        OutcomeUnknown: The fence does not hold. aiohttp makes a `ClientConnectionError` of it.
    """
    del session, context, piece
    if not _fence.get().holds():
        raise OutcomeUnknown("This process may not speak for its runs any more.")
