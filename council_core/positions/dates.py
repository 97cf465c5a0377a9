"""Read a date or a time of day; text with two possible readings is neither."""

import re
from collections.abc import Mapping

Parts = tuple[int | None, ...]

_MONTHS = """
january jan januar janvier enero gennaio
february feb februar février febrero febbraio
march mar märz mars marzo
april apr avril abril aprile
may mai mayo maggio
june jun juni juin junio giugno
july jul juli juillet julio luglio
august aug août agosto
september sep sept septembre septiembre settembre
october oct oktober octobre octubre ottobre
november nov novembre noviembre
december dec dezember décembre diciembre dicembre
"""
MONTHS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(_MONTHS.strip().splitlines(), start=1)
    for name in names.split()
}
NAME = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
WEEKDAY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+|[월화수목금토일]요일\s+", re.IGNORECASE
)
FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})-(?P<m>\d{1,2})-(?P<day>\d{1,2})",
        r"(?P<year>\d{4})/(?P<m>\d{1,2})/(?P<day>\d{1,2})",
        r"(?P<year>\d{4})\.\s?(?P<m>\d{1,2})\.\s?(?P<day>\d{1,2})\.?",
        r"(?P<year>\d{4})[년年]\s?(?P<m>\d{1,2})[월月]\s?(?P<day>\d{1,2})[일日]",
        r"(?P<year>\d{4})[년年]\s?(?P<m>\d{1,2})[월月]",
        r"(?P<m>\d{1,2})[월月]\s?(?P<day>\d{1,2})[일日]",
        rf"{DAY}\s(?:of\s|de\s)?{NAME},?(?:\s(?:de\s)?(?P<year>\d{{4}}))?",
        rf"{NAME}\s{DAY}(?:,?\s(?P<year>\d{{4}}))?",
        rf"{NAME},?\s(?P<year>\d{{4}})",
        rf"(?!mars?\b){NAME}",  # Mars alone is the planet.
    )
)
SLASHES = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})")
CLOCK = re.compile(r"(?P<h>\d{1,2})(?::(?P<m>\d{2}))?\s?(?P<half>[ap]\.?m\.?)?", re.IGNORECASE)
UHR = re.compile(
    r"(?P<h>\d{1,2})(?:[.:](?P<m>\d{2})\s?uhr|\s?uhr(?:\s(?P<past>\d{2}))?)|(?P<hh>\d{1,2})\s?h\s?(?P<mm>\d{2})",
    re.IGNORECASE,
)
NAMED_TIMES: Mapping[str, int] = {
    **dict.fromkeys(("noon", "midday", "mittag", "midi", "정오"), 720),
    **dict.fromkeys(("midnight", "mitternacht", "minuit", "자정"), 0),
}
KOREAN_CLOCK = re.compile(r"(?P<half>오전|오후)?\s?(?P<h>\d{1,2})시(?:\s?(?P<m>\d{1,2})분)?")


def date_of(text: str) -> Parts | None:
    """Return (year, month, day) of a text that is one date, with None for a part that it leaves open; None for any
    other text."""
    text = WEEKDAY.sub("", text, count=1) if WEEKDAY.match(text) else text
    for form in FORMS:
        if match := form.fullmatch(text):
            parts = match.groupdict()
            month = MONTHS[parts["month"].lower()] if parts.get("month") else int(parts["m"])
            day = int(parts["day"]) if parts.get("day") else None
            return _real(int(parts["year"]) if parts.get("year") else None, month, day)
    if match := SLASHES.fullmatch(text):
        first, second, year = (int(part) for part in match.groups())
        if first > 12 or first == second:
            return _real(year, second, first)
        if second > 12:
            return _real(year, first, second)
    return None


def _real(year: int | None, month: int, day: int | None) -> Parts | None:
    return (year, month, day) if 1 <= month <= 12 and (day is None or 1 <= day <= 31) else None


def time_of(text: str) -> Parts | None:
    """Return the minutes since midnight of a text that is one time of day, followed by None if morning or afternoon is
    open (`3:45`, not `03:45`); None for any other text."""
    if (named := NAMED_TIMES.get(text.lower())) is not None:
        return (named,)
    if match := UHR.fullmatch(text):
        hours, minutes = int(match["h"] or match["hh"]), int(match["m"] or match["past"] or match["mm"] or 0)
        return (60 * hours + minutes,) if hours <= 24 and minutes <= 59 else None
    if match := KOREAN_CLOCK.fullmatch(text):
        half = {"오전": "a", "오후": "p"}.get(match["half"] or "", "")
    elif (match := CLOCK.fullmatch(text)) and (match["m"] or match["half"]):
        half = (match["half"] or "")[:1].lower()
    else:
        return None
    hours, minutes = int(match["h"]), int(match["m"] or 0)
    if hours > (12 if half else 24) or minutes > 59 or (half and not hours):
        return None
    if half:
        hours = hours % 12 + (12 if half == "p" else 0)
    is_open = not half and 1 <= hours <= 11 and not match["h"].startswith("0")
    return (60 * hours + minutes, None) if is_open else (60 * hours + minutes,)


def either_date_of(text: str) -> frozenset[Parts]:
    """Return the dates that `3/12/2024` may mean, with the day or the month first; empty for text of another form."""
    match = SLASHES.fullmatch(text)
    if match is None:
        return frozenset()
    first, second, year = (int(part) for part in match.groups())
    found = (_real(year, first, second), _real(year, second, first))
    return frozenset(parts for parts in found if parts is not None)
