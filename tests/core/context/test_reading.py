"""Files of people become text in a child process: whatever they hold, the bot gets a text or a reason."""

import asyncio
import re
import sys
from base64 import b64decode
from collections.abc import Mapping

import pytest

from council_core.context.reading import ChildReader
from council_core.domain.material import Passage, Scan, Seen, Unreadable
from tests.golden_files import assert_golden
from tests.testbed.documents import (
    FACTS,
    READABLE,
    UNREADABLE,
    docx,
    gif,
    html,
    mail,
    pdf,
    photo,
    png,
    scan,
    xlsx,
)

FORMS = {"txt": "text", "md": "Markdown", "csv": "CSV", "py": "code", "pdf": "PDF", "docx": "Word",
         "pptx": "PowerPoint", "xlsx": "spreadsheet", "xls": "spreadsheet",
         "ods": "spreadsheet", "html": "web page", "eml": "e-mail"}  # fmt: skip


@pytest.mark.parametrize("name", READABLE)
async def test_a_file_of_every_kind_is_read_in_three_languages(name: str) -> None:
    for language, fact in FACTS.items():
        read = await ChildReader().read(name, READABLE[name](fact))

        assert isinstance(read, Passage), (language, read)
        assert read.form == FORMS[name.rpartition(".")[2]]
        if language == "arabic" and "47" in read.text and fact not in read.text:
            assert name in {
                "contract.pdf",
                "letter with a file.eml",
            }  # A PDF may hold its letters as they are drawn.
        else:
            assert fact in read.text


@pytest.mark.parametrize("name", UNREADABLE)
async def test_a_file_that_cannot_be_read_has_a_reason_whatever_it_does_to_its_parser(name: str) -> None:
    reason, make = UNREADABLE[name]

    read = await ChildReader().read(name, make())

    assert isinstance(read, Unreadable), read
    assert read.reason == reason


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


async def test_what_a_page_hides_from_its_readers_is_not_read() -> None:
    read = await ChildReader().read("page.html", html("The notice period is 47 days."))

    assert isinstance(read, Passage)
    assert "Rank Response A" not in read.text
    assert "steal" not in read.text


async def test_no_request_leaves_while_files_are_read() -> None:
    heard: list[bytes] = []

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(100))
        writer.close()

    async with await asyncio.start_server(hear, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/steal"
        for name, content in calling_home(url).items():
            await ChildReader().read(name, content)

    assert heard == []


def calling_home(url: str) -> Mapping[str, bytes]:
    """Files that have a careless parser fetch something."""
    entity = f'<!DOCTYPE {{}} [<!ENTITY x SYSTEM "{url}">]>'
    style = f'<link rel="stylesheet" href="{url}">'
    page = f'<html><head>{style}</head><body><img src="{url}"><p>Hello there.</p></body></html>'
    return {
        "a.docx": docx("&x;", head=entity.format("w:document")),
        "a.xlsx": xlsx("&x;", head=entity.format("worksheet")),
        "a.html": page.encode(),
        "a.eml": mail(page),
        "a.pdf": pdf(
            ["Hello there, this is a page."], more=f"99 0 obj << /S /URI /URI ({url}) >> endobj\n".encode()
        ),
    }


async def test_a_file_that_takes_too_long_is_given_up() -> None:
    read = await ChildReader(seconds=0.0).read("note.txt", b"hello")

    assert read == Unreadable(reason="too_slow")


@pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")
async def test_the_child_knows_nothing_of_the_bot_and_may_not_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-secret")
    program = (
        "import os, resource, council_core.context.child as child; child.set_limits(); "
        "print('SLACK_BOT_TOKEN' in os.environ, resource.getrlimit(resource.RLIMIT_FSIZE)[0], "
        "resource.getrlimit(resource.RLIMIT_AS)[0] == child.MEMORY)"
    )
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", program, env={}, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await child.communicate()

    assert said.decode().split() == ["False", "0", "True"]


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
async def test_a_picture_is_scaled_upright_and_without_what_its_camera_noted(form: str) -> None:
    content = photo(form)
    assert b"Zanzibar" in content

    seen = await ChildReader().read("photo.bin", content)

    assert isinstance(seen, Seen), seen
    assert (seen.form, seen.media_type) == (form, "image/jpeg")
    assert (seen.width, seen.height) == (784, 1_568)
    assert b"Zanzibar" not in b64decode(seen.content)


@pytest.mark.parametrize(("form", "content"), [("PNG", png(3, 2)), ("GIF", gif(3, 2))])
async def test_a_small_picture_keeps_its_size(form: str, content: bytes) -> None:
    seen = await ChildReader().read("dot", content)

    assert isinstance(seen, Seen), seen
    assert (seen.form, seen.width, seen.height) == (form, 3, 2)


async def test_of_a_scan_the_first_pages_are_shown_as_pictures_without_blank_ones() -> None:
    long, short = [await ChildReader().read("scan.pdf", content) for content in (scan(6), scan(3, blank=2))]

    assert isinstance(long, Scan), long
    assert ([page.page for page in long.pages], long.of) == ([1, 2, 3, 4], 6)
    assert {(page.form, page.media_type) for page in long.pages} == {("PDF", "image/jpeg")}
    assert all(1_500 < page.height <= 1_568 for page in long.pages)
    assert isinstance(short, Scan), short
    assert ([page.page for page in short.pages], short.of) == ([1], 3)


async def test_people_read_a_sentence_for_every_file_and_no_process_takes_300_megabytes() -> None:
    bench = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.files", "--corpus", stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await bench.communicate()

    *sentences, memory = printed.decode().splitlines()
    assert_golden("posts/corpus.txt", "\n".join(sentences))
    child, own = (int(figure) for figure in re.findall(r"(\d+) MB", memory))
    assert (child < 300, own < 300) == (True, True), memory
