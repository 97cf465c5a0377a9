"""Tells the caller that sends a post how long the platform's rate limit delays it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

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
