"""Parse CommonMark into a tree of plain values, from which HTML, PDF and DOCX are drawn.

Texts of models and people become data here: a renderer writes them as text, never as markup of its own.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from council_core.exports.document import Document

Node = dict[str, Any]
"""A node: `t` is its kind, `v` its text, `c` its children. It is valid JSON, because a child process draws the PDF."""

PARSER = MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable(["table", "strikethrough"])

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Characters that XML 1.0 forbids, halves of surrogate pairs, and characters that change the reading direction."""

LONGEST_ADDRESS = 8_000
"""Characters of a link; Typst rejects a document with a longer one."""


def tree(text: str) -> list[Node]:
    """Return the blocks of a CommonMark text. Headings within quotations start at the third level."""
    return _blocks(SyntaxTreeNode(PARSER.parse(CONTROL.sub("", text))).children, quoted=False)


def inline(text: str) -> list[Node]:
    """Return the words of one paragraph of CommonMark, spaces at its ends included."""
    nodes = SyntaxTreeNode(PARSER.parseInline(CONTROL.sub("", text))).children
    return [span for node in nodes for span in _inline(node.children)]


def is_safe(address: str) -> bool:
    """Tell whether a link may be opened from a file."""
    return len(address) <= LONGEST_ADDRESS and address.startswith(("https://", "http://", "mailto:"))


def _blocks(nodes: Iterable[SyntaxTreeNode], *, quoted: bool) -> list[Node]:
    return [block for node in nodes for block in _block(node, quoted=quoted)]


def _block(node: SyntaxTreeNode, *, quoted: bool) -> Iterable[Node]:
    match node.type:
        case "heading":
            level = int(node.tag[1])
            yield _text_block("h", node, level=max(3, min(level + 1, 6)) if quoted else level)
        case "fence" | "code_block":
            language = _plain((node.info or "").split(" ")[0])
            yield {"t": "code", "v": node.content.rstrip("\n"), "lang": language}
        case "bullet_list":
            items = [_blocks(item.children, quoted=quoted) for item in node.children]
            yield {"t": "ul", "c": items, "rtl": _turned(items)}
        case "ordered_list":
            items = [_blocks(item.children, quoted=quoted) for item in node.children]
            yield {"t": "ol", "start": int(node.attrs.get("start", 1)), "c": items, "rtl": _turned(items)}
        case "blockquote":
            yield {"t": "quote", "c": _blocks(node.children, quoted=True)}
        case "hr":
            yield {"t": "hr"}
        case "table":
            lines = [row for part in node.children for row in part.children]
            rows = [[_inline(_within(cell)) for cell in row.children] for row in lines]
            header = " ".join(map(plain_text, rows[0]))
            yield {"t": "table", "rows": rows, "rtl": runs_left(header)}
        case _:
            yield _text_block("p", node)


def _text_block(kind: str, node: SyntaxTreeNode, **more: Any) -> Node:
    inline = _inline(_within(node))
    return {"t": kind, "c": inline, "rtl": runs_left(plain_text(inline)), **more}


def _turned(items: Sequence[Sequence[Node]]) -> bool:
    """Tell whether a list has its bullets at the right: its first text does."""
    return next((block["rtl"] for blocks in items for block in blocks if "rtl" in block), False)


def _within(node: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    """Return the inline nodes of a paragraph, heading or cell."""
    return node.children[0].children if node.children else []


def _inline(nodes: Iterable[SyntaxTreeNode]) -> list[Node]:
    return [_span(node) for node in nodes]


def _span(node: SyntaxTreeNode) -> Node:
    match node.type:
        case "softbreak":
            return {"t": "text", "v": " "}
        case "hardbreak":
            return {"t": "br"}
        case "code_inline":
            return {"t": "code", "v": node.content}
        case "strong" | "em" | "s":
            return {"t": node.type, "c": _inline(node.children)}
        case "link" if is_safe(str(node.attrs.get("href", ""))):
            return {"t": "link", "href": str(node.attrs["href"]), "c": _inline(node.children)}
        case "link":
            return {"t": "em", "c": _inline(node.children)}
        case "image":
            # A picture from elsewhere would tell its server who reads the file.
            return {"t": "text", "v": f"[{_plain(node.content)}]"}
        case _:
            return {"t": "text", "v": _plain(node.content)}


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


def document_blocks(document: Document) -> list[Node]:
    """Return the document with each picture, as SVG, at the end of its section."""
    charts = {chart.section: {"t": "svg", "v": chart.svg, "alt": chart.title} for chart in document.charts}
    blocks: list[Node] = []
    for section in document.sections:
        blocks += tree("\n\n".join(section.paragraphs))
        if section.name in charts:
            blocks.append(charts[section.name])
    return blocks
