"""A run as one HTML file that needs no network, no script and no other file."""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

from council_core.exports.document import Document, Section
from council_core.exports.tree import Node, section_blocks

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{digest}'; base-uri 'none'; \
form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""

FOLDED = frozenset({"responses", "late", "reviews"})
"""Sections whose parts can be folded."""


def page_of(document: Document) -> str:
    """Return the page: a strict policy, the style inline under its digest, every text of people and models escaped."""
    style = files("council_core.exports").joinpath("run.css").read_text("utf-8")
    charts = {
        chart.section: f'<div class="wide">{chart.svg}</div>\n<div class="narrow">{chart.narrow}</div>'
        for chart in document.charts
    }
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return PAGE.format(
        language=escape(document.language),
        digest=f"sha256-{digest}",
        title=escape(document.title),
        style=style,
        body="\n".join(_section(section, charts) for section in document.sections),
    )


def _section(section: Section, charts: Mapping[str, str]) -> str:
    blocks = list(section_blocks(section))
    parts = "\n".join(_folded(blocks)) if section.name in FOLDED else html_of(blocks)
    return f'<section class="{section.name}">\n{parts}\n{charts.get(section.name, "")}</section>'


def _folded(blocks: Sequence[Node]) -> Iterable[str]:
    """Draw each second-level heading, with everything up to the next one, as an open fold."""
    at = [index for index, block in enumerate(blocks) if block["t"] == "h" and block["level"] == 2]
    if blocks[: at[0] if at else None]:
        yield html_of(blocks[: at[0] if at else None])
    for start, end in zip(at, [*at[1:], len(blocks)], strict=True):
        yield f"<details open><summary>{html_of(blocks[start : start + 1])}</summary>"
        yield f"{html_of(blocks[start + 1 : end])}</details>"


def html_of(blocks: Iterable[Node]) -> str:
    """Return the blocks of a tree as HTML without any active content."""
    return "\n".join(_block(block) for block in blocks)


def _block(node: Node) -> str:
    match node["t"]:
        case "h":
            return f'<h{node["level"]} dir="auto">{html_of_inline(node["c"])}</h{node["level"]}>'
        case "code":
            code = f"<code>{escape(node['v'])}</code>"
            return f'<pre dir="ltr" tabindex="0">{code}</pre>'
        case "ul":
            return f"<ul{_direction(node)}>{''.join(f'<li>{html_of(item)}</li>' for item in node['c'])}</ul>"
        case "ol":
            items = "".join(f"<li>{html_of(item)}</li>" for item in node["c"])
            return f'<ol start="{node["start"]}"{_direction(node)}>{items}</ol>'
        case "quote":
            return f"<blockquote>{html_of(node['c'])}</blockquote>"
        case "hr":
            return "<hr>"
        case "table":
            return _table(node["rows"], _direction(node))
        case _:
            return f'<p dir="auto">{html_of_inline(node["c"])}</p>'


def _direction(node: Node) -> str:
    """Return the direction of a list or table, whose items have directions of their own."""
    return ' dir="rtl"' if node["rtl"] else ""


def _table(rows: Sequence[Sequence[Sequence[Node]]], direction: str) -> str:
    # The corner above the names of rows is often empty, and a heading without a text names nothing.
    head = "".join(
        f'<th scope="col" dir="auto">{html_of_inline(cell)}</th>' if cell else "<td></td>" for cell in rows[0]
    )
    body = "".join(
        f"<tr>{''.join(f'<td dir=auto>{html_of_inline(cell)}</td>' for cell in row)}</tr>" for row in rows[1:]
    )
    inner = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="table" tabindex="0"{direction}>{inner}</div>'


def html_of_inline(nodes: Iterable[Node]) -> str:
    """Return the words of a paragraph as HTML."""
    return "".join(_span(node) for node in nodes)


def _span(node: Node) -> str:
    match node["t"]:
        case "br":
            return "<br>"
        case "code":
            return f'<code dir="ltr">{escape(node["v"])}</code>'
        case "strong" | "em" | "s" as tag:
            return f"<{tag}>{html_of_inline(node['c'])}</{tag}>"
        case "link":
            inner = html_of_inline(node["c"])
            return f'<a href="{escape(node["href"])}" rel="noopener noreferrer nofollow ugc">{inner}</a>'
        case _:
            return escape(node["v"])
