"""Find every mention of a model or its maker in a shadow, disguised or not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from council_core.blindness.lookalikes import LATIN_FOR
from council_core.blindness.names import Name, NameKind, Names, key_of, known_names
from council_core.blindness.seats import Seats
from council_core.blindness.shadow import FOREIGN_LETTER

HARDLY_WORDS = frozenset({"claude", "gemini", "grok", "kimi", "copilot"})
"""Names of models that are words or people as well, and yet in most texts the models."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name at a half-open range of a shadow."""

    start: int
    end: int
    key: str
    name: Name
    kind: NameKind
    """Kind of this mention: `Mistral` is a maker, `Mistral 7B` a model."""

    clear: bool
    """Whether it can only be read as a name: no word of the language, or one in its capital letters."""

    specific: bool
    """Whether it can only be the model or maker itself: unambiguous, or followed by a version."""


_GRADES = (
    "Sonnet|Opus|Haiku|Instant|Turbo|Mini|Nano|Pro|Ultra|Flash|Large|Medium|Small|Tiny|Plus|Max|Terminus"
    "|Instruct|Chat|Preview"
    "|Coder|Code|Thinking|Reasoner|Lite|Air|Nemo|Scout|Maverick|Behemoth|Vision|Latest|Exp|Experimental|Base|Fast"
    "|Beta|Alpha|Advanced|Next|Omni|Audio|VL|Maestro|Prime|Premier|LM|LLM|IT|HF|DPO|SFT|Distill|Bot|Series|Vibe|Qwen"
    "|Llama|AI|Core|Edge|Micro|High|Low|Codex"
)
_COMPANY = (
    "AI|A\\.I\\.|Cloud|Inc\\.?|LLC|Corp(?:oration)?\\.?|Labs?|Laborator(?:y|ies)|Research|Group|Platforms|Technologies"
    "|Ltd\\.?|PBC|GmbH|Company|Co\\.|Academy|Institute|Foundation|Team|DeepMind|Superintelligence Labs"
)
_NO_GRADES = (
    "based|powered|like|style|styled|driven|class|level|era|generated|written|only|first|compatible|equivalent|trained"
    "|tuned|and|or|with|sized|grade|quality|family|series|type|using|specific|native|ready|enabled|assisted|produced"
)
"""Words behind a version that are no part of it: `GPT-4-based`."""
_VERSION = (
    r"(?:[-_ ]?(?-i:[vrkmoVRKMOAE])?\d{1,8}(?:[.-]\d{1,4}){0,3}(?:x\d{1,3})?(?:[bmkotBMKOT]{1,2}|th)?(?![A-Za-z])"
    rf"|[-_](?:a\d{{1,3}}b|{_GRADES})(?![a-z])|(?-i: (?:{_GRADES}))(?![A-Za-z])"
    r"|(?:(?<=\d)|(?<=\d[a-z])) (?:mini|nano|turbo|sonnet|opus|haiku|flash|pro|instruct|preview|thinking)(?![a-z])"
    r"|[-_](?:preview|latest|hf|it)(?![a-z])|(?<=\d)\+"
    rf"|(?<=\d)-(?!(?:{_NO_GRADES})(?![a-z]))(?-i:[a-z]{{3,10}})(?![A-Za-z]))"
)
_LONGEST_MAKER = 24
_OF_A_MAKER = re.compile(r"(?<![\w./:@-])(?P<maker>[a-z][a-z0-9-]{1,20})[/:]$")
_NUMBER = re.compile(r" \d{2,8}")
"""A count behind a word, and no version: `Sonnet 18`."""
_COUNTED_MODELS = frozenset({"claude", "gemini", "grok", "kimi", "llama", "phi", "copilot", "yi", "o"})
_LOWER_NAMES = re.compile(r"gpt|\bai\b|llama|^(?:deep|qwen|gemini|claude) ")
"""Names that people write apart and in small letters, and that still are no other words."""
_MINOR = r"(?:(?<=\d)\.\d{1,2}(?!\d))?"
"""The rest of a version whose beginning is part of the name: `Phi-3.5`."""
_TAIL = rf"{_MINOR}(?P<version>{_VERSION}{{1,6}})?(?P<company>(?-i: (?:{_COMPANY})){{1,2}}(?![A-Za-z]))?"
_SPACED = re.compile(r"(?<![A-Za-z0-9])[A-Za-z](?:[ .\-_·|/]{1,3}[A-Za-z0-9]){2,40}(?![A-Za-z0-9])")
_ARABIC = r"[\u0621-\u063f\u0641-\u064a\u0671-\u06d3]"
_BEFORE = (
    # Arabic words begin with "and", "to", "the" …: `لكلود`.
    rf"(?:(?<!{_ARABIC})|(?<=(?<!{_ARABIC})[وفبلك])|(?<=(?<!{_ARABIC})[وف][بلك])|(?<=(?<!{_ARABIC})ال))"
)
_BEHIND = rf"(?!(?<={_ARABIC}){_ARABIC})"
"""No letter of the same word before and behind a name in another script."""
_SHORT_KOREAN = re.compile("[가-힣]{2}")
_ENDS_A_KOREAN_WORD = re.compile(
    "(?![가-힣])|[은는이가을를의에와과로도야랑만인입예라조측사팀답께한처보까부씨님아여하]"
)
"""Behind a name of two syllables, which are part of many words: `라마단`, `메타버스`."""
_LONG_ENOUGH = 5
_LETTERS = re.compile(r"(?<![\w@$!|.-])[\w@$!|](?:[\w@$!|]|[-.·](?=[A-Za-z])){3,24}(?<![!_])(?!\w)")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    names = known_names()
    ending = r"(?P<case>s|a|em|om|u|owi|ie)?"
    border = r"(?![A-Za-z0-9]|_[A-Za-z0-9])"
    latin = rf"(?<![A-Za-z0-9])(?<![A-Za-z0-9][-_@])(?P<name>{names.latin}){ending}{_TAIL}{border}"
    other = rf"{_BEFORE}(?P<name>{names.other})(?P<case>[\u0430-\u044f]{{0,3}}){_TAIL}{_BEHIND}"
    return (
        re.compile(latin, re.IGNORECASE),
        re.compile(other, re.IGNORECASE),
        re.compile(rf"(?P<name>{names.latin})(?P<case>){_TAIL}", re.IGNORECASE),
    )


def find_mentions(text: str, seats: Seats | None = None) -> list[Mention]:
    """Return all mentions in a folded text, in order, with the names of a run's seats; the longer one where two
    overlap."""
    names = known_names()
    latin, other, _ = _patterns()
    found = [*_plain(text, text, latin, names)]
    if FOREIGN_LETTER.search(text):
        found += _plain(text, text, other, names)
    if not text.isascii() and (undisguised := text.translate(LATIN_FOR)) != text:
        found += _plain(undisguised, text, latin, names)
    found += _spaced(text, names)
    found += _outlined(text)
    if seats is not None and seats.claimed is not None and seats.may_stand_in(text):
        found += [
            _disguised(match.start(), match.end(), key_of(match.group()), seats.name)
            for match in seats.claimed.finditer(text)
        ]
    if not found:
        return []
    others = [match.span() for match in names.other_things.finditer(text)]
    return _without(_apart(found), others)


def _plain(searched: str, text: str, pattern: re.Pattern[str], names: Names) -> Iterator[Mention]:
    for match in pattern.finditer(searched):
        key = key_of(match["name"])
        name = names.by_key.get(key)
        if name is None:
            continue
        key = key_of(name.written)
        plain = match["name"]
        if _SHORT_KOREAN.fullmatch(plain) and not _is_a_korean_word(text, *match.span("name")):
            continue
        if plain.isascii() and plain.islower() and " " in plain and not _LOWER_NAMES.search(plain):
            continue  # "Shed light on", "chase le chat".
        versioned = match["version"] is not None and not (
            name.ambiguous and key not in _COUNTED_MODELS and _NUMBER.fullmatch(match["version"])
        )
        disguised = searched is not text and not text[match.start() : match.end()].isascii()
        start, end = match.start("name"), match.end()
        if versioned:
            start = _start_of_id(searched, start, name, names)
        yield Mention(
            start=start,
            end=end,
            key=key,
            name=name,
            kind="model" if versioned else name.kind,
            clear=disguised
            or not name.ambiguous
            or versioned
            or (key not in names.words and _is_capital(match["name"], name, match["case"])),
            specific=disguised or not name.ambiguous or versioned or match["company"] is not None,
        )


def _start_of_id(text: str, start: int, name: Name, names: Names) -> int:
    """Return where the id begins that a model has at its maker's: `mistralai/` belongs to `mistralai/Mixtral-8x7B`."""
    before = _OF_A_MAKER.search(text, max(0, start - _LONGEST_MAKER), start)
    maker = names.by_key.get(key_of(before["maker"])) if before else None
    return before.start() if before and maker and maker.family == name.family else start


def _is_a_korean_word(text: str, start: int, end: int) -> bool:
    return not "가" <= text[max(0, start - 1) : start] <= "힣" and bool(_ENDS_A_KOREAN_WORD.match(text, end))


def _is_capital(matched: str, name: Name, case_ending: str | None) -> bool:
    if not matched.isascii():
        return True
    if not name.written[0].isupper():
        return matched == name.written
    return matched[0].isupper() and not case_ending


def _spaced(text: str, names: Names) -> Iterator[Mention]:
    """Yield names written letter by letter: `C.l.a.u.d.e`, `G P T - 4`."""
    *_, anywhere = _patterns()
    for match in _SPACED.finditer(text):
        at = [place for place in range(match.start(), match.end()) if text[place].isalnum()]
        letters = "".join(text[place] for place in at)
        for inside in anywhere.finditer(letters):
            name = names.by_key.get(key_of(inside["name"]))
            # Short names that are also words would match any row of initials.
            if name is not None and len(inside["name"]) >= (5 if name.ambiguous else 3):
                yield _disguised(at[inside.start()], at[inside.end() - 1] + 1, key_of(inside["name"]), name)


def _outlined(text: str) -> Iterator[Mention]:
    """Yield names in disguise: `Cl4ude`, `0penAI`, `OpenAl`, `Cla-ude`, with look-alike signs instead of or between
    letters."""
    for match in _LETTERS.finditer(text):
        if name := _disguised_by_outline(match.group()):
            mention = _disguised(match.start(), match.end(), key_of(name.written), name)
            # Whole words may be cut in two, as in "Co-pilot" and "sol.ar".
            yield replace(
                mention, clear=match.group()[0].isupper() or not name.ambiguous, specific=not name.ambiguous
            )


@lru_cache(maxsize=8192)
def _disguised_by_outline(word: str) -> Name | None:
    """Return the name that a word disguises; cached, because the answers of a run share most of their words."""
    names, key = known_names(), key_of(word)
    name = names.by_outline.get(key.translate(names.outline))
    if len(key) < _LONG_ENOUGH and key.isalpha():
        return None  # Short words differ by one letter often: a digit must stand for one.
    return name if key not in names.by_key or len(key) < len(word) else None


def _disguised(start: int, end: int, key: str, name: Name) -> Mention:
    return Mention(start=start, end=end, key=key, name=name, kind=name.kind, clear=True, specific=True)


def _apart(found: list[Mention]) -> list[Mention]:
    chosen: list[Mention] = []
    for mention in sorted(found, key=lambda mention: (mention.start, -mention.end)):
        if not chosen or mention.start >= chosen[-1].end:
            chosen.append(mention)
    return chosen


def _without(mentions: list[Mention], others: list[tuple[int, int]]) -> list[Mention]:
    """Drop mentions that are part of another thing's name; both lists are in order."""
    kept: list[Mention] = []
    at = 0
    for mention in mentions:
        while at < len(others) and others[at][1] <= mention.start:
            at += 1
        if at == len(others) or mention.end <= others[at][0] or others[at][1] < mention.end:
            kept.append(mention)
    return kept
