"""Find further places of claimed names: once an answer has said who it is, each of them gives it away."""

import re
from collections.abc import Iterable, Iterator

from council_core.blindness.abstract import Abstract
from council_core.blindness.asked import Asked
from council_core.blindness.claims import Claim
from council_core.blindness.masked_text import Span
from council_core.blindness.mentions import Mention, find_mentions
from council_core.blindness.names import key_of
from council_core.blindness.protected import Region

_ANOTHER_THING = re.compile(r"\s+(?-i:[A-Z][a-z]+)")
_ARTICLE = re.compile(r"(?:^|\s)(?:an?|the|ein|der|un|une|le|la|el|il|o|een)\s$", re.IGNORECASE)
_MODEL_FOLLOWS = re.compile(r"\s+(?:ai|model|assistant|chatbot|language|llm|family|series)\b", re.IGNORECASE)
_SHORTEST_UNKNOWN, _MOST_UNKNOWN = 3, 40
_SHORTEST_PART = 4


def repeated(abstract: Abstract, claims: list[Claim], *, families: bool = False) -> list[Claim]:
    """Find the claimed names elsewhere; where a name has other meanings, only places that can be read as the name.

    With `families`, find all models and makers of a claimed name's family.
    """
    known, unknown = _claimed(abstract, claims)
    taken = {position for claim in claims for position in range(claim.start, claim.end)}
    own = {
        mention.name.family: claim.label
        for claim in (claims if families else ())
        if (mention := abstract.mentions.get(claim.start)) is not None
    }
    found = [
        Claim(start=position, end=position + 1, label=label)
        for position, mention in abstract.mentions.items()
        if position not in taken
        and (label := known.get(_written(abstract, position)) or own.get(mention.name.family))
        and _is_the_name(mention, position, abstract.text)
    ]
    return [*found, *_unknown_again(abstract.text, unknown, taken)]


def addresses_of(
    abstract: Abstract, claims: Iterable[Claim], regions: Iterable[Region], question: Asked
) -> Iterator[Span]:
    """Yield the names in addresses that are of a claimed name's family: `claude.ai` gives away whom ① made. Yield
    all names in them if the question is not about models, companies or software, and no other model is named."""
    families = {
        mention.name.family
        for claim in claims
        if (mention := abstract.mentions.get(claim.start)) is not None and mention.key not in question.names
    }
    is_unasked = question.is_elsewhere and not abstract.mentions
    for region in regions if families or is_unasked else ():
        if region.kind != "address":
            continue
        # A name behind an @ is part of another word everywhere else.
        address = abstract.source[region.start : region.end].replace("@", " ")
        for mention in find_mentions(address):
            is_likely = is_unasked and mention.specific and mention.key not in question.known
            if mention.name.family in families or is_likely:
                yield Span(region.start + mention.start, region.start + mention.end, "self_name")


def _claimed(abstract: Abstract, claims: list[Claim]) -> tuple[dict[str, str], dict[str, str]]:
    known: dict[str, str] = {}
    unknown: dict[str, str] = {}
    for claim in claims:
        mentioned = [place for place in range(claim.start, claim.end) if place in abstract.mentions]
        for place in mentioned:
            written = _written(abstract, place)
            # A more precise claim reveals the general name too: `claude3opus` is also `claude`.
            for end in range(min(len(written), _SHORTEST_PART), len(written) + 1):
                known.setdefault(written[:end], claim.label)
        words = abstract.text[claim.start : claim.end]
        is_name = claim.label not in {"self_cutoff", "self_tell"} and words[0].isalnum()
        if not mentioned and is_name and len(words) >= _SHORTEST_UNKNOWN and len(unknown) < _MOST_UNKNOWN:
            unknown.setdefault(words.partition(" (")[0], claim.label)
    return known, unknown


def _written(abstract: Abstract, position: int) -> str:
    """Return the whole name with its version in any spelling: a claim to be GPT-4 says nothing about GPT-3."""
    mention = abstract.mentions[position]
    start, end = abstract.original(position, position + 1)
    written = key_of(abstract.source[start:end])
    return written if mention.key in written else mention.key


def _is_the_name(mention: Mention, position: int, text: str) -> bool:
    if mention.specific:
        return True
    if not mention.clear or text[position - 1 : position] in {"#", "@"}:
        return False
    if _MODEL_FOLLOWS.match(text, position + 1):
        return True
    return not (
        _ANOTHER_THING.match(text, position + 1) or _ARTICLE.search(text, max(0, position - 6), position)
    )


def _unknown_again(text: str, unknown: dict[str, str], taken: set[int]) -> Iterator[Claim]:
    if not unknown:
        return
    longest_first = sorted(unknown, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    for match in pattern.finditer(text):
        if match.start() not in taken:
            yield Claim(start=match.start(), end=match.end(), label=unknown[match.group()])
