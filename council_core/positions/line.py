"""Separate an answer's text for people from its last line for machines."""

import re
from dataclasses import dataclass

LONGEST = 120
"""Characters of a position; a longer one is a sentence, and no code can tell whether two of those say the same."""

LINE = re.compile(
    r"[\s>*_`#\u200b\ufeff-]{0,8}(?:(?:POSITION|Position|(?:FINAL|Final|MY|My) (?:POSITION|Position))"
    r"[*_`]{0,3}\s{0,3}[:：]|POSITION\s?[—–-]\s)[*_`]{0,3}[ \t]*(?P<said>.*?)[*_`\s]*"
)
WRAPPED = re.compile(
    r"[\s*_`]{0,6}(?:\((?P<a>[^()]+)\)|\[(?P<b>[^\[\]]+)\]|<(?P<c>[^<>]+)>|[\"“](?P<d>[^\"”]+)[\"”])[\s*_`]*"
)
"""A line that stands in brackets or quotation marks as a whole."""

BEHIND_TEXT = re.compile(r"(?P<text>.*[.!?。)\]*_`\"”])\s+(?P<line>\*{0,2}POSITION\*{0,2}[:：].*)")
"""A last line in which the text for people ends."""

SOURCE = re.compile(
    r"\s*(?:[#*_\s]*(?:sources?|references?|quellen|출처|참고)[*_:\s]*|(?:[-*]\s)?\[\d{1,3}\].*|(?:[-*]\s)?https?://\S+\s*)?",
    re.IGNORECASE,
)
"""A line of a list of sources, which members add although code does."""

RULE = re.compile(r"[ \t]*(?:(?:[-*_][ \t]*){3,}|`{3,}\w*|~{3,}\w*)[ \t]*")
"""A line that only divides, or that opens or closes a block of code."""

NOTHING = frozenset(
    {"", "none", "n/a", "na", "-", "–", "—", "null", "keine", "aucune", "ninguna", "없음", "无", "なし"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """An answer in two parts."""

    text: str
    position: str
    """Empty where the answer takes none."""


def part(text: str) -> Parted:
    """Take the position off the end of an answer. One that is nothing but its position stays as it is.

    Only the last line counts, dividing lines and a list of sources left out: what is before it was written for people.
    """
    lines = text.rstrip().split("\n")
    at = _last(lines, RULE)
    found = _read(lines[at])
    if found is None and at > 0:
        at = _last(lines, SOURCE)
        found = _read(lines[at])
    if found is None:
        return Parted(text=text, position="")
    ahead, said = found
    before, behind = [*lines[:at], ahead] if ahead else lines[:at], lines[at + 1 :]
    while before and (
        not before[-1].strip() or (RULE.fullmatch(before[-1]) and _may_go(before, lines[at + 1 :]))
    ):
        before.pop()
    position = "" if said.strip(" .").lower() in NOTHING or len(said) > LONGEST else said
    listed = [line for line in behind if line.strip() and not RULE.fullmatch(line)]
    kept = "\n".join([*before, "", *listed] if listed else before).rstrip()
    return Parted(text=kept or said or text, position=position)


def _last(lines: list[str], passed_over: re.Pattern[str]) -> int:
    """The last line that is none of these; the first one where all are."""
    at = len(lines) - 1
    while at > 0 and passed_over.fullmatch(lines[at]):
        at -= 1
    return at


def _read(line: str) -> tuple[str, str] | None:
    """Return the text in front of a position on its line, mostly none, and the position; None without one."""
    ahead = ""
    if wrapped := WRAPPED.fullmatch(line):
        line = next(filter(None, wrapped.groups()))
    elif behind := BEHIND_TEXT.fullmatch(line):
        ahead, line = behind["text"], behind["line"]
    found = LINE.fullmatch(line)
    return (ahead, " ".join(found["said"].split())) if found is not None else None


def _may_go(before: list[str], after: list[str]) -> bool:
    """Tell whether the last of these lines divides the text from its position: a rule does; a fence of code does where
    it opens the block that closes behind the position, and not where it closes one of the text."""
    fence = before[-1].strip()[:3]
    if fence not in ("```", "~~~"):
        return True
    return any(line.strip().startswith(fence) for line in after)
