"""Find quotations beside citations, and those that their sources do not hold.

Only a clear case is flagged: a quotation of some length, in the language of the source that its paragraph cites. Its
letters are neither in that source nor in any other text that its writer could read.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from council_core.reading.checks import ELLIPSIS, SHORTEST_PART

FEWEST_WORDS = 5
"""Fewest words of a quotation; shorter ones are a term, a title or irony."""

FEWEST_SIGNS = 12
"""Fewest letters of a quotation in scripts that write several words as one."""

LONGEST = 1_000
MOST = 40
"""Most quotations of a text that are looked up."""

MOST_OTHERS = 2_000_000
"""Most characters of other texts that are searched for a quotation."""

CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
CITED = re.compile(r"\[(\d{1,3}(?:,[ \t]?\d{1,3})*)\](?![(:])")
ASIDE = re.compile(r"\[[^\]\n]*\]")
"""Words in brackets that a writer adds to a quotation."""

NOTE = re.compile(r"\[\d{1,3}\]")
TARGET = re.compile(r"\]\([^)\n]*\)")
"""Address of a Markdown link in a source."""

THOUSAND, DECIMAL = re.compile(r"(?<=\d)[.,'](?=\d{3}(?!\d))"), re.compile(r"(?<=\d)[.,](?=\d)")
POINT = "\N{BULLET}"

MARKS = re.compile(
    r'(?<!\w)"(?=\S)([^"\n]*?)(?<=\S)"(?!\w)'
    r"|“([^“”\n]*)”|„([^„“”\n]*)[“”]|«([^«»\n]*)»|»([^«»\n]*)«|「([^「」\n]*)」|『([^『』\n]*)』"
    r"|(?<!\w)‘(?=\S)([^‘\n]*?)(?<=\S)’(?!\w)"
)

SPACELESS = ("CJK", "HANGUL", "THAI")
JAPANESE = ("HIRAGANA", "KATAKANA")

FUNCTION_WORDS: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the and of to is that was for with are by from this have not be which has its were will an",
        "de": "der die das und ist nicht ein eine mit von zu den dem des für auf sich im auch es wird wurde sind",
        "fr": "le les des et est une dans pour qui pas sur avec du au ce sont cette il elle aux par",
        "es": "el los las una del por con para es como más pero sus al está son esta lo fue",
        "it": "il di che è per non una del della con sono gli nel alla dei si più anche",
        "nl": "het een van dat niet zijn voor met op aan er maar om ook deze bij naar wordt",
        "pt": "o os não uma do da em para com mais dos como mas ao das seu sua são foi",
    }.items()
}


def quotations(paragraph: str) -> tuple[str, ...]:
    """Return the long enough quotations in a paragraph."""
    found = (next(filter(None, match.groups()), "") for match in MARKS.finditer(paragraph))
    return tuple(each.strip() for each in found if len(each) <= LONGEST and _is_long(each))


def misquoted(text: str, sources: Sequence[str], others: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the quotations beside citations that are neither in the cited sources nor in anything else given.

    Args:
        text: An answer.
        sources: Known text of each source, in the order of the numbers; empty if unknown.
        others: Further texts that may be quoted, such as the question and its material.
    """
    found = _beside_citations(text)
    named = {number for _, numbers in found for number in numbers if 1 <= number <= len(sources)}
    known = {number: _Known(sources[number - 1]) for number in sorted(named) if sources[number - 1].strip()}
    flagged = [
        quotation
        for quotation, numbers in found
        if _is_made_up(quotation, [known[number] for number in dict.fromkeys(numbers) if number in known])
    ]
    return _in_none(flagged, others)


def unfounded(text: str, answers: Sequence[str], others: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the quotations beside citations in a verdict that its writer cannot have read anywhere.

    Args:
        text: A verdict.
        answers: Answers under the verdict, whose language a quotation must have.
        others: Everything else that the writer was given.
    """
    found = _beside_citations(text)
    known = [_Known(answer) for answer in answers if answer.strip()] if found else []
    return _in_none([quotation for quotation, _ in found if _is_made_up(quotation, known)], others)


def stands_in_one(quotation: str, texts: Iterable[str]) -> bool:
    """Tell whether one of the texts holds a quotation: its letters in their order, between ellipses and asides."""
    return any(_Known(text).holds(quotation) for text in texts)


def _in_none(quotations: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    """Return the quotations that none of these texts holds; none if the texts are too long to search."""
    if not quotations or sum(map(len, texts)) > MOST_OTHERS:
        return ()
    known = [_Known(text) for text in texts]
    return tuple(each for each in quotations if not any(text.holds(each) for text in known))


def _beside_citations(text: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the first quotations, each once, with the numbers cited in their paragraphs."""
    found: dict[str, tuple[int, ...]] = {}
    for paragraph in CODE.sub(" ", text).splitlines():
        numbers = tuple(int(each) for group in CITED.findall(paragraph) for each in group.split(","))
        for quotation in quotations(paragraph) if numbers else ():
            found[quotation] = (*found.get(quotation, ()), *numbers)
    return tuple(found.items())[:MOST]


def _is_made_up(quotation: str, texts: Sequence["_Known"]) -> bool:
    if not texts or any(text.holds(quotation) for text in texts):
        return False
    spoken = _language(quotation)
    return any(_may_be_one(spoken, text.language) for text in texts)


class _Known:
    """A text in which quotations are searched."""

    def __init__(self, text: str) -> None:
        self._text = TARGET.sub("]", text)

    @cached_property
    def language(self) -> tuple[str, str]:
        return _language(self._text)

    @cached_property
    def _letters(self) -> tuple[str, str]:
        """Return the letters with and without the numbers of notes, because a quotation may leave the numbers out."""
        return _letters(self._text), _letters(NOTE.sub("", self._text))

    def holds(self, quotation: str) -> bool:
        parts = [_letters(part) for aside in ASIDE.split(quotation) for part in ELLIPSIS.split(aside)]
        parts = [part for part in parts if len(part) >= SHORTEST_PART]
        return not parts or any(_in_order(letters, parts) for letters in self._letters)


def _in_order(letters: str, parts: Sequence[str]) -> bool:
    at = 0
    for part in parts:
        found = letters.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def _letters(text: str) -> str:
    """Return letters and digits alone: pages lose case, accents, spaces, hyphens and signs on the way through tools.

    A decimal point is kept, and a separator of thousands is removed.
    """
    plain = DECIMAL.sub(POINT, THOUSAND.sub("", unicodedata.normalize("NFKD", text.casefold())))
    return "".join(sign for sign in plain if sign.isalnum() or sign == POINT)


def _is_long(text: str) -> bool:
    plain = ASIDE.sub(" ", text)
    letters = [sign for sign in plain if sign.isalpha()]
    is_spaceless = bool(letters) and _script(letters[0]) in SPACELESS
    if is_spaceless:
        return len(letters) >= FEWEST_SIGNS
    return sum(any(map(str.isalpha, word)) for word in plain.split()) >= FEWEST_WORDS


def _language(text: str) -> tuple[str, str]:
    """Return a text's script and language; an empty language if it is not clear which Latin one it is."""
    scripts = Counter(_script(sign) for sign in text[:2_000] if sign.isalpha())
    script = scripts.most_common(1)[0][0] if scripts else ""
    if script != "LATIN":
        return script, ""
    words = Counter(re.findall(r"[^\W\d_]+", text.casefold()[:20_000]))
    hits = {language: sum(words[word] for word in common) for language, common in FUNCTION_WORDS.items()}
    (first, most), (_, second) = sorted(hits.items(), key=lambda each: -each[1])[:2]
    return script, first if most > second else ""


def _may_be_one(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return one[0] == other[0] and (one[1] == other[1] or not one[1] or not other[1])


def _script(sign: str) -> str:
    script = unicodedata.name(sign, "").split(" ")[0]
    return "CJK" if script in JAPANESE else script
