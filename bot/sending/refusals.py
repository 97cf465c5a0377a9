"""Ends of edits that were put off, and refusals that close a whole place."""

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
    """Whether nothing at all can be said in the place where this was refused."""
    return isinstance(error, PlaceClosed) or (
        isinstance(error, PlaceGone) and not isinstance(error, MessageGone)
    )


def refused(error: PlatformError) -> None:
    """Report that an edit which was put off was refused later."""
    if (told := _told.get()) is not None:
        told[0](error)


def stands(message: Message, post: Post) -> None:
    """Report that the platform has taken an edit, at once or later."""
    if (told := _told.get()) is not None:
        told[1](message, post)


@contextmanager
def edits_told(refused: Told, stood: Stood) -> Generator[None]:
    """Report to `refused` every late refusal of what is sent inside, and to `stood` every edit that the platform has
    taken; by tasks begun there as well."""
    token = _told.set((refused, stood))
    try:
        yield
    finally:
        _told.reset(token)
