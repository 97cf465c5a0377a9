"""Find the parts of a text that must stay unchanged: code, addresses, and quotations of others.

A name in them is not the author speaking, and changing it would break the answer. The rules follow CommonMark
(https://spec.commonmark.org/0.31.2/) as far as chat models use it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from council_core.blindness.code_blocks import code_and_quoted_lines, inline_code
from council_core.blindness.names import key_of, known_names

RegionKind = Literal["code", "address", "quotation"]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Region:
    """A half-open range of the original text, and the reason to leave it alone."""

    start: int
    end: int
    kind: RegionKind


_ADDRESS = re.compile(
    r"""(?:[a-zA-Z][a-zA-Z0-9+.-]{1,20}://|www\.)[^\s<>"'`]{1,2048}
      | (?<=\]\()[^\s()]{1,2048}
      | (?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}
      | (?<![\w.-])(?:[\w-]{1,63}\.){1,4}
        (?:com|org|net|io|ai|dev|co|edu|gov|app|info|cn|de|fr|es|it|pt|nl|pl|ru|jp|kr|in|uk|eu|us|chat)\b
        (?:/[^\s<>"'`)\]]{0,2048})?""",
    re.VERBOSE,
)
_PART_OF_ADDRESS = re.compile(r"://|www\.|\]\(|@|\.[a-z]{2}")
"""Every address contains one of these signs, so a text without them is skipped quickly."""

_NAME_LIKE_ADDRESS = re.compile(r"[A-Z0-9][\w-]*\.(?:AI|ai|com)", re.ASCII)

_LETTER = r"[^\W\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff]"
"""A letter of a script that sets words apart; Korean, Chinese and Japanese go on right behind a quotation."""

_QUOTATIONS = {
    opening: re.compile(pattern)
    for opening, pattern in (
        ('"', rf'(?<!")(?<!{_LETTER})"(?=[^\s"])[^"\n]{{0,2000}}(?<=\S)"(?!{_LETTER})'),
        ("“", r"“[^“”\n]{0,2000}”"),
        ("„", r"„[^„“”\n]{0,2000}[“”]"),
        ("«", r"«[^«»\n]{0,2000}»"),
        ("「", r"「[^「」\n]{0,2000}」"),
        ("『", r"『[^『』\n]{0,2000}』"),
        ("‘", r"‘(?:[^‘’\n]|’(?=\w)){0,500}’(?!\w)"),
        ("'", r"(?<![\w'])'(?=\w)(?:[^'\n]|'(?=\w)){1,200}+'(?!\w)"),
    )
}
"""Patterns by the sign that opens them; most texts have one or two of these signs."""

_SAYS_WHO = re.compile(
    r"\b(?:I am|I'm|I’m|my name is|call me|my model is|speaking as|by|ich bin|je suis|soy"
    r"|(?:list|lists|know|knows|register|registers|report|reports|identif(?:y|ies)|address|addresses|tag|tags) me as"
    r"|(?:running|served|deployed|registered|hosted|listed|answering|called) as"
    r"|my (?:\w+ )?(?:id|identifier|slug|string|name) is"
    r"|the model (?:answering|behind this|you(?:'re| are) \w+(?: to| with)?)(?: here| now)? is)[\s*_(]{1,4}$",
    re.IGNORECASE,
)
_VERSION = re.compile(r"-?\d.*", re.DOTALL)
_ONLY_A_NAME = re.compile(r"(?!I\b)[\w.+·-]+(?: [A-Z0-9][\w.+-]*){0,3}[.,]?", re.ASCII)
_LONGEST_QUOTED_NAME = 80
_OWN_PROMPT = re.compile(
    r"\bmy (?:(?:own|system|initial|hidden|original|base) ){0,2}(?:prompt|message|instructions?|directive)\b"
    r"[^.!?\n]{0,40}[\"'“‘„«]you",
    re.IGNORECASE,
)
"""Words that introduce a quotation of the model's own instructions, which tell which model it is."""

_ANSWER_IN_JSON = re.compile(
    r'"(?:final_?)?(?:answer|response|reply|verdict|review|opinion|conclusion|assistant|message|text)"\s{0,20}:\s{0,20}["\d{\[]',
    re.IGNORECASE,
)

_TAGGED = re.compile(r"<(code|pre|kbd|samp|blockquote|q)(?:\s[^<>]{0,300})?>", re.IGNORECASE)


def protected_regions(text: str) -> tuple[Region, ...]:
    """Find code, addresses and quotations; the result is in order and without overlaps."""
    blocks = [Region(start=low, end=high, kind=kind) for low, high, kind in code_and_quoted_lines(text)]
    chosen = _without_overlaps(blocks, _tagged(text))
    chosen = _without_overlaps(
        chosen,
        [
            Region(start=low, end=high, kind="code")
            for low, high in inline_code(text)
            if not _SAYS_WHO.search(text, max(0, low - 40), low)
            or not _names_a_model(text[low:high].strip("`"))
        ],
    )
    chosen = _without_overlaps(chosen, _addresses(text))
    for opening, pattern in _QUOTATIONS.items():
        if opening in text:
            chosen = _around(chosen, _quotations(text, pattern))
    return tuple(chosen)


def _names_a_model(code: str) -> bool:
    """Tell whether the code is a name, or the id of a model at its provider: `openai:gpt-6`."""
    return any(key_of(_VERSION.sub("", part)) in known_names().by_key for part in re.split(r"[:/]", code))


def _without_overlaps(first: list[Region], more: list[Region]) -> list[Region]:
    """Merge both in order; where they overlap, the earlier find wins."""
    merged: list[Region] = []
    for region in sorted([*first, *(region for region in more if not _hits(first, region))]):
        if not merged or region.start >= merged[-1].end:
            merged.append(region)
    return merged


def _hits(regions: list[Region], other: Region) -> bool:
    low, high = 0, len(regions)
    while low < high:
        middle = (low + high) // 2
        if regions[middle].end <= other.start:
            low = middle + 1
        else:
            high = middle
    return low < len(regions) and regions[low].start < other.end


def _around(inner: list[Region], quotations: Iterable[Region]) -> list[Region]:
    """Add quotations, which may hold code and addresses. Leave out a quotation that begins or ends inside code."""
    merged: list[Region] = []
    waiting = iter(sorted(inner))
    region = next(waiting, None)
    for quotation in quotations:
        while region is not None and region.end <= quotation.start:
            merged.append(region)
            region = next(waiting, None)
        if region is not None and region.start <= quotation.start:
            continue
        swallowed: list[Region] = []
        while region is not None and region.start < quotation.end:
            swallowed.append(region)
            region = next(waiting, None)
        if swallowed and swallowed[-1].end > quotation.end:
            merged.extend(swallowed)
        else:
            merged.append(quotation)
    if region is not None:
        merged.extend((region, *waiting))
    return merged


def _addresses(text: str) -> list[Region]:
    if _PART_OF_ADDRESS.search(text) is None:
        return []
    return [
        Region(start=match.start(), end=match.end(), kind="address")
        for match in _ADDRESS.finditer(text)
        # 01.AI and Z.ai are companies; their web sites are written in small letters.
        if not _NAME_LIKE_ADDRESS.fullmatch(match.group())
    ]


def _quotations(text: str, pattern: re.Pattern[str]) -> Iterator[Region]:
    body, known = text.strip(), known_names().by_key
    if body.startswith("{") and body.endswith("}") and _ANSWER_IN_JSON.search(body):
        return  # In an answer that is a single JSON object, the author speaks inside quotation marks.
    for match in pattern.finditer(text):
        quoted = match.group()
        # A name in quotation marks is still a name, and an answer that is one quotation quotes nobody.
        if _OWN_PROMPT.search(text, max(0, match.start() - 80), match.start() + 8):
            continue
        is_short = len(quoted) <= _LONGEST_QUOTED_NAME
        if (
            (is_short and key_of(quoted[1:-1]) in known)
            or _ONLY_A_NAME.fullmatch(quoted[1:-1])
            or quoted == body
        ):
            continue
        yield Region(start=match.start(), end=match.end(), kind="quotation")


def _tagged(text: str) -> list[Region]:
    """Return `<code>`, `<pre>`, `<blockquote>` … up to their closing tags."""
    found: list[Region] = []
    lowered = text.lower()
    unclosed: set[str] = set()
    position = 0
    while match := _TAGGED.search(text, position):
        tag = match.group(1).lower()
        closing = f"</{tag}>"
        end = -1 if tag in unclosed or len(lowered) != len(text) else lowered.find(closing, match.end())
        if end < 0:
            unclosed.add(tag)
            position = match.end()
            continue
        position = end + len(closing)
        kind = "quotation" if tag in {"blockquote", "q"} else "code"
        found.append(Region(start=match.start(), end=position, kind=kind))
    return found
