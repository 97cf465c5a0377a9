"""A question that is asked again and again, and the calendar behind it."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Literal, NewType
from zoneinfo import ZoneInfo

from council_core.domain.place import PersonId, Place

ScheduleId = NewType("ScheduleId", str)

LONGEST_WAIT = 366
"""Most days between two ticks; a day that only leap years have is refused."""

DAYS_OF_A_WEEK = 7
LAST_OF_EVERY_MONTH = 28
LONGEST_MONTH = 31


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """Days and a time of day in a time zone. The days are weekdays, a day of every month, or a day of one month."""

    weekdays: tuple[int, ...] = ()
    """Days of the week, 0 is Monday; empty where `day` counts."""

    day: int | None = None
    month: int | None = None
    hour: int
    minute: int
    zone: str
    """Name of the time zone (IANA), such as `Europe/Berlin`."""

    @property
    def longest_gap(self) -> timedelta:
        """Return a time that holds at least one tick, over any change of clocks."""
        days = DAYS_OF_A_WEEK if self.weekdays else LONGEST_MONTH if self.month is None else LONGEST_WAIT
        return timedelta(days=days + 0.5)

    def after(self, moment: datetime) -> datetime:
        """Return the first tick after this moment, in UTC.

        When clocks go forward, a tick in the skipped hour comes an hour later. When clocks go back, a tick in the
        repeated hour comes the first time only.
        """
        zone = ZoneInfo(self.zone)
        today = moment.astimezone(zone).date()
        # Yesterday's tick may be ahead where the clocks skip midnight, as in Scoresbysund.
        for days in range(-1, LONGEST_WAIT + 1):
            date = today + timedelta(days=days)
            fits = date.weekday() in self.weekdays if self.weekdays else date.day == self.day
            if fits and self.month in (None, date.month):
                tick = datetime.combine(date, time(self.hour, self.minute), tzinfo=zone).astimezone(UTC)
                if tick > moment:
                    return tick
        raise AssertionError("every year has such a day")


def is_in_the_calendar(day: int, month: int | None) -> bool:
    """Tell whether every year has this day; without a month, whether every month has it."""
    last = LAST_OF_EVERY_MONTH if month is None else monthrange(2025, month)[1]
    return 1 <= day <= last


ScheduleState = Literal["active", "paused", "closed"]
"""`closed`: paused by Council, because its place is gone or refuses posts, or its owner may not read it any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A question that the council is asked at each tick of a recurrence."""

    id: ScheduleId
    place: Place
    owner: PersonId
    owner_name: str
    locale: str
    """Language of its owner, for messages about the schedule."""

    text: str
    """The question; empty if a digest of the channel is asked instead. Versions without digests never ask an
    empty one."""

    recurrence: Recurrence
    created_at: datetime
    next_at: datetime
    """The next tick."""

    state: ScheduleState = "active"
    trouble: str = ""
    """Reason why the latest tick started no run, in one sentence in the owner's language; empty if it started one."""

    @property
    def is_digest(self) -> bool:
        return not self.text

    @property
    def tick_before(self) -> datetime:
        """Return the tick before the next one."""
        found = self.recurrence.after(self.next_at - self.recurrence.longest_gap)
        while (later := self.recurrence.after(found)) < self.next_at:
            found = later
        return found
