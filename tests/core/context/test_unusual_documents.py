"""Tests of documents beyond the limits of parsers, and of the places where the tests' documents hide their orders."""

from collections.abc import Callable
from ctypes import POINTER, c_ushort, cast, create_string_buffer
from importlib import import_module
from io import BytesIO
from typing import Any

import pytest
from pptx import Presentation

from council_core.context import kinds
from council_core.context.middle import MARK
from council_core.context.reading import ChildReader
from council_core.domain.material import Passage, Unreadable, UnreadReason
from tests.testbed.documents import changed, docx, pdf, pptx, reviewed_docx
from tests.testbed.long_documents import bombed_pdf


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
        ("deep.docx", lambda: docx("<w:x>" * 400 + "</w:x>" * 400), "too_deep"),
        ("torn.docx", lambda: docx("<w:x>"), "damaged"),
    ],
)
async def test_a_sound_document_beyond_the_limits_is_not_called_damaged(
    name: str, made: Callable[[], bytes], reason: UnreadReason
) -> None:
    assert await ChildReader().read(name, made()) == Unreadable(reason=reason)


async def test_of_a_pdf_with_a_page_that_ends_the_process_the_pages_before_it_are_kept() -> None:
    read = await ChildReader().read(
        "lease.pdf", bombed_pdf([f"Clause {n} of the lease." for n in range(1, 21)], 12)
    )

    assert isinstance(read, Passage), read
    assert (read.pages, read.pages_read, read.is_cut, read.has_end) == (20, 12, True, False)
    assert "[page 12]\nClause 12 of the lease." in read.text


def test_clauses_after_a_part_that_was_not_read_have_no_number() -> None:
    packed = reviewed_docx(
        **dict.fromkeys(("clause", "inserted", "form", "box", "cell", "note", "comment", "header"), "x")
    )
    cut = changed(packed, "Notice", f"{MARK}</w:t></w:r></w:p><w:p><w:r><w:t>After it")

    text = str(kinds.read("a.docx", cut)["text"])

    assert f"§ 1 Term\n- {MARK}\nAfter it\n- x" in text


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
