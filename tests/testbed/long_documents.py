"""Documents that are too large for their parsers, built by code."""

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence

from tests.testbed.documents import OFFICE, archive, pdf, xlsx


def long_xlsx(rows: int, end: str) -> bytes:
    """Build a workbook with so many rows of ten numbers, and a last one with a text."""
    made = "".join(
        f'<row r="{n}">' + "".join(f'<c r="{letter}{n}"><v>{n}</v></c>' for letter in "ABCDEFGHIJ") + "</row>"
        for n in range(2, rows + 2)
    )
    last = f'<row r="{rows + 2}"><c r="A{rows + 2}" t="inlineStr"><is><t>{end}</t></is></c></row>'
    return repacked(
        xlsx("Rent"), {"xl/worksheets/sheet1.xml": lambda part: part.replace("</row>", f"</row>{made}{last}")}
    )


def with_strings(workbook: bytes, texts: Sequence[str]) -> bytes:
    """Return a workbook with these texts in a table of their own, and a row for each of them at its end."""
    space = f'xmlns="{OFFICE}/spreadsheetml/2006/main"'
    kind = f"{OFFICE}/officeDocument/2006/relationships/sharedStrings"
    relation = f'<Relationship Id="t1" Type="{kind}" Target="sharedStrings.xml"/>'
    rows = "".join(
        f'<row r="{n}"><c r="A{n}" t="s"><v>{n - 9}</v></c></row>' for n in range(9, len(texts) + 9)
    )
    table = f"<sst {space}>{''.join(f'<si><t>{text}</t></si>' for text in texts)}</sst>"
    return repacked(
        workbook,
        {
            "xl/worksheets/sheet1.xml": lambda part: part.replace("</sheetData>", f"{rows}</sheetData>"),
            "xl/_rels/workbook.xml.rels": lambda part: part.replace(
                "</Relationships>", f"{relation}</Relationships>"
            ),
            "xl/sharedStrings.xml": lambda _: table,
        },
    )


def repacked(packed: bytes, changes: Mapping[str, Callable[[str], str]]) -> bytes:
    """Return an archive with some parts changed or added."""
    with zipfile.ZipFile(io.BytesIO(packed)) as before:
        parts: dict[str, str | bytes] = {name: before.read(name) for name in before.namelist()}
    for name, change in changes.items():
        old = parts.get(name, b"")
        parts[name] = change(old.decode() if isinstance(old, bytes) else old)
    return archive(parts)


def bombed_pdf(pages: Sequence[str], page: int) -> bytes:
    """Return a PDF, the content of one page of which unpacks to 400 MB; pages are counted from 0."""
    packer = zlib.compressobj()
    packed = b"".join(packer.compress(b"q Q " * 250_000) for _ in range(400)) + packer.flush()
    made = pdf(
        pages,
        more=b"999 0 obj\n<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream\nendobj\n"
        % (len(packed), packed),
    )
    before, after = (
        made.split(b"/Contents ", page + 1)[: page + 1],
        made.split(b"/Contents ", page + 1)[page + 1],
    )
    return b"/Contents ".join([*before, b"999" + after[after.index(b" 0 R") :]])
