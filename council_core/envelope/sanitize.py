"""Prepare a member's answer for reviewers and for the detector: plain style, and no tokens of chat templates."""

import re
import unicodedata
from functools import lru_cache
from itertools import filterfalse

from council_core.blindness import strip_reasoning
from council_core.blindness.lookalikes import LATIN_FOR
from council_core.envelope.characters import visible

TOKEN = re.compile(
    r"<\|[A-Za-z][\w\-/: .]{0,39}\|>"
    r"|<｜[^｜<>\n]{1,40}｜>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]"
    r"|<<?/?SYS>>?"
    r"|<(?:start|end)_of_turn>|<(?:bos|eos|unk|pad)>|</?s>",
)
CITATION = re.compile("\ue200[^\ue200\ue201]{0,200}\ue201")
"""Search citations that some chat models leave in private-use characters."""


def disarmed(text: str) -> str:
    """Return the text with a space inside each token, which leaves ordinary, readable text."""
    return TOKEN.sub(lambda match: f"{match[0][0]} {match[0][1:]}", CITATION.sub("", text))


def has_template_tokens(text: str) -> bool:
    """Tell whether the text holds a token of a chat template. `<s>` alone is old HTML and does not count."""
    return any(match[0] not in ("<s>", "</s>") for match in TOKEN.finditer(text))


CODE = re.compile(
    r"^[ ]{0,3}(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n.*?(?:^[ ]{0,3}(?P<close>(?P=fence)[`~]*+)[ \t]*+$|\Z)|`[^`\n]++`",
    re.DOTALL | re.MULTILINE,
)
"""Fenced blocks and code within a line."""

EMOJI = re.compile(
    "[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff][\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]*[ ]?"
    "|[#*0-9]\ufe0f?\u20e3[ ]?"
)
HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$", re.MULTILINE)
STRONG = re.compile(r"(\*\*|__)(?=\S)([^*_\n]+?)(?<=\S)\1")
RULE = re.compile(r"^[ ]{0,3}(?:[-*_][ \t]*){3,}$\n?", re.MULTILINE)
BULLET = re.compile(r"^([ \t]*)[*+•‣▪–][ \t]+", re.MULTILINE)
SPACE_BEFORE_BREAK = re.compile(r"(?<!\s)[ \t]++(?=\n)")
BLANK_LINES = re.compile(r"\n{3,}")


def in_plain_style(text: str) -> str:
    """Return the text with headings as plain lines, without bold, emoji and rules, and with one kind of bullet.

    Code, in blocks and within lines, stays as it is.
    """
    parts: list[str] = []
    end = 0
    for match in CODE.finditer(text):
        parts += [_plain(text[end : match.start()]), match[0]]
        end = match.end()
    parts.append(_plain(text[end:]))
    return BLANK_LINES.sub("\n\n", "".join(parts)).strip()


def _plain(text: str) -> str:
    text = RULE.sub("", text)
    text = HEADING.sub(r"\1", text)
    text = BULLET.sub(r"\1- ", text)
    text = STRONG.sub(r"\2", text)
    return SPACE_BEFORE_BREAK.sub("", EMOJI.sub("", text))


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
