"""Tests of sheets with a cell far from the others, and of documents that unpack to hundreds of megabytes."""

import io
import zipfile
from collections.abc import Iterator

import pytest

from council_core.context.reading import ChildReader
from council_core.domain.material import Passage, Unreadable
from tests.testbed.documents import archive, changed, docx, ods, xlsx

END = "</sheetData>"


def in_excel(*rows: str) -> bytes:
    """Return a workbook with more rows."""
    return changed(xlsx("Rent"), END, "".join(rows) + END)


def diagonal() -> Iterator[str]:
    """Yield rows with one cell each, in columns A to Z, and far below each other."""
    for number in range(1, 27):
        row = number * 40_000
        yield f'<row r="{row}"><c r="{chr(64 + number)}{row}"><v>{number}</v></c></row>'


def in_open_document(rows: int, columns: int, cell: str) -> bytes:
    """Return a sheet whose last cell is so many empty rows and columns away."""
    empty = f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell/></table:table-row>'
    far = f'<table:table-row><table:table-cell table:number-columns-repeated="{columns}"/>{cell}</table:table-row>'
    return changed(ods("Rent"), "</table:table>", f"{empty}{far}</table:table>")


SEVEN = '<table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell>'

FAR = {
    "last.xlsx": (xlsx("Rent", far=True), ["Rent", "42", "1"]),
    "coloured.xlsx": (in_excel('<row r="1048576"><c r="XFD1048576" s="1"/></row>'), ["Rent", "42"]),
    "tall.xlsx": (
        in_excel('<row r="9"/><row r="900000"><c r="ABC900000"><v>7</v></c></row>'),
        ["Rent", "42", "7"],
    ),
    "diagonal.xlsx": (in_excel(*diagonal()), ["Rent", "42", *map(str, range(1, 27))]),
    "last.ods": (in_open_document(1_048_000, 16_383, SEVEN), ["Rent", "7"]),
    "tall.ods": (in_open_document(1_048_000, 3, SEVEN), ["Rent", "7"]),
    "empty.ods": (in_open_document(1_048_000, 16_383, ""), ["Rent"]),
}


@pytest.mark.parametrize("name", FAR)
async def test_all_cells_of_a_sheet_are_read_though_one_is_far_away(name: str) -> None:
    content, cells = FAR[name]

    read = await ChildReader().read(name, content)

    assert isinstance(read, Passage), read
    assert read.text.replace("[sheet Terms]", "").split() == cells
    assert not read.is_cut
    assert read.text.count("\n") < 100


async def test_cells_that_are_near_stay_where_they_are() -> None:
    read = await ChildReader().read("a.xlsx", in_excel('<row r="40"><c r="Z40"><v>7</v></c></row>'))

    assert isinstance(read, Passage)
    assert read.text == "[sheet Terms]\nRent\t42" + "\n" * 39 + "\t" * 25 + "7"


def blown_up(packed: bytes, part: str, before: bytes, units: bytes, times: int) -> bytes:
    """Return a document one part of which has a text many times before its end."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(packed)) as old,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for name in old.namelist():
            head, _, tail = old.read(name).partition(before if name == part else b"\0no such part")
            with new.open(name, "w") as into:
                into.write(head)
                for _ in range(times if tail else 0):
                    into.write(units)
                into.write(before + tail if tail else b"")
    return made.getvalue()


CLAUSE = b"<w:p><w:r><w:t>The rent is due.</w:t></w:r></w:p>"
ROW = b'<row><c t="inlineStr"><is><t>Rent</t></is></c><c><v>42</v></c></row>'

LARGE = {
    "lease.docx": lambda: blown_up(
        docx("Notice is 47 days."), "word/document.xml", b"</w:body>", CLAUSE * 20_000, 260
    ),
    "rents.xlsx": lambda: blown_up(
        xlsx("Notice is 47 days."), "xl/worksheets/sheet1.xml", END.encode(), ROW * 20_000, 180
    ),
}


@pytest.mark.parametrize("name", LARGE)
async def test_of_a_document_that_unpacks_to_more_than_200_megabytes_both_ends_are_read(name: str) -> None:
    content = LARGE[name]()
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert 200 << 20 < sum(each.file_size for each in packed.infolist()) < 400 << 20

    read = await ChildReader().read(name, content)

    assert isinstance(read, Passage), read
    assert "Notice is 47 days." in read.text
    assert (read.is_cut, read.has_end) == (True, True)


async def test_an_archive_whose_other_parts_are_large_is_not_unpacked() -> None:
    made = io.BytesIO(archive({"word/document.xml": "<a/>"}))
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as packed, packed.open("word/media/a", "w") as into:
        for _ in range(201):
            into.write(bytes(1 << 20))

    assert await ChildReader().read("a.docx", made.getvalue()) == Unreadable(reason="oversized")
