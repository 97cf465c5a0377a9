"""Read the claims that a reviewer checked. Code decides which of its sources and quotations count."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import cast

from council_core.domain.claim import ClaimCheck, Mark
from council_core.domain.tool import Found, Source, ToolUse
from council_core.reading.objects import decoded_in

MOST_CLAIMS = 6
LONGEST_CLAIM, LONGEST_QUOTE = 300, 400
"""Most characters that people read of a claim and of a quotation."""

LONGEST_READ = 2_000
SHORTEST_PART = 3
"""Characters below which a part of a quotation, between two ellipses, proves nothing."""

MARKS: Mapping[str, Mark] = {
    "supported": "supported",
    "contradicted": "contradicted",
    "not found": "not_found",
    "notfound": "not_found",
}
ELLIPSIS = re.compile(r"\[?(?:\.\s?){3,}\]?|\[?…\]?")
SIGNS = re.compile(r"[^\w%$€£°]+")
MOST_STARTS = 200


def read_checks(
    text: str, uses: Sequence[ToolUse], numbers: Mapping[str, int], given: Sequence[Source] = ()
) -> tuple[ClaimCheck, ...]:
    """Return the claims in a reply, at most six.

    A mark counts only with a source that a tool or the search before the run gave; a claim without one is `not_found`.
    A reviewer that called no tool has searched nothing, so only its claims with a source count.

    Args:
        text: The reply.
        uses: Calls of tools behind it, with their whole results.
        numbers: Number of each address, as the reviewer saw them.
        given: Pages of the search before the run.
    """
    checks: list[ClaimCheck] = []
    for row in _rows(text):
        claim = _words(row.get("claim"))
        mark = MARKS.get(str(row.get("mark", "")).replace("_", " ").replace("-", " ").strip().casefold())
        if claim and mark and all(claim != other.claim for other in checks):
            checks.append(_checked(claim, mark, row, uses, numbers, given))
    return tuple(check for check in checks if uses or check.source)[:MOST_CLAIMS]


def _checked(
    claim: str,
    mark: Mark,
    row: Mapping[str, object],
    uses: Sequence[ToolUse],
    numbers: Mapping[str, int],
    given: Sequence[Source],
) -> ClaimCheck:
    source = _source(row.get("source"), uses, numbers, given)
    if mark == "not_found" or source is None:
        return ClaimCheck(claim=claim, mark="not_found")
    quote = _words(row.get("quote"))
    texts = [text_of(source, uses)]
    texts += [f"{page.title}\n{page.snippet}" for page in given if page.url == source.url]
    is_quoted = not quote or stands_in(quote[:LONGEST_QUOTE], "\n".join(texts))
    return ClaimCheck(claim=claim, mark=mark, source=source, quote=quote, is_quoted=is_quoted)


def _rows(text: str) -> list[Mapping[str, object]]:
    """Return the entries of the last JSON object in a text that lists claims."""
    rows = list[Mapping[str, object]]()
    for _, _, value in decoded_in(text, json.JSONDecoder(strict=False), most=MOST_STARTS):
        listed = cast(Mapping[str, object], value).get("claims") if isinstance(value, dict) else None
        if isinstance(listed, list):
            entries = cast(list[object], listed)
            rows = [cast(Mapping[str, object], each) for each in entries if isinstance(each, dict)]
    return rows


def _words(value: object) -> str:
    return " ".join(value.split())[:LONGEST_READ] if isinstance(value, str) else ""


def _source(
    named: object, uses: Sequence[ToolUse], numbers: Mapping[str, int], given: Sequence[Source]
) -> Source | None:
    """Return the page or tool that a reviewer names by address, number or name; None for one that it never saw."""
    name = str(named).strip().strip("<>[]").rstrip("/").casefold() if isinstance(named, str | int) else ""
    if not name:
        return None
    for use in uses:
        if not isinstance(use.result, Found):
            continue
        for source in use.result.sources:
            if name in (source.url.rstrip("/").casefold(), str(numbers.get(source.url, ""))):
                return Source(title=source.title, url=source.url, published=source.published)
        if name == use.call.name.casefold() and not use.result.sources:
            return Source(title=use.call.name, url="")
    # Match these pages by address alone, because reviewers do not know their numbers.
    pages = (page for page in given if name == page.url.rstrip("/").casefold())
    page = next(pages, None)
    return None if page is None else Source(title=page.title, url=page.url, published=page.published)


def text_of(source: Source, uses: Sequence[ToolUse]) -> str:
    """Return the text that tools gave for a page, or for a tool without pages."""
    texts: list[str] = []
    for use in uses:
        found = use.result
        if not isinstance(found, Found):
            continue
        if not source.url and use.call.name == source.title:
            texts.append(found.text)
        for each in found.sources:
            if source.url and each.url == source.url:
                texts += [each.title, each.snippet, found.text]
    return "\n".join(texts)


def stands_in(quote: str, text: str) -> bool:
    """Tell whether a text holds a quotation: its words in their order, between ellipses.

    Case, accents, spacing and punctuation make no difference, because pages lose them on the way through tools.
    """
    parts = [part for part in map(_plain, ELLIPSIS.split(quote)) if len(part) >= SHORTEST_PART]
    if not parts:
        return False
    whole, at = f" {_plain(text)} ", 0
    for part in parts:
        # Only in scripts without spaces between words may a quotation begin and end within a word.
        found = whole.find(f" {part} " if part.isascii() else part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return SIGNS.sub(" ", "".join(sign for sign in letters if not unicodedata.combining(sign))).strip()
