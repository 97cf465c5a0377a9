"""Commands that repeat a question on a schedule, and questions that only look like one."""

import pytest

from bot.requests.every import read_every, recurrence_of
from council_core.domain.schedule import Recurrence
from council_core.errors import RequestError

BERLIN = "Europe/Berlin"


def on(*weekdays: int, hour: int = 9, minute: int = 0, zone: str = BERLIN) -> Recurrence:
    return Recurrence(weekdays=weekdays, hour=hour, minute=minute, zone=zone)


def date(day: int, month: int | None = None, hour: int = 9) -> Recurrence:
    return Recurrence(day=day, month=month, hour=hour, minute=0, zone=BERLIN)


@pytest.mark.parametrize(
    ("typed", "recurrence", "question"),
    [
        ("every monday 9:00 What broke?", on(0), "What broke?"),
        ("Every Mon, Wed and FRIDAY at 9am: What broke?", on(0, 2, 4), "What broke?"),
        (
            "every weekday 17:30 UTC What broke?",
            on(0, 1, 2, 3, 4, hour=17, minute=30, zone="UTC"),
            "What broke?",
        ),
        ("every day 12 am America/New_York x y", on(*range(7), hour=0, zone="America/New_York"), "x y"),
        ("every mondays 9:00\nWhat?\nAnd why?", on(0), "What?\nAnd why?"),
        ("every 1st 8 pm x y", date(1, hour=20), "x y"),
        ("every 24 december 9:00 x y", date(24, 12), "x y"),
        ("jeden Montag um 9 Uhr Was ging kaputt?", on(0), "Was ging kaputt?"),
        ("jeden Werktag 9:30 Uhr Was ging kaputt?", on(0, 1, 2, 3, 4, minute=30), "Was ging kaputt?"),
        ("jeden 28. Februar 9:00 Was nun?", date(28, 2), "Was nun?"),
        ("매주 월요일 9시 무엇이 고장났나요?", on(0), "무엇이 고장났나요?"),
        ("매일 9:00 무엇이 고장났나요?", on(*range(7)), "무엇이 고장났나요?"),
    ],
)
def test_a_schedule_is_read_with_its_question(typed: str, recurrence: Recurrence, question: str) -> None:
    when = read_every(typed)

    assert when is not None
    assert (recurrence_of(when, zone=BERLIN), when.question) == (recurrence, question)


@pytest.mark.parametrize(
    "typed",
    [
        "every day counts, why?",
        "Every Monday we meet at 9:00. Should we stop?",
        "everyone agrees",
        "every week we lose an hour, why?",
        "every 9:00 train is late, why?",
        "everything at 9:00?",
        "every",
    ],
)
def test_a_question_that_begins_like_one_stays_a_question(typed: str) -> None:
    assert read_every(typed) is None


@pytest.mark.parametrize(
    ("typed", "kind", "fact"),
    [
        ("every 31 february", "schedule_day", "31 february"),
        ("every 31 february 9:00 What?", "schedule_day", "31 february"),
        ("every 29 february 9:00 What?", "schedule_day", "29 february"),
        ("every 31 9:00 What?", "schedule_day", "31"),
        ("every monday 3 9:00 What?", "schedule_day", "monday 3"),
        ("every 2 weeks 9:00 What?", "schedule_day", "2 weeks"),
        ("every other monday 9:00 What?", "schedule_day", "other monday"),
        ("every month 9:00 What?", "schedule_day", "month"),
        ("every hour", "schedule_day", "hour"),
        ("every monday", "schedule_time", "monday"),
        ("every monday 25:00 What?", "schedule_time", "monday"),
        ("every monday 13pm What?", "schedule_time", "monday"),
        ("every monday 9:00 Mars/Olympus What?", "schedule_zone", "Mars/Olympus"),
    ],
)
def test_what_no_calendar_knows_is_refused_with_what_was_typed(typed: str, kind: str, fact: str) -> None:
    when = read_every(typed)
    assert when is not None

    with pytest.raises(RequestError) as refused:
        recurrence_of(when, zone=BERLIN)

    assert (refused.value.kind, refused.value.fact) == (kind, fact)


@pytest.mark.parametrize("zone", ["", "Nowhere/Land", "../etc/passwd"])
def test_without_a_time_zone_nothing_is_guessed(zone: str) -> None:
    when = read_every("every monday 9:00 What?")
    assert when is not None

    with pytest.raises(RequestError) as refused:
        recurrence_of(when, zone=zone)

    assert refused.value.kind == "schedule_no_zone"
