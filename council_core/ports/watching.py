"""Who looks on, and the time of day."""

from datetime import datetime
from typing import Protocol

from council_core.domain.observations import Observation


class Observer(Protocol):
    """Watches, for logs, metrics and traces. It changes nothing, never raises, and takes microseconds: whoever is
    watched calls it in the middle of the work."""

    def __call__(self, seen: Observation, /) -> None: ...


def nobody(seen: Observation, /) -> None:
    """Implements `Observer` where nobody watches."""


class Clock(Protocol):
    """The time of day, in UTC and aware."""

    def now(self) -> datetime: ...
