"""Read the times of a schedule: `every monday 9:00 Europe/Berlin What broke?`, in English, German and Korean."""

import re
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from council_core.domain.schedule import Recurrence, is_in_the_calendar
from council_core.errors import RequestError

WEEKDAYS = (
    ("monday", "mon", "montag", "mo", "월요일", "월"),
    ("tuesday", "tue", "tues", "dienstag", "di", "화요일", "화"),
    ("wednesday", "wed", "mittwoch", "mi", "수요일", "수"),
    ("thursday", "thu", "thur", "thurs", "donnerstag", "do", "목요일", "목"),
    ("friday", "fri", "freitag", "fr", "금요일", "금"),
    ("saturday", "sat", "samstag", "sonnabend", "sa", "토요일", "토"),
    ("sunday", "sun", "sonntag", "so", "일요일", "일"),
)
WORKDAYS = ("weekday", "workday", "working", "business", "werktag", "wochentag", "arbeitstag", "평일")
SEVERAL: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("day", "tag", "날", "매일"), tuple(range(7))),
    **dict.fromkeys(WORKDAYS, tuple(range(5))),
    **dict.fromkeys(("weekend", "wochenende", "주말"), (5, 6)),
}
EVENINGS = frozenset({"afternoon", "evening", "night", "nachmittag", "abend", "abends", "nachmittags"})
"""Words that move an hour up to eleven behind noon."""

PARTS_OF_DAYS = EVENINGS | {"morning", "morgen", "morgens"}
DAYS: dict[str, tuple[int, ...]] = SEVERAL | {
    name: (number,) for number, names in enumerate(WEEKDAYS) for name in names
}
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan", "januar", "jänner"),
            ("february", "feb", "februar"),
            ("march", "mar", "märz"),
            ("april", "apr"),
            ("may", "mai"),
            ("june", "jun", "juni"),
            ("july", "jul", "juli"),
            ("august", "aug"),
            ("september", "sep", "sept"),
            ("october", "oct", "oktober", "okt"),
            ("november", "nov"),
            ("december", "dec", "dezember", "dez"),
        ),
        1,
    )
    for name in (*names, f"{number}월")
}
EVERY = {
    "every": "",
    "each": "",
    **dict.fromkeys(("jeden", "jede", "jedes", "jedem"), ""),
    **{name: name for name in ("매주", "매월", "매달", "매년", "매일", "평일", "격주", "주말")},
    "daily": "day",
    "weekdays": "weekday",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "täglich": "tag",
    "werktags": "werktag",
    "wochentags": "wochentag",
    "wöchentlich": "woche",
    "monatlich": "monat",
    "jährlich": "jahr",
    "alle": "",
    "매": "",
    "hourly": "hour",
    "stündlich": "stunde",
    "biweekly": "fortnight",
    "fortnightly": "fortnight",
    **{f"{names[2]}s": names[2] for names in WEEKDAYS},
    **{f"{names[-2]}마다": names[-2] for names in WEEKDAYS},
}
"""Words that begin a schedule, some with the days that they mean."""

BETWEEN = frozenset(
    {"and", "und", "the", "of", "month", "on", "at", "in", "um", "am", "den", "&", "des", "im", "monats"}
    | {"그리고", "아침"}
)
"""Words between days without a meaning of their own."""

TO = frozenset({"to", "till", "until", "through", "bis", "-", "–", "~"})
BEFORE_HOURS = frozenset({"at", "um"})

PERIODS = {
    **dict.fromkeys(("week", "woche", "매주"), "week"),
    **dict.fromkeys(("month", "monat", "매월", "매달"), "month"),
    **dict.fromkeys(("year", "jahr", "매년"), "year"),
}
"""Words that add nothing beside a day of the week, of the month or of the year."""

KOREAN_PERIODS = frozenset({"매주", "매월", "매달", "매년"})

UNITS = frozenset(
    {"minute", "minutes", "hour", "hours", "weeks", "fortnight", "months", "quarter", "years", "other"}
    | {"first", "second", "third", "fourth", "last", "minuten", "stunde", "stunden", "wochen", "monate"}
    | {"quartal", "jahre", "tage", "days", "격주", "첫", "첫째", "둘째", "셋째", "넷째", "마지막"}
    | {
        f"{stem}{end}"
        for stem in ("erste", "zweite", "dritte", "vierte", "letzte")
        for end in ("", "n", "r", "s")
    }
)
"""Words of schedules that days of a calendar cannot express, such as `every 2 weeks`; they are refused."""

INTERVAL = re.compile(r"(?:\d+(?:분|시간|일|주|주일|개월|달)|시간|분)마다|매시간?|매분")
"""Korean words such as `30분마다`, which begin a schedule that days of a calendar cannot express."""

ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th|\.|일)?")
DATE = re.compile(r"(\d{1,2})\.(\d{1,2})\.")
OTHER_DATE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}월"
)
LOOKS_LIKE_A_DAY = re.compile(r"\w+(?:day|days|tag|요일)")
SEVERAL_DAYS = re.compile(r"[,/·+]")
RANGE = re.compile(r"(\w+)[-–~](\w+)")
ENDINGS = re.compile(r"(?<=[일월화수목금토말])(?:마다|에는|에|까지)$")

CLOCK = re.compile(
    r"(?P<before>(?:오전|오후|아침|저녁|밤|새벽)\s?)?(?P<sign>-?)(?P<hour>\d{1,2})"
    r"(?:[:.](?P<minute>\d{1,2})(?::00)?|(?P<hours>시)(?:\s?(?:(?P<minutes>\d{1,2})분|(?P<half>반)))?)?"
    r"(?P<behind>\s?(?:am|pm|a\.m\.?|p\.m\.?|uhr|o.clock|h))?에?",
    re.IGNORECASE,
)
NAMED_TIMES = {
    "noon": 12,
    "midday": 12,
    "midnight": 0,
    "mittags": 12,
    "mitternacht": 0,
    "정오": 12,
    "자정": 0,
}
HALVES = frozenset({"half", "quarter", "halb", "viertel", "dreiviertel"})
UNREADABLE = (-1, 0)
"""Mark of a time of day that does not exist or cannot be read, such as `at half past nine`."""

LONGEST_TIME = 3
"""Most words of a time of day, such as `오후 3시 30분`."""

ZONE = re.compile(r"[A-Za-z][A-Za-z_]+(?:/[A-Za-z0-9_+\-]+)+")
OFFSET = re.compile(r"(?:UTC|GMT)[+-]\d{1,2}(?::?\d\d)?", re.IGNORECASE)
SHORT_ZONES = {
    **dict.fromkeys(("UTC", "GMT"), "UTC"),
    **dict.fromkeys(("CET", "CEST", "MEZ", "MESZ"), "Europe/Berlin"),
    "KST": "Asia/Seoul",
    "JST": "Asia/Tokyo",
    **dict.fromkeys(
        ("EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "BST", "IST", "AEST", "AEDT"), ""
    ),
}
"""Time zones by their short names; empty for a name with several meanings, or for only half of the year."""

QUESTION_WORDS = frozenset(
    {
        "what",
        "what's",
        "why",
        "who",
        "how",
        "which",
        "was",
        "warum",
        "wieso",
        "wer",
        "wie",
        "welche",
        "welcher",
    }
    | {"welches", "무엇", "무엇이", "무엇을", "뭐", "뭐가", "뭘", "왜", "누가", "어떤", "어떻게"}
)
OPENING_QUOTES = frozenset("\"“„‘'")

CLOSE = 0.8
"""Likeness from which a word counts as a misspelt name of a day."""


class When(NamedTuple):
    """The beginning of a schedule, and the question behind it."""

    days: tuple[str, ...]
    """Words of a calendar, in small letters."""

    time: tuple[int, int] | None
    """Hour and minute as they were typed; None if there are none."""

    zone: str
    """Time zone as it was typed; empty if there is none."""

    question: str


def read_every(text: str) -> When | None:
    """Read a typed schedule; None for any other text, such as `every day counts, why?`."""
    first, _, rest = text.strip().partition(" ")
    word = _bare(first)
    begins = word if INTERVAL.fullmatch(word) else EVERY.get(word)
    if begins is None:
        return None
    return read_when(f"{begins.capitalize() if first[0].isupper() else begins} {rest}".strip())


def read_when(text: str) -> When | None:
    """Read days, time and time zone, with the text behind them; None if the text does not begin with days."""
    words = text.split()
    days: list[str] = []
    at = 0
    time = None
    while at < len(words):
        if days and (found := _time(words, at, days)) is not None:
            time, at = found
            break
        word = _bare(words[at])
        read = _of_a_calendar(word)
        if not read and word not in BETWEEN:
            break
        days += read
        at += 1
    is_date = any(map(DATE.fullmatch, days)) or (
        any(map(ORDINAL.fullmatch, days)) and any(day in MONTHS for day in days)
    )
    if not days or (time is None and at < len(words) and not (is_date or _begins_a_question(words, at))):
        return None
    if time is not None and 0 < time[0] < 12 and EVENINGS.intersection(days):
        time = time[0] + 12, time[1]
    zone = ""
    if time is not None and at < len(words) and (zone := _zone_in(words[at])):
        at += 1
    return When(tuple(days), time, zone, _unquoted(_behind(text, at)))


def _begins_a_question(words: list[str], at: int) -> bool:
    """Tell whether the words behind the days read like a question of their own, so that a time was forgotten: `every
    monday What broke?`, but not `every monday we fail, why?`."""
    before, first = words[at - 1], words[at]
    # A capital letter behind a small day, as in `every monday Summarize it`, but not behind `Daily` or `day in`.
    is_capital = first[0].isupper() and before.islower() and bool(_of_a_calendar(_bare(before)))
    begins_anew = is_capital or before.endswith(":") or first[0] in OPENING_QUOTES
    return begins_anew or _bare(first).rstrip("?") in QUESTION_WORDS


def recurrence_of(when: When, *, zone: str) -> Recurrence:
    """Return the recurrence that was typed.

    Args:
        when: The typed schedule.
        zone: The person's time zone, used if none was typed; empty if unknown.

    Raises:
        RequestError: The day, time or time zone does not exist, or the schedule is incomplete.
    """
    typed = " ".join(day for day in when.days if day not in KOREAN_PERIODS)
    words = _taken_apart(when.days)
    weekdays = _weekdays(words)
    numbers = [int(found[1]) for word in words if (found := ORDINAL.fullmatch(word))]
    months = [MONTHS[word] for word in words if word in MONTHS]
    is_week, is_date = bool(weekdays) and not numbers and not months, len(numbers) == 1 and not weekdays
    period = "week" if is_week else "year" if months else "month"
    is_known = all(_is_known(word, period) for word in words)
    if not (is_week or is_date) or len(months) > 1 or not is_known:
        typed = " ".join(when.days)
        raise RequestError("schedule_day", fact=typed)
    month = months[0] if months else None
    if is_date and not is_in_the_calendar(numbers[0], month):
        raise RequestError("schedule_day", fact=typed)
    if when.time is None or not (0 <= when.time[0] <= 23 and when.time[1] <= 59):
        raise RequestError("schedule_time", fact=typed)
    named = SHORT_ZONES.get(when.zone.upper(), _canonical().get(when.zone.casefold(), ""))
    if when.zone and not named:
        raise RequestError("schedule_zone", fact=when.zone)
    zone = named or (zone if _is_zone(zone) else "")
    if not zone:
        raise RequestError("schedule_no_zone", fact=typed)
    day = numbers[0] if is_date else None
    hour, minute = when.time
    return Recurrence(weekdays=tuple(weekdays), day=day, month=month, hour=hour, minute=minute, zone=zone)


def _time(words: list[str], at: int, days: list[str]) -> tuple[tuple[int, int], int] | None:
    """Read a time of day, with as many words as it has. None for a number alone, which is a day of the month, unless
    `at` or a weekday is before it."""
    if (hour := NAMED_TIMES.get(_bare(words[at]))) is not None:
        return (hour, 0), at + 1
    if _bare(words[at]) in HALVES and _bare(words[at - 1]) in BEFORE_HOURS:
        return UNREADABLE, at + 1
    for count in range(min(LONGEST_TIME, len(words) - at), 0, -1):
        found = CLOCK.fullmatch(" ".join(words[at : at + count]).rstrip(",:"))
        if found is None:
            continue
        if found["minute"] or found["hours"] or found["behind"] or (count == 1 and _is_hour(words, at, days)):
            return _clock(found), at + count
    return None


def _is_hour(words: list[str], at: int, days: list[str]) -> bool:
    """Tell whether a number alone is an hour: `at` or a weekday is before it, and no time of day behind it."""
    following = CLOCK.fullmatch(_bare(words[at + 1])) if at + 1 < len(words) else None
    is_named = _singular(days[-1]) in _named_days()
    return following is None and (is_named or _bare(words[at - 1]) in BEFORE_HOURS)


def _clock(found: re.Match[str]) -> tuple[int, int]:
    hour, minute = int(found["hour"]), int(found["minute"] or found["minutes"] or 30 * bool(found["half"]))
    half = (found["behind"] or "").strip().casefold().replace(".", "")
    before = (found["before"] or "").strip()
    if half in ("am", "pm") or before in ("오전", "오후"):
        hour = hour % 12 + 12 * (half == "pm" or before == "오후") if 1 <= hour <= 12 else 99
    elif (before == "저녁" and hour < 12) or (before == "밤" and 6 <= hour < 12):
        hour += 12
    return UNREADABLE if found["sign"] else (hour, minute)


def _bare(word: str) -> str:
    return word.casefold().strip(",:")


def _behind(text: str, at: int) -> str:
    """Return the text behind so many words, with its lines as typed."""
    return "".join(text.split(maxsplit=at)[at:]).strip(" ,:")


def _unquoted(question: str) -> str:
    pairs = ('""', "“”", "„“")
    inner = question[1:-1]
    is_quoted = len(question) > 2 and question[0] + question[-1] in pairs and not set(inner) & set('"“”„')
    return inner.strip() if is_quoted else question


def _zone_in(word: str) -> str:
    """Return the time zone that a word names, existing or not; empty if it names none."""
    word = word.rstrip(",:")
    is_short = word in SHORT_ZONES or word.casefold() in ("utc", "gmt") or OFFSET.fullmatch(word)
    if is_short:
        return word
    return word if ZONE.fullmatch(word) and (word[0].isupper() or word.casefold() in _canonical()) else ""


@cache
def _canonical() -> dict[str, str]:
    """Return the time zones by their names in lower case."""
    return {name.casefold(): name for name in available_timezones()}


def _is_zone(name: str) -> bool:
    try:
        return bool(name) and bool(ZoneInfo(name).key)
    except (LookupError, ValueError, OSError):
        return False


@cache
def _named_days() -> frozenset[str]:
    return frozenset(name for names in WEEKDAYS for name in names if len(name) > 2)


def _of_a_calendar(word: str) -> list[str]:
    """Return the words of a calendar in a typed word, such as `mon-fri`; empty if it is no such word."""
    if word in TO:
        return ["-"]
    if word.endswith("부터"):
        return [*_of_a_calendar(word.removesuffix("부터")), "-"]
    if INTERVAL.fullmatch(word):
        return [word]
    word = ENDINGS.sub("", word)
    if DATE.fullmatch(word):
        return [word]
    if (found := RANGE.fullmatch(word)) and DAYS.keys() >= {found[1], found[2]}:
        return [found[1], "-", found[2]]
    is_number = ORDINAL.fullmatch(word) or OTHER_DATE.fullmatch(word)
    if (
        is_number
        or _singular(word) in DAYS
        or word in (MONTHS.keys() | PERIODS.keys() | UNITS | PARTS_OF_DAYS)
    ):
        return [word]
    parts = [part for part in SEVERAL_DAYS.split(word) if part]
    if len(parts) > 1 and all(_singular(part) in DAYS for part in parts):
        return parts
    names = [name for name in (*_named_days(), *MONTHS) if len(name) > 3]
    is_slip = LOOKS_LIKE_A_DAY.fullmatch(word) or get_close_matches(word, names, 1, CLOSE)
    return [word] if is_slip else []


def _taken_apart(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words with day and month of each date separated, and without parts of days that other words
    contain."""
    found: list[str] = []
    for word in words:
        date = DATE.fullmatch(word)
        found += [f"{date[1]}.", f"{int(date[2])}월"] if date else [word]
    others = [word for word in found if word not in PARTS_OF_DAYS]
    return tuple(others or ["day"])


def _singular(word: str) -> str:
    """Return a day's name without its plural `s`."""
    return word if word in DAYS else word.removesuffix("s")


def _is_known(word: str, period: str) -> bool:
    """Tell whether a word has a meaning in a schedule by the week, the month or the year."""
    is_day = _singular(word) in DAYS or word in MONTHS or ORDINAL.fullmatch(word) is not None
    return is_day or PERIODS.get(word) == period or (word == "-" and period == "week")


def _weekdays(words: tuple[str, ...]) -> list[int]:
    """Return the days of the week that the words name, with ranges filled in."""
    names = [_singular(word) for word in words]
    if any(name in WORKDAYS for name in names):
        names = [name for name in names if name not in ("day", "tag")]
    found: set[int] = set()
    for i, name in enumerate(names):
        found.update(DAYS.get(name, ()))
        if name == "-" and 0 < i < len(names) - 1 and {names[i - 1], names[i + 1]} <= DAYS.keys():
            first, last = DAYS[names[i - 1]][0], DAYS[names[i + 1]][-1]
            found.update((first + step) % 7 for step in range((last - first) % 7 + 1))
    return sorted(found)
