"""Draw the calls of tools behind a run's responses as a panel for one person, once names are out."""

from bot.post import Block, File, Heading, Limits, Post, PrivateReply, Prose, line, quoted
from bot.presentation.documents.tables import code_block, result_of
from bot.presentation.phrases import demo_notice
from bot.presentation.words import Words
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.tool import ToolUse
from council_core.exports.figures import calls_of

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
    """Return every call under its own heading, shortened, for reading on one page; empty before the reveal."""
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
