"""Line breaks that models write as `<br>`, mostly in tables, where Markdown has no other, for chats without HTML."""

import re

FENCED = re.compile(r"^ {0,12}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,12}(?P=fence)|\Z)", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(`{1,3}[^`\n]+`{1,3})")
BREAK = re.compile(r"(?:(?<![ \t])[ \t]++)?<br ?/?>[ \t]*+", re.IGNORECASE)
POINTS = (".", ",", ";", ":", "!", "?", "|", "。", "、")


def in_words(text: str) -> str:
    """Return a text with line ends, and in rows of tables semicolons, for such breaks outside of code."""
    if "<br" not in text.lower():
        return text
    parts: list[str] = []
    end = 0
    for block in FENCED.finditer(text):
        parts += [*map(_line, text[end : block.start()].splitlines(keepends=True)), block[0]]
        end = block.end()
    return "".join([*parts, *map(_line, text[end:].splitlines(keepends=True))])


def _line(line: str) -> str:
    becomes = _in_row if "|" in line else _in_text
    return "".join(
        piece if at % 2 else BREAK.sub(becomes, piece) for at, piece in enumerate(CODE.split(line))
    )


def _in_text(found: re.Match[str]) -> str:
    return "" if found.string.startswith("\n", found.end()) else "\n"


def _in_row(found: re.Match[str]) -> str:
    return " " if found.string[: found.start()].endswith(POINTS) else "; "
