"""Convert a text to plain style: headings, emoji, bold and bullets tell much about the author and little else."""

import re

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
