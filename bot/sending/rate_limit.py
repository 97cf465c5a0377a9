"""A platform that makes us wait -> whoever watches the post that waits, without the platform knowing who that is."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

Told = Callable[[float], None]

_told: ContextVar[Told | None] = ContextVar("told", default=None)


def waits(seconds: float) -> None:
    """Says that what is being sent waits so long, because the platform has asked for it."""
    if (told := _told.get()) is not None:
        told(seconds)


@contextmanager
def waits_told(told: Told) -> Generator[None]:
    """Tells `told` of every wait inside, by tasks begun there as well."""
    token = _told.set(told)
    try:
        yield
    finally:
        _told.reset(token)
