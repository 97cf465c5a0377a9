"""What is being worked on -> a few words on every log record made meanwhile, libraries' records included."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))


@contextmanager
def about(**what: str) -> Generator[None]:
    """Puts words such as `run="r8kq2z5m0c7xw3t9n"` on whatever is logged inside, by tasks begun there as well.

    Only ids and kinds: never what somebody wrote.
    """
    token = _about.set({**_about.get(), **what})
    try:
        yield
    finally:
        _about.reset(token)


def what_about() -> Mapping[str, str]:
    """The words that stand now, the outermost first."""
    return _about.get()
