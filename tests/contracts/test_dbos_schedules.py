"""The reason why ticks of schedules are ours: croniter, by which DBOS's own schedules fire, has two ticks in the hour
that comes twice. Once this test fails, "A tick of a schedule is a delivery" in DECISIONS.md may be looked at again."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from croniter import croniter

from council_core.domain.schedule import Recurrence

BERLIN = "Europe/Berlin"
BEFORE = datetime(2026, 10, 24, 12, tzinfo=UTC)
"""The day before the clocks go back in Berlin."""


def test_the_engines_calendar_fires_twice_where_ours_ticks_once() -> None:
    theirs = croniter("30 2 * * *", BEFORE.astimezone(ZoneInfo(BERLIN)), second_at_beginning=True)
    ours = Recurrence(weekdays=tuple(range(7)), hour=2, minute=30, zone=BERLIN)

    fired = [theirs.get_next(datetime).astimezone(UTC) for _ in range(3)]
    ticks = [first := ours.after(BEFORE), ours.after(first)]

    assert [f"{at:%d.%m. %H:%M}" for at in fired] == ["25.10. 00:30", "25.10. 01:30", "26.10. 01:30"]
    assert [f"{at:%d.%m. %H:%M}" for at in ticks] == ["25.10. 00:30", "26.10. 01:30"]
