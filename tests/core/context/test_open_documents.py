"""Tests of texts and slides of OpenDocument, and of kinds of files that are not read."""

import pytest

from bot.presentation.material import unread_sentence
from bot.presentation.words import words_for
from council_core.context.reading import ChildReader
from council_core.domain.material import Passage, Unread, Unreadable
from tests.testbed.documents import FACTS, OLD_OFFICE, archive
from tests.testbed.open_documents import MEDIA_TYPE, odp, odt


@pytest.mark.parametrize("language", FACTS)
async def test_of_a_text_of_open_document_all_is_read_that_its_readers_see(language: str) -> None:
    read = await ChildReader().read("lease.odt", odt(FACTS[language]))

    assert isinstance(read, Passage), read
    assert read.form == "OpenDocument text"
    assert read.text.split("\n") == [
        "Contract", FACTS[language], "", "Seen  and\tseen [A note.] .", "In a list", "Rent\t42",
    ]  # fmt: skip


@pytest.mark.parametrize("language", FACTS)
async def test_slides_of_open_document_are_numbered_and_have_notes(language: str) -> None:
    read = await ChildReader().read("pitch.odp", odp(FACTS[language]))

    assert isinstance(read, Passage), read
    assert read.pages == 2
    assert read.text == f"[slide 1]\n{FACTS[language]}\nNotes: Said aloud.\n\n[slide 2]\nThe end."


async def test_of_a_text_too_large_for_its_parser_both_ends_are_read() -> None:
    middle = "<text:p>The rent is due.</text:p>" * 600_000

    read = await ChildReader().read(
        "lease.odt", odt("Notice is 47 days.", more=f"{middle}<text:p>Signed.</text:p>")
    )

    assert isinstance(read, Passage), read
    assert "Notice is 47 days." in read.text
    assert read.text.endswith("Signed.")
    assert read.is_cut


LAUGHS = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l>&b;</l>'

BROKEN = {
    "locked.odt": ("password", archive({
        "mimetype": f"{MEDIA_TYPE}text", "content.xml": "x", "META-INF/manifest.xml": "<m:encryption-data/>",
    })),
    "torn.odt": ("damaged", archive({"mimetype": f"{MEDIA_TYPE}text", "content.xml": "<a"})),
    "hollow.odt": ("damaged", archive({"mimetype": f"{MEDIA_TYPE}text"})),
    "laughs.odt": ("damaged", archive({"mimetype": f"{MEDIA_TYPE}text", "content.xml": LAUGHS})),
    "login.odt": ("mislabelled", b"<!doctype html><html><body>Log in</body></html>"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
async def test_a_text_of_open_document_that_cannot_be_read_has_a_reason(name: str) -> None:
    reason, content = BROKEN[name]

    read = await ChildReader().read(name, content)

    assert isinstance(read, Unreadable)
    assert read.reason == reason


def old_office(stream: str) -> bytes:
    """Return the beginning of a compound file that names this stream."""
    return OLD_OFFICE + bytes(512) + stream.encode("utf-16-le") + bytes(512)


KINDS = {
    "letter.rtf": (b"{\\rtf1\\ansi Dear {\\b all}\\par}", "RTF file"),
    "letter.doc": (old_office("WordDocument"), "DOC file"),
    "pitch.ppt": (old_office("PowerPoint Document"), "PPT file"),
    "mail.msg": (old_office("__substg1.0_0037001F"), "MSG file"),
    "letter.hwp": (old_office("\x05HwpSummaryInformation"), "HWP file"),
    "letter.hwpx": (archive({"mimetype": "application/hwp+zip", "a.xml": "<a/>"}), "HWPX file"),
    "book.epub": (archive({"mimetype": "application/epub+zip", "a.xhtml": "<a/>"}), "EPUB file"),
    "plan.odg": (archive({"mimetype": f"{MEDIA_TYPE}graphics", "content.xml": "<a/>"}), "OpenDocument file"),
    "pack.zip": (archive({"a.txt": "a"}), "ZIP archive"),
}


@pytest.mark.parametrize("name", KINDS)
async def test_a_kind_that_is_not_read_is_named_with_the_kinds_that_are(name: str) -> None:
    content, kind = KINDS[name]

    read = await ChildReader().read(name, content)

    assert read == Unreadable(reason="unknown", detail=kind)
    said = unread_sentence(Unread(name=name, reason="unknown", detail=kind), words_for("en"))
    assert said == (
        f"**{name}** was not read: Council does not read this kind of file ({kind}). "
        "It reads text, PDF, Word, Excel, PowerPoint, OpenDocument, web pages, e-mails (EML) and pictures."
    )
