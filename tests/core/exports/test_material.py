"""A run's files and its page list the material with digest and size: files, a link, a thread, a picture, the unread."""

import re
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from bot.presentation.documents import export_run, run_document
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from bot.web.page.drawing import draw
from bot.web.page.reader_actions import acts_part
from bot.web.page.run_page import run_page
from council_core.domain.material import Material, Picture, Piece, Unread, digest_of
from council_core.domain.place import PersonId
from council_core.domain.run import Run
from council_core.domain.run_view import Viewer
from council_core.domain.thread import Said
from council_core.stages.prepare import Intake
from council_core.view import view
from tests.core.exports.test_export import a_whole_run
from tests.core.exports.test_formats import made, text_of_docx, text_of_pdf
from tests.core.stages.shelf import CONTRACT, Discussion, asked_with
from tests.golden_files import assert_golden
from tests.testbed.images import png

TEXT = digest_of(b"the text of it, which nobody is shown")
MATERIAL: Material = (
    Piece(source="thread", name="thread", form="thread", size=1_204, digest=digest_of(b"thread"), text=TEXT,
          characters=1_180, given=1_180, pages=12, left_out=38),
    Piece(name="lease *2026*.pdf", form="PDF", size=48_213, digest=digest_of(b"lease"), text=TEXT, characters=9_120,
          given=9_120, pages=3),
    Piece(name="server.log", form="text", size=4_100_000, digest=digest_of(b"log"), text=TEXT,
          characters=4_100_000, given=189_700),
    Picture(name="chart.png", form="PNG", size=9_041, digest=digest_of(b"chart"), content=TEXT,
            media_type="image/jpeg", width=1_568, height=784),
    Piece(source="link", name="https://example.org/a?b=1&c=<2>", form="web page", size=20_480,
          digest=digest_of(b"page"), text=TEXT, characters=4_096, given=4_096),
    Unread(name="locked.docx", reason="password"),
    Unread(source="link", name="https://gone.example/", reason="not_given", detail="Its server answered 404."),
)  # fmt: skip


def run_with_material() -> Run:
    return replace(a_whole_run(), material=MATERIAL)


def markdown(run: Run, words: Words) -> str:
    text = run_document(view(run), words).markdown
    _, found, rest = text.partition(f"\n## {words.documents.material}\n")
    assert found
    return rest.partition("\n## ")[0].strip()


class Lines(HTMLParser):
    """Collects the words of a page, a line for each row, heading and paragraph."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"tr", "p", "h1", "h2", "h3", "li", "style"}:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if words := " ".join(data.split()):
            self.lines[-1] = f"{self.lines[-1]} | {words}".removeprefix(" | ")


def lines_of(page: str) -> str:
    parser = Lines()
    parser.feed(page)
    return "\n".join(line for line in parser.lines if line)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_markdown_lists_the_material(words: Words) -> None:
    assert_golden(f"exports/material-{words.language}.md", markdown(run_with_material(), words))


def test_the_page_of_html_lists_the_material() -> None:
    page = lines_of(made(run_with_material(), "html").decode())

    _, found, rest = page.partition(f"\n{ENGLISH.documents.material}\n")
    assert found
    listed = rest.split("\n")[: len(MATERIAL) + 1]
    assert_golden("exports/material-html.txt", "\n".join(listed))


def in_word(run: Run) -> str:
    return text_of_docx(made(run, "docx"))


def in_pdf(run: Run) -> str:
    return text_of_pdf(made(run, "pdf"))


@pytest.mark.parametrize("text_of", [in_word, in_pdf], ids=["docx", "pdf"])
def test_word_and_pdf_list_the_material(text_of: Callable[[Run], str]) -> None:
    packed = re.sub(
        r"\s+", "", text_of(run_with_material())
    )  # Fonts of the machine decide where a PDF's lines end.

    for each in MATERIAL:
        name = "This thread" if each.source == "thread" else each.name
        assert re.sub(r"\s+", "", name) in packed
        if not isinstance(each, Unread):
            assert each.digest in packed
            assert f"{each.size:,}" in packed


def test_word_lists_the_material_in_the_words_of_a_golden_file() -> None:
    text = in_word(run_with_material())

    assert_golden("exports/material-docx.txt", "\n".join(filter(mentions, text.split("\n"))))


def mentions(line: str) -> bool:
    """Tell whether a line of a document is about the material."""
    marks = ("This thread", "SHA-256", *(each.name for each in MATERIAL if each.source != "thread"))
    digests = [each.digest[:12] for each in MATERIAL if not isinstance(each, Unread)]
    return any(mark in line for mark in (*marks, *digests))


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_page_of_a_run_lists_the_material(words: Words) -> None:
    seen = view(run_with_material(), Viewer())
    page = draw(
        "run.html",
        words,
        run=run_page(seen, words),
        acts=acts_part(seen, words, person=PersonId("U1")),
        form="f",
        seen="",
        said="",
        here="/r/x",
    )

    listed = [line for line in lines_of(page).split("\n") if "SHA-256" in line or "locked.docx" in line]
    assert_golden(f"page/material-{words.language}.txt", "\n".join(listed))
    assert len(listed) == 6


async def test_a_real_run_is_exported_with_the_digests_and_sizes_of_its_bytes() -> None:
    picture = png(30, 20)
    sitting, _ = asked_with({"contract.pdf": CONTRACT, "chart.png": picture})
    place = replace(sitting.run.question.place, thread="1.0")
    sitting.run = replace(sitting.run, question=replace(sitting.run.question, place=place))
    assert isinstance(sitting.intake, Intake)
    said = (Said(author=PersonId("U7"), text="The landlord wants 90 days."),)
    sitting.intake = replace(sitting.intake, threads=Discussion(said))

    run = await sitting.hold()

    (markdown_file,) = export_run(run, by="Ann", formats=("md",)).files
    for content in (CONTRACT, picture):
        assert f"{len(content):,}" in markdown_file.text
        assert sha256(content).hexdigest() in markdown_file.text
    (thread, *_) = run.material
    assert isinstance(thread, Piece)
    assert thread.digest in markdown_file.text
    assert "The landlord wants 90 days." not in markdown_file.text
