"""Read the text of slides and sheets. Runs in the child process."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from typing import Any

from council_core.context.gaps import without_gaps
from council_core.context.kinds import MOST_CHARACTERS, MOST_SCANNED, CannotRead, Result, Scanned, Text, spent
from council_core.context.middle import MARK, SHEETS, SLIDES, TABLES, without_middle

MOST_SECONDS = 6.0
"""Seconds since the reading began after which only the end is read, so that the process is not ended for its use of
time."""

FIRST_LINES = 1_000
"""Number of lines that are read however long it took to open the document."""

SECONDS_FOR_END = 3.0
LAST_PARTS = 5_000
"""Most parts, such as rows, that are read at the end of a document that takes too long."""

SLIDE = re.compile(r"^\[slide \d+\]$|^Notes: ?$", re.MULTILINE)
"""Lines that this module adds to the text of slides."""

DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def pptx(content: bytes) -> Text:
    """Return the texts, tables, charts and notes of each slide under a line with its number.

    Raises:
        Scanned: No slide holds any text; the error carries the pictures.
        CannotRead: There is no picture either.
    """
    from pptx import Presentation

    content, is_cut = without_middle(content, SLIDES)
    slides: list[Any] = list(Presentation(BytesIO(content)).slides)

    shapes = [list(_shapes(slide.shapes)) for slide in slides]
    begun = 0

    def lines(number: int, slide: Any) -> Iterator[str]:
        nonlocal begun
        yield f"\n[slide {number}]"
        begun = number
        for shape in shapes[number - 1]:
            yield from _shown(shape)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            yield f"Notes: {slide.notes_slide.notes_text_frame.text}"

    found = joined("PowerPoint", (lines(number, slide) for number, slide in enumerate(slides, 1)))
    found = with_gap(found, is_cut=is_cut)
    images = [(number, _image(each)) for number, within in enumerate(shapes, 1) for each in within]
    if not SLIDE.sub("", found.text).strip():
        raise Scanned(pictures_among(images), len(slides))
    read = begun if found.is_cut and not found.has_end else None
    return illustrated(found._replace(pages=len(slides), pages_read=read), images, len(slides))


def pictures_among(images: Iterable[tuple[int, bytes | None]]) -> list[Result]:
    """Return the first pictures that can be shown, each with the number of its page. Raises CannotRead where there is
    none."""
    made: list[Result] = []
    for number, image in images:
        if image is not None and len(made) < MOST_SCANNED:
            with suppress(CannotRead):
                made.append({**_pictures().picture(image, is_within=True), "page": number})
    if not made:
        raise CannotRead("empty")
    return made


def illustrated(
    found: Text, images: Iterable[tuple[int, bytes | None]], of: int, *, part: str = "page"
) -> Text:
    """Return a text with the number of its pictures that cannot be shown.

    Args:
        found: The text.
        images: Its pictures, each with its own number or that of its page.
        of: The number of them all.
        part: The part that has the number, a page or a picture.

    Raises:
        Scanned: Some of its pictures can be shown beside it.
    """
    made, unseen, known = list[Result](), 0, set[bytes]()
    for number, image in images:
        if image is None or image in known or _pictures().is_small(image):
            continue
        known.add(image)
        if len(made) < MOST_SCANNED:
            with suppress(CannotRead, MemoryError):
                made.append({**_pictures().picture(image, is_within=True), "page": number})
                continue
        unseen += 1
    found = found._replace(unseen=unseen)
    if made:
        raise Scanned(made, of, found, part=part)
    return found


def _pictures() -> Any:
    """Import the module that converts pictures. Its library is loaded only when a document has pictures."""
    return import_module("council_core.context.pictures")


def _image(shape: Any) -> bytes | None:
    """Return the picture in a shape; None where it holds none."""
    with suppress(AttributeError, KeyError, ValueError):
        return shape.image.blob
    return None


def _shapes(shapes: Iterable[Any]) -> Iterator[Any]:
    """Yield every shape, also those in groups."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _shown(shape: Any) -> Iterator[str]:
    """Yield the lines of the text, table, chart or diagram in a shape."""
    if shape.has_text_frame:
        yield shape.text_frame.text
    if getattr(shape, "has_table", False):
        for each in shape.table.rows:
            yield row(cell.text for cell in each.cells)
    if getattr(shape, "has_chart", False):
        for plot in shape.chart.plots:
            yield row(["", *map(str, plot.categories)])
            for series in plot.series:
                yield row(
                    [series.name or "", *("" if value is None else _cell(value) for value in series.values)]
                )
    for diagram in shape.element.xpath(".//@*[local-name()='dm']"):
        root = import_module("pptx.oxml").parse_xml(shape.part.related_part(diagram).blob)
        for paragraph in root.iter(f"{DRAWING}p"):
            yield "".join(each.text or "" for each in paragraph.iter(f"{DRAWING}t"))


def sheets(content: bytes) -> Text:
    """Return each sheet under its name, row by row, with tabs between the cells."""
    from python_calamine import CalamineWorkbook, PasswordError

    is_cut = False
    if content.startswith(b"PK"):
        for rule in (SHEETS, TABLES):
            content, lacks = without_middle(content, rule)
            is_cut = is_cut or lacks
        content = without_gaps(content)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
    except PasswordError as error:
        raise CannotRead("password") from error
    is_empty, begun = True, 0

    def said(cells: Iterable[object]) -> Iterator[str]:
        nonlocal is_empty
        yield (line := row(_cell(cell) for cell in cells))
        is_empty = is_empty and not line

    def rows() -> Iterator[Iterable[str]]:
        nonlocal begun
        for number, name in enumerate(book.sheet_names, 1):
            sheet = book.get_sheet_by_name(name)
            yield (f"\n[sheet {name}]",)
            begun = number
            yield from map(said, sheet.iter_rows())

    found = with_gap(joined("spreadsheet", rows()), is_cut=is_cut)
    if is_empty:
        raise CannotRead("too_slow" if found.is_cut else "empty")
    read = begun if found.is_cut and not found.has_end else None
    return found._replace(pages=len(book.sheet_names), pages_read=read)


def _cell(value: object) -> str:
    """Return a cell's value as people read it: whole numbers without a decimal point."""
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else str(value)


def row(cells: Iterable[str]) -> str:
    """Return the cells of a table's row on one line."""
    return "\t".join(" ".join(cell.split()) for cell in cells).rstrip()


def joined(form: str, parts: Iterable[Iterable[str]], seconds: float = MOST_SECONDS) -> Text:
    """Join lines to one text. Of a text that is too long, keep the beginning and the end, and count the rest.

    Args:
        form: Kind of the document.
        parts: Its parts, such as rows, each of which gives its lines when it is read.
        seconds: Seconds since the reading began after which only the last parts are read.
    """
    half = MOST_CHARACTERS // 2
    head, kept, held, left_out, is_cut = "", list[str](), 0, 0, False
    parts = iter(parts)
    for line in (line for part in parts for line in part):
        kept.append(line)
        held += len(line) + 1
        if is_cut := len(kept) > FIRST_LINES and spent() > seconds:
            break
        if held <= 2 * MOST_CHARACTERS:
            continue
        text = "\n".join(kept)
        if not head:
            head, text = text[:half], text[half:]
        left_out += len(text) - half
        kept, held = [text[-half:]], half
    end = _end(parts, seconds + SECONDS_FOR_END) if is_cut else []
    text = (head + "\n".join([*kept, *([MARK, *end] if end else [])])).strip()
    return Text(form, text, is_cut=is_cut, left_out=left_out, has_end=bool(end))


def _end(parts: Iterator[Iterable[str]], seconds: float) -> list[str]:
    """Return the last lines of a document that takes too long; empty if even its end is too far away."""
    last = deque[Iterable[str]](maxlen=LAST_PARTS)
    for part in parts:
        last.append(part)
        if spent() > seconds:
            return []
    lines, room = list[str](), MOST_CHARACTERS // 2
    for part in reversed(last):
        said = list(part)
        lines += reversed(said)
        room -= sum(map(len, said))
        if room < 0 or spent() > seconds + SECONDS_FOR_END:
            break
    return lines[::-1]


def with_gap(found: Text, *, is_cut: bool) -> Text:
    """Return the text of a document. Its middle may have been cut out before it was read."""
    return found._replace(is_cut=True, has_end=found.has_end or not found.is_cut) if is_cut else found
