"""Build a parser that reads CommonMark of models and people as chats do: single line ends, `<br>` and bare addresses
count, markup in HTML does not. Pictures become links, because a picture from elsewhere tells its server who reads."""

import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, emphasis, strikethrough
from markdown_it.token import Token
from markdown_it.utils import EnvType

from council_core.domain.links import address_spans, is_masked
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
