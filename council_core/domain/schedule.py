"""A question that is asked again and again, and the calendar behind it."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Literal, NewType
from zoneinfo import ZoneInfo

from council_core.domain.place import PersonId, Place

ScheduleId = NewType("ScheduleId", str)

LONGEST_WAIT = 366
"""Most days between two ticks, since no day that a leap year alone has is taken."""

DAYS_OF_A_WEEK = 7
LAST_OF_EVERY_MONTH = 28


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """Days and a time of day in a time zone: on weekdays, on a day of every month, or on a day of one month."""

    weekdays: tuple[int, ...] = ()
    """Days of the week, 0 is Monday; empty where `day` counts."""

    day: int | None = None
    month: int | None = None
    hour: int
    minute: int
    zone: str
    """Name of the time zone (IANA), such as `Europe/Berlin`."""

    def after(self, moment: datetime) -> datetime:
        """Return the first tick after this moment, in UTC.

        Clocks that go forward skip an hour: a tick in it comes an hour later. Clocks that go back have an hour twice: a
        tick in it comes the first time only.
        """
        zone = ZoneInfo(self.zone)
        today = moment.astimezone(zone).date()
        for days in range(LONGEST_WAIT + 1):
            date = today + timedelta(days=days)
            fits = date.weekday() in self.weekdays if self.weekdays else date.day == self.day
            if fits and self.month in (None, date.month):
                tick = datetime.combine(date, time(self.hour, self.minute), tzinfo=zone).astimezone(UTC)
                if tick > moment:
                    return tick
        raise AssertionError("every year has such a day")


def is_in_the_calendar(day: int, month: int | None) -> bool:
    """Tell whether every year, or every month where none is given, has this day."""
    last = LAST_OF_EVERY_MONTH if month is None else monthrange(2025, month)[1]
    return 1 <= day <= last


ScheduleState = Literal["active", "paused", "closed"]
"""`closed`: paused by Council, because its place is gone or its owner may not read it any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A question that the council is asked at each tick of a recurrence."""

    id: ScheduleId
    place: Place
    owner: PersonId
    owner_name: str
    locale: str
    """Language of its owner, in which they are told what becomes of it."""

    text: str
    """The question; empty for a digest of the channel in place of one, which versions without digests never ask."""

    recurrence: Recurrence
    created_at: datetime
    next_at: datetime
    """The next tick."""

    state: ScheduleState = "active"
    trouble: str = ""
    """Reason why the latest tick made no run, in one sentence in the owner's language; empty if it made one."""

    @property
    def is_digest(self) -> bool:
        return not self.text

    @property
    def tick_before(self) -> datetime:
        """The tick before the next one, of a schedule by weekdays."""
        is_daily = len(self.recurrence.weekdays) == DAYS_OF_A_WEEK
        # Half a day more than the distance, so that an hour of a changed clock does not count.
        return self.recurrence.after(self.next_at - timedelta(days=1.5 if is_daily else 7.5))
