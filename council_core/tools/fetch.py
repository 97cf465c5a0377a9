"""Open a page that a person, a search or another page gave, and return its main text.

An address that a model makes up is not opened, because a text in a page could make the model send its knowledge to a
foreign server as a part of the address.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import unescape
from urllib.parse import urldefrag, urljoin

from council_core.charsets import decoded_as, named_in
from council_core.domain.material import Download, Passage, Scan
from council_core.domain.tool import Found, Source, ToolFailed, ToolSpec, is_web
from council_core.errors import PageRefused
from council_core.ports import Errand, FileReader, PageSource

MOST_BYTES = 5_000_000
MOST_LINKS = 200
"""Links of one page that may be opened next."""

HREF = re.compile(rb"""<a\s[^<>]{0,500}?href\s{0,3}=\s{0,3}["']?([^"'\s>]{1,2000})""", re.IGNORECASE)
TITLE = re.compile(rb"<title[^>]{0,200}>(.{1,500}?)</title>", re.IGNORECASE | re.DOTALL)
BEGINNING = 20_000
"""Bytes in which a page's title is looked for."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """Implements `council_core.ports.Tool`: reads a page."""

    pages: PageSource
    reader: FileReader
    opens_any: bool = False
    """Whether addresses that nobody gave may be opened too."""

    @property
    def spec(self) -> ToolSpec:
        """Return the tool's description for models."""
        return ToolSpec(
            name="fetch",
            about="Opens a page or a PDF by its address and returns its text. Only addresses that stand in the "
            "question, in a search result or on a page that was opened can be opened.",
            schema={
                "type": "object",
                "properties": {
                    "url": {"type": "string", "description": "The address, as it was given."},
                    "from": {
                        "type": "integer",
                        "description": "Character to begin at, for the rest of a long page.",
                    },
                },
                "required": ["url"],
                "additionalProperties": False,
            },
            shares=True,
        )

    async def run(self, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        url, begin = arguments.get("url"), arguments.get("from", 0)
        if not isinstance(url, str) or not is_web(url := url.strip()):
            return ToolFailed(reason="no_url")
        if not self.opens_any and _bare(url) not in {_bare(each) for each in errand.addresses}:
            return ToolFailed(reason="page_not_given")
        try:
            page = await self.pages.fetch(url, most=MOST_BYTES)
        except PageRefused as error:
            return ToolFailed(reason=error.reason, facts=error.facts)
        found = await self.reader.read(url, page.content, page.charset)
        if isinstance(found, Scan) and found.text is not None:
            found = found.text
        if not isinstance(found, Passage) or not found.text.strip():
            return ToolFailed(reason="page_empty")
        start = begin if isinstance(begin, int) and 0 < begin < len(found.text) else 0
        end = start + errand.characters
        rest = (
            f"\n[{len(found.text) - end} more characters; call again with from={end}]"
            if end < len(found.text)
            else ""
        )
        return Found(
            text=found.text[start:end].strip() + rest,
            sources=(Source(title=_title(page) or url, url=url),),
            addresses=tuple(links_of(url, page.content)),
        )


def links_of(url: str, content: bytes) -> Iterable[str]:
    """Return the addresses to which a page links, each once."""
    found: dict[str, None] = {}
    for each in HREF.finditer(content):
        try:
            link = urldefrag(urljoin(url, unescape(each[1].decode("utf-8", "replace")))).url
        except ValueError:
            continue
        if is_web(link):
            found[link] = None
        if len(found) == MOST_LINKS:
            break
    return found


def _bare(url: str) -> str:
    """Return an address without its fragment; a text that is no address stays as it is."""
    try:
        return urldefrag(url).url.rstrip("/")
    except ValueError:
        return url


def _title(page: Download) -> str:
    found = TITLE.search(page.content[:BEGINNING])
    if found is None:
        return ""
    labels = (page.charset, named_in(page.content), "utf-8")
    title = next((text for each in labels if (text := decoded_as(found[1], each)) is not None), "")
    return " ".join(unescape(title).split())[:200]
