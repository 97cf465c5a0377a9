"""Commands that repeat a question on a schedule, and questions that only look like one."""

import pytest

from bot.requests.schedule_times import read_every, recurrence_of
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
        ("every monday at 9 What broke?", on(0), "What broke?"),
        ('every mon-fri 9:00 "What broke?"', on(0, 1, 2, 3, 4), "What broke?"),
        ("every monday to wednesday and sat at noon x y", on(0, 1, 2, 5, hour=12), "x y"),
        ("every weekend 10:00 x y", on(5, 6, hour=10), "x y"),
        ("every working day at 9:00 x y", on(0, 1, 2, 3, 4), "x y"),
        ("every monday evening at 7 x y", on(0, hour=19), "x y"),
        ("every week on friday 9:00 x y", on(4), "x y"),
        ("every year on 24 december 9:00 x y", date(24, 12), "x y"),
        ("every monday 9:00 utc x y", on(0, zone="UTC"), "x y"),
        ("every monday 9:00 europe/berlin x y", on(0), "x y"),
        ("every monday 9:00 KST x y", on(0, zone="Asia/Seoul"), "x y"),
        ("every monday 9:00 IT is slow, why?", on(0), "IT is slow, why?"),
        ("daily 9:00 x y", on(*range(7)), "x y"),
        ("täglich um 9 Uhr Was ging kaputt?", on(*range(7)), "Was ging kaputt?"),
        ("Montags um 9 Uhr Was ging kaputt?", on(0), "Was ging kaputt?"),
        ("jeden Montag bis Freitag um 9 Was nun?", on(0, 1, 2, 3, 4), "Was nun?"),
        ("jeden Monat am 1. um 9:00 Was nun?", date(1), "Was nun?"),
        ("jedes Jahr am 24.12. um 9:00 Was nun?", date(24, 12), "Was nun?"),
        ("매주 월요일 오후 3시 30분에 무엇이 고장났나요?", on(0, hour=15, minute=30), "무엇이 고장났나요?"),
        ("매주 월, 목 9시 무엇이 고장났나요?", on(0, 3), "무엇이 고장났나요?"),
        ("매주 월요일부터 금요일까지 9시 무엇?", on(0, 1, 2, 3, 4), "무엇?"),
        ("월요일마다 9시 반에 무엇?", on(0, minute=30), "무엇?"),
        ("평일 오전 9시 무엇?", on(0, 1, 2, 3, 4), "무엇?"),
        ("매달 1일 9시 무엇?", date(1), "무엇?"),
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
        "every month of the year we lose, why?",
        "every second counts, why?",
        "Daily standups at 9:00 are long. Why?",
        "Weekly 1:1s: are they worth it?",
        "every monday we fail, why?",
        "Every Monday Alice is late, why?",
        "Alle sind dagegen, warum?",
        "Hourly rates are up, why?",
        "Daily Standups are long. Why?",
        "every day in Berlin it rains, why?",
        "every day of the Apollo mission counted, why?",
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
        ("every frobday 9:00 What?", "schedule_day", "frobday"),
        ("every mondy 9:00 What?", "schedule_day", "mondy"),
        ("every last friday 9:00 What?", "schedule_day", "last friday"),
        ("every first monday of the month 9:00 What?", "schedule_day", "first monday month"),
        ("every 2026-03-01 9:00 What?", "schedule_day", "2026-03-01"),
        ("every 13.13. 9:00 What?", "schedule_day", "13.13."),
        ("every 0 9:00 What?", "schedule_day", "0"),
        ("jeden 31. Februar um 9 Uhr Was nun?", "schedule_day", "31. februar"),
        ("jeden zweiten Montag um 9 Uhr Was nun?", "schedule_day", "zweiten montag"),
        ("매년 2월 31일 9시 무엇?", "schedule_day", "2월 31일"),
        ("격주 월요일 9시 무엇?", "schedule_day", "격주 월요일"),
        ("매주 9시 무엇?", "schedule_day", "매주"),
        ("every monday 24:00 What?", "schedule_time", "monday"),
        ("every monday -9:00 What?", "schedule_time", "monday"),
        ("jeden Tag um halb zehn Was nun?", "schedule_time", "tag"),
        ("every monday 9:00 PST What?", "schedule_zone", "PST"),
        ("every monday 9:00 EST What?", "schedule_zone", "EST"),
        ("every 30 minutes 9:00 What?", "schedule_day", "30 minutes"),
        ("hourly", "schedule_day", "hour"),
        ("alle 2 Wochen montags um 9 Uhr Was nun?", "schedule_day", "2 wochen montags"),
        ("2주마다 월요일 9시 무엇?", "schedule_day", "2주마다 월요일"),
        ("매 15일마다 9시 무엇?", "schedule_day", "15일마다"),
        ("every monday 9:00 UTC+2 What?", "schedule_zone", "UTC+2"),
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


@pytest.mark.parametrize(
    ("typed", "days", "question"),
    [
        ("every monday What broke?", "monday", "What broke?"),
        ("every weekday: summarize the incidents", "weekday", "summarize the incidents"),
        ('every mon "ship or wait?"', "mon", "ship or wait?"),
        ("every weekday Summarize the incidents", "weekday", "Summarize the incidents"),
        ("every 30 minutes what broke?", "30 minutes", "what broke?"),
        ("werktags was ist kaputt?", "werktag", "was ist kaputt?"),
        ("alle 30 Minuten was ist kaputt?", "30 minuten", "was ist kaputt?"),
        ("30분마다 무엇이 고장났나요?", "30분마다", "무엇이 고장났나요?"),
        ("매주 월요일 무엇이 고장났나요?", "매주 월요일", "무엇이 고장났나요?"),
    ],
)
def test_a_schedule_without_its_time_is_no_question_to_pay_for(typed: str, days: str, question: str) -> None:
    when = read_every(typed)

    assert when is not None
    assert (" ".join(when.days), when.time, when.question) == (days, None, question)


@pytest.mark.parametrize("zone", ["", "Nowhere/Land", "../etc/passwd"])
def test_without_a_time_zone_nothing_is_guessed(zone: str) -> None:
    when = read_every("every monday 9:00 What?")
    assert when is not None

    with pytest.raises(RequestError) as refused:
        recurrence_of(when, zone=zone)

    assert refused.value.kind == "schedule_no_zone"
