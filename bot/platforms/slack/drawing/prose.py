"""Draws CommonMark of models and people (untrusted) as a markdown block, or as rich text where that is safer."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from bot.platforms import shortcodes
from bot.platforms.slack.drawing import blocks, tables
from bot.platforms.slack.drawing.blocks import Kit
from bot.platforms.slack.drawing.markup import (
    NOTHING,
    Span,
    deceives,
    inline_spans,
    neutral,
    neutral_markdown,
    opens,
    rich_elements,
)
from council_core.exports.commonmark import read_unspaced_marks
from council_core.exports.source import outside_code

LONGEST_MARKDOWN = 12_000
"""Source: docs.slack.dev, markdown block."""

MOST_PARTS = 42
"""Most blocks into which a markdown block may be translated. Slack counts these towards the 50 of a message, and our
own blocks need room too."""

LONGEST_PART = 2_900
"""Most characters of one part. Slack documents no limit for rich text; this one, that of a section, stays readable."""

DEEPEST_LIST = 8

_MARK = r"(\*\*|~~|(?<!\*)\*(?!\*))"
_BEGINS_MARKED = re.compile(rf"(?<=[^\x00-\x7f\s]){_MARK}(?=[^\w\s*~`{NOTHING}][^\n]*?\1)")
_ENDS_MARKED = re.compile(rf"(?<=[^\w\s*~`{NOTHING}]){_MARK}(?=[^\x00-\x7f\s])")

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
read_unspaced_marks(PARSER)


def markdown_block(text: str) -> Kit | None:
    """Return the prose as a markdown block; None if Slack would refuse it, or if it holds a deceiving link.

    Slack parses the text with a parser of its own, so a deceiving link cannot be repaired in place. Such prose is drawn
    as rich text, in which every link is ours.
    """
    safe = outside_code(neutral_markdown(text), lambda words: shortcodes.parted(_with_firm_marks(words)))
    if not safe.strip() or len(safe) > LONGEST_MARKDOWN:
        return None
    looks = _looked_at(safe)
    return None if looks.parts > MOST_PARTS or looks.has_bad_link else blocks.markdown(safe)


def _with_firm_marks(text: str) -> str:
    """Put an invisible character between mark and punctuation in `**핵심(요약)**은`: Slack takes a mark between
    punctuation and a letter of such a language for text.

    Source: measurements of https://pypi.org/project/slack-markdown-parser (2.6.0).
    """
    return _ENDS_MARKED.sub(f"{NOTHING}\\1", _BEGINS_MARKED.sub(f"\\1{NOTHING}", text))


def predicted_parts(text: str) -> int:
    """Predict the blocks into which Slack translates the text: one for each heading, fence, table, rule and run of
    other text."""
    return _looked_at(text).parts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Looks:
    parts: int
    has_bad_link: bool


@lru_cache(maxsize=32)
def _looked_at(text: str) -> _Looks:
    """Analyse the text. Cached, because a text is drawn and then measured."""
    tokens = PARSER.parse(text)
    has_bad_link = any(_has_bad_link(token.children or []) for token in tokens)
    return _Looks(parts=_parts(SyntaxTreeNode(tokens)), has_bad_link=has_bad_link)


_ALONE = ("heading", "fence", "code_block", "hr", "table")


def _parts(root: SyntaxTreeNode) -> int:
    count, in_run = 0, False
    for node in root.children:
        alone = node.type in _ALONE
        count += alone or not in_run
        in_run = not alone
        # Slack may move a block out of a list or quote, which cuts the run in two.
        count += 0 if alone else 2 * sum(inner.type in _ALONE for inner in node.walk(include_self=False))
    return max(1, count)


def _has_bad_link(children: Sequence[Token]) -> bool:
    url, label = "", ""
    for token in children:
        if token.type == "link_open":
            url, label = str(token.attrs.get("href", "")), ""
        elif token.type == "link_close":
            if deceives(label, url) or not opens(url):
                return True
        elif token.type == "image":
            src = str(token.attrs.get("src", ""))
            if deceives(token.content, src) or not opens(src):
                return True
        label += token.content
    return False


def rich_blocks(text: str) -> list[Kit]:
    """Draw the prose as rich text blocks, for prose that cannot be a markdown block."""
    parts = [piece for part in _drawn(SyntaxTreeNode(PARSER.parse(text)), 0) for piece in _short(part)]
    made: list[Kit] = []
    room, held = LONGEST_PART, list[Kit]()
    for part in parts:
        size = _size(part)
        if held and size > room:
            made.append(blocks.rich_text(*held))
            room, held = LONGEST_PART, []
        held.append(part)
        room -= size
    return [*made, blocks.rich_text(*held)] if held else made


def _size(part: Kit) -> int:
    inner: list[Kit] = part.get("elements", [])
    return len(part.get("text", "")) + len(part.get("url", "")) + sum(_size(one) for one in inner)


def _short(part: Kit) -> Iterator[Kit]:
    """Yield the part, or several parts of its kind if it is too long."""
    if _size(part) <= LONGEST_PART:
        yield part
        return
    held, room = list[Kit](), LONGEST_PART
    for element in part["elements"]:
        for piece in _pieces(element):
            if held and _size(piece) > room:
                yield {**part, "elements": held}
                held, room = [], LONGEST_PART
            held.append(piece)
            room -= _size(piece)
    if held:
        yield {**part, "elements": held}


def _pieces(element: Kit) -> Iterator[Kit]:
    if element["type"] == "rich_text_section":
        yield from _short(element)
        return
    text = element.get("text", "")
    if len(text) <= LONGEST_PART:
        yield element
        return
    while text:
        at = (
            len(text)
            if len(text) <= LONGEST_PART
            else max(text.rfind("\n", 1, LONGEST_PART), 0) or LONGEST_PART
        )
        yield {**element, "text": text[:at]}
        text = text[at:].removeprefix("\n")


def _drawn(node: SyntaxTreeNode, depth: int) -> Iterator[Kit]:
    """Convert a block of CommonMark, with all its content, into parts of rich text."""
    match node.type:
        case "paragraph" | "heading":
            yield from _paragraph(_inline(node), bold=node.type == "heading")
        case "bullet_list" | "ordered_list":
            yield from _list(node, depth)
        case "fence" | "code_block" | "html_block":
            yield blocks.rich_fence(neutral(node.content))
        case "blockquote":
            words = rich_elements(_flat(node))
            if words:
                yield {"type": "rich_text_quote", "elements": words}
        case "table":
            yield blocks.rich_fence(_table(node))
        case "hr":
            yield blocks.rich_section([blocks.rich_words("⸻\n")])
        case _:
            for child in node.children:
                yield from _drawn(child, depth)


def _paragraph(line: Sequence[Span], *, bold: bool = False) -> Iterator[Kit]:
    if bold:
        line = [Span(text=span.text, styles=("bold",), code=span.code, url=span.url) for span in line]
    if elements := rich_elements([*line, Span(text="\n")]):
        yield blocks.rich_section(elements)


def _inline(node: SyntaxTreeNode) -> list[Span]:
    return [
        span
        for child in node.children
        if child.type == "inline" and child.token is not None
        for span in inline_spans(child.token.children or [])
    ]


def _table(node: SyntaxTreeNode) -> str:
    return tables.aligned(
        [[_words(cell) for cell in row.children] for part in node.children for row in part.children]
    )


def _words(cell: SyntaxTreeNode) -> str:
    """Return the text of a cell, with the address of each link, because a link within code opens nothing."""
    text = ""
    line = _inline(cell)
    for at, span in enumerate(line):
        text += span.text
        is_end = at + 1 == len(line) or line[at + 1].url != span.url
        text += f" ({span.url})" if span.url and span.url != span.text and is_end else ""
    return text


def _flat(node: SyntaxTreeNode, depth: int = 0) -> list[Span]:
    """Convert everything in a quote into one run of text; lists in it keep their marks."""
    line: list[Span] = []
    for at, child in enumerate(node.children):
        if line:
            line.append(Span(text="\n"))
        match child.type:
            case "paragraph" | "heading":
                line += _inline(child)
            case "fence" | "code_block" | "html_block":
                line.append(Span(text=child.content.rstrip("\n"), code=True))
            case "table":
                line.append(Span(text=_table(child), code=True))
            case "hr":
                line.append(Span(text="⸻"))
            case "list_item":
                mark = f"{int(node.attrs.get('start', 1)) + at}." if node.type == "ordered_list" else "•"
                line += [Span(text=f"{'   ' * depth}{mark} "), *_flat(child, depth + 1)]
            case _:
                line += _flat(child, depth)
    return line


def _list(node: SyntaxTreeNode, depth: int) -> Iterator[Kit]:
    """Convert a list into one rich text list, interrupted at each item that holds more than text."""
    ordered = node.type == "ordered_list"
    first = int(node.attrs.get("start", 1)) if ordered else 1
    shape: Kit = {
        "type": "rich_text_list",
        "style": "ordered" if ordered else "bullet",
        "indent": min(depth, DEEPEST_LIST),
    }
    held: list[Kit] = []
    began = first
    for at, item in enumerate(node.children):
        words = [child for child in item.children if child.type in ("paragraph", "heading")]
        rest = [child for child in item.children if child.type not in ("paragraph", "heading")]
        line: list[Span] = []
        for paragraph in words:
            line += [*([Span(text="\n")] if line else []), *_inline(paragraph)]
        held.append(blocks.rich_section(rich_elements(line) or [blocks.rich_words(" ")]))
        if rest:
            yield {**shape, "offset": began - 1, "elements": held}
            held, began = [], first + at + 1
            for child in rest:
                yield from _drawn(child, depth + 1)
    if held:
        yield {**shape, "offset": began - 1, "elements": held}
