"""Mark each sentence of a response that another response does not contain, matched by words and numbers.

A sentence counts as contained if one sentence of the other response, or two in a row, hold most of its words and all of
its numbers. Short sentences are never marked: a missing mark is better than a wrong one.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from markdown_it.token import Token
from markupsafe import Markup

from bot.web.page.prose import drawn, prose, tokens_of

MOST_SHARED = 0.5
"""Share of its words from which a sentence counts as contained. Chosen on the pairs in the tests."""

FEWEST_WORDS = 4
MOST_SENTENCES = 800
"""Most sentences of all responses together; above it nothing is marked, because comparing them would take seconds."""

MOST_CHARACTERS = 300_000
"""Most characters of all responses together; above it nothing is marked. Parsed at the same time, 700,000 characters of
lists were two million objects, and the garbage collector held up all other work for a second."""

KEPT_RUNS = 64
END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
WORD = re.compile(r"[^\W\d_]+")
UNSPACED = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Korean, Japanese and Chinese: words have changing ends or no spaces, so pairs of characters are compared."""

IDLE_WORDS = """
the and for with that this are was were has have had you your its our not but from into can will would should could may
more than then when while there here they them their one also only all any each per use used using which what how why
der die das und mit von den dem des ein eine einen ist sind war nicht auch nur auf aus bei für sich als wie
"""
IDLE = frozenset(IDLE_WORDS.split())
"""Words that carry no meaning of a sentence."""


@dataclass(slots=True)
class _Sentence:
    tokens: list[Token] = field(default_factory=list[Token])
    words: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()


@lru_cache(maxsize=KEPT_RUNS)
def marked(responses: tuple[tuple[str, str], ...]) -> Mapping[str, Markup]:
    """Return each response as safe HTML; a sentence has the class `u-b` if response B does not contain it.

    Args:
        responses: Letters and texts.
    """
    if sum(len(text) for _, text in responses) > MOST_CHARACTERS:
        return {alias: prose(text) for alias, text in responses}
    parsed = {alias: tokens_of(text) for alias, text in responses}
    sentences = {alias: _split(tokens) for alias, tokens in parsed.items()}
    if sum(map(len, sentences.values())) <= MOST_SENTENCES:
        for alias, own in sentences.items():
            others = {other: _spans(theirs) for other, theirs in sentences.items() if other != alias}
            for sentence in own:
                _mark(sentence, [other for other, spans in others.items() if _is_missing(sentence, spans)])
    for alias, tokens in parsed.items():
        _join(tokens, sentences[alias])
    return {alias: drawn(tokens) for alias, tokens in parsed.items()}


def _split(tokens: Sequence[Token]) -> list[_Sentence]:
    """Split every paragraph, item and cell into sentences; a sentence ends only outside of links and emphasis."""
    found: list[_Sentence] = []
    for token in tokens:
        if token.type != "inline" or token.children is None:
            continue
        current, depth = _Sentence(), 0
        for child in token.children:
            pieces = END.split(child.content) if child.type == "text" and depth == 0 else [child.content]
            for at, piece in enumerate(pieces):
                if at:
                    found.append(current)
                    current = _Sentence(tokens=[_text(" ")])
                current.tokens.append(child if len(pieces) == 1 else _text(piece))
            depth += child.nesting
        found.append(current)
        token.children = []
        token.meta["sentences"] = len(found)
    for sentence in found:
        text = " ".join(token.content for token in sentence.tokens)
        sentence.words, sentence.numbers = _words(text), frozenset(NUMBER.findall(text))
    return found


def _join(tokens: Sequence[Token], sentences: Sequence[_Sentence]) -> None:
    """Put the sentences back into their places."""
    begin = 0
    for token in tokens:
        if (end := token.meta.get("sentences")) is not None:
            token.children = [child for sentence in sentences[begin:end] for child in sentence.tokens]
            begin = end


def _text(content: str) -> Token:
    return Token(type="text", tag="", nesting=0, content=content)


def _words(text: str) -> frozenset[str]:
    found: set[str] = set()
    for word in WORD.findall(text.casefold()):
        if UNSPACED.search(word):
            found.update(word[at : at + 2] for at in range(max(len(word) - 1, 1)))
        elif len(word) > 2 and word not in IDLE:
            # Ends of words differ with number and time: `batches` and `batch` count as the same here.
            found.add(word[:6])
    return frozenset(found)


def _spans(sentences: Sequence[_Sentence]) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the words and numbers of each sentence, and of each two in a row."""
    alone = [(each.words, each.numbers) for each in sentences]
    return [*alone, *((one[0] | two[0], one[1] | two[1]) for one, two in pairwise(alone))]


def _is_missing(sentence: _Sentence, spans: Iterable[tuple[frozenset[str], frozenset[str]]]) -> bool:
    if len(sentence.words) < FEWEST_WORDS:
        return False
    needed = MOST_SHARED * len(sentence.words)
    return not any(
        sentence.numbers <= numbers and len(sentence.words & words) >= needed for words, numbers in spans
    )


def _mark(sentence: _Sentence, missing: Sequence[str]) -> None:
    if not missing:
        return
    classes = " ".join(f"u-{alias.lower()}" for alias in missing)
    lead = 1 if sentence.tokens and sentence.tokens[0].content == " " else 0
    opening = Token(type="html_inline", tag="", nesting=0, content=f'<mark class="{classes}">')
    closing = Token(type="html_inline", tag="", nesting=0, content="</mark>")
    sentence.tokens = [*sentence.tokens[:lead], opening, *sentence.tokens[lead:], closing]
