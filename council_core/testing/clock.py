"""A clock for tests that depends only on how often it was read."""

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class SteppingClock:
    """A `Clock` that moves on each time it is read.

    Args:
        start: Time just before the first reading.
        step: Time by which it moves; zero for a clock that is still.
    """

    def __init__(self, start: datetime = NOON, step: timedelta = timedelta(seconds=1)) -> None:
        self._now = start
        self._step = step

    def now(self) -> datetime:
        self._now += self._step
        return self._now
