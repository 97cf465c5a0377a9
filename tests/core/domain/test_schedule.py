"""Tests of the calendar of schedules: ticks in local time, each once, across changes of the clock."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.domain.schedule import Recurrence, is_in_the_calendar

DAILY = tuple(range(7))


def at(
    hour: int, minute: int = 0, *, zone: str = "Europe/Berlin", weekdays: tuple[int, ...] = DAILY
) -> Recurrence:
    return Recurrence(weekdays=weekdays, hour=hour, minute=minute, zone=zone)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


def ticks(recurrence: Recurrence, after: datetime, count: int) -> list[str]:
    found: list[str] = []
    for _ in range(count):
        after = recurrence.after(after)
        found.append(f"{after:%d.%m. %H:%M}")
    return found


def test_nine_o_clock_stays_nine_o_clock_when_the_clocks_change() -> None:
    assert ticks(at(9), utc(2026, 3, 27, 12), 3) == ["28.03. 08:00", "29.03. 07:00", "30.03. 07:00"]
    assert ticks(at(9), utc(2026, 10, 23, 12), 3) == ["24.10. 07:00", "25.10. 08:00", "26.10. 08:00"]


def test_a_tick_in_the_hour_that_is_skipped_comes_an_hour_later_and_in_the_one_that_comes_twice_once() -> (
    None
):
    assert ticks(at(2, 30), utc(2026, 3, 27, 12), 3) == ["28.03. 01:30", "29.03. 01:30", "30.03. 00:30"]
    assert ticks(at(2, 30), utc(2026, 10, 23, 12), 4) == [
        "24.10. 00:30", "25.10. 00:30", "26.10. 01:30", "27.10. 01:30",
    ]  # fmt: skip


def test_a_tick_that_the_clocks_move_past_midnight_is_seen_from_either_day() -> None:
    """In Scoresbysund the hour from 23:00 on 27 March 2027 is skipped, so half past eleven is half past midnight."""
    saturday = at(23, 30, zone="America/Scoresbysund", weekdays=(5,))

    assert saturday.after(utc(2027, 3, 28, 0, 59)) == utc(2027, 3, 28, 1, 30)
    assert saturday.after(utc(2027, 3, 28, 1, 10)) == utc(2027, 3, 28, 1, 30)
    assert saturday.after(utc(2027, 3, 28, 1, 30)) == utc(2027, 4, 4, 0, 30)


def test_days_of_the_week_of_the_month_and_of_the_year() -> None:
    monday_thursday = at(9, zone="UTC", weekdays=(0, 3))
    first = Recurrence(day=1, hour=9, minute=0, zone="UTC")
    christmas = Recurrence(day=24, month=12, hour=9, minute=0, zone="UTC")
    sunday = utc(2026, 11, 22, 16)

    assert ticks(monday_thursday, sunday, 3) == ["23.11. 09:00", "26.11. 09:00", "30.11. 09:00"]
    assert ticks(first, sunday, 2) == ["01.12. 09:00", "01.01. 09:00"]
    assert christmas.after(christmas.after(sunday)) == utc(2027, 12, 24, 9)


@given(
    st.integers(0, 15 * 365 * 24 * 60),
    st.integers(0, 23),
    st.sampled_from(("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC")),
)
def test_a_daily_tick_is_always_ahead_and_never_more_than_a_day_and_an_hour(
    minutes: int, hour: int, zone: str
) -> None:
    now = utc(2020, 1, 1) + timedelta(minutes=minutes)

    tick = at(hour, zone=zone).after(now)

    assert timedelta(0) < tick - now <= timedelta(hours=25)
    assert at(hour, zone=zone).after(tick) - tick >= timedelta(hours=23)


@pytest.mark.parametrize(
    ("day", "month", "is_there"),
    [
        (31, 2, False),
        (29, 2, False),
        (28, 2, True),
        (31, 1, True),
        (0, 1, False),
        (28, None, True),
        (29, None, False),
    ],
)
def test_only_days_that_every_year_has_are_taken(day: int, month: int | None, is_there: bool) -> None:
    assert is_in_the_calendar(day, month) is is_there
