"""Turn CommonMark of models and people into safe HTML: without their markup, pictures, scripts or foreign requests."""

import re
from collections.abc import Iterator, MutableMapping, Sequence
from functools import lru_cache

import nh3
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from council_core.exports.commonmark import parser
from council_core.exports.tree import runs_left

KEPT_TEXTS = 256
"""Rendered texts in the cache, because a live page draws the same ones again."""

KEPT_LINES = 1024
"""The same for single lines of our own words; a page has dozens of them."""

LONGEST_NAME = 60
"""Most characters of the name of a table or of code, which a screen reader says."""

TAGS = {
    *(
        "a",
        "blockquote",
        "br",
        "code",
        "del",
        "div",
        "em",
        "h2",
        "h3",
        "h4",
        "h5",
        "hr",
        "li",
        "mark",
        "ol",
        "p",
    ),
    *("pre", "s", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
REGION = {"class", "tabindex", "role", "aria-label"}
ATTRIBUTES = {
    "a": {"href"},
    "ol": {"start"},
    "div": REGION,
    "pre": REGION,
    "mark": {"class"},
    "*": {"dir"},
}
SCHEMES = {"http", "https", "mailto"}
TURNED = ("paragraph_open", "heading_open", "list_item_open", "th_open", "td_open", "blockquote_open")
"""Blocks whose direction follows their own first letter."""

HEADING = re.compile(r"h[1-6]")


class _Renderer(RendererHTML):
    """Draws tables and code as groups that a keyboard can scroll."""

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, object]
    ) -> str:
        del options, env
        header = ", ".join(filter(None, _header(tokens[idx:])))
        # `auto` would see no text, because each cell has a direction of its own.
        turned = ' dir="rtl"' if runs_left(header) else ""
        name = _escaped(_short(header) or "…")
        return f'<div class="table" tabindex="0" role="group" aria-label="{name}"{turned}><table>\n'

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, object]
    ) -> str:
        del tokens, idx, options, env
        return "</table></div>\n"

    def fence(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, object]
    ) -> str:
        del options, env
        token = tokens[idx]
        name = _escaped(_short(token.info.split(" ")[0] or token.content.strip().partition("\n")[0]) or "…")
        return f'<pre tabindex="0" role="group" aria-label="{name}"><code>{_escaped(token.content)}</code></pre>\n'

    def code_block(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, object]
    ) -> str:
        return self.fence(tokens, idx, options, env)


def _header(tokens: Sequence[Token]) -> Iterator[str]:
    """Return the cells of the first row of a table that begins here."""
    for token in tokens:
        if token.type == "thead_close":
            return
        if token.children:
            yield "".join(child.content for child in token.children)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _escaped(text: str) -> str:
    return str(Markup.escape(text))


PARSER = parser(_Renderer)


@lru_cache(maxsize=KEPT_TEXTS)
def prose(text: str, level: int = 4) -> Markup:
    """Return a text as safe HTML blocks. Its headings begin at this level, below those of the page."""
    return drawn(tokens_of(text, level))


@lru_cache(maxsize=KEPT_LINES)
def inline(text: str) -> Markup:
    """Return one paragraph of our own inline CommonMark as safe HTML."""
    return _clean(PARSER.renderInline(text))


def tokens_of(text: str, level: int = 4) -> list[Token]:
    """Parse a text into blocks, each with the direction of its own script."""
    tokens = PARSER.parse(text)
    for at, token in enumerate(tokens):
        if HEADING.fullmatch(token.tag):
            token.tag = f"h{level}"
        if token.type == "th_open" and not tokens[at + 1].content:
            # The corner above the names of rows: a heading without a text names nothing.
            token.tag = tokens[at + 2].tag = "td"
        if token.type in TURNED:
            token.attrSet("dir", "auto")
    return tokens


def drawn(tokens: Sequence[Token]) -> Markup:
    """Return parsed blocks as safe HTML."""
    return _clean(PARSER.renderer.render(tokens, PARSER.options, {}))


def _clean(html: str) -> Markup:
    """Keep only HTML that this module itself writes, whatever the parser let through."""
    return Markup(  # the only place that vouches for HTML, after the sanitizer
        nh3.clean(
            html,
            tags=TAGS,
            attributes=ATTRIBUTES,
            url_schemes=SCHEMES,
            link_rel="noopener noreferrer nofollow ugc",
        )
    )
