"""Tests of HTML, PDF and DOCX of a run: every script, nothing active, fast for a long answer."""

import json
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from itertools import count
from typing import Any
from zipfile import ZipFile

import docx
import pypdfium2
import pytest
import typst
from markdown_it import MarkdownIt

from bot.presentation.documents import export_run, run_document
from bot.presentation.words import words_for
from council_core.domain.export import Format
from council_core.domain.run import Run
from council_core.domain.slate import Slate
from council_core.errors import RequestError
from council_core.exports import FORMATS
from council_core.exports.pdf import pdf_of
from council_core.exports.scripts import missing_scripts, scripts_in
from council_core.exports.tree import tree
from council_core.view import view
from tests.bot.presentation.examples import NAMES
from tests.core.exports.test_export import SECRETS, a_whole_run

MIXED = """# 제목

한국어 **굵게** 日本語. 😀

مرحبا بالعالم، هذا *نص* مع `code`.

| a | ب | 표 |
|---|---|---|
| 1 | 2 | |

```python
def double(x):
    return x * 2  # 두 배
```

1. one
   - deep
     > a quote
2. two ~~gone~~

[evil](javascript:alert(1)) <script>alert(1)</script> <img src=x onerror=alert(1)> ![t](https://evil.test/t.png)

[good](https://example.org/a?b=1&c=2) https://bare.example/x #panic("x") \x07 \u202eturned
"""
LONG = MIXED + "\n\nA paragraph of words that goes on and on, without an end.\n\n- an item\n- another" * 1_300
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
BINARY: tuple[Format, ...] = ("pdf", "docx")


def with_answers(*texts: str) -> Run:
    """Return a revealed run whose first answers have these texts."""
    run = a_whole_run()
    assert run.slate is not None
    old = run.slate.responses
    new = tuple(replace(each, text=text) for each, text in zip(old, texts, strict=False))
    return replace(run, slate=Slate(responses=(*new, *old[len(new) :])))


def made(run: Run, wanted: Format) -> bytes:
    """Return the run as one file."""
    (file,) = export_run(run, by="Ann", formats=(wanted,)).files
    assert (file.name, file.media_type) == (f"council-{run.id}.{wanted}", FORMATS[wanted].media_type)
    return file.content


def text_of_pdf(content: bytes) -> str:
    document = pypdfium2.PdfDocument(content)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def text_of_docx(content: bytes) -> str:
    document = docx.Document(BytesIO(content))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(each.text for each in document.paragraphs), *cells])


class Tags(HTMLParser):
    """Collects the tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses |= {value or "" for name, value in attrs if name in {"href", "src"}}


def test_the_html_holds_every_text_and_nothing_that_could_act_or_load() -> None:
    page = made(with_answers(MIXED), "html").decode()

    seen = Tags()
    seen.feed(page)
    assert not seen.tags & {"script", "img", "iframe", "link", "object", "form"}
    assert not {name for name in seen.attributes if name.startswith("on") or name == "style"}
    links = {"https://example.org/a?b=1&c=2", "https://bare.example/x", "https://evil.test/t.png"}
    assert seen.addresses == links, "links, as the sources"
    assert re.search(r"default-src 'none'; style-src 'sha256-[\w+/]+='; base-uri 'none'", page)
    assert "&lt;script&gt;alert(1)" in page
    for words in ("한국어", "日本語", "مرحبا", "😀", "return x * 2", *NAMES[:3]):
        assert words in page


def test_the_pdf_holds_every_script_and_takes_no_text_for_code() -> None:
    if lacking := missing_scripts(scripts_in("한국어 日本語"), typst.Fonts().families()):
        pytest.skip(f"no font of this machine has letters for {' and '.join(lacking)}")
    text = text_of_pdf(made(with_answers(MIXED), "pdf"))

    for words in ("한국어", "日本語", "return x * 2", '#panic("x")', "javascript:alert(1)", "Each model"):
        assert words in text


def test_no_letter_of_a_pdf_lies_beside_its_lines_whatever_the_length_of_words_and_the_number_of_columns() -> (
    None
):
    word = "0123456789abcdef" * 8
    row = f"|{f'{word}|' * 20}\n"
    content = made(with_answers(f"{word}\n\n```\n{word}\n```\n\n{row}|{'-|' * 20}\n{row}"), "pdf")

    for page in pypdfium2.PdfDocument(content):
        letters: Any = page.get_textpage()
        # A space at the end of a line may lie in the margin.
        seen = [at for at in range(letters.count_chars()) if not letters.get_text_range(at, 1).isspace()]
        edges = [letters.get_charbox(at)[2] for at in seen]
        assert max(edges) < page.get_width() - 60, "the margin is 62 points wide"
    assert word in "".join(text_of_pdf(content).split())


@pytest.mark.parametrize("code", ["en", "ko"])
def test_a_pdf_whose_letters_no_font_has_says_so_at_its_top_in_letters_that_are_there(code: str) -> None:
    run = with_answers("ไทย नमस्ते 한국어")
    run = replace(run, settings=replace(run.settings, language=code))
    document = run_document(view(run), words_for(code))

    content, missing = pdf_of(document)

    text = " ".join(text_of_pdf(content).split())
    said = document.lacking(missing)
    assert text.startswith(said) == bool(missing)
    assert ("font" in said) == (code == "en" or "Korean" in missing)


def test_the_word_document_holds_headings_lists_tables_and_every_script() -> None:
    content = made(with_answers(MIXED), "docx")

    text = text_of_docx(content)
    styles = {each.style.name for each in docx.Document(BytesIO(content)).paragraphs if each.style}
    assert {"Heading 1", "Heading 2", "List Number", "List Bullet 2"} <= styles
    for words in ("한국어", "مرحبا", "return x * 2", "good (https://example.org/a?b=1&c=2)", "Each model"):
        assert words in text


def test_each_verse_of_a_poem_and_each_line_of_a_cell_keeps_its_line() -> None:
    run = with_answers(
        "The last build turns green\nand nobody merges.\n\n| a |\n|---|\n| Monday<br>Tuesday |"
    )

    page = made(run, "html").decode()
    assert "The last build turns green<br>" in page
    assert "Monday<br>Tuesday" in page
    for text in (text_of_pdf(made(run, "pdf")), text_of_docx(made(run, "docx"))):
        lines = {line.strip() for line in text.splitlines()}
        assert {"The last build turns green", "and nobody merges.", "Monday", "Tuesday"} <= lines


@pytest.mark.parametrize(
    ("code", "said"), [("en", "Each model"), ("de", "Die einzelnen Modelle"), ("ko", "모델별 결과")]
)
def test_files_speak_the_language_of_the_thread(code: str, said: str) -> None:
    run = a_whole_run()
    run = replace(run, settings=replace(run.settings, language=code))

    page, data = made(run, "html").decode(), made(run, "json").decode()
    for text in (
        page,
        made(run, "md").decode(),
        text_of_pdf(made(run, "pdf")),
        text_of_docx(made(run, "docx")),
    ):
        assert said in text
    assert f'<html lang="{code}">' in page
    assert json.loads(data).keys() == json.loads(made(a_whole_run(), "json")).keys()


@pytest.mark.parametrize("wanted", ["html", "pdf", "docx"])
def test_an_answer_of_100_kb_is_a_file(wanted: Format) -> None:
    run = with_answers(MIXED, LONG)
    assert len(LONG) > 100_000

    assert len(made(run, wanted)) > 10_000


@pytest.mark.parametrize("wanted", ["html", "pdf", "docx"])
def test_a_stopped_run_stays_sealed_and_no_file_says_who_voted_how(wanted: Format) -> None:
    read = {"html": bytes.decode, "pdf": text_of_pdf, "docx": text_of_docx}[wanted]

    stopped, revealed = read(made(a_whole_run("cancelled"), wanted)), read(made(a_whole_run(), wanted))

    assert [name for name in (*NAMES, "m1#1") if name in stopped] == []
    assert [secret for secret in SECRETS if secret in revealed] == []


@pytest.mark.parametrize(
    "nasty", ["> " * 500 + "x", "[" * 5_000, "*" * 20_000, "- " * 300 + "x", "|a|\n|-|\n"]
)
def test_nesting_and_marks_without_an_end_make_a_file_too(nasty: str) -> None:
    for wanted in ("html", "pdf", "docx"):
        assert made(with_answers(nasty), wanted)


@pytest.mark.parametrize(("wanted", "package"), [("pdf", "typst"), ("docx", "docx"), ("png", "resvg_py")])
def test_a_missing_package_is_named_in_one_sentence(
    wanted: Format, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(RequestError) as raised:
        made(a_whole_run(), wanted)

    assert raised.value.kind == "export_needs"


def test_scripts_without_a_font_are_named() -> None:
    used = scripts_in("한국어 مرحبا 😀 plain")

    assert used == ("Korean", "Arabic", "emoji")
    assert missing_scripts(used, {"Noto Sans", "DejaVu Sans"}) == ["Korean", "emoji"]
    assert missing_scripts(used, {"Noto Sans CJK KR", "Noto Sans Arabic", "Noto Color Emoji"}) == []


def test_headings_of_models_are_lower_than_those_of_the_document() -> None:
    blocks = tree("# Ours\n\n> # Theirs")

    assert (blocks[0]["level"], blocks[1]["c"][0]["level"]) == (1, 3)


def test_the_markdown_lists_sources_and_who_names_them() -> None:
    run = with_answers("See https://example.org/a.", "Also https://example.org/a and https://example.org/b")

    document = made(run, "md").decode()

    assert "- <https://example.org/a> (cited by A and B)\n- <https://example.org/b> (cited by B)" in document


@pytest.mark.parametrize("wanted", ["html", "pdf", "docx"])
def test_characters_written_as_entities_and_endless_addresses_spoil_no_file(wanted: Format) -> None:
    hostile = (
        "a &#12; &#x202e;turned ![&#12;](http://x.example) [long](https://x.example/" + "a" * 9_000 + ")"
    )

    content = made(with_answers(f"{hostile}\n\n```py&#12;\nx\n```\n\n|a|\n|-|\n|&#12;|\n"), wanted)

    assert content
    if wanted == "html":
        assert not {"\x0c", "\u202e"} & set(content.decode())


@pytest.mark.parametrize("wanted", ["pdf", "docx"])
def test_a_document_that_takes_too_long_is_given_up_with_a_sentence(
    wanted: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"council_core.exports.{wanted}.SECONDS", 0.0)

    with pytest.raises(RequestError) as error:
        export_run(with_answers(LONG), by="Alice", formats=[wanted])

    assert (error.value.kind, error.value.fact) == ("export_too_large", wanted.upper())


def test_a_word_document_waits_for_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = count(step=3_600)
    monkeypatch.setattr("time.monotonic", lambda: float(next(hours)))

    assert made(with_answers(LONG), "docx")


def test_items_of_a_list_keep_their_styles_in_a_word_document() -> None:
    content = made(with_answers("- one\n- two\n  - deep\n\n1. first"), "docx")

    styles = {each.text: each.style.name for each in docx.Document(BytesIO(content)).paragraphs if each.style}
    assert [styles[text] for text in ("one", "deep", "first")] == [
        "List Bullet",
        "List Bullet 2",
        "List Number",
    ]


def test_each_list_of_a_word_document_is_numbered_from_its_own_start() -> None:
    content = made(with_answers("1. one\n2. two", "7. seven\n8. eight\n   1. deep"), "docx")

    document: Any = docx.Document(BytesIO(content))
    numbering = document.part.numbering_part.element
    starts = {
        each.text: numbering.num_having_numId(int(numbers[0])).xpath("./w:lvlOverride/w:startOverride/@w:val")
        for each in document.paragraphs
        if (numbers := each._element.xpath("./w:pPr/w:numPr/w:numId/@w:val"))
    }
    assert starts == {"one": ["1"], "two": ["1"], "seven": ["7"], "eight": ["7"], "deep": ["1"]}


def test_parts_of_a_word_document_have_their_properties_in_the_order_of_the_standard() -> None:
    orders = {
        "pPr": ("pStyle", "numPr", "pBdr", "shd", "bidi", "spacing", "ind"),
        "rPr": ("rFonts", "b", "i", "strike", "sz", "rtl"),
        "tblPr": ("tblStyle", "bidiVisual", "tblW", "tblLayout"),
    }
    answer = f"{MIXED}\n\n**عربي *~~نص~~***\n\n| عربي |\n|---|\n| a |"
    document: Any = docx.Document(BytesIO(made(with_answers(answer), "docx")))

    for kind, order in orders.items():
        found = [
            [child.tag.rpartition("}")[2] for child in each]
            for each in document.element.iter(f"{WORD}{kind}")
        ]
        assert {name for names in found for name in names} >= set(order)
        assert all(names == sorted(names, key=order.index) for names in found)
    headings = document.element.body.xpath("./w:tbl/w:tr[1]/w:trPr/w:tblHeader")
    assert len(headings) == len(document.tables)
    (code,) = [each for each in document.paragraphs if each.text.startswith("def double")]
    assert code.paragraph_format.space_before, "the table before it does not touch it"


@pytest.mark.parametrize("wanted", ["html", "docx"])
def test_a_numbered_link_leads_where_its_own_answer_says(wanted: Format) -> None:
    run = with_answers(*(f"Said in [1].\n\n[1]: https://{name}.example/" for name in "ab"))

    content = made(run, wanted)
    text = content.decode() if wanted == "html" else text_of_docx(content)
    assert text.count("https://a.example/") == text.count("https://b.example/")


def test_a_numbered_link_of_a_markdown_file_leads_where_its_own_answer_says() -> None:
    run = with_answers(
        *(
            f"Said in [1] and [here][h].\n\n[1]: https://{x}.example/\n[H]: <https://{x}.example/h>"
            for x in "ab"
        )
    )

    page = MarkdownIt().render(made(run, "md").decode())

    for path, words in (("", "[1]"), ("h", "here")):
        links = [f'<a href="https://{name}.example/{path}">{words}</a>' for name in "ab"]
        assert [page.count(link) for link in links] == [1, 1]


def test_the_empty_corner_of_a_table_is_no_heading() -> None:
    page = made(with_answers("| | Tabs |\n|---|---|\n| Width | 1 |"), "html").decode()

    assert '<tr><td></td><th scope="col" dir="auto">Tabs</th></tr>' in page


def test_thousands_of_lists_and_tables_fit_into_the_time_of_a_word_document() -> None:
    content = made(with_answers("1. one\n\n| a |\n|---|\n\n" * 3_000), "docx")

    assert len(docx.Document(BytesIO(content)).tables) > 3_000


def test_a_column_of_a_word_table_has_room_for_its_longest_word() -> None:
    run = with_answers("| id | what it is |\n|---|---|\n| 1 | " + "several words " * 40 + "|")
    document: Any = docx.Document(BytesIO(made(run, "docx")))

    (table,) = [each for each in document.tables if each.rows[0].cells[0].text == "id"]
    narrow, wide = (column.width or 0 for column in table.columns)
    assert narrow * 5 < wide
    each_model = next(table for table in document.tables if len(table.columns) > 6)
    widths = {cell.text: cell.width or 0 for cell in each_model.rows[0].cells}
    assert widths["Response"] > widths["Place"]


def test_a_word_document_holds_the_pictures_with_their_titles_as_alternative_text() -> None:
    pytest.importorskip("resvg_py")
    content = made(a_whole_run(), "docx")
    document = docx.Document(BytesIO(content))

    titles = [each.get("descr") for each in document.element.xpath("//wp:docPr")]
    with ZipFile(BytesIO(content)) as files:
        pictures = [files.read(name) for name in files.namelist() if name.startswith("word/media/")]
    assert len(titles) == len(document.inline_shapes) > 1
    assert all(title in {each.text for each in document.paragraphs} for title in titles)
    assert all(blob.startswith(b"\x89PNG") and len(blob) > 5_000 for blob in pictures)


def test_lists_and_tables_of_an_arabic_answer_begin_at_the_right() -> None:
    run = with_answers(
        "- أولا\n- ثانيا\n\n| معيار | b |\n|---|---|\n| 1 | 2 |",
        "- one\n\n| a | معيار |\n|---|---|\n| 1 | 2 |",
    )

    html = made(run, "html").decode()
    document: Any = docx.Document(BytesIO(made(run, "docx")))

    assert '<ul dir="rtl"><li><p dir="auto">أولا</p></li>' in html
    assert '<ul><li><p dir="auto">one</p></li>' in html
    turned = {
        each.rows[0].cells[0].text: bool(each._tbl.xpath("./w:tblPr/w:bidiVisual"))
        for each in document.tables
    }
    assert (turned["معيار"], turned["a"]) == (True, False)
    assert html.count('<div class="table" tabindex="0" dir="rtl">') == 1
