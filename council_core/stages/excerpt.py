"""Choose the passages of an earlier text that a follow-up needs, by its words; or say that it needs the whole text.

An excerpt is chosen only where each word of the follow-up stands in the text, because a word that is missing may be a
paraphrase or another language. Whoever is wrongly given the whole text has lost money; whoever lacks a passage answers
wrongly.
"""

import re
from collections.abc import Iterable, Sequence

from council_core.domain.search import words_of
from council_core.domain.similarity import is_same_word, taken_apart
from council_core.reading.quotations import quotations

PASSAGE = re.compile(r".{1,600}(?:\s|\Z)|.{600}", re.DOTALL)
"""A passage ends at a space if there is one."""

FEW = 10
"""Most passages for one word. A word in more passages is the topic of the whole text."""

MOST_WORDS = 12
"""Most words of a follow-up; a longer one asks for several things."""

WORTH = 0.5
"""Most of a text's characters in an excerpt; a larger excerpt would save too little."""

Ranges = tuple[tuple[int, int], ...]
"""Characters of a text, each range from one on to before another, in their order."""


def excerpt(text: str, question: str, verdict: str) -> Ranges | None:
    """Return the passages of a text that a follow-up needs besides the verdict; None if it needs the whole text.

    These are the beginning, what the verdict quotes, and the passages around words of the follow-up.

    Args:
        text: The text, which members of an earlier run were given.
        question: The follow-up.
        verdict: Verdict of that run.
    """
    asked = taken_apart(question)
    # A number may be a page, a clause or a year.
    if asked.numbers or len(asked.words) > MOST_WORDS:
        return None
    passages = [found.span() for found in PASSAGE.finditer(text)]
    wanted = {0, *_quoted(text, passages, quotations(verdict))}
    if asked.words:
        words = [frozenset(words_of(text[begin:end])) for begin, end in passages]
        leading = _leading(asked.words, words)
        if not leading:
            return None
        wanted |= {near for at in leading for near in (at - 1, at, at + 1) if 0 <= near < len(passages)}
    ranges = _joined([passages[at] for at in sorted(wanted)])
    return ranges if sum(end - begin for begin, end in ranges) <= WORTH * len(text) else None


def _leading(asked: Iterable[str], words: Sequence[frozenset[str]]) -> set[int]:
    """Return the passages to which words lead; none if a word is nowhere, or if all words are everywhere."""
    known = frozenset[str]().union(*words)
    leading = set[int]()
    for word in asked:
        forms = {each for each in known if is_same_word(word, each)}
        found = [at for at, each in enumerate(words) if not forms.isdisjoint(each)]
        if not found:
            return set()
        if len(found) <= FEW:
            leading.update(found)
    return leading


def _quoted(text: str, passages: Sequence[tuple[int, int]], quotes: Iterable[str]) -> set[int]:
    places = [(at, at + len(quote)) for quote in quotes if (at := text.find(quote)) >= 0]
    return {
        number
        for number, (begin, end) in enumerate(passages)
        if any(at < end and begin < until for at, until in places)
    }


def _joined(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Join ranges that follow each other."""
    joined = list[tuple[int, int]]()
    for begin, end in ranges:
        if joined and joined[-1][1] == begin:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    return tuple(joined)
