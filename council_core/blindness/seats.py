"""Find the names, ids and short ids of a run's seats in a text.

A run knows its seats, so their names need no guess: `zq-77-alpha on this:` names a seat in any context. A name that
all members were given, in the question or beside it, is a topic and stays, unless the frames of claims find it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from council_core.blindness.names import Name, key_of, known_names
from council_core.blindness.shadow import Shadow, fold, shadow_of
from council_core.domain.member import Roster

_SEPARATORS = re.compile(r"[\s_.:/#·()-]+")
_JOINT = r"[\s_.:/#·()-]{0,2}"
_NUMBERED = re.compile(r"\s\(\d+\)$")
_SHORTEST = 2
_SHORTEST_WORD = 3
_SHORTEST_LOUD = 4
"""Fewest letters of a plain name that is also found in capital letters; shorter ones may be abbreviations."""

_LONGER_NAME = re.compile(r"\s(?:[A-Z][a-z'’-]+|of\s[A-Z]|von\s|de\s[A-Z])")
"""End of a longer name behind a plain one: `Ada Lovelace` is not the seat `Ada`."""

_PARTICLE = r"(?:은|는|이|가|을|를|의|와|과|로|도|에|입니다|이라|라고|예요|이에요)(?![가-힣]{3})"

_TYPOGRAPHY = dict.fromkeys(map(ord, "–—‘’“”„…•·→×²€§°"), " ")
"""Signs that disguise no letter."""

_COMMON_WORDS = """
about after again all also and another answer any are assistant author because been best but can code could
date each first for from good has have here how however its last let like made make maker may model more most
much must new next not now one only other our out over response same should since some such than that the
their them then there these they this those trait true two use was well were what when where which while who
why will with would yes you your
"""
_COMMON = frozenset(_COMMON_WORDS.split())
"""Ordinary words that a seat may be called; masking them everywhere would spoil every answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Patterns for the seats of one run in its texts."""

    everywhere: re.Pattern[str] | None
    """Names and ids that can only mean a seat, and that members were not given."""

    words: re.Pattern[str] | None
    """Plain words in their capital letters, with the same exception."""

    claimed: re.Pattern[str] | None
    """All of them, also those that members were given, masked where an answer claims to be one."""

    name: Name
    hints: tuple[str, ...] = ()
    """Part of each name in small letters: a text without any of them needs no closer look."""

    def may_stand_in(self, text: str) -> bool:
        """Tell quickly whether a text may name a seat; one with letters beyond ASCII always may, in disguise."""
        return _holds_any(text, self.hints)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield ranges of a text that name a seat in any context, code and quotations included."""
        if (self.everywhere is None and self.words is None) or not self.may_stand_in(text):
            return
        shadow = shadow_of(text)
        if self.everywhere is not None:
            yield from (_original(shadow, match) for match in self.everywhere.finditer(shadow.text))
        if self.words is not None:
            for match in self.words.finditer(shadow.text):
                if not _LONGER_NAME.match(shadow.text, match.end()):
                    yield _original(shadow, match)


@lru_cache(maxsize=64)
def _holds_any(text: str, hints: tuple[str, ...]) -> bool:
    """Tell whether a part of a name is in a text; cached, because each text is asked about more than once."""
    if not text.isascii():
        text = text.translate(_TYPOGRAPHY)
        if not text.isascii():
            return True
    low = text.lower().replace("*", "").replace("_", "")
    return any(hint in low for hint in hints)


_NOBODY = Seats(
    everywhere=None,
    words=None,
    claimed=None,
    name=Name(written="", family="a seat", kind="model", ambiguous=False),
)


@lru_cache(maxsize=256)
def seats_of(roster: Roster | None, given: str) -> Seats:
    """Return the patterns for a roster's seats in answers to a question; empty without a roster.

    Args:
        roster: The seats.
        given: The question, and other texts that all members read before they answered.
    """
    if roster is None:
        return _NOBODY
    terms = set(_terms(roster))
    plain = {term for term in terms if _is_a_word(term)}
    known = {term for term in plain if key_of(term) in known_names().by_key}
    told = set(_found(terms, shadow_of(given).text))
    own = [term for term in plain - known - told if term.lower() not in _COMMON]
    spoken = [term[0].upper() + term[1:] for term in own]
    spoken += [term.upper() for term in own if len(term) >= _SHORTEST_LOUD]
    return Seats(
        everywhere=_any(terms - plain - told),
        words=_any(spoken, flags=re.RegexFlag(0)),
        claimed=_any(
            terms - known - {term for term in plain if term.lower() in _COMMON}, exactly=_short_names(roster)
        ),
        name=_NOBODY.name,
        hints=_hints(terms),
    )


def seats_in(text: str, roster: Roster) -> tuple[str, ...]:
    """Return the names and ids of a roster's seats that stand in a text, without disguises."""
    return tuple(sorted(_found(set(_terms(roster)), text)))


def _found(terms: Iterable[str], text: str) -> Iterator[str]:
    return (term for term in terms if (pattern := _any([term])) and pattern.search(text))


def _hints(terms: Iterable[str]) -> tuple[str, ...]:
    """Return parts such that every text with one of these terms contains at least one part. A term that contains a
    shorter one needs no part of its own: `openai` would be found in many texts that name no seat."""
    low = {term.lower() for term in terms}
    shortest = [term for term in low if not any(other != term and other in term for other in low)]
    return tuple(sorted({max(_SEPARATORS.split(term), key=len) for term in shortest}))


def _terms(roster: Roster) -> Iterator[str]:
    for member in roster.everyone():
        model = member.model.partition(":")[2]
        for written in (member.id, member.model, model, model.rpartition("/")[2], member.name):
            term = _NUMBERED.sub("", fold(written)).strip()
            if len(term) >= _SHORTEST and any(sign.isalpha() for sign in term):
                yield term


def _short_names(roster: Roster) -> Iterator[str]:
    """Yield the first words of names of several words: `Orrin` of the seat `Orrin 5 Mist` may call itself that."""
    for member in roster.everyone():
        first, *others = fold(member.name).split() or [""]
        is_name = len(first) >= _SHORTEST_LOUD and _is_a_word(first) and first[0].isupper()
        if others and is_name and first.lower() not in _COMMON and key_of(first) not in known_names().by_key:
            yield first


def _is_a_word(term: str) -> bool:
    return term.isalpha() and term.isascii() and (len(term) >= _SHORTEST_WORD or term.lower() in _COMMON)


def _any(
    terms: Iterable[str], *, flags: re.RegexFlag = re.IGNORECASE, exactly: Iterable[str] = ()
) -> re.Pattern[str] | None:
    """Return a pattern for these terms with any separators between their parts, the longest first; and for words in
    exactly these letters."""
    parted = [[part for part in _SEPARATORS.split(term) if part] for term in terms]
    longest_first = sorted((parts for parts in parted if parts), key=lambda parts: -sum(map(len, parts)))
    if not longest_first:
        return None
    spelt = [(_JOINT.join(map(re.escape, parts)), "".join(parts).isascii()) for parts in longest_first]
    spelt += [(f"(?-i:{re.escape(word)})", word.isascii()) for word in sorted(set(exactly))]
    tail = r"(?:#\d{1,2}|-[\w.]{0,30}[A-Za-z0-9])?"
    # Some languages put no space after a Latin name: `Velka입니다`.
    latin = "|".join(pattern for pattern, is_latin in spelt if is_latin)
    other = "|".join(pattern for pattern, is_latin in spelt if not is_latin)
    forms = [rf"(?<![A-Za-z0-9_])(?:{latin}){tail}(?![A-Za-z0-9_])"] if latin else []
    forms += [rf"(?<!\w)(?:{other}){tail}(?:(?!\w)|(?={_PARTICLE}))"] if other else []
    return re.compile("|".join(forms), flags)


def _original(shadow: Shadow, match: re.Match[str]) -> tuple[int, int]:
    return shadow.starts[match.start()], shadow.ends[match.end() - 1]
