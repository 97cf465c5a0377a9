"""Read lists of lines such as `2. **Response B** - reason` as groups of labels, best first."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from council_core.reading.extremes import Extreme, extreme_of, points_of, turns_round
from council_core.reading.labels import Labels
from council_core.reading.sequence import head
from council_core.reading.unclear import Unclear

Style = Literal["number", "bullet", "plain"]

ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "winner": 1, "best": 1, "runner-up": 2, "🥇": 1, "🥈": 2, "🥉": 3,
    "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
}  # fmt: skip
ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
LAST_WORDS = frozenset({"last", "worst"})
BEST_WORDS = frozenset({"winner", "best", "🥇"})

PLACE = r"(?:rank(?:ed)?|place|position|no\.?|number|platz|rang|puesto|lugar|место)"
SHARED = (
    r"(?:tied?|joint|shared|geteilt\w*|gleichauf|ex[ -]?(?:ae|æ)quo|égalité|empat\w+|pari(?: merito)?"
    r"|同率|同順位|並列|并列|공동|동점|동률|تعادل|مكرر)"
)
"""Words for a shared place; the number beside them is given twice, or the labels stand in one line."""
NUMBER = re.compile(
    rf"(?:[(\[#№=T]{{0,2}}(?:{SHARED}[ \t]{{0,2}})?(?:{PLACE}\s*)?\#?(?P<digits>\d{{1,2}})"
    r"(?:st|nd|rd|th|er|re|ère|è?me|nde?|de|e|r[oa]|d[oa]|t[oa]|\.?[oa](?=[ \t:])|位|위|-?[йем]|\.[ \t](?:platz|rang))?"
    rf"(?:[ \t]{{0,2}}[(（]{SHARED}[)）])?"
    rf"(?:[ \t]+(?:{PLACE}|choice))?"
    r"(?:[*_]{0,3}\\?(?:[.):：\]、,]|[ \t]*[-–—|](?=[ \t])|[ \t]*[:=])[*_]{0,3}|(?<=\w)[*_]{0,3}(?=[ \t]))[ \t]*"
    r"|第?(?P<han>[一二三四五六七八]|\d{1,2})(?:名|位|、|:|[ \t]{0,3}(?=\|))[:：]?[ \t]*"
    r"|(?P<word>first|second|third|fourth|fifth|sixth|seventh|eighth|winner|runner-up"
    r"|best|last|worst)(?:[ \t]+(?:place|choice|rank))?"
    r"[*_]{0,3}[:\-–—][*_]{0,3}[ \t]*"
    r"|(?P<medal>[🥇🥈🥉])[ \t]*(?:\d{1,2}(?:st|nd|rd)?[.):]?[ \t]*(?:place)?[:\-–—]?[ \t]*)?)",
    re.IGNORECASE,
)
NUMERAL = re.compile(
    r"[(\[*_]{0,4}(?P<roman>I{1,3}|IV|VI{0,3}|IX|X|i{1,3}|iv|vi{0,3}|ix|x)[*_]{0,3}[.):\]][*_]{0,3}[ \t]+"
)
BULLET = re.compile(r"(?:[-+•‣▪◦·–—]|\*(?![*\w]))[ \t]+")
DECORATION = re.compile(r"[\s>#*_|`⭐🌟🏆🏅👑✅➡▶►✔👉🔹🔸🔷🔶\ufe0f]{0,12}")
ENDS_LABEL = re.compile(r"[\s*_`]{0,4}(?:$|[:.,;(|=\[{（【→>]|[-–—]{1,2}(?:\s|$))")
TRAILING_PLACE = re.compile(
    rf"[\s:\-–—=(|*_]*(?:{PLACE}\s*)?\#?(?P<digits>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+{PLACE})?[\s)\]|*_.]*$",
    re.IGNORECASE,
)
CELL = re.compile(r"[\s*_`]*\|[\s*_`]*(?P<value>\d{1,3}(?:[.,]\d{1,2})?)[^|\d]{0,4}\|[\s*_`]*[^\s|]")
"""The cell behind a label in a row of a table that goes on."""
IS_WORSE = re.compile(
    r"[\s*_`:,–—-]{0,4}(?:(?:is|was|seems|ist|est|es|è|é)\s+)?"
    r"(?:(?:clearly|slightly|much|a bit|deutlich|etwas|viel)\s+)?"
    r"(?:not (?:quite |nearly )?(?:as|so) (?:good|strong|helpful|useful|accurate|correct|clear) as|worse than"
    r"|weaker than|inferior to|(?:ranked |rated )?below|nicht (?:ganz )?so gut wie|schlechter als|schwächer als"
    r"|pire que|moins bonne? que|peor que|pior que|peggiore di|хуже,? чем|不如|[は은는])\s*[*_`]{0,3}",
    re.IGNORECASE,
)
"""Words between two labels that rank the first below the second."""

IS_BETTER_BEHIND = re.compile(r"\s*(?:보다\s*(?:못|나쁘|떨어|약하)|より(?:も)?(?:劣|悪|弱))")
"""Words behind the better label in Korean and Japanese."""

FILLER = re.compile(
    r"(?:the )?(?:tie(?:d)?(?: for (?:first|second|third|last))?(?: between)?[: ]+)", re.IGNORECASE
)
LAST = 99
"""The place of an item behind `Last:` or `Worst:` until the length of its list is known."""

LONGEST = 400
"""Characters at the beginning of a line in which an item names its label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One line of a list that names one label, or several tied ones."""

    style: Style
    number: int | None
    labels: tuple[str | None, ...]
    """Labels; None for one of the right shape that was not shown."""

    trailing: int | None
    """Place behind the label, as in `Response A: 2nd`."""

    is_bare: bool
    """Whether the item holds nothing but the label."""

    extreme: Extreme
    points: float | None
    cell: float | None
    """Number in the next cell of a table row with several cells."""

    better: str | None
    """The label that the words behind this one call better, as in `A is not as good as B`."""


def item(line: str, labels: Labels) -> Item | None:
    """Return the item on a line; None for prose, headings and anything else."""
    text = line[:LONGEST].strip()
    style: Style = "plain"
    bullet = BULLET.match(text)
    if bullet:
        style, text = "bullet", text[bullet.end() :]
    text = text[_decoration(text) :]
    number = NUMBER.match(text) or _numeral(text, labels)
    place = _place(number) if number else None
    said = _said(number)
    found = head(_unfilled(text[number.end() :]), labels) if number and place is not None else None
    if found is not None:
        style = "number"
    elif number is None or not text[number.end() :].strip():
        # If labels are numbers, `2` alone names one, while `2. Something` is a line of another list.
        place = None
        found = head(text, labels)
    if found is None or set(found.joints) & {"before", "after"}:
        return None
    if ENDS_LABEL.match(found.rest) is None and (style != "number" or found.doubtful):
        # The label is the first word of a sentence, not the subject of the line.
        return None
    if style != "number" and (len(found.labels) > 1 or found.has_bare_stranger):
        return None
    behind = f"{found.remark}{found.rest}"
    trailing = TRAILING_PLACE.match(behind)
    return Item(
        style=style,
        number=place,
        labels=found.labels,
        trailing=int(trailing["digits"]) if trailing else None,
        is_bare=not found.rest.strip(" \t*_`.,;)]|"),
        extreme=found.extremes[-1] or extreme_of(found.rest) or said,
        points=points_of(behind),
        cell=float(cell["value"].replace(",", ".")) if (cell := CELL.match(found.rest)) else None,
        better=_better(found.rest, labels),
    )


def places(items: Sequence[Item], *, worst_first: bool) -> tuple[tuple[str | None, ...], ...] | Unclear:
    """Return the groups of a list, best first, or the reason why it makes none.

    Numbers count before the order of lines. A number given twice is a tie, unless all numbers are equal, as Markdown
    allows.
    """
    numbers = _numbers(items)
    if isinstance(numbers, Unclear):
        return numbers
    if problem := _contradicted(numbers, items):
        return problem
    rises = numbers == sorted(numbers)
    drawn = sorted(zip(numbers, items, strict=True), key=lambda pair: pair[0])
    tied = [[entry for _, entry in same] for _, same in groupby(drawn, key=lambda pair: pair[0])]
    if worst_first and rises:
        tied.reverse()
    above: set[str | None] = set()
    for group in tied:
        if any(entry.better is not None and entry.better not in above for entry in group):
            return Unclear("words_disagree")
        above.update(label for entry in group for label in entry.labels)
    if problem := turns_round([[(entry.extreme, entry.points) for entry in group] for group in tied]):
        return problem
    return tuple(tuple(label for entry in group for label in entry.labels) for group in tied)


def _numbers(items: Sequence[Item]) -> list[int] | Unclear:
    """Return the place of each item: its own number, else the place behind its label, else its line."""
    lines = list(range(1, len(items) + 1))
    if sum(entry.number == LAST for entry in items) > 1:
        return Unclear("two_last")
    numbers = [
        len(items) if entry.number == LAST else entry.number for entry in items if entry.number is not None
    ]
    if len(numbers) < len(items):
        trailing = [entry.trailing for entry in items if entry.trailing is not None]
        numbers = trailing if len(trailing) == len(items) and _are_places(trailing, items) else lines
        if len(items) > 1 and numbers == lines[::-1]:
            return Unclear("places_or_points")
    if len(set(numbers)) == 1:
        numbers = lines
    return numbers if _are_places(numbers, items) else Unclear("no_places")


def _contradicted(numbers: Sequence[int], items: Sequence[Item]) -> Unclear | None:
    """Check a list whose lines are its order against the points or table cells in it. Return the contradiction, or None
    if they agree."""
    lines = list(range(1, len(items) + 1))
    if numbers != lines:
        return None
    given = [entry.points for entry in items if entry.points is not None]
    if not any(entry.number for entry in items) and given != sorted(given, reverse=True):
        return Unclear("points_disagree")
    cells = [entry.cell for entry in items if entry.cell is not None]
    if cells and cells not in (sorted(cells, reverse=True), lines):
        return Unclear("columns_disagree")
    return None


def _are_places(numbers: Sequence[int], items: Sequence[Item]) -> bool:
    """Tell whether these are places from 1 on: each equal to the last, the next, or the next free one (1, 2, 2, 4)."""
    last, position = 0, 1
    for number, entry in sorted(zip(numbers, items, strict=True), key=lambda pair: pair[0]):
        if number not in (last, last + 1, position) or number == 0:
            return False
        last, position = number, position + len(entry.labels)
    return True


def _better(rest: str, labels: Labels) -> str | None:
    """Return the label that the words behind another one call better; mostly None."""
    worse = IS_WORSE.match(rest)
    named = labels.token.match(rest, worse.end()) if worse else None
    if worse is None or named is None:
        return None
    needs_ending = worse.group().strip()[-1:] in "は은는"
    return labels.of(named) if not needs_ending or IS_BETTER_BEHIND.match(rest, named.end()) else None


def _numeral(text: str, labels: Labels) -> re.Match[str] | None:
    """Return a Roman numeral in front of an item; none where such a letter may be a label."""
    return None if labels.by_key.keys() & {"i", "v", "x"} else NUMERAL.match(text)


def _said(match: re.Match[str] | None) -> Extreme:
    """Return the end of the list that a word in front of an item names: `Last: …`, `🥇 …`."""
    if match is None or match.re is not NUMBER:
        return ""
    word = (match["word"] or match["medal"] or "").casefold()
    return "best" if word in BEST_WORDS else "worst" if word in LAST_WORDS else ""


def _place(match: re.Match[str]) -> int | None:
    if match.re is NUMERAL:
        return ROMAN[match["roman"].lower()]
    for group in ("digits", "han", "word", "medal"):
        value = match[group]
        if value and value.casefold() in LAST_WORDS:
            return LAST
        if value:
            return int(value) if value.isdigit() else ORDINALS.get(value.casefold())
    return None


def _decoration(text: str) -> int:
    match = DECORATION.match(text)
    return match.end() if match else 0


def _unfilled(text: str) -> str:
    """Return the text without parts allowed between number and label: emphasis, and words such as `Tie:`."""
    text = text[_decoration(text) :]
    match = FILLER.match(text)
    return text[match.end() :] if match else text
