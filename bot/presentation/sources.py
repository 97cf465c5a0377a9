"""Draw cited sources, used tools with their calls, and claims that reviewers checked against sources."""

from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from bot.post import Block, File, Heading, Limits, Line, Post, PrivateReply, Prose, Table, line, quoted
from bot.presentation.documents.tables import code_block, result_of
from bot.presentation.phrases import demo_notice
from bot.presentation.words import Words
from council_core.domain.claim import CheckedClaim
from council_core.domain.events import Unveiled
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Cited, Response
from council_core.domain.title import cut_at_word
from council_core.domain.tool import Source, ToolUse
from council_core.exports.figures import calls_of

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
    title = quoted(cut_at_word(source.title or host, LONGEST_TITLE))
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
        line(words.claims.misquoted(quote=quoted(cut_at_word(quotation, LONGEST_QUOTATION))), small=True)
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
        rows=tuple((cut_at_word(claim, LONGEST_CLAIM), found) for claim, found in claim_rows(claims, words)),
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


FILE_NAME = "tool-calls.md"

LONGEST_ARGUMENTS, LONGEST_RESULT = 300, 400
"""Most characters of a call's arguments and of its result in the panel; the file has everything that is stored."""

Calls = tuple[tuple[str, ToolUse], ...]
"""Each call, after the name of the model that made it."""


def tool_calls_reply(view: RunView, limits: Limits, words: Words) -> PrivateReply:
    """Return each call's tool, arguments and result; one sentence while names are sealed, or if there are no calls.

    Args:
        view: The run as the person may see it.
        limits: Limits of one post.
        words: Words in the person's language.
    """
    page = words.tools
    if not isinstance(view, OpenRun):
        return PrivateReply(post=Post(blocks=(line(page.sealed),), summary=page.sealed))
    calls = calls_of(view)
    if not calls:
        return PrivateReply(post=Post(blocks=(line(page.none),), summary=page.none))
    blocks: list[Block] = []
    room, is_cut = limits.prose, False
    for number, (name, use) in enumerate(calls, 1):
        made, is_short = _call(number, name, use, words)
        weight = sum(limits.weigh(repr(block)) for block in made)
        fits = weight <= room
        is_cut = is_cut or is_short or not fits
        blocks += made if fits else ()
        room = room - weight if fits else 0
    if is_cut:
        blocks.append(line(page.in_file(file=FILE_NAME)))
    summary = page.notice(count=len(calls))
    post = Post(
        blocks=(*blocks, *demo_notice(view.summary.demo, words)),
        summary=summary,
        files=(_file(calls, words),) if is_cut else (),
        silent=True,
    )
    return PrivateReply(post=post, panel=page.panel)


def all_calls(view: RunView, words: Words) -> tuple[Block, ...]:
    """Return every call under its own heading, cut_at_word, for reading on one page; empty before the reveal."""
    calls = calls_of(view) if isinstance(view, OpenRun) else ()
    if not calls:
        return ()
    blocks = [
        block for number, (name, use) in enumerate(calls, 1) for block in _call(number, name, use, words)[0]
    ]
    return (Heading(text=words.buttons.tool_calls(count=len(calls))), *blocks)


def _call(number: int, name: str, use: ToolUse, words: Words) -> tuple[tuple[Block, ...], bool]:
    """Return a call, and whether parts of it were left out."""
    arguments, result = use.call.arguments, result_of(use, words)
    is_short = len(arguments) > LONGEST_ARGUMENTS or len(result) > LONGEST_RESULT
    made = (
        line(f"**{number}. {quoted(name)} — {quoted(use.call.name)}**"),
        Prose(text=code_block(_cut(arguments, LONGEST_ARGUMENTS))),
        Prose(text=code_block(_cut(result, LONGEST_RESULT))),
    )
    return made, is_short


def _cut(text: str, longest: int) -> str:
    """Return the beginning of a text, with unchanged lines."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _file(calls: Calls, words: Words) -> File:
    texts = (
        f"## {number}. {quoted(name)}: {quoted(use.call.name)}\n\n{code_block(use.call.arguments)}\n\n"
        f"{code_block(result_of(use, words))}"
        for number, (name, use) in enumerate(calls, 1)
    )
    content = "\n\n".join(texts).encode("utf-8", errors="replace")
    return File(name=FILE_NAME, media_type="text/markdown", content=content, title=words.tools.file_title)
