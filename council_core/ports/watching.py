"""Ports to an observer and to the time of day."""

from datetime import datetime
from typing import Protocol

from council_core.domain.observations import Observation


class Observer(Protocol):
    """Observes the work for logs, metrics and traces. It changes nothing, never raises, and takes microseconds,
    because the observed code calls it in the middle of its work."""

    def __call__(self, seen: Observation, /) -> None: ...


def nobody(seen: Observation, /) -> None:
    """Observe nothing."""


class Clock(Protocol):
    """Time of day, aware and in UTC."""

    def now(self) -> datetime: ...
