"""Abstract a text: in its shadow, replace each name, quotation and piece of code by one sign.

`I'm **C.l.a.u.d.e** from Anthropic` becomes `I'm ① from ②`, so patterns of self-description need not know any name,
and cannot match inside quoted text.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from council_core.blindness.mentions import Mention, find_mentions
from council_core.blindness.protected import Region
from council_core.blindness.seats import Seats
from council_core.blindness.shadow import fold, shadow_of

# Private-use characters, because folding turns those of the text itself into question marks.
MODEL, MAKER, UNSURE, MASKED = "\ue000", "\ue001", "\ue002", "\ue003"
QUOTATION, CODE, ADDRESS = "\ue010", "\ue011", "\ue012"
SURE_NAMES = MODEL + MAKER + MASKED
ALL_NAMES = SURE_NAMES + UNSURE

PLACEHOLDER = re.compile(r"\[(?:model|maker|author|date|trait)\]")
_INLINE_TAG = re.compile(
    r"</?(?:b|i|em|strong|u|s|del|ins|mark|small|big|sub|sup|span|font|tt|footer|header|p|div|center|cite|section|h[1-6])(?:\s[^<>\n]{0,200})?>|\|\||~~|`",
    re.IGNORECASE,
)
"""Marks of style that a reader never sees."""
_LINK = re.compile(r"(?P<open>\[)[^\[\]\n]{1,200}(?P<target>\]\([^()\s]{1,2000}\))")
_TAG_OR_MARK = ("<", "||", "~~", "`")
_LONGEST = 800
_SIGN_OF = {"quotation": QUOTATION, "code": CODE, "address": ADDRESS}
_HARD_BREAK = re.compile(
    # A dot of "Dr. Watson" ends no sentence.
    r"(?<=[.!?…])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bProf\.)[\"')\]]{0,3}\s+|(?<=[。！？؟।])|\n\s*\n|\n(?=\s*(?:[-+•#|>]|\d{1,3}[.)])\s)|(?<=[.!?:;])\n"
)
_SOFT_LINE_END = re.compile(
    r"(?:,|\b(?:by|from|a|an|the|am|is|at|of|and|as|named|called|von|ein|par|un|por|una|da|di|van|een))\s*$",
    re.I,
)
_LONGEST_ANSWER = 200
_WHOLE_ANSWER = re.compile(
    rf"(?:[^\w{QUOTATION}{CODE}]|_)*"
    r"(?:(?:(?:it|that)(?:'s| is| was| would be)|the answer is|answer|das (?:ist|war)|die antwort ist|antwort"
    rf"|c'est|c'etait|reponse|es|era|respuesta|e|{fold('답은|정답은|답')}|答案是|答案|答えは|答え|الجواب|هو|هي)[\s:：]{{1,3}})?"
    rf"[{ALL_NAMES}](?:\s?[{ALL_NAMES}])*\s?(?:{fold('입니다|이에요|예요|이다')}|です)?[^\w{ALL_NAMES}{QUOTATION}{CODE}]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstract:
    """The abstract, the origin of each of its characters, and the mention behind each name sign."""

    source: str
    text: str
    starts: "array[int]"
    ends: "array[int]"
    mentions: Mapping[int, Mention]
    families: frozenset[str]
    """Families of all mentions that can only be read as names."""

    times: Mapping[str, int]
    """The number of mentions of each family."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the original for a non-empty range of the abstract."""
        return self.starts[start], self.ends[end - 1]


def abstract_of(
    text: str,
    *,
    regions: tuple[Region, ...],
    dropped: list[tuple[int, int]],
    seats: Seats | None = None,
) -> Abstract:
    """Fold text; protected regions become signs, and removed ranges become a line break."""
    replaced = _replacements(text, regions, dropped)
    shadow = shadow_of(text, replaced=replaced)
    pieces: list[str] = []
    starts: array[int] = array("Q")
    ends: array[int] = array("Q")
    mentions: dict[int, Mention] = {}
    position = 0
    for mention in find_mentions(shadow.text, seats):
        pieces.append(shadow.text[position : mention.start])
        starts.extend(shadow.starts[position : mention.start])
        ends.extend(shadow.ends[position : mention.start])
        mentions[len(starts)] = mention
        pieces.append(_sign(mention))
        starts.append(shadow.starts[mention.start])
        ends.append(shadow.ends[mention.end - 1])
        position = mention.end
    pieces.append(shadow.text[position:])
    starts.extend(shadow.starts[position:])
    ends.extend(shadow.ends[position:])
    return Abstract(
        source=text,
        text="".join(pieces),
        starts=starts,
        ends=ends,
        mentions=mentions,
        families=frozenset(mention.name.family for mention in mentions.values() if mention.clear),
        times=Counter(mention.name.family for mention in mentions.values()),
    )


def sentences(abstract: str) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of sentences, list items and headings; a line wrapped in mid-sentence does not end
    one."""
    position = 0
    for match in _HARD_BREAK.finditer(abstract):
        yield from _short(abstract, _lines(abstract, position, match.start()))
        position = match.end()
    yield from _short(abstract, _lines(abstract, position, len(abstract)))


def is_whole_answer(text: str) -> bool:
    """Tell whether a text is a name and nothing else, as answers to closed questions are: "It's ①."."""
    return len(text) <= _LONGEST_ANSWER and _WHOLE_ANSWER.fullmatch(text) is not None


def is_about_names(abstract: Abstract) -> bool:
    """Tell whether a text is about models or makers, whatever was asked: it names them three times, or two families,
    or the same one in two sentences. A model that nobody asked for its name says it in one sentence."""
    mentions = abstract.mentions.values()
    if len(mentions) > 2 or len(abstract.families) > 1:
        return True
    if len(mentions) < 2 or len({mention.key for mention in mentions}) > 1:
        return False
    first, second = sorted(abstract.mentions)
    return not any(low <= first and second < high for low, high in sentences(abstract.text))


def compares(abstract: Abstract) -> bool:
    """Tell whether a text names several models."""
    models = {
        mention.key for mention in abstract.mentions.values() if mention.clear and mention.kind == "model"
    }
    return len(models) > 1


def _short(abstract: str, ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Cut ranges that are too long for a sentence, so that no pattern ever sees much text at once."""
    for low, high in ranges:
        start = low
        while high - start > _LONGEST:
            blank = abstract.rfind(" ", start + _LONGEST // 2, start + _LONGEST)
            cut = blank if blank > 0 else start + _LONGEST
            yield start, cut
            start = cut
        if start < high:
            yield start, high


def _lines(abstract: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    start = low
    while (line_end := abstract.find("\n", start, high)) >= 0:
        while line_end >= 0 and _is_wrapped(abstract, line_end, high):
            line_end = abstract.find("\n", line_end + 1, high)
        if line_end < 0:
            break
        yield start, line_end
        start = line_end + 1
    if start < high:
        yield start, high


def _is_wrapped(abstract: str, line_end: int, high: int) -> bool:
    following = abstract[line_end + 1 : min(line_end + 40, high)].lstrip()[:1]
    if not following:
        return False
    return following.islower() or bool(_SOFT_LINE_END.search(abstract, max(0, line_end - 12), line_end))


def _replacements(
    text: str, regions: tuple[Region, ...], dropped: list[tuple[int, int]]
) -> list[tuple[int, int, str]]:
    found = [
        *((start, end, "\n") for start, end in dropped),
        *((region.start, region.end, _SIGN_OF[region.kind]) for region in regions),
        *((match.start(), match.end(), MASKED) for match in PLACEHOLDER.finditer(text)),
    ]
    if any(mark in text for mark in _TAG_OR_MARK):
        found += ((match.start(), match.end(), "") for match in _INLINE_TAG.finditer(text))
    if "](" in text:
        found += ((*match.span(part), "") for match in _LINK.finditer(text) for part in ("open", "target"))
    apart: list[tuple[int, int, str]] = []
    for start, end, sign in sorted(found, key=lambda item: (item[0], -item[1])):
        if not apart or start >= apart[-1][1]:
            apart.append((start, end, sign))
    return apart


def _sign(mention: Mention) -> str:
    if not mention.clear:
        return UNSURE
    return MODEL if mention.kind == "model" else MAKER
