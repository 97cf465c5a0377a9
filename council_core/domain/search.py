"""Turn search requests and texts into words that can be compared.

Case, accents and forms of one character are evened out. Scripts without spaces between words are searched character
by character. Everything else (quotes, dashes, operators, emoji) only separates words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from unicodedata import normalize

from council_core.domain.question import RunId

MOST_PHRASES = 12
"""Most phrases of a search; further ones are ignored. A pasted text is found by its beginning."""

MOST_WORDS = 8_000
"""Most words of one text; a question has some 10,000 at most. Postgres counts places up to 16,383, and there are two
texts."""

LONGEST_WORD = 64
"""Most characters of a word; the rest of a longer one adds nothing."""

SHORTEST_BEGINNING = 3
"""Fewest characters with which a word also finds longer words that begin with it: shorter ones would find nearly
everything."""

_ACCENTS = re.compile("[\u0300-\u036f]")
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""Scripts without spaces between words, as ranges of a regular expression: Thai to Burmese and Khmer, kana, Chinese
characters of all planes."""

_WORD = re.compile(rf"(?![\W_])[{UNSPACED}]|[^\W_{UNSPACED}]+")
TEMPLATE = re.compile(r"(?<!\S)template:(?P<name>[a-z0-9-]{1,30})(?!\S)", re.IGNORECASE)
_CHUNK = re.compile(r"[\"“”„«»]([^\"“”„«»]+)[\"“”„«»]|(\S+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """Consecutive words."""

    words: tuple[str, ...]
    is_beginning: bool
    """Whether the last word may be the beginning of a longer one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Limits of a list of runs. An empty one limits nothing."""

    askers: tuple[str, ...] = ()
    """Ids of people; one of them must be the asker."""

    firsts: tuple[str, ...] = ()
    """Ids of members; the models must have ranked one of them first, alone or tied with one other. Only revealed runs
    have one."""

    template: str = ""
    """Name of the template that it was asked with."""

    since: datetime | None = None
    """Earliest time when it was asked."""

    until: datetime | None = None
    """Time before which it was asked."""

    is_revealed: bool = False
    """Whether only revealed runs are wanted."""

    older_than: RunId | None = None
    """Last run of the page before."""

    newer_than: RunId | None = None
    """First run of the next page: the wanted runs are the nearest newer ones. A page sets one of the two at most."""


EVERYTHING = Wanted()


def template_in(text: str) -> tuple[str, str]:
    """`queue template:writer` -> `queue` and `writer`; no template where none is named."""
    found = TEMPLATE.search(text)
    if found is None:
        return text, ""
    return f"{text[: found.start()]} {text[found.end() :]}".strip(), found["name"].lower()


def phrases_in(text: str) -> tuple[Phrase, ...]:
    """Read the phrases of a search. A text must contain all of them, in any order. Quotes keep words together; empty
    when there is no word."""
    found: dict[Phrase, None] = {}
    for chunk in _CHUNK.finditer(text):
        quoted, plain = chunk.groups()
        words = words_of(quoted or plain)
        if words:
            goes_on = quoted is None and len(words[-1]) >= SHORTEST_BEGINNING
            found[Phrase(words=words, is_beginning=goes_on)] = None
        if len(found) == MOST_PHRASES:
            break
    return tuple(found)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, in order."""
    even = normalize("NFKC", _ACCENTS.sub("", normalize("NFKD", text.casefold())))
    return tuple(islice((found[0][:LONGEST_WORD] for found in _WORD.finditer(even)), MOST_WORDS))


def stands_in(phrase: Phrase, words: Sequence[str]) -> bool:
    """Tell whether a text of these words contains the phrase."""
    *before, last = phrase.words
    for at in range(len(words) - len(before)):
        end = words[at + len(before)]
        if list(words[at : at + len(before)]) == before and (
            end.startswith(last) if phrase.is_beginning else end == last
        ):
            return True
    return False


def spans(phrases: Sequence[Phrase], text: str) -> tuple[tuple[int, int], ...]:
    """Return the ranges of a text that match these phrases, from left to right and without overlaps."""
    found = [(each.start(), each.end(), words_of(each[0])) for each in _WORD.finditer(text)]
    places = [(begin, end, words[0]) for begin, end, words in found if words]
    words = [word for _, _, word in places]
    hits: list[tuple[int, int]] = []
    for phrase in phrases:
        length = len(phrase.words)
        hits += [
            (places[at][0], places[at + length - 1][1])
            for at in range(len(words) - length + 1)
            if stands_in(phrase, words[at : at + length])
        ]
    apart: list[tuple[int, int]] = []
    for begin, end in sorted(hits):
        if apart and begin <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((begin, end))
    return tuple(apart)
