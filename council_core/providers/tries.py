"""What one call has taken so far: told by the transport, read by whoever has to explain a failure."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Tries:
    """The tries of one call, and until when there may be another."""

    deadline: float
    """On the event loop's clock."""

    provider: str
    """Who is asked."""

    count: int = 0
    was_repeated: bool = False
    """Whether a request that may have been worked on was sent once more."""

    too_long: float | None = None
    """Seconds that the provider asked to wait when that reached beyond the deadline."""

    status: int | None = None
    """Of the last reply that arrived whole, so that what fails afterwards is its content; None before one did."""

    redirected_to: str | None = None
    """The address to which the last reply redirects; None where it does not."""


_tries: ContextVar[Tries] = ContextVar("tries")


@contextmanager
def tries_until(deadline: float, provider: str) -> Generator[Tries]:
    """Counts the tries of the requests made inside; none begins after this time of the loop's clock."""
    tries = Tries(deadline=deadline, provider=provider)
    token = _tries.set(tries)
    try:
        yield tries
    finally:
        _tries.reset(token)


def current_tries() -> Tries:
    """Those of the call that is under way in this task.

    Raises:
        LookupError: None is: a request was made outside `tries_until`.
    """
    return _tries.get()
