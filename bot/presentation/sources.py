"""Lines under posts about cited sources and used tools."""

from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from bot.post import Line, line, quoted
from bot.presentation.phrases import shortened
from bot.presentation.words import Words
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
