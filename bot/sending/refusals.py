"""Reports results of queued edits, and recognizes refusals that close a whole place."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

from bot.post import Post
from council_core.domain.place import Message
from council_core.errors import MessageGone, PlaceClosed, PlaceGone, PlatformError

Told = Callable[[PlatformError], None]
Stood = Callable[[Message, Post], None]

_told: ContextVar[tuple[Told, Stood] | None] = ContextVar("told", default=None)


def closes_place(error: PlatformError) -> bool:
    """Tell whether the refusal means that nothing can be posted in this place."""
    return isinstance(error, PlaceClosed) or (
        isinstance(error, PlaceGone) and not isinstance(error, MessageGone)
    )


def report_refused(error: PlatformError) -> None:
    """Report that the platform refused a queued edit."""
    if (told := _told.get()) is not None:
        told[0](error)


def report_accepted(message: Message, post: Post) -> None:
    """Report that the platform has accepted an edit, at once or from the queue."""
    if (told := _told.get()) is not None:
        told[1](message, post)


@contextmanager
def reporting_edits(refused: Told, stood: Stood) -> Generator[None]:
    """Call `refused` for every late refusal of edits made inside, and `stood` for every edit that the platform
    accepted; also for tasks started there."""
    token = _told.set((refused, stood))
    try:
        yield
    finally:
        _told.reset(token)
