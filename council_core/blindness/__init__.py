"""Mask everything in a member's text that gives the member away.

`mask` is for answers, `scrub` for reviews (they also guess at authors), `strip_reasoning` for text that nobody should
read. names.toml lists names, languages/*.toml the ways in which models speak of themselves; a new name is a line
there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from council_core.blindness.abstract import (
    PLACEHOLDER,
    Abstract,
    abstract_of,
    compares,
    is_about_names,
    is_whole_answer,
    sentences,
)
from council_core.blindness.asked import NOTHING_ASKED, Asked, asked
from council_core.blindness.claims import Claim, find_claims
from council_core.blindness.classifier import is_judged, weights
from council_core.blindness.code_blocks import fence_around
from council_core.blindness.features import features_of
from council_core.blindness.frames import languages
from council_core.blindness.masked_text import MaskedText, Span, cover
from council_core.blindness.own_prompt import own_prompt_spans
from council_core.blindness.protected import Region, protected_regions
from council_core.blindness.reasoning import machinery_spans, strip_reasoning
from council_core.blindness.repeats import addresses_of, repeated
from council_core.blindness.seats import Seats, seats_in, seats_of
from council_core.blindness.signatures import blocks_of_code, comment_spans, find_signatures, names_in_lines
from council_core.domain.member import Roster

__all__ = ["MaskedText", "mask", "names_given", "names_in", "prepare", "scrub", "seats_of", "strip_reasoning"]

_FENCED_ANSWER = re.compile(
    r'\s*```(?:json)?\s*\n(?P<answer>\{(?=[^\n]{0,400}\s{0,40}"(?:final_?)?(?:answer|response|verdict|opinion)"\s*:)[^`]*\})\s*```\s*',
    re.IGNORECASE,
)


_LOOKED_AT = 50_000
"""Characters of a text in which names of other models than the seats are looked for, which takes some 50 ms."""

_OF_MARKDOWN = re.compile(r"markdown|readme|\.md\b", re.IGNORECASE)
"""A question about a text in Markdown, whose answer may be the source of one."""


def prepare() -> None:
    """Read the lists and compile the patterns of all languages, which takes seconds; otherwise the first text in each
    language pays for that."""
    scrub("I am ChatGPT, and so is Response A.", question="Is it?")
    for language in languages():
        for frame in (*language.frames, *language.notes, *language.guesses):
            _ = frame.template.pattern
    weights()


def mask(text: str, *, question: str = "", roster: Roster | None = None, known: str = "") -> MaskedText:
    """Mask everything that an answer says about its own author: name, maker, family, training, cut-off date, hosting.

    Reasoning blocks, template tokens and a fence around the whole answer are removed as well. Code, addresses,
    quotations, fiction and names as a topic stay; the question helps to tell them apart. The same rule holds for every
    answer, false names included.
    With a roster, the names and ids of all its seats are masked everywhere, except those that the question mentions,
    or `known`: other texts that all members were given; and except in an answer that compares models, as was asked.
    """
    return cover(text, lambda shown: detect(shown, question, roster, known, reviewing=False))


def scrub(text: str, *, question: str = "", roster: Roster | None = None, known: str = "") -> MaskedText:
    """Mask everything that `mask` masks, and guesses at authors: "Response B looks like Claude"."""
    return cover(text, lambda shown: detect(shown, question, roster, known, reviewing=True))


def detect(
    text: str, question: str, roster: Roster | None = None, known: str = "", *, reviewing: bool
) -> list[Span]:
    """Run all detectors. A template token that the question itself mentions is a topic and no leak."""
    if fenced := _FENCED_ANSWER.fullmatch(text):  # An answer in JSON is no code, though it stands in a fence.
        inner = detect(fenced["answer"], question, roster, known, reviewing=reviewing)
        start = fenced.start("answer")
        return [span._replace(start=span.start + start, end=span.end + start) for span in inner]
    if (fence := fence_around(text)) and not _OF_MARKDOWN.search(question):
        # The rest is read without it, in the next round: as code it would keep every name.
        return [Span(*line, "template_token") for line in fence]
    seats = seats_of(roster, f"{question}\n{known}")
    read = _read(text, question, seats, names=_names_in(known, seats))
    about, regions, machinery, abstract = read.about, read.regions, read.machinery, read.abstract
    claims = list[Claim]()
    # A name that is all of an answer, as under "Who painted the water lilies?", is what was asked for.
    if about.for_identity or not about.folded or not is_whole_answer(abstract.text):
        claims = [*find_claims(abstract, about, reviewing=reviewing), *find_signatures(abstract, about)]
    own = [claim for claim in claims if claim.label != "guess"]
    claims += repeated(abstract, own, families=about.for_author or about.for_self)
    spans = [Span(*abstract.original(claim.start, claim.end), claim.label) for claim in claims]
    if not (about.is_about_models and compares(abstract)):
        spans += [Span(*span, "self_name") for span in seats.spans(text)]
    spans += addresses_of(abstract, own, regions, about)
    spans += own_prompt_spans(text, about)
    spans += comment_spans(text, regions, about)
    covered_already = [span for span in spans if PLACEHOLDER.fullmatch(text, span.start, span.end)]
    return sorted({*machinery, *spans}.difference(covered_already))


def names_in(text: str, question: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield start and end of each name in an answer, and the features by which the classifier judges it, so that
    weights can be learned."""
    read = _read(text, question, seats_of(None, ""))
    if not is_judged(read.about):
        return
    for low, high in sentences(read.abstract.text):
        for at in range(low, high):
            if at in read.abstract.mentions:
                features = features_of(read.abstract, at, low, high, read.about)
                yield (*read.abstract.original(at, at + 1), features)
    for begin, _, abstract in blocks_of_code(text, read.regions):
        for low, line, here in names_in_lines(abstract):
            for at in here:
                start, end = abstract.original(at, at + 1)
                features = features_of(abstract, at, low, low + len(line), read.about, in_code=True)
                yield begin + start, begin + end, features


def names_given(text: str, roster: Roster) -> tuple[str, ...]:
    """Return the names of models and makers that a text gives to all members, each once, for `known`. A roster's seats
    are found in all of it, other names in its first 50,000 characters."""
    seats, beginning = seats_of(roster, ""), text[:_LOOKED_AT]
    abstract = abstract_of(beginning, regions=(), dropped=[], seats=seats)
    found = {
        mention.key: beginning[slice(*abstract.original(at, at + 1))]
        for at, mention in abstract.mentions.items()
        if mention.clear
    }
    return tuple(sorted({*found.values(), *seats_in(text, roster)}))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """An answer and its question as the detectors read them."""

    about: Asked
    regions: tuple[Region, ...]
    machinery: list[Span]
    abstract: Abstract


def _read(text: str, question: str, seats: Seats, *, names: frozenset[str] = frozenset()) -> _Read:
    about = replace(_asked(question), known=names) if names else _asked(question)
    regions = protected_regions(text)
    machinery = [
        Span(*span) for span in machinery_spans(text, regions) if text[span[0] : span[1]] not in question
    ]
    # An answer to "who are you?" speaks of itself in quotations and code, too: `I was told "You are ①"`.
    of_others = (
        tuple(region for region in regions if region.kind == "address") if about.for_author else regions
    )
    abstract = abstract_of(
        text, regions=of_others, dropped=[(span.start, span.end) for span in machinery], seats=seats
    )
    if is_about_names(abstract):
        about = replace(about, is_elsewhere=False, is_beside_models=False, for_self=False)
    return _Read(about=about, regions=regions, machinery=machinery, abstract=abstract)


@lru_cache(maxsize=64)
def _names_in(known: str, seats: Seats) -> frozenset[str]:
    """Return the keys of the names in texts that all members were given; cached like the question."""
    if not known:
        return frozenset()
    abstract = abstract_of(known, regions=(), dropped=[], seats=seats)
    return frozenset(mention.key for mention in abstract.mentions.values())


@lru_cache(maxsize=64)
def _asked(question: str) -> Asked:
    """Read the question with its own claims; cached, because one question has many answers."""
    about = asked(question)
    if not about.names:
        return about
    abstract = abstract_of(question, regions=(), dropped=[])
    claimed = {
        mention.key
        for claim in find_claims(abstract, NOTHING_ASKED)
        for position in range(claim.start, claim.end)
        if (mention := abstract.mentions.get(position))
    }
    return replace(about, claims=frozenset(claimed))
