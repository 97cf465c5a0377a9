"""Find the answer with which a verdict opens, however its chairman has written it.

The prompt asks for one sentence in a paragraph of its own. Models also begin with a heading, a label such as "Answer:",
a list or a table, or leave out the blank line behind the answer.
"""

import re
from itertools import pairwise

from bot.presentation.fit import balanced
from bot.presentation.markdown_lines import PARSER
from council_core.domain.title import cut_at_word

LONGEST_ANSWER = 300

LEAST_SENTENCE = 40
"""Fewest characters before a cut at the end of a sentence; fewer may be an abbreviation such as "e.g."."""

LABELS = (
    r"(?:short |final |the )?answer|verdict|conclusion|summary|in short|tl;?dr|bottom line|recommendation"
    r"|(?:kurze |die )?antwort|fazit|ergebnis|kurz(?: gesagt)?|zusammenfassung|empfehlung"
    r"|답|답변|한 줄 답변?|결론|요약|판단|권고"
)
"""Words that announce an answer, in the languages of people."""

LABEL = re.compile(
    rf"[*_]{{0,3}}(?:{LABELS})(?:[*_]{{0,3}}\s*[:：][*_]{{0,3}}|[*_]{{1,3}}\s*$)\s*", re.IGNORECASE
)
ENDS = re.compile(r"[.!?。！？][*_\"”’)\]]{0,3}$")
SENTENCE_END = re.compile(
    r"(?:[!?。！？]|(?<![0-9])[.]|(?<=[0-9])[.](?=\s))[*_\"”’)\]]{0,3}(?=\s|$)|(?<=[가-힣])[.](?=[가-힣])"
)


def beginning(text: str, longest: int = LONGEST_ANSWER) -> str:
    """Return the answer at the beginning of a verdict as CommonMark: its first paragraph, or the first item of a list.

    Headings, labels, code and tables before it are left out; a verdict of a heading alone gives the heading. A long
    paragraph ends with a sentence if one fits, else between words.
    """
    tokens = PARSER.parse(text)
    heading = ""
    for before, token in pairwise(tokens):
        if token.type != "inline":
            continue
        said = LABEL.sub("", token.content.strip(), count=1)
        if before.type == "paragraph_open" and said:
            return balanced(_cut(_first_line(said), longest))
        if before.type == "heading_open" and not heading:
            heading = said
    return balanced(_cut(heading, longest))


def _first_line(paragraph: str) -> str:
    """Return the first line if it is a sentence: the blank line behind it was left out."""
    first, _, _ = paragraph.partition("\n")
    return first.rstrip() if ENDS.search(first.rstrip()) else paragraph


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    ends = [end.end() for end in SENTENCE_END.finditer(text, 0, longest) if end.end() >= LEAST_SENTENCE]
    kept = text[: ends[-1]] if ends else cut_at_word(text, longest)
    # The end of an emphasis may have been cut off.
    return f"{kept}**" if kept.count("**") % 2 else kept
