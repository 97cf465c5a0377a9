"""Tests that the mark of a gap in a file counts every missing character, also of a middle that was never kept."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.presentation.material import given_lines, material_lines
from bot.presentation.words import ENGLISH
from council_core.context import kinds, middle, office, texts, word
from council_core.context import pdf as of_pages
from council_core.context.middle import MARK as MARKED
from council_core.context.office import joined
from council_core.domain.material import Piece
from council_core.domain.settings import ForReviewers
from council_core.stages.given import most_given, part_for_reviewers
from tests.core.sitting import a_sitting
from tests.core.stages.shelf import asked_with, prompts
from tests.testbed.documents import docx, long_pptx, ods, pdf, xlsx
from tests.testbed.long_documents import long_xlsx, with_strings
from tests.testbed.mails import mail_of_html

MARK = re.compile(r"\n\n<<<LEFT OUT ([\d,]+) of ([\d,]+) characters \w+>>>\n\n")
SHOWN = re.compile(r"<<<MATERIAL 1 [^\n]+>>>\n(.*)\n<<<END MATERIAL 1", re.S)
SECRET = "AKIAIOSFODNN7QWERTYU"


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.parametrize("lines", [5_000, 90_000, 180_000])
@pytest.mark.parametrize("room", [5_000, 50_000, 900_000])
async def test_what_is_shown_and_what_is_left_out_are_the_whole_file(lines: int, room: int) -> None:
    text = "".join(f"{n:08d} all is\twell.\n" for n in range(lines)).strip()
    sitting, _ = asked_with({"server.log": text.encode()}, a_sitting(material_characters=room))

    run = await sitting.hold()

    (piece,) = run.material
    assert isinstance(piece, Piece)
    assert piece.characters == pytest.approx(len(text), abs=0 if len(text) <= 1_000_000 else 60)
    found = SHOWN.search(prompts(sitting, "answer")[0])
    assert found is not None
    shown = found[1]
    if len(text) <= room:
        assert shown == text
        return
    mark = MARK.search(shown)
    assert mark is not None
    head, tail = shown[: mark.start()], shown[mark.end() :]
    assert text.startswith(head[:400_000])
    assert text.endswith(tail[-400_000:])
    assert number(mark[2]) == piece.characters
    # # A head of more than half a million characters holds the reader's note, which counts the rest.
    noted = sum(
        number(count) for count in re.findall(r"\n\[([\d,]+) characters are left out here.\]\n", head)
    )
    assert len(head) + len(tail) + number(mark[1]) + noted == pytest.approx(len(text), abs=60)
    assert number(mark[1]) >= len(text) - noted - room


async def test_masks_are_no_characters_that_were_left_out() -> None:
    text = "\n".join([f"key = {SECRET} and the region is eu-west-9"] * 3_000)
    sitting, _ = asked_with({"env.txt": text.encode()}, a_sitting(material_characters=5_000, redact=True))

    run = await sitting.hold()

    (piece,) = run.material
    assert isinstance(piece, Piece)
    kept = (await sitting.blobs.get(piece.text)).decode()
    assert SECRET not in kept
    assert piece.characters == len(kept) < len(text)
    mark = MARK.search(prompts(sitting, "answer")[0])
    assert mark is not None
    assert number(mark[2]) == len(kept)


async def test_reviewers_are_given_the_first_2000_characters_and_how_many_are_left_out() -> None:
    text = "\n".join(f"Clause {n:04d} of the lease, as the parties agreed." for n in range(500))
    sitting, _ = asked_with({"lease.txt": text.encode()})

    await sitting.hold()

    for prompt in prompts(sitting, "review"):
        found = SHOWN.search(prompt)
        assert found is not None
        head, _, mark = found[1].rpartition("\n\n")
        assert head == text[:2_000]
        assert mark.startswith(f"<<<LEFT OUT {len(text) - 2_000:,} of {len(text):,} characters ")
        assert "the code" in prompt.partition("LEFT OUT")[0]


LONG = "The tenant pays on the first of each month. " * 50_000
END = "Signed by both."
LONG_FILES: dict[str, bytes] = {
    "lease.docx": docx(f"{LONG}</w:t></w:r></w:p><w:p><w:r><w:t>{END}"),
    "rents.xlsx": xlsx("Rent" + "</t></is></c></row><row><c t='inlineStr'><is><t>1 quokka and a koala" * 100_000
                       + f"</t></is></c></row><row><c t='inlineStr'><is><t>{END}"),
    "rents.ods": ods(f"{LONG}</text:p></table:table-cell></table:table-row><table:table-row>"
                     f'<table:table-cell office:value-type="string"><text:p>{END}'),
    "talk.pptx": long_pptx([LONG, "The middle.", END]),
}  # fmt: skip


TABLE = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
ROW = f"<table:table-row>{TABLE.format('47') * 10}</table:table-row>"
ROWS = "<w:tr><w:tc><w:p><w:r><w:t>47 days</w:t></w:r></w:p></w:tc></w:tr>" * 3_000
PAGE = "<html><body><p>Signed in May.</p>" + "<p>The tenant pays on the first of each month.</p>" * 3_000
START = "Signed in May|Contract|sheet Terms"
ROOM = 60_000
TOO_LARGE: dict[str, bytes] = {
    "a text.docx": docx(f"{'0123456789 ' * 30_000}</w:t></w:r></w:p><w:p><w:r><w:t>{END}"),
    "in Korean.docx": docx(f"{'가나다라마' * 8_001}</w:t></w:r></w:p><w:p><w:r><w:t>{END}"),
    "clauses.docx": docx("Rent</w:t></w:r></w:p><w:p><w:r><w:t>" * 9_000 + END),
    "a table.docx": docx(f"x</w:t></w:r></w:p><w:tbl>{ROWS}</w:tbl><w:p><w:r><w:t>{END}"),
    "rows.xlsx": long_xlsx(3_000, END),
    "texts.xlsx": with_strings(xlsx("Rent"), [*(f"text number {n}" for n in range(9_000)), END]),
    "rows.ods": ods(
        "Rent</text:p></table:table-cell></table:table-row>" + ROW * 900
        + f"</table:table><table:table table:name='Last'>{ROW * 900}<table:table-row>{TABLE.format(END)}"
        "</table:table-row><table:table-row><table:table-cell office:value-type='string'><text:p>"
    ),
    "a slide.pptx": long_pptx(["Signed in May.", LONG[:200_000], END]),
    "one paragraph each.pptx": long_pptx([f"Signed in May. {LONG[:90_000]}", LONG[:90_000], f"{LONG[:90_000]} {END}"]),
    "page.html": f"{PAGE}<p>{END}</p></body></html>".encode(),
    "letter.eml": mail_of_html(f"{PAGE}<p>{END}</p></body></html>", b"Rent."),
}  # fmt: skip
"""Files larger than their parsers are given here, each with a beginning and an end."""


@pytest.fixture
def small_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((word, "WORD"), (office, "SLIDES"), (office, "SHEETS"), (office, "TABLES")):
        monkeypatch.setattr(module, name, getattr(module, name)._replace(room=ROOM))
    monkeypatch.setattr(middle, "MOST_STRINGS", ROOM)
    monkeypatch.setattr(middle, "NEAR", 20_000)
    monkeypatch.setattr(texts, "MOST_MARKUP", ROOM)


@pytest.mark.usefixtures("small_rooms")
@pytest.mark.parametrize("name", TOO_LARGE)
def test_of_a_document_too_large_for_its_parser_both_ends_are_read(name: str) -> None:
    read: Any = kinds.read(name, TOO_LARGE[name])

    if read["kind"] == "scan":
        read = read["text"]
    assert (read["kind"], read.get("is_cut"), read.get("has_end")) == ("passage", True, True), read
    head, _, tail = read["text"].partition(MARKED)
    assert len(head) > 800
    assert re.search(START, head[:200])
    assert END in tail[-100:]
    assert len(tail) > 800
    lines = tail.strip().splitlines()
    assert {"rows.xlsx": lines[0].split("\t").count(lines[0].split("\t")[0]), "rows.ods": lines[0]}.get(name) in {
        None, 10, "[sheet Last]",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("a text.docx", lambda: docx(f"{'0123456789 ' * 1_000_000}</w:t></w:r></w:p><w:p><w:r><w:t>{END}")),
        ("rows.xlsx", lambda: long_xlsx(200_000, END)),
    ],
)
async def test_of_a_huge_document_models_are_given_both_ends_and_told_of_the_gap(
    name: str, made: Callable[[], bytes]
) -> None:
    sitting, _ = asked_with({name: made()})

    run = await sitting.hold()

    (piece,) = run.material
    assert isinstance(piece, Piece), piece
    assert (piece.is_cut, piece.has_end) == (True, True)
    for purpose in ("answer", "synthesize"):
        for prompt in prompts(sitting, purpose):
            found = SHOWN.search(prompt)
            assert found is not None
            assert re.search(START, found[1][:200])
            assert END in found[1][-600:]
            assert re.search(r"<<<NOT READ AS A WHOLE: [^\n]* part in its middle is missing", found[1])
    (line,) = material_lines(run.material, ENGLISH)
    assert "a part in the middle not read" in repr(line)


@pytest.mark.parametrize("name", LONG_FILES)
async def test_of_a_long_document_of_each_kind_the_beginning_and_the_true_end_are_given(name: str) -> None:
    sitting, _ = asked_with({name: LONG_FILES[name]})

    run = await sitting.hold()

    (piece,) = run.material
    assert isinstance(piece, Piece)
    assert (piece.is_cut, piece.characters > 2_000_000) == (False, True)
    for prompt in (*prompts(sitting, "answer"), *prompts(sitting, "synthesize")):
        found = SHOWN.search(prompt)
        assert found is not None
        mark = MARK.search(found[1])
        assert mark is not None
        assert number(mark[2]) == piece.characters
        assert END not in found[1][: mark.start()]
        assert END in found[1][mark.end() :][-80:]
    (said,) = material_lines(run.material, ENGLISH)
    assert f"200,000 of {piece.characters:,} characters: its beginning and its end" in repr(said)


def test_of_a_document_that_takes_too_long_the_beginning_and_the_end_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(office, "SECONDS_FOR_END", 600.0)
    read = list[int]()

    def clause(number: int) -> Iterator[str]:
        read.append(number)
        yield f"Clause {number}."

    found = joined("Word", map(clause, range(1, 20_001)), seconds=0.0)

    first, _, last = found.text.partition(f"\n{MARKED}\n")
    assert (found.is_cut, found.has_end, found.pages_read) == (True, True, None)
    assert first.startswith("Clause 1.\nClause 2.")
    assert last.endswith("Clause 19999.\nClause 20000.")
    assert len(read) < 20_000


def test_of_a_document_whose_end_is_too_far_away_the_beginning_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(office, "SECONDS_FOR_END", -1.0)

    found = joined("Word", ((f"Clause {number}.",) for number in range(1, 20_001)), seconds=0.0)

    assert (found.is_cut, found.has_end) == (True, False)
    assert found.text.startswith("Clause 1.\nClause 2.")
    assert MARKED not in found.text


@pytest.mark.parametrize("setting", ["head", "all"])
async def test_of_a_pdf_of_very_many_pages_the_last_ones_are_read_and_the_gap_is_said(setting: str) -> None:
    sitting, _ = asked_with(
        {"lease.pdf": pdf([f"Clause {n} of the lease." for n in range(1, 1_304)])},
        a_sitting(material_for_reviewers=setting),
    )

    run = await sitting.hold()

    (piece,) = run.material
    assert isinstance(piece, Piece)
    assert (piece.pages, piece.pages_read, piece.end_from, piece.is_cut) == (1_303, 800, 1_104, True)
    told = re.compile(
        r"\n\n<<<NOT READ AS A WHOLE: [^\n]* pages 801 to 1,103 of 1,303 are missing [^\n]* (\w+)>>>$"
    )
    for purpose in ("answer", "review", "synthesize"):
        for prompt in prompts(sitting, purpose):
            found = SHOWN.search(prompt)
            assert found is not None
            said = told.search(found[1])
            assert said is not None, found[1][-300:]
            assert f"A line with the code {said[1]} says" in prompt.partition("<<<MATERIAL")[0]
            is_whole = purpose != "review" or setting == "all"
            assert ("Clause 1303 of the lease." in found[1]) == is_whole
            assert (
                "Clause 800 of the lease.\n\n[The pages 801 to 1,103 are left out here.]" in found[1]
            ) == is_whole
    (line,) = material_lines(run.material, ENGLISH)
    assert "lease.pdf (PDF, 1,303 pages, pages 801 to 1,103 not read)" in repr(line)


def test_of_a_pdf_that_takes_too_long_the_first_and_the_last_pages_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_pages, "MOST_SECONDS", -5.0)

    read = kinds.read("lease.pdf", pdf([f"Clause {n} of the lease." for n in range(1, 10)]))

    assert (read["pages_read"], read["end_from"], read["is_cut"]) == (1, 9, True)
    assert "Clause 1 of" in str(read["text"])
    assert str(read["text"]).endswith("Clause 9 of the lease.")


NESTED = b"<html><p>The notice period is 47 days.</p>" + b"<div>" * 400 + b"deep" + b"</div>" * 400


@pytest.mark.parametrize("setting", ["head", "all"])
async def test_models_are_told_that_a_reader_stopped_before_the_end_of_a_file(setting: str) -> None:
    sitting, _ = asked_with({"page.html": NESTED}, a_sitting(material_for_reviewers=setting))

    run = await sitting.hold()

    (piece,) = run.material
    assert isinstance(piece, Piece)
    assert piece.is_cut
    for purpose in ("answer", "review", "synthesize"):
        for prompt in prompts(sitting, purpose):
            found = SHOWN.search(prompt)
            assert found is not None
            said = re.search(r"\n\n<<<NOT READ TO ITS END: [^\n]*? (\w+)>>>$", found[1])
            assert said is not None, found[1][-300:]
            assert f"A line with the code {said[1]} says" in prompt.partition("<<<MATERIAL")[0]


async def test_a_file_that_was_read_to_its_end_is_not_called_unfinished() -> None:
    sitting, _ = asked_with({"lease.pdf": pdf(["Clause 1", "Clause 2"])})

    await sitting.hold()

    assert not any("NOT READ" in prompt for prompt in prompts(sitting, "answer"))


@pytest.mark.parametrize("setting", ["head", "all"])
@pytest.mark.parametrize(
    ("others", "room", "characters"),
    [
        *(
            (0, room, characters)
            for room in (50_000, 5_000)
            for characters in (800, 1_200, 2_000, 2_001, 9_000)
        ),
        *((others, 5_000, characters) for others in (2, 8) for characters in (800, 2_001)),
    ],
)
async def test_the_shares_that_people_read_about_are_those_in_the_prompts(
    characters: int, others: int, room: int, setting: ForReviewers
) -> None:
    text = ("The tenant pays on the first of each month. " * 250)[:characters].replace(" ", ".")
    files = {"lease.txt": text.encode(), **{f"{n}.txt": f"{n} ".encode() * 4_500 for n in range(others)}}
    council = a_sitting(material_characters=room, material_for_reviewers=setting, most_files=9)
    sitting, _ = asked_with(files, council)

    run = await sitting.hold()

    piece = run.material[0]
    assert isinstance(piece, Piece)
    most, part = most_given(piece), part_for_reviewers(piece, setting)
    for purpose in ("answer", "review", "synthesize"):
        for prompt in prompts(sitting, purpose):
            found = SHOWN.search(prompt)
            assert found is not None
            shown = found[1].replace("\n\n<<<LEFT OUT", "<<<LEFT OUT")
            if purpose == "review" and part == "head":
                assert shown.partition("<<<LEFT OUT")[0] == text[:2_000]
                assert characters > 2_000
            elif most == characters:
                assert shown == text
            else:
                head, tail = text[: most // 4], text[-most // 8 :]
                assert most // 2 < len(shown) <= most
                assert (shown[: len(head)], shown[-len(tail) :]) == (head, tail)
    said = given_lines(run.material, setting, ENGLISH)[0]
    assert ("first 2,000" in repr(said)) == (part == "head")
    assert (f"up to {most:,} of its {characters:,}" in repr(said)) == (most < characters)
