"""Shorten a long answer to its beginning and its end, with a line between them that counts what is left out.

The middle is cut whatever it holds, because answers begin with their content and end with their recommendation. A rule
that looked for the conclusion would treat one language or style better than another.
"""

import re
import unicodedata
from dataclasses import dataclass

from council_core.envelope.characters import JOINER, NON_JOINER

AROUND_THE_GAP = 200
"""Characters reserved for that line (about 90) and for the marks of code blocks that are cut through."""

BEGINNING = 2 / 3
"""Share of the beginning in the text that remains."""

SEAMS = (
    re.compile(r"\n[ \t]*\n"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?…])[ \t]|(?<=[。！？])"),
    re.compile(r"[ \t]"),
)
"""Places for a cut, the best first: between paragraphs, lines, sentences, words."""

OPENING = re.compile(
    r"(?P<margin>[ \t>]{0,12}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?)"
    r"(?P<marks>`{3,20}(?=[^`]*$)|~{3,20}(?!~))[ \t]*(?P<language>[^\s`]{0,30})"
)
"""First line of a code block, also in a list or a quotation. Longer lines than anybody writes do not match."""

SKIN_TONES = ("\U0001f3fb", "\U0001f3ff")
FLAG_LETTERS = ("\U0001f1e6", "\U0001f1ff")


@dataclass(frozen=True, slots=True, kw_only=True)
class _CodeBlock:
    margin: str
    marks: str
    language: str

    @property
    def end(self) -> str:
        return f"{self.margin}{self.marks}"

    @property
    def start(self) -> str:
        return f"{self.end}{self.language}"


def shortened(text: str, longest: int, code: str, *, lost: int = 0) -> str:
    """Return the text, without its middle if it is too long. Equal arguments give an equal result.

    The text is cut between paragraphs if possible, else between lines, sentences or words, and never within a letter
    with its accents or a composed emoji. A code block that is cut through is closed and opened again.

    Args:
        text: Text with newlines as its only line breaks.
        longest: Most characters of the result; at least 1,000.
        code: Secret code in hex, so that no answer can pretend to be shortened.
        lost: Characters that an earlier cut has taken from the middle of the text; they are counted too.
    """
    if len(text) <= longest:
        return text
    room = longest - AROUND_THE_GAP
    beginning = int(room * BEGINNING)
    head = text[: _last_seam(text, beginning // 2, beginning)].rstrip()
    rest = room - beginning
    start = _first_seam(text, len(text) - rest, len(text) - rest // 2)
    tail = text[start:].lstrip("\n")
    left_out = len(text) - len(head) - len(tail)
    if len(head) <= len(text) // 2 < start:
        left_out += lost
    cut, opened = _open_block(head), _open_block(text[:start])
    line = f"<<<LEFT OUT {left_out:,} of {len(text) + lost:,} characters {code}>>>"
    before = f"{head}\n{cut.end}" if cut else head
    after = f"{opened.start}\n{tail}" if opened else tail
    return f"{before}\n\n{line}\n\n{after}"


def beginning(text: str, longest: int, code: str, *, lost: int = 0) -> str:
    """Return the first characters of a text, with the line that counts the rest behind them if there is any.

    Args:
        text: Text with newlines as its only line breaks.
        longest: Most characters of the text in the result, to which the line comes.
        code: Secret code in hex, as for `shortened`.
        lost: Characters that an earlier cut has taken from the rest; they are counted too.
    """
    if len(text) <= longest:
        return text
    whole_signs = (at for at in range(longest, longest // 2, -1) if not _splits_a_sign(text, at))
    head = text[: next(whole_signs, longest)]
    total = len(text) + lost
    cut = _open_block(head)
    end = f"\n{cut.end}" if cut else ""
    return f"{head}{end}\n\n<<<LEFT OUT {total - len(head):,} of {total:,} characters {code}>>>"


def _last_seam(text: str, lowest: int, highest: int) -> int:
    for seam in SEAMS:
        ends = [found.start() for found in seam.finditer(text, lowest, highest)]
        if ends:
            return ends[-1]
    return next((at for at in range(highest, lowest, -1) if not _splits_a_sign(text, at)), highest)


def _first_seam(text: str, lowest: int, highest: int) -> int:
    for seam in SEAMS:
        found = seam.search(text, lowest, highest)
        if found:
            return found.end()
    return next((at for at in range(lowest, highest) if not _splits_a_sign(text, at)), lowest)


def _splits_a_sign(text: str, at: int) -> bool:
    """Tell whether a cut before this character would split one visible sign."""
    here = text[at]
    if _is_flag_letter(here):
        first = at
        while first and _is_flag_letter(text[first - 1]):
            first -= 1
        return (at - first) % 2 == 1
    is_tone = SKIN_TONES[0] <= here <= SKIN_TONES[1]
    is_joined = here in (JOINER, NON_JOINER) or text[at - 1] == JOINER
    return is_tone or is_joined or unicodedata.category(here).startswith("M")


def _is_flag_letter(sign: str) -> bool:
    return FLAG_LETTERS[0] <= sign <= FLAG_LETTERS[1]


def _open_block(text: str) -> _CodeBlock | None:
    """Return the code block that is still open at the end of the text."""
    block: _CodeBlock | None = None
    for line in text.split("\n"):
        if block is not None:
            inside = line.strip(" \t>")
            if len(inside) >= len(block.marks) and not inside.strip(block.marks[0]):
                block = None
        elif found := OPENING.match(line):
            margin = re.sub(r"[^ \t>]", " ", found["margin"])
            block = _CodeBlock(margin=margin, marks=found["marks"], language=found["language"])
    return block
