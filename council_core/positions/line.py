"""Separate an answer's text for people from its last line for machines."""

import re
from dataclasses import dataclass

LONGEST = 120
"""Characters of a position; a longer one is a sentence, and no code can tell whether two of those say the same."""

LINE = re.compile(
    r"[\s>*_`#-]{0,8}(?:POSITION|Position)[*_`]{0,3}\s{0,3}[:：][*_`]{0,3}[ \t]*(?P<said>.*?)[*_`\s]*"
)
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

    Only the last line counts, dividing lines left out: what is before it was written for people.
    """
    lines = text.rstrip().split("\n")
    at = len(lines) - 1
    while at > 0 and RULE.fullmatch(lines[at]):
        at -= 1
    found = LINE.fullmatch(lines[at])
    if found is None:
        return Parted(text=text, position="")
    before = lines[:at]
    while before and (
        not before[-1].strip() or (RULE.fullmatch(before[-1]) and _may_go(before, lines[at + 1 :]))
    ):
        before.pop()
    said = " ".join(found["said"].split())
    position = "" if said.strip(" .").lower() in NOTHING or len(said) > LONGEST else said
    kept = "\n".join(before).rstrip()
    return Parted(text=kept or said or text, position=position)


def _may_go(before: list[str], after: list[str]) -> bool:
    """Tell whether the last of these lines divides the text from its position: a rule does; a fence of code does where
    it opens the block that closes behind the position, and not where it closes one of the text."""
    fence = before[-1].strip()[:3]
    if fence not in ("```", "~~~"):
        return True
    return any(line.strip().startswith(fence) for line in after)
