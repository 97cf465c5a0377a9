"""Draw cited sources, used tools, and claims that reviewers checked against sources."""

from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from bot.post import Block, Line, Table, line, quoted
from bot.presentation.phrases import shortened
from bot.presentation.words import Words
from council_core.domain.claim import CheckedClaim
from council_core.domain.slate import Cited, Response
from council_core.domain.tool import Source
from council_core.domain.unveiled import Unveiled

MOST_SHOWN = 8
LONGEST_TITLE = 80
LONGEST_QUOTATION = 120
LONGEST_LINK = 300
"""Most characters of a link; of a longer address only the host is shown."""

SAFE = "%/:?#[]@!$&'*+,;=~-._"
"""Characters of an address without a meaning in a CommonMark link."""


def source_line(response: Response | Cited, words: Words) -> tuple[Line, ...]:
    """Return the sources of a response, each with number, title and host; empty without citations."""
    if not response.sources:
        return ()
    shown = [shown_source(number, source) for number, source in enumerate(response.sources[:MOST_SHOWN], 1)]
    more = len(response.sources) - len(shown)
    return (line(words.responses.sources(listed=shown, more=more), small=True),)


def shown_source(number: int, source: Source) -> str:
    """Return a source with its number, its title as a link, and its host; a tool without pages by its name."""
    if not source.url:
        return f"\\[{number}\\] {quoted(source.title)}"
    host = host_of(source.url)
    title = quoted(shortened(source.title or host, LONGEST_TITLE))
    if len(source.url) > LONGEST_LINK:
        return f"\\[{number}\\] {title} ({quoted(host)})"
    return f"\\[{number}\\] [{title}]({quote(source.url, safe=SAFE)}) ({quoted(host)})"


def host_of(url: str) -> str:
    """Return the host name in an address, as people know it; empty if there is none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def misquoted_lines(quotations: Sequence[str], words: Words) -> tuple[Line, ...]:
    """Return a line for each quotation that its named source does not hold."""
    return tuple(
        line(words.claims.misquoted(quote=quoted(shortened(quotation, LONGEST_QUOTATION))), small=True)
        for quotation in quotations
    )


def tools_lines(unveiled: Sequence[Unveiled], words: Words) -> tuple[Line, ...]:
    """Return each model's uses of tools, and the models that take none; empty if no tool was used."""
    used = [
        words.board.tools_used(
            name=quoted(one.name), tools=[f"{quoted(tool)} {count}" for tool, count in one.tools]
        )
        for one in unveiled
        if one.tools
    ]
    refused = [quoted(one.name) for one in unveiled if one.refused_tools]
    said = [words.board.used(each=used)] if used else []
    said += [words.board.takes_no_tools(names=refused)] if refused else []
    return (line(" ".join(said), small=True),) if said else ()


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
