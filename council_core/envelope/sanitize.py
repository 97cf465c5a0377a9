"""Prepare a member's answer for reviewers and for the detector."""

import re
import unicodedata
from functools import lru_cache
from itertools import filterfalse

from council_core.blindness import strip_reasoning
from council_core.blindness.lookalikes import LATIN_FOR
from council_core.envelope.characters import visible
from council_core.envelope.plain import in_plain_style
from council_core.envelope.template_tokens import disarmed

REGIONAL_LETTERS = {0x1F1E6 + offset: chr(ord("A") + offset) for offset in range(26)}
FOLD = LATIN_FOR | REGIONAL_LETTERS

ROUNDS = 5
"""Most rounds of removal: removing one part may join the halves of another."""


@lru_cache(maxsize=32)  # All reviewers of a run see the same texts, one right after the other.
def sanitized(text: str, *, plain_style: bool = False) -> str:
    """Return an answer as reviewers see it: no unseen characters, no thinking aloud, no live template tokens.

    The result may be empty, when there was nothing but thinking.

    Args:
        text: The answer, already without names of its author.
        plain_style: Even out headings, bold, emoji and bullets too.
    """
    text = visible(text).strip()
    for _ in range(ROUNDS):
        shorter = strip_reasoning(text)
        if shorter == text:
            break
        text = shorter
    text = disarmed(text)
    return (in_plain_style(text) if plain_style else text).strip()


def folded(text: str) -> str:
    """Return a shadow of the text for detection only, never shown: look-alike letters made equal, marks and unseen
    characters removed, in lower case, with blank lines and long runs of one sign cut short."""
    text = visible(text)
    if text.isascii():
        text = text.casefold()
    else:
        text = unicodedata.normalize("NFKD", text).translate(FOLD).casefold()
        text = "".join(filterfalse(unicodedata.combining, text))
    text = re.sub(r"\n[ \n]*", "\n", re.sub(r"[^\S\n]+", " ", text))
    return re.sub(r"([^\w\s])\1{8,}", r"\1\1\1\1\1\1\1\1", text)
