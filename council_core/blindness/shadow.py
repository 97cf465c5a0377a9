"""Fold a text for detection: its shadow keeps the origin of each character.

A reader sees the same word where a program sees different ones: wide letters, a zero-width space in the middle, a
Cyrillic letter that looks Latin, `**Cl**aude`. The shadow is folded (compatibility forms, no accents, emphasis or
invisible characters, look-alikes inside a word made Latin), and every range in it can be mapped back to the original.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from council_core.blindness.lookalikes import LATIN_FOR

_QUOTES = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "‟": '"',
        "‐": "-",
        "‑": "-",
        "−": "-",
    }
)
_INVISIBLE_MARKS = frozenset("\u034f\u115f\u1160\u3164\uffa0\u2800")
FOREIGN_LETTER = re.compile(r"[^\W\x00-\x7f]")
"""A letter or digit beyond ASCII. Many texts hold dashes and quotation marks from there, and none of these."""

_WORD = re.compile(r"[^\W\d_]+")
_LATIN_LETTER = re.compile(r"[A-Za-z]")
_CHANGES_SOMETHING = re.compile(r"[^\x00-\x7f]|[*_]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadow:
    """Folded characters, each with the half-open range of the original for which it stands."""

    text: str
    starts: "array[int]"
    ends: "array[int]"


@lru_cache(maxsize=8192)
def fold_character(character: str) -> str:
    """Fold one character to none, one or several plain ones: `ﬁ` to `fi`, `é` to `e`, a zero-width space to
    nothing."""
    if character < "\x80":
        return character
    if character in _INVISIBLE_MARKS or "\ufe00" <= character <= "\ufe0f":
        return ""
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    if category in {"Co", "Cs", "Cn"}:
        return "?"
    decomposed = unicodedata.normalize("NFKD", character.translate(_QUOTES))
    bare = "".join(part for part in decomposed if not unicodedata.combining(part))
    return unicodedata.normalize("NFKC", bare).translate(_QUOTES)


def fold(text: str) -> str:
    """Fold text character by character, keeping `*` and `_`; for the patterns that run over a shadow."""
    return text if text.isascii() else _unmix("".join(map(fold_character, text)))


def shadow_of(text: str, *, replaced: Iterable[tuple[int, int, str]] = ()) -> Shadow:
    """Fold text; each `(start, end, sign)` in `replaced` (in order, without overlaps) becomes that one sign."""
    characters: list[str] = []
    starts: array[int] = array("Q")
    ends: array[int] = array("Q")
    position = 0
    for start, end, sign in (*replaced, (len(text), len(text), "")):
        _fold_stretch(text, position, start, characters, starts, ends)
        if sign:
            characters.append(sign)
            starts.append(start)
            ends.append(end)
        position = end
    return Shadow(text=_unmix("".join(characters)), starts=starts, ends=ends)


def _fold_stretch(
    text: str, low: int, high: int, characters: list[str], starts: "array[int]", ends: "array[int]"
) -> None:
    """Append text[low:high]; stretches of plain ASCII are copied whole."""
    odd = [match.start() for match in _CHANGES_SOMETHING.finditer(text, low, high)] if _is_odd(text) else ()
    edges = [low - 1, *odd, high]
    for before, at in pairwise(edges):
        characters.append(text[before + 1 : at])
        starts.extend(range(before + 1, at))
        ends.extend(range(before + 2, at + 1))
        if at == high:
            return
        for folded in _folded_at(text, at):
            characters.append(folded)
            starts.append(at)
            ends.append(at + 1)


@lru_cache(maxsize=16)
def _is_odd(text: str) -> bool:
    """Test quickly whether a text may need folding; cached for the stretches of one text."""
    return not text.isascii() or "*" in text or "_" in text


def _folded_at(text: str, at: int) -> str:
    character = text[at]
    if character == "*":
        return ""
    if character == "_":
        return character if _inside_a_word(text, at) else ""
    return fold_character(character)


def _inside_a_word(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isalnum() and text[at + 1].isalnum()


def _unmix(text: str) -> str:
    """Make words Latin that mix Latin letters with look-alikes of other scripts; lengths stay."""
    if FOREIGN_LETTER.search(text) is None:
        return text
    return _WORD.sub(_unmixed_word, text)


def _unmixed_word(match: re.Match[str]) -> str:
    word = match.group()
    if word.isascii() or not (_LATIN_LETTER.search(word) or word in {"І", "Ι"}):
        return word
    return word.translate(LATIN_FOR)
