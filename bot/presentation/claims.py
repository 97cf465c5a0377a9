"""Draw claims that reviewers checked against sources: a table beside the verdict, and its sources."""

from collections.abc import Sequence

from bot.post import Block, Line, Table, line
from bot.presentation.phrases import shortened
from bot.presentation.sources import misquoted_lines, shown_source
from bot.presentation.words import Words
from council_core.domain.claim import CheckedClaim
from council_core.domain.tool import Source

LONGEST_CLAIM = 160
MOST_SOURCES = 6


def claims_blocks(claims: Sequence[CheckedClaim] | None, words: Words) -> tuple[Block, ...]:
    """Return the table under its title, with its sources and flagged quotations below. Return a sentence if no claim
    could be checked, and nothing if the run asked for no check.

    Args:
        claims: The claims; None if the run asked for no check.
        words: Words in the thread's language.
    """
    if claims is None:
        return ()
    if not claims:
        return (line(words.claims.none, small=True),)
    table = Table(
        columns=(words.claims.claim, words.claims.finding),
        rows=tuple((shortened(claim, LONGEST_CLAIM), found) for claim, found in claim_rows(claims, words)),
        caption=words.claims.title,
    )
    return (
        line(f"**{words.claims.title}**"),
        table,
        *_source_line(claims, words),
        *misquoted_lines(misquoted_in(claims), words),
    )


def claim_rows(claims: Sequence[CheckedClaim], words: Words) -> tuple[tuple[str, str], ...]:
    """Return each claim with the reviewers' finding and the numbers of its sources."""
    numbers = {source: number for number, source in enumerate(sources_of(claims), 1)}
    return tuple((each.claim, _finding(each, numbers, words)) for each in claims)


def _finding(claim: CheckedClaim, numbers: dict[Source, int], words: Words) -> str:
    found = words.claims.found(supported=claim.supported, contradicted=claim.contradicted)
    marks = "".join(f"[{numbers[source]}]" for source in claim.sources)
    return f"{found} {marks}".rstrip()


def sources_of(claims: Sequence[CheckedClaim]) -> tuple[Source, ...]:
    """Return the sources of all claims, each once, in the order of their numbers."""
    return tuple(dict.fromkeys(source for claim in claims for source in claim.sources))


def _source_line(claims: Sequence[CheckedClaim], words: Words) -> tuple[Line, ...]:
    sources = sources_of(claims)
    if not sources:
        return ()
    shown = [shown_source(number, source) for number, source in enumerate(sources[:MOST_SOURCES], 1)]
    return (line(words.responses.sources(listed=shown, more=len(sources) - len(shown)), small=True),)


def misquoted_in(claims: Sequence[CheckedClaim]) -> tuple[str, ...]:
    """Return the reviewers' quotations that are not in their sources."""
    return tuple(quotation for claim in claims for quotation in claim.misquoted)
