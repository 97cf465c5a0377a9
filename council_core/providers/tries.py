"""Count the tries of one call. The transport writes the count, and explanations of a failure read it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Tries:
    """Tries of one call, and the time until which there may be another."""

    deadline: float
    """Time on the event loop's clock."""

    provider: str
    """Provider that is asked."""

    count: int = 0
    was_repeated: bool = False
    """Whether a request that may have been worked on was sent again."""

    too_long: float | None = None
    """Seconds that the provider asked to wait, if that reached beyond the deadline."""

    status: int | None = None
    """Status of the last reply that arrived whole, so that a later failure is due to its content; None before
    any did."""

    written: Callable[[str], None] | None = None
    """Called with the text of a streamed reply while it arrives; None if nobody listens."""

    redirected_to: str | None = None
    """Address to which the last reply redirects; None if it does not."""


_tries: ContextVar[Tries] = ContextVar("tries")


@contextmanager
def tries_until(
    deadline: float, provider: str, *, written: Callable[[str], None] | None = None
) -> Generator[Tries]:
    """Count the tries of the requests inside the block; no try begins after this time of the loop's clock."""
    tries = Tries(deadline=deadline, provider=provider, written=written)
    token = _tries.set(tries)
    try:
        yield tries
    finally:
        _tries.reset(token)


def current_tries() -> Tries:
    """Return the tries of the call under way in this task.

    Raises:
        LookupError: A request was made outside `tries_until`.
    """
    return _tries.get()
