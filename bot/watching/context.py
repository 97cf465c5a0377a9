"""Adds words about the current work, such as the run's id, to every log record, libraries' records included."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))


@contextmanager
def about(**what: str) -> Generator[None]:
    """Add words such as `run="r8kq2z5m0c7xw3t9n"` to every log record inside, and in tasks started there.

    Pass only ids and kinds, never people's texts.
    """
    token = _about.set({**_about.get(), **what})
    try:
        yield
    finally:
        _about.reset(token)


def what_about() -> Mapping[str, str]:
    """Return the current words, the outermost first."""
    return _about.get()
