"""Removes characters that a terminal would execute instead of showing."""

import re

OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 except tab and newline, DEL, C1: cursor, colours, titles, links
    "\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c"  # these turn the reading direction of the text after them
    "\u2028\u2029\ufff9-\ufffb\U000e0000-\U000e007f"  # hidden line ends, annotations and tags
    "\ud800-\udfff]"  # halves of surrogate pairs, which no encoding can write
)


def harmless(text: str) -> str:
    """Return the text without such characters; an escape sequence leaves plain letters behind."""
    return OBEYED.sub("", text)
