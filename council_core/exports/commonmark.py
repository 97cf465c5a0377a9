"""Parse CommonMark of models and people as chats do, into a tree of plain values for HTML, PDF and DOCX.

Texts of models and people become data here: a renderer writes them as text, never as markup of its own.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, emphasis, strikethrough
from markdown_it.token import Token
from markdown_it.utils import EnvType

from council_core.domain.links import address_spans, is_masked
from council_core.exports.document import Document, Section
from council_core.exports.source import links_in_place, simplified

DEEPEST = 20
"""Deepest nesting of blocks; text below it stays as it is."""

LONGEST_ADDRESS = 8_000
"""Characters of a link; Typst rejects a document with a longer one."""

SCHEMES = ("https://", "http://", "mailto:")
BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)

UNSPACED = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U00020000-\U0003ffff]"
)
"""Signs of Korean, Japanese and Chinese, in which no space stands between a mark and the next word."""


class Parser(MarkdownIt):
    """Reads links and pictures as text unless they lead to a web page or an e-mail address. A relative link would lead
    into our own pages."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - markdown-it calls it by this name
        """Tell whether an address may be opened."""
        return len(url) <= LONGEST_ADDRESS and url.lower().startswith(SCHEMES)

    def parse(self, src: str, env: EnvType | None = None) -> list[Token]:
        """Return the tokens of a text."""
        return super().parse(simplified(links_in_place(src)), env)


def parser(renderer: type[RendererHTML] = RendererHTML) -> Parser:
    """Return a new parser.

    Args:
        renderer: The class that draws its tokens as HTML.
    """
    options = {"html": False, "breaks": True, "maxNesting": DEEPEST}
    made = Parser("commonmark", options, renderer_cls=renderer)
    made.enable(["table", "strikethrough"])
    read_unspaced_marks(made)
    made.inline.ruler.before("autolink", "break", _read_break)
    made.core.ruler.push("pictures", _link_pictures)
    made.core.ruler.push("addresses", _link_addresses)
    return made


def read_unspaced_marks(md: MarkdownIt) -> None:
    """Let a parser read the marks in `**핵심(요약)**은`. CommonMark takes a mark between punctuation and a letter for
    text, but Korean, Japanese and Chinese put no space there.

    The rule is that of https://github.com/tats-u/markdown-cjk-friendly.
    """
    md.inline.ruler.at("emphasis", _read_emphasis)
    if "strikethrough" in md.get_active_rules()["inline"]:
        md.inline.ruler.at("strikethrough", _read_strike)


def _read_emphasis(state: StateInline, silent: bool) -> bool:
    return _read_marks(state, silent, emphasis.tokenize)


def _read_strike(state: StateInline, silent: bool) -> bool:
    return _read_marks(state, silent, strikethrough.tokenize)


def _read_marks(state: StateInline, silent: bool, read: Callable[[StateInline, bool], bool]) -> bool:
    start, known = state.pos, len(state.delimiters)
    if not read(state, silent):
        return False
    before, after = state.src[:start][-1:], state.src[state.pos : state.posMax][:1]
    # Inside a word, `_` is a letter.
    if state.src[start] != "_" and UNSPACED.search(before + after):
        for mark in state.delimiters[known:]:
            mark.open = _may_open(before, after)
            mark.close = _may_open(after, before)
    return True


def _may_open(outside: str, inside: str) -> bool:
    """Tell whether a mark between these signs belongs to the text at its inner side."""
    if not inside.strip():
        return False
    is_beside_a_letter = bool(outside.strip()) and not _is_point(outside) and not UNSPACED.match(outside)
    return not (_is_point(inside) and is_beside_a_letter)


def _is_point(sign: str) -> bool:
    """Tell whether a sign is punctuation, but none of those that only Korean, Japanese or Chinese have."""
    return (isMdAsciiPunct(ord(sign)) or isPunctChar(sign)) and not UNSPACED.match(sign)


def _read_break(state: StateInline, silent: bool) -> bool:
    """Read `<br>`, which models write in tables, as the end of a line."""
    found = BREAK.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("hardbreak", "br", 0)
    state.pos = found.end()
    return True


def _link_pictures(state: StateCore) -> None:
    for token in state.tokens:
        if token.children and any(child.type == "image" for child in token.children):
            token.children = list(_without_pictures(token.children))


def _without_pictures(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield inline tokens with a link in place of each picture; in another link, with its words alone."""
    depth = 0
    for token in tokens:
        depth += token.nesting if token.type in ("link_open", "link_close") else 0
        if token.type != "image":
            yield token
            continue
        address = str(token.attrs["src"])
        shown = _text("".join(child.content for child in token.children or ()) or address)
        yield from [shown] if depth else _link(address, shown)


def _link_addresses(state: StateCore) -> None:
    for token in state.tokens:
        if token.children and "://" in token.content:
            token.children = list(_linked(token.children, state.md))


def _linked(tokens: Sequence[Token], md: MarkdownIt) -> Iterator[Token]:
    """Yield inline tokens with a link for each bare address outside of links and code."""
    depth = 0
    for token in tokens:
        depth += token.nesting if token.type in ("link_open", "link_close") else 0
        if token.type != "text" or depth:
            yield token
            continue
        end = 0
        for start, stop in address_spans(token.content):
            shown = token.content[start:stop]
            address = md.normalizeLink(shown)
            if is_masked(shown) or not md.validateLink(address):
                continue
            yield _text(token.content[end:start])
            yield from _link(address, _text(shown))
            end = stop
        yield _text(token.content[end:]) if end else token


def _link(address: str, words: Token) -> tuple[Token, Token, Token]:
    return Token("link_open", "a", 1, attrs={"href": address}), words, Token("link_close", "a", -1)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


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
