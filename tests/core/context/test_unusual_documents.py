"""Tests of documents beyond the limits of parsers, and of the places where the tests' documents hide their orders."""

from collections.abc import Callable
from ctypes import POINTER, c_ushort, cast, create_string_buffer
from importlib import import_module
from io import BytesIO
from typing import Any

import pytest
from pptx import Presentation

from council_core.context.reading import ChildReader
from council_core.domain.material import Unreadable, UnreadReason
from tests.core.context.test_reading import changed
from tests.testbed.documents import docx, pdf, pptx, xlsx

TEN_CELLS = f"<row>{'<c><v>47</v></c>' * 10}</row>"
"""A row of a sheet."""


def remarked_pdf(text: str, *, title: str, annotation: str) -> bytes:
    """Build a PDF of one page with a title among its properties, and a note on the page."""
    more = (
        f"98 0 obj\n<< /Title ({title}) >>\nendobj\n99 0 obj\n<< /Type /Annot /Subtype /Text /Rect [9 9 29 29] "
        f"/Contents ({annotation}) >>\nendobj\n"
    )
    made = pdf([text], more=more.encode()).replace(b"/Root 1 0 R", b"/Root 1 0 R /Info 98 0 R")
    return made.replace(b"/Type /Page /Parent", b"/Type /Page /Annots [99 0 R] /Parent")


@pytest.mark.parametrize(
    ("name", "made", "reason"),
    [
        ("long.docx", lambda: docx("0123456789 " * 1_000_000), "too_slow"),
        ("deep.docx", lambda: docx("<w:x>" * 400 + "</w:x>" * 400), "too_deep"),
        ("torn.docx", lambda: docx("<w:x>"), "damaged"),
        ("rows.xlsx", lambda: changed(xlsx("Rent"), "</row>", "</row>" + TEN_CELLS * 400_000), "too_slow"),
    ],
)
async def test_a_sound_document_beyond_the_limits_is_not_called_damaged(
    name: str, made: Callable[[], bytes], reason: UnreadReason
) -> None:
    assert await ChildReader().read(name, made()) == Unreadable(reason=reason)


def test_title_and_annotation_of_a_pdf_stand_where_its_readers_find_them() -> None:
    pdfium: Any = import_module("pypdfium2.raw")
    opened: Any = import_module("pypdfium2").PdfDocument(
        remarked_pdf("Rent.", title="A title", annotation="A remark")
    )
    with opened as document:
        page = document[0]
        remark, words = pdfium.FPDFPage_GetAnnot(page, 0), create_string_buffer(100)
        into = cast(words, POINTER(c_ushort))
        size = pdfium.FPDFAnnot_GetStringValue(remark, b"Contents", into, 100)
        pdfium.FPDFPage_CloseAnnot(remark)
        page.close()
        title = document.get_metadata_value("Title")

    assert title == "A title"
    assert words.raw[: size - 2].decode("utf-16-le") == "A remark"


def test_a_slide_is_hidden_and_has_notes() -> None:
    slides = Presentation(BytesIO(changed(pptx("Rent.", said="Aloud."), "<p:sld ", '<p:sld show="0" ')))

    slide: Any = slides.slides[0]
    assert (slide.element.get("show"), slide.notes_slide.notes_text_frame.text) == ("0", "Aloud.")
