"""Describe what stands around a name in an answer, as features that classifier.py weighs.

A feature is a short text such as `left1=by` or `question=elsewhere`. Words count in every language alike: in scripts
without blanks pairs of signs stand for words, and in Korean the beginning and the last syllable of a word as well.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from council_core.blindness.abstract import ADDRESS, CODE, MAKER, MASKED, MODEL, QUOTATION, UNSURE, Abstract
from council_core.blindness.asked import Asked

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|[^\w\s]")
_UNSPACED = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_CALLED = {
    MODEL: "{model}",
    MAKER: "{maker}",
    UNSURE: "{word}",
    MASKED: "{masked}",
    QUOTATION: "{quotation}",
    CODE: "{code}",
    ADDRESS: "{address}",
}
_ASKED = 20
"""Words of a question that count. With more, long questions would outweigh all that stands beside a name."""
_NEAR = 5
"""Words on each side whose place counts; the others count as words of the sentence."""


def features_of(
    abstract: Abstract, at: int, low: int, high: int, question: Asked, *, in_code: bool = False
) -> list[str]:
    """Return the features of the name at a place of an abstract, within its sentence, or line of code, from `low` to
    `high`."""
    left = list(_tokens(abstract.text[low:at]))[::-1]
    right = list(_tokens(abstract.text[at + 1 : high]))
    mention = abstract.mentions[at]
    about = _about(question)
    families = min(len(abstract.families), 3)
    flags = {
        "name": f"{mention.kind}{'' if mention.clear else ', unsure'}{', specific' if mention.specific else ''}",
        "families": str(families),
        "identity": str(question.for_identity),
        "self": str(question.for_self),
        "fiction": str(question.for_fiction),
        "writing": str(question.for_writing),
    }
    around = [
        f"question={about}",
        *(f"{flag}={value}" for flag, value in flags.items()),
        *(f"{flag}={value}, {about}" for flag, value in flags.items()),
        *{f"left{min(place, 3)}={word}" for place, word in enumerate(left[:_NEAR], 1)},
        *{f"right{min(place, 3)}={word}" for place, word in enumerate(right[:_NEAR], 1)},
        *{f"in={word}" for word in (*left, *right)},
        f"left={' '.join([*left, '^', '^'][1::-1])}",
        f"right={' '.join([*right, '$', '$'][:2])}",
    ]
    # An answer that names one family again and again is about it.
    same = min(abstract.times[mention.name.family], 3)
    return [
        *around,
        *(f"code {feature}" for feature in around if in_code),
        f"where={'code' if in_code else 'prose'}",
        f"same={same}",
        f"same={same}, families={families}",
        *_asking(question.folded),
    ]


@lru_cache(maxsize=64)
def _asking(question: str) -> tuple[str, ...]:
    """Return a feature for each of the first words of a question; cached, because one question has many answers."""
    return tuple(sorted({f"asks={word}" for word in islice(_tokens(question), _ASKED)}))


def _about(question: Asked) -> str:
    return "elsewhere" if question.is_elsewhere else "beside" if question.is_beside_models else "models"


def _tokens(text: str) -> Iterator[str]:
    for token in _TOKEN.finditer(text.lower()):
        word = token.group()
        if _UNSPACED.match(word):
            yield from (word[place : place + 2] for place in range(max(1, len(word) - 1)))
        elif _HANGUL.match(word):
            yield from (word, f"{word[:2]}~", f"~{word[-1]}")
        else:
            yield "0" if word.isdigit() else _CALLED.get(word, word)
