"""Shorten a long answer to its beginning and its end, with a line between them that counts what is left out.

The middle goes, whatever is in it: answers say at the beginning what they hold and end in what they recommend,
and a rule that looked for the conclusion would treat one language or one way of writing better than another.
"""

import re
import unicodedata
from dataclasses import dataclass

from council_core.envelope.characters import JOINER, NON_JOINER

AROUND_THE_GAP = 200
"""Characters kept free for the line itself (about 90) and for the marks of code blocks that are cut through."""

BEGINNING = 2 / 3
"""The share of the beginning in what is kept."""

SEAMS = (
    re.compile(r"\n[ \t]*\n"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?…])[ \t]|(?<=[。！？])"),
    re.compile(r"[ \t]"),
)
"""Good places for a cut: between paragraphs, lines, sentences, words; the best first."""

OPENING = re.compile(
    r"(?P<margin>[ \t>]{0,12}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?)"
    r"(?P<marks>`{3,20}(?=[^`]*$)|~{3,20}(?!~))[ \t]*(?P<language>[^\s`]{0,30})"
)
"""The first line of a code block, in a list or a quotation too. Longer ones than anybody writes are none."""

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


def shortened(text: str, longest: int, code: str) -> str:
    """The text, its middle left out when it is longer than it may be. Same arguments, same result.

    The cuts are between paragraphs if possible, else between lines, sentences, words, and never within a letter
    with its accents or an emoji that is made of several; a code block that is cut through is closed and opened again.

    Args:
        text: With newlines as its only line breaks.
        longest: Characters that the result has at most; from 1,000 on.
        code: What nobody but the council knows, in hex: so no answer can pretend that it was shortened.
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
    cut, opened = _open_block(head), _open_block(text[:start])
    line = f"<<<LEFT OUT {left_out:,} of {len(text):,} characters {code}>>>"
    before = f"{head}\n{cut.end}" if cut else head
    after = f"{opened.start}\n{tail}" if opened else tail
    return f"{before}\n\n{line}\n\n{after}"


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
    """Whether a cut before this character tears apart what is drawn as one sign."""
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
    """The code block that is still open where the text ends."""
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
