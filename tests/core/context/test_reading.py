"""Tests of reading people's files in a child process: the bot gets a text or a reason, whatever a file holds."""

import asyncio
import re
import sys
from importlib import import_module
from typing import Any

import pytest

from bot.presentation.words.en.thread import WHY_UNREAD
from council_core.context import kinds
from council_core.context.pdf import in_reading_order
from council_core.context.reading import ChildReader
from council_core.context.texts import decoded
from council_core.domain.material import Passage, Scan, Unreadable
from tests.golden_files import assert_golden
from tests.testbed.documents import (
    READABLE,
    UNREADABLE,
    drawn_pptx,
    form_pdf,
    html,
    pdf,
    pictured_docx,
    pictured_pptx,
    reviewed_docx,
    scan,
    xlsx,
)
from tests.testbed.images import png
from tests.testbed.mails import forwarded, mail_of_html, mail_with

FILES_OF_EXTRAS = {
    name: READABLE[name]("The notice period is 47 days.")
    for name in (
        "note.md", "letter.eml", "contract.pdf", "contract.docx", "terms.xlsx", "terms.xls", "terms.ods", "page.html",
    )
} | {"photo.png": png(3, 2)}  # fmt: skip


async def test_of_a_word_document_all_is_read_that_its_readers_see() -> None:
    read = await ChildReader().read(
        "contract.docx",
        reviewed_docx(
            clause="Either party may end it.", inserted="With 47 days.", form="Tenant: Ada.", box="In a box.",
            cell="In a cell.", note="Working days.", comment="Too long?", header="Draft 3",
        ),
    )  # fmt: skip

    assert isinstance(read, Passage), read
    assert [line for line in read.text.splitlines() if line] == [
        "§ 1 Term", "§ 2 Notice", "2.a) Either party may end it.", "With 47 days.[note 2]", "Tenant: Ada.", "In a box.",
        "In a cell.", "[note 2] Working days.", "[comment by Ada] Too long?", "[header] Draft 3",
    ]  # fmt: skip


async def test_groups_and_charts_on_slides_are_read_and_slides_of_pictures_are_shown() -> None:
    drawn = await ChildReader().read("a.pptx", drawn_pptx(grouped="Notice is 47 days.", series="Rent"))
    pictured = await ChildReader().read("b.pptx", pictured_pptx(png(30, 20)))

    assert isinstance(drawn, Passage), drawn
    assert drawn.text == "[slide 1]\nNotice is 47 days.\n\tMay\tJune\nRent\t47\t48.5"
    assert isinstance(pictured, Scan), pictured
    assert [(page.page, page.width, pictured.of) for page in pictured.pages] == [(2, 30, 2)]


def test_pictures_beside_a_text_are_shown_and_the_rest_are_counted() -> None:
    broken = png(130, 120)
    broken = broken[:50] + b"\xff" * 10 + broken[60:]
    plans = [png(100 + at, 120) for at in range(5)]
    word = kinds.read("a.docx", pictured_docx("See the plan.", png(30, 30), *plans, plans[0], broken))
    slides = kinds.read("b.pptx", pictured_pptx(png(130, 120), "Rent rises."))
    icons = kinds.read("c.docx", pictured_docx("See the logo.", png(30, 30)))

    assert [(page["page"], page["width"]) for page in shown(word)] == [(2, 100), (3, 101), (4, 102), (5, 103)]
    assert text_of(word) == {"text": "See the plan.", "unseen": 2}
    assert [(page["page"], page["width"]) for page in shown(slides)] == [(2, 130)]
    assert text_of(slides) == {"text": "[slide 1]\nRent rises.\n\n[slide 2]", "unseen": 0}
    assert (icons["kind"], icons["unseen"]) == ("passage", 0)


async def test_of_a_very_long_log_the_beginning_and_the_end_are_read() -> None:
    lines = [f"{number} all is well" for number in range(100_000)]
    text = "\n".join([*lines, "FATAL: no space left"])

    read = await ChildReader().read("server.log", text.encode())

    assert isinstance(read, Passage), read
    assert (read.characters, read.is_cut) == (len(text), False)
    assert read.text.startswith(lines[0])
    assert read.text.endswith("FATAL: no space left")
    assert f"\n[{len(text) - 1_000_000:,} characters are left out here.]\n" in read.text


def shown(read: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pictures of a document."""
    return read["pages"]


def text_of(read: dict[str, Any]) -> dict[str, Any]:
    """Return the text of a document with pictures, and the number of pictures that are not shown."""
    return {name: read["text"][name] for name in ("text", "unseen")}


def test_arabic_in_forms_of_letters_is_turned_with_its_ligatures() -> None:
    # As a PDF draws it: forms within the word, the last letter first.
    drawn = "\ufe94\ufee3\ufefc\ufeb4\ufedf\ufe8d 12"
    (read,) = in_reading_order([f"{drawn}\nRent \ufe8d"])

    assert read == "12 \u0627\u0644\u0633\u0644\u0627\u0645\u0629\nRent \u0627"


async def test_pages_and_sheets_are_numbered_so_that_an_answer_can_name_them() -> None:
    contract = await ChildReader().read(
        "contract.pdf", pdf(["First.", "Second page, with enough on it for a page."])
    )
    terms = await ChildReader().read("terms.xlsx", xlsx("Notice"))

    assert isinstance(contract, Passage)
    assert contract.pages == 2
    assert "[page 2]\nSecond page" in contract.text
    assert isinstance(terms, Passage)
    assert terms.text == "[sheet Terms]\nNotice\t42"


async def test_the_content_says_what_a_file_is_and_not_its_name() -> None:
    read = await ChildReader().read("contract.txt", pdf(["This is a PDF under another name."]))

    assert isinstance(read, Passage)
    assert read.form == "PDF"


@pytest.mark.parametrize("encoding", ["cp949", "cp1252", "shift_jis"])
async def test_a_text_in_an_old_encoding_is_read(encoding: str) -> None:
    words = {"cp949": "해지 통지 기간은 마흔일곱 날입니다. ", "cp1252": "Der Käufer zahlt für die Überführung. ",
             "shift_jis": "解約の通知期間は四十七日です。これは契約の一部です。"}[encoding]  # fmt: skip

    read = await ChildReader().read("old.txt", (words * 5).encode(encoding))

    assert isinstance(read, Passage)
    assert words.strip() in read.text


SHORT = (
    "Zürich",
    "Café",
    "Temperature 20 °C",
    "The quokka clause says 47 dägen.",
    "Plain text. " * 9_000 + "Fünf",
)


@pytest.mark.parametrize("words", SHORT, ids=lambda words: words[-12:])
def test_few_western_letters_are_not_read_as_another_script(words: str) -> None:
    assert decoded(words.encode("cp1252")) == words


@pytest.mark.parametrize(
    ("encoding", "words"), [("shift_jis", "カタカナ test"), ("cp1251", "Срок уведомления 47 дней.")]
)
def test_other_scripts_are_not_read_as_western_letters(encoding: str, words: str) -> None:
    assert decoded(words.encode(encoding)) == words


async def test_what_a_page_hides_from_its_readers_is_not_read() -> None:
    read = await ChildReader().read("page.html", html("The notice period is 47 days."))

    assert isinstance(read, Passage)
    assert "Rank Response A" not in read.text
    assert "steal" not in read.text


async def test_a_page_that_is_nested_too_deeply_is_not_called_empty() -> None:
    def page(deep: int) -> bytes:
        return b"<html>" + b"<div>" * deep + b"deep" + b"</div>" * deep

    assert await ChildReader().read("a.html", page(200_000)) == Unreadable(reason="too_deep")
    flat = await ChildReader().read("a.html", page(20))
    assert isinstance(flat, Passage), flat
    assert (flat.text, flat.is_cut) == ("deep", False)


async def test_of_a_page_with_a_part_that_is_nested_too_deeply_the_rest_is_read() -> None:
    deep = b"<div>" * 400 + b"deep" + b"</div>" * 400

    read = await ChildReader().read("a.html", b"<html><p>The notice period is 47 days.</p>" + deep)

    assert isinstance(read, Passage), read
    assert (read.text, read.is_cut) == ("The notice period is 47 days.", True)


async def test_an_e_mail_names_the_attachments_that_are_not_read_and_those_that_go_on() -> None:
    twelve = {f"note-{number}.txt": b"Rent rises." for number in range(1, 13)}
    long = {"lease.pdf": pdf([f"Clause {n} of the lease." for n in range(1, 1_203)])}

    many = await ChildReader().read("many.eml", mail_with(twelve))
    endless = await ChildReader().read("endless.eml", mail_with({f"{n}.txt": b"Rent." for n in range(60)}))
    cut = await ChildReader().read("cut.eml", mail_with(long))
    whole = await ChildReader().read("whole.eml", mail_with({"note.txt": b"Rent rises."}))

    assert isinstance(many, Passage), many
    assert many.is_cut
    assert many.text.count("Rent rises.") == 10
    assert many.text.endswith("[attached: note-11.txt, not read]\n\n[attached: note-12.txt, not read]")
    assert isinstance(endless, Passage), endless
    assert endless.text.endswith("[attached: 49.txt, not read]\n\n[10 more attachments, not read]")
    assert isinstance(cut, Passage), cut
    assert cut.is_cut
    assert cut.text.endswith("[lease.pdf is too long, and was not read as a whole.]")
    assert isinstance(whole, Passage), whole
    assert not whole.is_cut


HEAD = b"From: ada@x.example\r\nSubject: Rent\r\nMIME-Version: 1.0\r\n"
MIXED = b"Content-Type: multipart/mixed"
ODD = b"From: =?utf-8?b?@@@?=\r\nSubject: =?klingon?q?Rent?=\r\nDate: never\r\n"
CUT_OFF = b'; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n'
TORN_MAILS = {
    "headers against the rules": (ODD + b"\r\nRent rises.", False),
    "an end that is missing": (HEAD + MIXED + CUT_OFF + b"Rent rises.", False),
    "no boundary": (HEAD + MIXED + b"\r\n\r\nRent rises.", False),
    "a text that cannot be decoded": (HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n@@@@@@", True),
    "a torn attachment": (mail_with({"lease.pdf": b"%PDF-1.7\nnothing follows"}), False),
    "another e-mail within": (forwarded("See below.", "Rent rises."), False),
}


@pytest.mark.parametrize("name", TORN_MAILS)
def test_of_a_torn_e_mail_all_is_read_that_can_be_read_and_the_rest_is_named(name: str) -> None:
    content, is_cut = TORN_MAILS[name]

    read = kinds.read("letter.eml", content)

    assert (read["kind"], read.get("is_cut")) == ("passage", is_cut)
    found = ("Rent rises.", "[The text of this e-mail cannot be read.]", "[attached: lease.pdf, not read]")
    assert sum(each in str(read["text"]) for each in found) == 1


async def test_of_a_scan_the_first_pages_are_shown_as_pictures_without_blank_ones() -> None:
    long, short = [await ChildReader().read("scan.pdf", content) for content in (scan(6), scan(3, blank=2))]

    assert isinstance(long, Scan), long
    assert ([page.page for page in long.pages], long.of) == ([1, 2, 3, 4], 6)
    assert {(page.form, page.media_type) for page in long.pages} == {("PDF", "image/jpeg")}
    assert all(1_500 < page.height <= 1_568 for page in long.pages)
    assert isinstance(short, Scan), short
    assert ([page.page for page in short.pages], short.of) == ([1], 3)


async def test_scanned_pages_behind_a_page_with_text_are_shown_beside_it() -> None:
    read = await ChildReader().read("fax.pdf", scan(6, blank=1, cover="Cover: five pages follow."))

    assert isinstance(read, Scan), read
    assert ([page.page for page in read.pages], read.of) == ([2, 3, 4, 5], 7)
    assert read.text is not None
    assert read.text.text.startswith("[page 1]\nCover: five pages follow.")
    assert "[page 5]\n[This page is a picture, which is shown beside the text.]" in read.text.text
    assert "[page 6]\n[This page is a picture, which is not shown.]" in read.text.text
    assert read.text.text.endswith("[page 7]")


async def test_what_was_filled_into_a_form_is_read() -> None:
    read = await ChildReader().read("form.pdf", form_pdf("Notice", "47 days, as agreed"))

    assert isinstance(read, Passage), read
    assert read.text == "[page 1]\nNotice: 47 days, as agreed"


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        ("cars.txt", b"BMW sells cars in all countries of the world.", "text"),
        ("notes.txt", b"A PDF begins with the sign %PDF-1.7 and ends with %%EOF.", "text"),
        ("page.html", '<html><meta charset="euc-kr"><p>해지'.encode("euc-kr"), "web page"),
        ("letter.eml", mail_of_html("<html><body></body></html>", b"Notice: 47 days."), "e-mail"),
        ("wide.log", "The notice period is 47 days, größer.".encode("utf-16-le"), "text"),
        ("wide.log", "The notice period is 47 days.".encode("utf-16-be"), "text"),
        ("torn.log", b"INFO started\n" * 20 + bytes(200) + b"INFO 47 days\n", "text"),
    ],
)
async def test_a_text_is_a_text_whatever_it_begins_with(name: str, content: bytes, form: str) -> None:
    read = await ChildReader().read(name, content)

    assert isinstance(read, Passage), read
    assert read.form == form
    assert re.search("cars|sign|해지|47 days", read.text)


def test_without_the_libraries_of_a_kind_its_files_have_a_reason_and_texts_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [each for each in sys.modules if each.startswith("council_core.context.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in (
        "pypdfium2",
        "docx",
        "pptx",
        "python_calamine",
        "trafilatura",
        "lxml",
        "lxml.html",
        "PIL",
        "filetype",
    ):
        monkeypatch.setitem(sys.modules, name, None)
    kinds = import_module("council_core.context.kinds")

    read = {name: kinds.read(name, content) for name, content in FILES_OF_EXTRAS.items()}

    assert {name for name, found in read.items() if found["kind"] == "passage"} == {"note.md", "letter.eml"}
    assert {found["reason"] for found in read.values() if found["kind"] == "unreadable"} == {"no_library"}


def reason_of(sentence: str) -> str:
    """Return the reason that a sentence gives."""
    said = sentence.partition("was not read: ")[2]
    return next(
        reason
        for reason, why in WHY_UNREAD.items()
        if re.match(re.escape(why).replace(r"\{detail\}", ".*"), said, re.I)
    )


async def test_people_read_a_sentence_for_every_file_and_no_process_takes_300_megabytes() -> None:
    bench = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.files", "--corpus", stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await bench.communicate()

    *sentences, memory = printed.decode().splitlines()
    assert_golden("posts/corpus.txt", "\n".join(sentences))
    unread = [each for each in sentences if "was not read" in each]
    assert [reason_of(each) for each in unread] == [reason for reason, _ in UNREADABLE.values()] + [
        "too_large"
    ] * 2
    child, own = (int(figure) for figure in re.findall(r"(\d+) MB", memory))
    assert (child < 300, own < 300) == (True, True), memory
