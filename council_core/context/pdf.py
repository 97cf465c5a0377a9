"""A PDF -> its text, page by page. Runs in the child: the library is one process' own and keeps no second document."""

import pypdfium2

from council_core.context.kinds import MOST_CHARACTERS, CannotRead, Text

MOST_PAGES = 500

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
        raise CannotRead("no_text")
    return Text("PDF", "\n\n".join(texts), pages, is_cut=len(texts) < pages)


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
