"""Close the gaps between the cells of sheets, because their parser makes room for every empty cell before the last one.
Runs in the child process."""

import re
from bisect import bisect_right
from collections.abc import Collection, Mapping
from io import BytesIO
from zipfile import ZipFile

from council_core.context.middle import packed

MOST_CELLS = 2_000_000
"""Most cells of a sheet, the empty ones among them, for which the parser has memory."""

WIDEST = 3
"""Rows or columns from one used one to the next, where gaps are closed."""

LONGEST_REPEAT = 1_000
"""Empty rows or cells in a row, from which on they are a gap."""

EMPTY = re.compile(rb"<c\b[^<>]*/>")
CELL = re.compile(rb'(<c\b[^<>]*?\sr=")([A-Z]{1,3})(\d{1,7})(?=")')
ROW = re.compile(rb'(<row\b[^<>]*?\sr=")(\d{1,7})(?=")')

REPEATED_CELL = re.compile(
    rb'(<table:table-cell\b[^<>]*?\btable:number-columns-repeated=")(\d{4,})(?="[^<>]*/>)'
)
REPEATED_ROW = re.compile(
    rb'(<table:table-row\b[^<>]*?\btable:number-rows-repeated=")(\d{4,})'
    rb'(?="[^<>]*>\s*(?:<table:(?:covered-)?table-cell\b[^<>]*/>\s*)*</table:table-row>)'
)


def without_gaps(content: bytes) -> bytes:
    """Return a workbook whose far cells lie near the others; the same bytes where none is far away."""
    with ZipFile(BytesIO(content)) as archive:
        closed = dict[str, bytes]()
        for each in archive.infolist():
            if re.fullmatch(r"xl/worksheets/[^/]+\.xml", each.filename):
                close = _in_excel
            elif each.filename == "content.xml":
                close = _in_open_document
            else:
                continue
            part = archive.read(each)
            if (made := close(part)) != part:
                closed[each.filename] = made
        return packed(archive, closed) if closed else content


def _in_excel(sheet: bytes) -> bytes:
    cells = [(_number(found[2]), int(found[3])) for found in CELL.finditer(sheet)]
    if not cells or max(column for column, _ in cells) * max(row for _, row in cells) <= MOST_CELLS:
        return sheet
    sheet = EMPTY.sub(b"", sheet)  # Cells may be empty and have a colour.
    cells = [(_number(found[2]), int(found[3])) for found in CELL.finditer(sheet)]
    columns, rows = _near(cells, WIDEST)
    if columns and max(columns.values()) * max(rows.values()) > MOST_CELLS:
        columns, rows = _near(cells, 1)
    used = sorted(rows)

    def row(found: re.Match[bytes]) -> bytes:
        before = bisect_right(used, int(found[2]))
        return found[1] + b"%d" % (rows[used[before - 1]] if before else 1)

    def cell(found: re.Match[bytes]) -> bytes:
        return found[1] + _letters(columns[_number(found[2])]) + b"%d" % rows[int(found[3])]

    return CELL.sub(cell, ROW.sub(row, sheet))


def _in_open_document(sheet: bytes) -> bytes:
    def shorter(found: re.Match[bytes]) -> bytes:
        return found[1] + b"%d" % (WIDEST if int(found[2]) > LONGEST_REPEAT else int(found[2]))

    return REPEATED_ROW.sub(shorter, REPEATED_CELL.sub(shorter, sheet))


def _near(cells: Collection[tuple[int, int]], widest: int) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return new numbers of the columns and the rows of these cells."""
    columns, rows = ({each[at] for each in cells} for at in (0, 1))
    return _nearer(columns, widest), _nearer(rows, widest)


def _nearer(used: Collection[int], widest: int) -> Mapping[int, int]:
    """Return new numbers of rows or columns, in the same order and without gaps that are wider."""
    made, before, last = dict[int, int](), 0, 0
    for each in sorted(used):
        last += min(each - before, widest)
        made[each], before = last, each
    return made


def _number(letters: bytes) -> int:
    """Return the number of a column, such as 28 for AB."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _letters(number: int) -> bytes:
    """Return the name of a column, such as AB for 28."""
    name = b""
    while number:
        number, letter = divmod(number - 1, 26)
        name = bytes([65 + letter]) + name
    return name
