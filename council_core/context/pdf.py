"""A PDF -> its text, page by page, or pictures of its pages. Runs in the child.

The library is one process' own and keeps no second document.
"""

from typing import Any

import pypdfium2

from council_core.context.kinds import MOST_CHARACTERS, CannotRead, Result, Scanned, Text

MOST_PAGES = 500

MOST_SCANNED = 4
"""Pages of a document without text that are shown as pictures."""

MOST_SCALE = 4.0
"""Pixels for a point (1/72 inch): more shows no more of a scan."""

FEWEST_CHARACTERS = 5
"""Of a page, on average. A scan has fewer: a stamp, or nothing."""


def pdf(content: bytes) -> Text:
    """Each page under a line with its number."""
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise CannotRead("password" if "password" in str(error).lower() else "damaged") from error
    pages, texts, characters = len(document), list[str](), 0
    for index in range(min(pages, MOST_PAGES)):
        text = _text_of(document, index)
        characters += len(text.strip())
        texts.append(f"[page {index + 1}]\n{text.strip()}")
        if characters > MOST_CHARACTERS:
            break
    if not pages:
        raise CannotRead("empty")
    if characters < FEWEST_CHARACTERS * len(texts):
        raise Scanned(_pictures(document), pages)
    return Text("PDF", "\n\n".join(texts), pages, is_cut=len(texts) < pages)


def _pictures(document: pypdfium2.PdfDocument) -> list[Result]:
    """Return the first pages as pictures, without blank ones. Raises CannotRead where nothing is on any of them."""
    from council_core.context.pictures import LONGEST_SIDE, of_page

    made: list[Result] = []
    for index in range(min(len(document), MOST_SCANNED)):
        page: Any = document[index]
        try:
            scale = (LONGEST_SIDE - 1) / max(*page.get_size(), 1.0)
            shown = page.render(scale=min(scale, MOST_SCALE)).to_pil()
        finally:
            page.close()
        if (picture := of_page(shown)) is not None:
            made.append({**picture, "page": index + 1})
    if not made:
        raise CannotRead("no_text")
    return made


def _text_of(document: pypdfium2.PdfDocument, index: int) -> str:
    page = document[index]
    try:
        text = page.get_textpage()
        try:
            return text.get_text_range().replace("\r\n", "\n")
        finally:
            text.close()
    finally:
        page.close()
