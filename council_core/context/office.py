"""Documents, slides and sheets -> their text. Runs in the child."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from typing import Any

from council_core.context.kinds import MOST_CHARACTERS, CannotRead, Text

MOST_ROWS = 50_000
"""Of one sheet."""


def docx(content: bytes) -> Text:
    """Paragraphs and tables in their order."""
    from docx import Document
    from docx.table import Table

    def lines() -> Iterator[str]:
        for block in Document(BytesIO(content)).iter_inner_content():
            if isinstance(block, Table):
                for row in block.rows:
                    yield _row(cell.text for cell in row.cells)
            else:
                name = (block.style.name or "") if block.style is not None else ""
                yield f"# {block.text}" if name.startswith(("Heading", "Title")) else block.text

    return _text("Word", lines())


def pptx(content: bytes) -> Text:
    """Each slide under a line with its number: texts, tables and notes."""
    from pptx import Presentation

    slides: list[Any] = list(Presentation(BytesIO(content)).slides)

    def lines() -> Iterator[str]:
        for number, slide in enumerate(slides, 1):
            yield f"\n[slide {number}]"
            for shape in slide.shapes:
                if shape.has_text_frame:
                    yield shape.text_frame.text
                if getattr(shape, "has_table", False):
                    for row in shape.table.rows:
                        yield _row(cell.text for cell in row.cells)
            if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
                yield f"Notes: {slide.notes_slide.notes_text_frame.text}"

    found = _text("PowerPoint", lines())
    return found._replace(pages=len(slides))


def sheets(content: bytes) -> Text:
    """Each sheet under its name, row by row, cells divided by tabs."""
    from python_calamine import CalamineWorkbook, PasswordError

    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
    except PasswordError as error:
        raise CannotRead("password") from error
    skipped = False

    def lines() -> Iterator[str]:
        nonlocal skipped
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            yield f"\n[sheet {name}]"
            rows = sheet.iter_rows()
            for row in islice(rows, MOST_ROWS):
                yield _row(_cell(cell) for cell in row)
            skipped = skipped or next(iter(rows), None) is not None

    found = _text("spreadsheet", lines())
    return found._replace(pages=len(book.sheet_names), is_cut=found.is_cut or skipped)


def _cell(value: object) -> str:
    """As people read it: whole numbers without a decimal point."""
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else str(value)


def _row(cells: Iterable[str]) -> str:
    return "\t".join(" ".join(cell.split()) for cell in cells).rstrip()


def _text(form: str, lines: Iterable[str]) -> Text:
    kept, characters = list[str](), 0
    for line in lines:
        if characters > MOST_CHARACTERS:
            return Text(form, "\n".join(kept), is_cut=True)
        kept.append(line)
        characters += len(line) + 1
    return Text(form, "\n".join(kept).strip())
