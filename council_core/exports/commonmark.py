"""Build a parser that reads CommonMark of models and people as chats do: single line ends, `<br>` and bare addresses
count, markup in HTML does not."""

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from council_core.domain.links import address_spans, is_masked

DEEPEST = 20
"""Deepest nesting of blocks; text below it stays as it is."""

LONGEST_ADDRESS = 8_000
"""Characters of a link; Typst rejects a document with a longer one."""

SCHEMES = ("https://", "http://", "mailto:")
BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)


class Parser(MarkdownIt):
    """Reads links and pictures as text unless they lead to a web page or an e-mail address. A relative link would lead
    into our own pages."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - markdown-it calls it by this name
        """Tell whether an address may be opened."""
        return len(url) <= LONGEST_ADDRESS and url.lower().startswith(SCHEMES)


def parser(renderer: type[RendererHTML] = RendererHTML) -> Parser:
    """Return a new parser.

    Args:
        renderer: The class that draws its tokens as HTML.
    """
    options = {"html": False, "breaks": True, "maxNesting": DEEPEST}
    made = Parser("commonmark", options, renderer_cls=renderer)
    made.enable(["table", "strikethrough"])
    made.inline.ruler.before("autolink", "break", _read_break)
    made.core.ruler.push("addresses", _link_addresses)
    return made


def _read_break(state: StateInline, silent: bool) -> bool:
    """Read `<br>`, which models write in tables, as the end of a line."""
    found = BREAK.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("hardbreak", "br", 0)
    state.pos = found.end()
    return True


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
            yield Token("link_open", "a", 1, attrs={"href": address})
            yield _text(shown)
            yield Token("link_close", "a", -1)
            end = stop
        yield _text(token.content[end:]) if end else token


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
