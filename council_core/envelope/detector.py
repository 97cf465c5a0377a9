"""Detect suspicious parts of a member's answer. People are told of them; they never change a ranking."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterable
from functools import cache
from typing import get_args

from council_core.domain.slate import FlagKind
from council_core.envelope.characters import has_unseen, visible
from council_core.envelope.patterns import FRAMES, ORDERS, ORDERS_UNFOLDED, PLACEHOLDERS, SWAY, VERDICTS
from council_core.envelope.sanitize import CODE, folded, has_template_tokens

READ_AT_MOST = 40_000
"""Most characters that are read; of a longer answer, half from its beginning and half from its end."""

QUOTATION = re.compile(
    r"(?<!\w)(?:'[^'\n]{2,200}'|\"[^\"\n]{2,200}\"|“[^”\n]{2,200}”|‘[^’\n]{2,200}’|«[^»\n]{2,200}»|„[^“”\n]{2,200}[“”]"
    r"|「[^」\n]{2,200}」)(?!\w)|^[ \t]*>[^\n]*$",
    re.MULTILINE,
)
BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,2000}={0,2}(?![A-Za-z0-9+/])")
TAGS = re.compile("[\U000e0020-\U000e007e]+")
GIVEAWAY = re.compile(r"\b(?:rank|ignore|disregard|prefer|instructions?|response|reviewers?|judges?)\b")
"""Words in nearly every order to judges. Text that only happens to decode hardly ever contains them."""


def flags(text: str) -> tuple[FlagKind, ...]:
    """Return the kinds of suspicious traits of an answer, each once, in the order of `FlagKind`.

    Args:
        text: The answer as the member wrote it, before anything was removed.
    """
    if len(text) > READ_AT_MOST:
        text = text[: READ_AT_MOST // 2] + "\n" + text[-READ_AT_MOST // 2 :]
    found = frozenset(_kinds(text))
    return tuple(kind for kind in get_args(FlagKind) if kind in found)


def _kinds(text: str) -> Iterable[FlagKind]:
    fold = cache(folded)  # Without quotations and code in the text, all its shadows are equal.
    whole, said = fold(text), fold(_without_quotations(text))
    disguised = _disguised(text, whole)
    if _any(ORDERS, said) or _any(ORDERS_UNFOLDED, visible(text).lower()) or _any(ORDERS, disguised):
        yield "instruction_to_judge"
    if _any(SWAY, said):
        yield "judge_influence"
    if _any(VERDICTS, whole):
        yield "fake_verdict"
    prose = CODE.sub(" ", text)
    if _any(FRAMES, fold(prose)):
        yield "delimiter"
    if has_template_tokens(prose) or _any(PLACEHOLDERS, fold(_without_fences(text))):
        yield "template"
    if has_unseen(text):
        yield "control_chars"


def _any(patterns: Iterable[re.Pattern[str]], text: str) -> bool:
    return any(pattern.search(text) is not None for pattern in patterns)


def _without_fences(text: str) -> str:
    return CODE.sub(lambda match: " " if match["fence"] else match[0], text)


def _without_quotations(text: str) -> str:
    """Return the text without quotations and code, because it only mentions them. An unclosed block stays."""
    shown = CODE.sub(lambda match: match[0] if match["fence"] and not match["close"] else " … ", text)
    return QUOTATION.sub(" … ", shown)


def _disguised(text: str, shadow: str) -> str:
    """Return the text decoded in each known disguise: reversed, rot13, base64 and tag characters, a line each."""
    lines = [shadow[::-1], codecs.decode(shadow, "rot13")]
    lines += ["".join(chr(ord(char) - 0xE0000) for char in match[0]).lower() for match in TAGS.finditer(text)]
    for match in BASE64.finditer(text):
        try:
            lines.append(base64.b64decode(match[0] + "=" * (-len(match[0]) % 4)).decode().lower())
        except (binascii.Error, UnicodeDecodeError):
            continue
    return "\n".join(line for line in lines if GIVEAWAY.search(line) is not None)
