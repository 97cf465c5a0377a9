"""Parse CommonMark into a tree of plain values, from which HTML, PDF and DOCX are drawn.

Texts of models and people become data here: a renderer writes them as text, never as markup of its own.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from markdown_it.token import Token

from council_core.exports.commonmark import parser
from council_core.exports.document import Document, Section

Node = dict[str, Any]
"""A node: `t` is its kind, `v` its text, `c` its children. It is valid JSON, because a child process draws the PDF."""

PARSER = parser()

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Characters that XML 1.0 forbids, halves of surrogate pairs, and characters that change the reading direction."""


def tree(text: str) -> list[Node]:
    """Return the blocks of a CommonMark text. Headings within quotations start at the third level."""
    return _blocks(iter(PARSER.parse(CONTROL.sub("", text))), quoted=False)


def inline(text: str) -> list[Node]:
    """Return the words of one paragraph of CommonMark, spaces at its ends included."""
    return [span for token in PARSER.parseInline(CONTROL.sub("", text)) for span in _inline(token)]


# The tokens are read in order: markdown-it's own tree has cycles, so that a long text would leave its hundreds of
# thousands of objects to the garbage collector, which holds up all other work while it looks at them.


def _blocks(tokens: Iterator[Token], *, quoted: bool) -> list[Node]:
    """Return the blocks up to the end of the one that these tokens are in."""
    return [_block(token, tokens, quoted=quoted) for token in _inside(tokens)]


def _inside(tokens: Iterator[Token]) -> Iterator[Token]:
    """Yield the tokens within a block or a span; those within these are read by others meanwhile."""
    for token in tokens:
        if token.nesting < 0:
            return
        yield token


def _block(token: Token, tokens: Iterator[Token], *, quoted: bool) -> Node:
    match token.type:
        case "heading_open":
            level = int(token.tag[1])
            return _text_block("h", tokens, level=max(3, min(level + 1, 6)) if quoted else level)
        case "fence" | "code_block":
            language = _plain((token.info or "").split(" ")[0])
            return {"t": "code", "v": token.content.rstrip("\n"), "lang": language}
        case "bullet_list_open":
            items = [_blocks(tokens, quoted=quoted) for _ in _inside(tokens)]
            return {"t": "ul", "c": items, "rtl": _turned(items)}
        case "ordered_list_open":
            items = [_blocks(tokens, quoted=quoted) for _ in _inside(tokens)]
            start = int(token.attrs.get("start", 1))
            return {"t": "ol", "start": start, "c": items, "rtl": _turned(items)}
        case "blockquote_open":
            return {"t": "quote", "c": _blocks(tokens, quoted=True)}
        case "hr":
            return {"t": "hr"}
        case "table_open":
            parts = [[_row(tokens) for _ in _inside(tokens)] for _ in _inside(tokens)]
            rows = [row for part in parts for row in part]
            header = " ".join(map(plain_text, rows[0]))
            return {"t": "table", "rows": rows, "rtl": runs_left(header)}
        case _:
            return _text_block("p", tokens)


def _row(tokens: Iterator[Token]) -> list[list[Node]]:
    return [_within(tokens) for _ in _inside(tokens)]


def _text_block(kind: str, tokens: Iterator[Token], **more: Any) -> Node:
    inline = _within(tokens)
    return {"t": kind, "c": inline, "rtl": runs_left(plain_text(inline)), **more}


def _turned(items: Sequence[Sequence[Node]]) -> bool:
    """Tell whether a list has its bullets at the right: its first text does."""
    return next((block["rtl"] for blocks in items for block in blocks if "rtl" in block), False)


def _within(tokens: Iterator[Token]) -> list[Node]:
    """Return the inline nodes of a paragraph, heading or cell, and read its end."""
    return [span for token in _inside(tokens) for span in _inline(token)]


def _inline(token: Token) -> list[Node]:
    return _spans(iter(token.children or ()))


def _spans(tokens: Iterator[Token]) -> list[Node]:
    return [_span(token, tokens) for token in _inside(tokens)]


def _span(token: Token, tokens: Iterator[Token]) -> Node:
    match token.type:
        case "softbreak" | "hardbreak":
            return {"t": "br", "v": "\n"}
        case "code_inline":
            return {"t": "code", "v": token.content}
        case "strong_open" | "em_open" | "s_open":
            return {"t": token.type.removesuffix("_open"), "c": _spans(tokens)}
        case "link_open":
            return {"t": "link", "href": str(token.attrs["href"]), "c": _spans(tokens)}
        case _:
            return {"t": "text", "v": _plain(token.content)}


def _plain(text: str) -> str:
    """Return a text without forbidden characters that were written as entities, such as `&#12;`."""
    return CONTROL.sub("", text)


def is_installed(package: str) -> bool:
    """Tell whether an optional package is installed and not blocked."""
    try:
        return find_spec(package) is not None
    except ValueError:
        return False


def plain_text(nodes: Iterable[Node]) -> str:
    """Return the text of inline nodes."""
    return "".join(node["v"] if "v" in node else plain_text(node.get("c", ())) for node in nodes)


def runs_left(text: str) -> bool:
    """Tell whether the first letter with a direction is written from right to left."""
    for letter in text[:200]:
        direction = unicodedata.bidirectional(letter)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False


def section_blocks(section: Section) -> Iterator[Node]:
    """Yield the blocks of a section. Each text is parsed alone: a link such as `[1]` leads where its own text says."""
    for text in section.paragraphs:
        yield from tree(text)


def document_blocks(document: Document) -> Iterator[Node]:
    """Yield the blocks of the document with each picture, as SVG, at the end of its section."""
    charts = {chart.section: {"t": "svg", "v": chart.svg, "alt": chart.title} for chart in document.charts}
    for section in document.sections:
        yield from section_blocks(section)
        if section.name in charts:
            yield charts[section.name]
