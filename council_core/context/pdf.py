"""Read the text of a PDF page by page, and draw pages without text as pictures. Runs in the child process.

The library's state belongs to one process, and only one document is open at a time.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from unicodedata import normalize

import pypdfium2

from council_core.context import kinds
from council_core.context.kinds import MOST_CHARACTERS, MOST_SCANNED, CannotRead, Result, Scanned, Text, spent

MOST_PAGES = 1_000
"""Most pages that are read. Of a longer document they are the first and the last ones."""

LAST_PAGES = 200
"""Number of the last ones among them."""

MOST_SECONDS = 6.0
"""Seconds since the reading began after which only the last pages are read."""

SECONDS_FOR_END = 3.0

MOST_FIELDS = 500
"""Most fields of a form that are read on one page."""

MOST_SCALE = 4.0
"""Most pixels per point (1/72 inch); more pixels would show no more of a scan."""

FEWEST_CHARACTERS = 5
"""Mean number of characters per page below which a document counts as a scan. Scans have none, or a stray sign."""

OF_A_STAMP = 20
"""Characters up to which a page counts as a scan if a picture fills half of it: they are a stamp or the page's
number."""


ARABIC = re.compile(r"[\u0620-\u065f\u066e-\u06d3]{3,}")
NFKC = re.compile(r"[\ufb50-\ufdff\ufe70-\ufefc]+")
"""Arabic letters in the forms that they take within a word. Models know the letters without these forms."""

ENDS = "\u0629\u0649"
"""Letters with which Arabic words end and never begin."""

ARTICLE = "\u0627\u0644"
"""Letters with which many Arabic words begin."""

SIGN = r"0-9A-Za-z\u0660-\u0669"
FROM_THE_LEFT = re.compile(f"[{SIGN}](?:[{SIGN} .,:/%@_'+-]*[{SIGN}%])?")
MIRRORED = str.maketrans("()[]<>", ")(][><")


def pdf(content: bytes) -> Text:
    """Return the text of each page under a line with its number.

    Raises:
        CannotRead: There is no text and no picture.
        Scanned: Some pages are pictures.
    """
    try:
        document: Any = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise CannotRead("password" if "password" in str(error).lower() else "damaged") from error
    document.init_forms()
    if not (pages := len(document)):
        raise CannotRead("empty")
    read = _both_ends(document, pages)
    texts, scanned = [text for text, _ in read.values()], [at for at, (_, is_scan) in read.items() if is_scan]
    is_sparse = sum(map(len, texts)) < FEWEST_CHARACTERS * len(texts) and max(map(len, texts)) < OF_A_STAMP
    is_scan = is_sparse or len(scanned) == len(texts)
    made, shown = _pictures(document, read if is_scan else scanned)
    if is_scan and not made:
        raise CannotRead("no_text")
    if is_scan:
        raise Scanned(made, pages)
    left_out = [index for index in range(pages) if index not in read]
    lines = list[str]()
    for index, text in zip(read, in_reading_order(texts), strict=True):
        if left_out and index == left_out[-1] + 1:
            lines.append(f"[The pages {left_out[0] + 1:,} to {index:,} are left out here.]")
        lines.append(f"[page {index + 1}]\n{shown.get(index + 1, '')}{text}".rstrip())
    found = Text("PDF", "\n\n".join(lines), pages, unseen=len(shown) - len(made))
    if left_out:
        found = found._replace(is_cut=True, pages_read=left_out[0], end_from=left_out[-1] + 2)
    if made:
        raise Scanned(made, pages, found)
    return found


def _both_ends(document: Any, pages: int) -> dict[int, tuple[str, bool]]:
    """Read the pages of a document; of a very long one the first and the last ones, up to a number of pages, of
    characters and of seconds.

    Returns:
        The text of each page that was read, and whether it is a picture, by its index and in their order.
    """
    first, room = dict[int, tuple[str, bool]](), MOST_CHARACTERS
    for index in range(pages if pages <= MOST_PAGES else MOST_PAGES - LAST_PAGES):
        first[index] = _read(document, index)
        kinds.tell_of_page(index + 1, pages, first[index][0])
        room -= len(first[index][0])
        if room < 0 or spent() > MOST_SECONDS:
            break
    last, room = dict[int, tuple[str, bool]](), MOST_CHARACTERS // 2
    for index in range(pages - 1, max(len(first), pages - LAST_PAGES) - 1, -1):
        last[index] = _read(document, index)
        room -= len(last[index][0])
        if room < 0 or spent() > MOST_SECONDS + SECONDS_FOR_END:
            break
    return first | dict(reversed(last.items()))


def _pictures(document: Any, indices: Iterable[int]) -> tuple[list[Result], dict[int, str]]:
    """Return the first of these pages as pictures, without blank ones, and a line for each page that is one."""
    from council_core.context.pictures import LONGEST_SIDE, of_page

    made: list[Result] = []
    lines: dict[int, str] = {}
    for index in indices:
        page: Any = document[index]
        try:
            if next(page.get_objects(max_depth=2), None) is None:
                continue
            if len(made) == MOST_SCANNED:
                lines[index + 1] = "[This page is a picture, which is not shown.]\n"
                continue
            scale = (LONGEST_SIDE - 1) / max(*page.get_size(), 1.0)
            picture = of_page(page.render(scale=min(scale, MOST_SCALE)).to_pil())
        finally:
            page.close()
        if picture is not None:
            made.append({**picture, "page": index + 1})
            lines[index + 1] = "[This page is a picture, which is shown beside the text.]\n"
    return made, lines


def in_reading_order(texts: list[str]) -> list[str]:
    """Return the texts of a document's pages with Arabic letters in reading order. For some documents the library
    returns the letters of each line as they are drawn, from left to right."""
    arabic = [_letters(text) for text in texts]
    words = [word for text in arabic for word in ARABIC.findall(text)]
    backward = sum(3 * (word[0] in ENDS) + word[1:].endswith(ARTICLE[::-1]) for word in words)
    forward = sum(3 * (word[-1] in ENDS) + word[:-1].startswith(ARTICLE) for word in words)
    if backward <= forward:
        return arabic
    return [
        "\n".join(
            _turned(line) if ARABIC.search(_letters(line)) else _letters(line) for line in text.split("\n")
        )
        for text in texts
    ]


def _turned(line: str) -> str:
    """Reverse a line, but for numbers and Latin words, which are written from left to right in every script."""
    return _letters(FROM_THE_LEFT.sub(lambda found: found[0][::-1], line[::-1]).translate(MIRRORED))


def _letters(text: str) -> str:
    """Replace the forms of Arabic letters within a word by the letters themselves."""
    return NFKC.sub(lambda found: normalize("NFKC", found[0]), text)


def _read(document: Any, index: int) -> tuple[str, bool]:
    """Return the text of a page, and whether the page is a picture."""
    page = document[index]
    try:
        text = page.get_textpage()
        try:
            said = text.get_text_range().replace("\r\n", "\n")
        finally:
            text.close()
        whole = "\n".join([said.strip(), *_filled_in(document, page)]).strip()
        return whole, not whole or (len(whole) < OF_A_STAMP and _is_filled(page))
    finally:
        page.close()


def _is_filled(page: Any) -> bool:
    """Tell whether one picture fills half of a page."""
    width, height = page.get_size()
    for image in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = image.get_bounds()
        if (right - left) * (top - bottom) * 2 >= width * height:
            return True
    return False


def _filled_in(document: Any, page: Any) -> Iterator[str]:
    """Yield the name and the value of each field of a form, which are no part of a page's text."""
    raw: Any = pypdfium2.raw
    if document.formenv is None:
        return
    form, told = document.formenv.raw, set[str]()
    for index in range(min(raw.FPDFPage_GetAnnotCount(page.raw), MOST_FIELDS)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, index)
        try:
            name = _words(raw.FPDFAnnot_GetFormFieldName, form, annotation)
            value = _words(raw.FPDFAnnot_GetFormFieldValue, form, annotation)
        finally:
            raw.FPDFPage_CloseAnnot(annotation)
        # A group of buttons has one value and many annotations.
        if value.strip() and value != "Off" and name not in told:
            told.add(name)
            yield f"{name}: {value}"


def _words(ask: Callable[..., int], form: Any, annotation: Any) -> str:
    """Return the text that a function of the library writes into a buffer: UTF-16 with a final NUL. Its first call
    returns the size in bytes."""
    from ctypes import create_string_buffer

    raw: Any = pypdfium2.raw
    size = ask(form, annotation, None, 0)
    if size <= 2:
        return ""
    buffer = create_string_buffer(size)
    ask(form, annotation, raw.cast(buffer, raw.POINTER(raw.FPDF_WCHAR)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")
