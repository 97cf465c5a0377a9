"""Reads when a schedule asks: `every monday 9:00 Europe/Berlin What broke?`, in English, German and Korean."""

import re
from typing import NamedTuple
from zoneinfo import ZoneInfo

from council_core.domain.schedule import Recurrence, is_in_the_calendar
from council_core.errors import RequestError

EVERY = {
    "every": "",
    **dict.fromkeys(("jeden", "jede", "jedes", "매주", "매월", "매년"), ""),
    "매일": "day",
}
"""Words that begin a schedule, some with the days that they stand for."""

WEEKDAYS = (
    ("monday", "mon", "montag", "mo", "월요일"),
    ("tuesday", "tue", "dienstag", "di", "화요일"),
    ("wednesday", "wed", "mittwoch", "mi", "수요일"),
    ("thursday", "thu", "donnerstag", "do", "목요일"),
    ("friday", "fri", "freitag", "fr", "금요일"),
    ("saturday", "sat", "samstag", "sa", "토요일"),
    ("sunday", "sun", "sonntag", "so", "일요일"),
)
SEVERAL: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("day", "tag", "날"), tuple(range(7))),
    **dict.fromkeys(("weekday", "workday", "werktag", "평일"), tuple(range(5))),
}
DAYS: dict[str, tuple[int, ...]] = SEVERAL | {
    name: (number,) for number, names in enumerate(WEEKDAYS) for name in names
}
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan", "januar"),
            ("february", "feb", "februar"),
            ("march", "mar", "märz"),
            ("april", "apr"),
            ("may", "mai"),
            ("june", "jun", "juni"),
            ("july", "jul", "juli"),
            ("august", "aug"),
            ("september", "sep"),
            ("october", "oct", "oktober"),
            ("november", "nov"),
            ("december", "dec", "dezember"),
        ),
        1,
    )
    for name in (*names, f"{number}월")
}
BETWEEN = frozenset({"and", "und", "the", "of", "month", "on", "at", "um", "am", "den", "&", "des", "monats"})
"""Words between days that add nothing."""

UNITS = frozenset(
    {
        "minute",
        "minutes",
        "hour",
        "hours",
        "week",
        "weeks",
        "fortnight",
        "month",
        "months",
        "year",
        "years",
        "other",
    }
    | {
        "minuten",
        "stunde",
        "stunden",
        "woche",
        "wochen",
        "monat",
        "monate",
        "jahr",
        "jahre",
        "zweite",
        "zweiten",
    }
)
"""Words of schedules that a calendar's days do not make, such as `every 2 weeks`: they are refused, not asked."""

ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th|\.|일)?")
TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2})(?::00)?)?(am|pm|uhr|시|h)?", re.IGNORECASE)
HALVES = frozenset({"am", "pm", "uhr"})
ZONE = re.compile(r"(?:UTC|[A-Z][A-Za-z_]+(?:/[A-Za-z0-9_+\-]+)+)[,:]?")


class When(NamedTuple):
    """The beginning of a schedule, and the question behind it."""

    days: tuple[str, ...]
    """Words of a calendar, in small letters."""

    time: tuple[int, int] | None
    """Hour and minute as they were typed; None where there are none."""

    zone: str
    """Time zone as it was typed; empty where there was none."""

    question: str


def read_every(text: str) -> When | None:
    """Read a typed schedule; None for any other text, such as `every day counts, why?`."""
    first, _, rest = text.strip().partition(" ")
    begins = EVERY.get(first.casefold())
    return None if begins is None else read_when(f"{begins} {rest}".strip())


def read_when(text: str) -> When | None:
    """Read days, time and time zone, with what is behind them; None where it does not begin with days."""
    words = list(re.finditer(r"\S+", text))
    days: list[str] = []
    at = 0
    time = None
    while at < len(words) and time is None:
        word = words[at][0].casefold().strip(",")
        following = words[at + 1][0].casefold().strip(",:") if at + 1 < len(words) else ""
        half = following if word.isdecimal() and following in HALVES else ""
        if days and (time := _time(word.rstrip(":") + half)) is not None:
            at += 1 + bool(half or (following == "uhr"))
        elif _is_of_a_calendar(word) or (word in UNITS and (word not in BETWEEN or not days)):
            days.append(word)
            at += 1
        elif word in BETWEEN:
            at += 1
        else:
            break
    is_date = any(map(ORDINAL.fullmatch, days)) and any(day in MONTHS for day in days)
    if not days or (time is None and at < len(words) and not is_date):
        return None
    zone = ""
    if time is not None and at < len(words) and ZONE.fullmatch(words[at][0]):
        zone = words[at][0].rstrip(",:")
        at += 1
    question = text[words[at].start() :].strip(" ,:") if at < len(words) else ""
    return When(tuple(days), time, zone, question)


def recurrence_of(when: When, *, zone: str) -> Recurrence:
    """Return the recurrence that was meant.

    Args:
        when: What was typed.
        zone: The person's time zone, where none was typed; empty where nobody knows it.

    Raises:
        RequestError: The calendar, the clock or the list of time zones has no such thing, or it is incomplete.
    """
    typed = " ".join(when.days)
    weekdays = sorted({day for word in when.days for day in _weekdays(word)})
    numbers = [int(found[1]) for word in when.days if (found := ORDINAL.fullmatch(word))]
    months = [MONTHS[word] for word in when.days if word in MONTHS]
    is_week, is_date = bool(weekdays) and not numbers and not months, len(numbers) == 1 and not weekdays
    if not (is_week or is_date) or len(months) > 1 or UNITS.intersection(when.days):
        raise RequestError(f"'{typed}' is no day of a calendar.", kind="schedule_day", fact=typed)
    month = months[0] if months else None
    if is_date and not is_in_the_calendar(numbers[0], month):
        raise RequestError(f"'{typed}' is not in every calendar.", kind="schedule_day", fact=typed)
    if when.time is None or when.time[0] > 23 or when.time[1] > 59:
        raise RequestError("A schedule needs a time of day.", kind="schedule_time", fact=typed)
    if when.zone and not _is_zone(when.zone):
        raise RequestError(f"There is no time zone '{when.zone}'.", kind="schedule_zone", fact=when.zone)
    zone = when.zone or (zone if _is_zone(zone) else "")
    if not zone:
        raise RequestError("Nobody knows the person's time zone.", kind="schedule_no_zone", fact=typed)
    day = numbers[0] if is_date else None
    hour, minute = when.time
    return Recurrence(weekdays=tuple(weekdays), day=day, month=month, hour=hour, minute=minute, zone=zone)


def _time(word: str) -> tuple[int, int] | None:
    """Read a time of day; None for a number alone, which is a day of the month."""
    found = TIME.fullmatch(word)
    if found is None or not (found[2] or found[3]):
        return None
    hour, half = int(found[1]), (found[3] or "").casefold()
    if half in ("am", "pm"):
        hour = hour % 12 + 12 * (half == "pm") if 1 <= hour <= 12 else 99
    return hour, int(found[2] or 0)


def _is_zone(name: str) -> bool:
    try:
        return bool(name) and bool(ZoneInfo(name).key)
    except (LookupError, ValueError, OSError):
        return False


def _is_of_a_calendar(word: str) -> bool:
    return bool(_weekdays(word)) or word in MONTHS or ORDINAL.fullmatch(word) is not None


def _weekdays(word: str) -> tuple[int, ...]:
    return DAYS.get(word) or DAYS.get(word.removesuffix("s")) or ()
