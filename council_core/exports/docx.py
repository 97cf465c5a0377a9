"""A run as a Word document: headings, lists by style, code in a monospace font, tables."""

import time
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from council_core.errors import RequestError
from council_core.exports.document import Document
from council_core.exports.png import png_of
from council_core.exports.tree import Node, document_blocks, is_installed, plain_text, runs_left

if TYPE_CHECKING:
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

SECONDS = 20.0
"""Time limit for one document; 5,000 paragraphs take some seconds."""

PICTURE_CM = 14.0
PAGE_CM = 15.2
"""Width of the text on a page."""

CELL_POINTS, CM_A_LETTER, CELL_MARGIN_CM, LONG_CELL = 9, 0.2, 0.5, 60
"""Letters in tables: their size, the room of one, and the most in one line of a cell."""

INDENT, AFTER_TABLE = 340, 160
"""Twentieths of a point: before a quoted text, and between a table and the next paragraph."""

BAR = '<w:pBdr><w:{side} w:val="single" w:sz="6" w:space="8" w:color="BBBBBB"/></w:pBdr>'
"""A line beside quoted texts, as in HTML and PDF."""

DEEPEST_LIST = 3
"""Depth of lists: Word's own list styles have three levels."""


def docx_of(wanted: Document) -> bytes:
    """Return the document. Raises RequestError if the package python-docx is not installed or time is up."""
    if not is_installed("docx"):
        raise RequestError("export_needs", fact="python-docx")
    import docx

    document = docx.Document()
    document.core_properties.title = wanted.title
    document.core_properties.language = wanted.language
    document.core_properties.author = "Council"
    writer = _Writer(document, until=time.monotonic() + SECONDS)
    writer.blocks(document_blocks(wanted))
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


class _Writer:
    """Writes a tree into a document; `depth` counts lists, `quoted` stands for text of people and models."""

    def __init__(self, document: Any, *, until: float = float("inf")) -> None:
        """
        Args:
            document: The document that grows.
            until: Time of the monotonic clock at which writing gives up.
        """
        self._document, self._until = document, until
        self._end = document.element.body[-1]
        """Properties of the only section, which stand last."""

        self._styles: dict[str, str] = {}
        self._is_after_table = False

    def blocks(
        self, nodes: Iterable[Node], *, depth: int = 0, style: str = "", number: int = 0, quoted: bool = False
    ) -> None:
        """Write blocks; `style` and `number` are those of the first paragraph, for the first line of a list's item."""
        for node in nodes:
            self._block(node, depth=depth, style=style, number=number, quoted=quoted)
            style, number = "List Continue" if style else "", 0

    def _block(self, node: Node, *, depth: int, style: str, number: int, quoted: bool) -> None:
        if time.monotonic() > self._until:
            raise RequestError("export_too_large", fact="DOCX")
        match node["t"]:
            case "h":
                heading = f"Heading {min(node['level'], 9)}"
                self._inline(self._paragraph(style=heading, rtl=node["rtl"]), node["c"], rtl=node["rtl"])
            case "code":
                self._marked(self._paragraph(quoted=quoted, shaded=True).add_run(node["v"]), code=True)
            case "ul" | "ol" as kind:
                level = min(depth + 1, DEEPEST_LIST)
                name = "List Bullet" if kind == "ul" else "List Number"
                first = name if level == 1 else f"{name} {level}"
                number = self._numbering(first, node["start"]) if kind == "ol" else 0
                for item in node["c"]:
                    self.blocks(item, depth=depth + 1, style=first, number=number, quoted=quoted)
            case "quote":
                self.blocks(node["c"], depth=depth, style=style, number=number, quoted=True)
            case "hr":
                self._paragraph().add_run("* * *")
            case "table":
                self._table(node["rows"], rtl=node["rtl"])
            case "svg":
                self._picture(node["v"], node["alt"])
            case _:
                paragraph = self._paragraph(
                    style=style, number=number, quoted=quoted and not style, rtl=node["rtl"]
                )
                self._inline(paragraph, node["c"], rtl=node["rtl"])

    def _paragraph(
        self,
        *,
        style: str = "",
        number: int = 0,
        quoted: bool = False,
        shaded: bool = False,
        rtl: bool = False,
    ) -> "Paragraph":
        """Add an empty paragraph at the end. python-docx would search the whole document for that place each time."""
        from docx.oxml.ns import nsdecls
        from docx.oxml.parser import parse_xml
        from docx.text.paragraph import Paragraph

        # In the order of the standard's CT_PPr, which Word insists on.
        properties = (
            f'<w:pStyle w:val="{self._style(style)}"/>' if style else "",
            f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{number}"/></w:numPr>' if number else "",
            BAR.format(side="right" if rtl else "left") if quoted else "",
            '<w:shd w:val="clear" w:color="auto" w:fill="F3F3F3"/>' if shaded else "",
            "<w:bidi/>" if rtl else "",
            f'<w:spacing w:before="{AFTER_TABLE}"/>' if self._is_after_table else "",
            f'<w:ind w:left="{INDENT}"/>' if quoted else "",
        )
        element = parse_xml(f"<w:p {nsdecls('w')}><w:pPr>{''.join(properties)}</w:pPr></w:p>")
        self._end.addprevious(element)
        self._is_after_table = False
        return Paragraph(element, self._document)

    def _numbering(self, style: str, start: int) -> int:
        """Return a new numbering for a list, because all lists of one numbering count on from each other."""
        numbering = self._document.part.numbering_part.element
        known = numbering.num_having_numId(self._document.styles[style].element.pPr.numPr.numId.val)
        added = numbering.add_num(known.abstractNumId.val)
        added.add_lvlOverride(ilvl=0).add_startOverride(start)
        return added.numId

    def _picture(self, svg: str, title: str) -> None:
        """Add a picture under its title; without resvg-py leave it out, because the text has the numbers."""
        from docx.shared import Cm

        if not is_installed("resvg_py"):
            return
        self._paragraph().add_run(title)
        self._paragraph().add_run().add_picture(BytesIO(png_of(svg)), width=Cm(PICTURE_CM))
        self._document.element.xpath("//wp:docPr")[-1].set("descr", title)

    def _style(self, name: str) -> str:
        if name not in self._styles:
            self._styles[name] = self._document.styles[name].style_id
        return self._styles[name]

    def _table(self, rows: Sequence[Sequence[Sequence[Node]]], *, rtl: bool) -> None:
        from docx.enum.table import WD_TABLE_DIRECTION
        from docx.shared import Cm, Pt

        texts = [[plain_text(cell) for cell in row] for row in rows]
        table = self._document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
        table.autofit = False
        if rtl:
            table.table_direction = WD_TABLE_DIRECTION.RTL
        widths = [Cm(width) for width in _widths(texts)]
        for column, width in zip(table.columns, widths, strict=True):
            column.width = width
        # Word finds a cell by walking through the whole table, so each row is fetched once.
        for at, (drawn, row) in enumerate(zip(table.rows, texts, strict=True)):
            for cell, text, width in zip(drawn.cells, row, widths, strict=True):
                cell.width = width
                paragraph = cell.paragraphs[0]
                paragraph.paragraph_format.space_after = Pt(2)
                run = paragraph.add_run(text)
                run.font.size = Pt(CELL_POINTS)
                run.font.rtl = runs_left(text) or None
                run.bold = True if at == 0 else None
        self._is_after_table = True

    def _inline(
        self, paragraph: "Paragraph", nodes: Iterable[Node], *, rtl: bool, marks: frozenset[str] = frozenset()
    ) -> None:
        for node in nodes:
            match node["t"]:
                case "strong" | "em" | "s" as mark:
                    self._inline(paragraph, node["c"], rtl=rtl, marks=marks | {mark})
                case "link":
                    self._inline(paragraph, node["c"], rtl=rtl, marks=marks)
                    if plain_text(node["c"]) != node["href"]:
                        paragraph.add_run(f" ({node['href']})")
                case "br":
                    paragraph.add_run().add_break()
                case _:
                    self._marked(paragraph.add_run(node["v"]), marks, rtl=rtl, code=node["t"] == "code")

    def _marked(
        self, run: "Run", marks: frozenset[str] = frozenset(), *, rtl: bool = False, code: bool = False
    ) -> None:
        """Format a run of text. Marks that it lacks are skipped, because setting one to nothing costs as much as
        setting it."""
        if "strong" in marks:
            run.bold = True
        if "em" in marks:
            run.italic = True
        if "s" in marks:
            run.font.strike = True
        if rtl:
            run.font.rtl = True
        if code:
            run.font.name = "Courier New"


def _widths(texts: Sequence[Sequence[str]]) -> list[float]:
    """Return the widths of a table's columns in centimetres: each has room for its longest word, and longer texts share
    the rest of the page."""
    columns = list(zip(*texts, strict=True))
    least = [
        _room(max((len(word) for text in column for word in text.split()), default=1)) for column in columns
    ]
    wanted = [max(room, _room(max(map(len, column)))) for room, column in zip(least, columns, strict=True)]
    if sum(wanted) <= PAGE_CM:
        return wanted
    if sum(least) >= PAGE_CM:
        return [room * PAGE_CM / sum(least) for room in least]
    share = (PAGE_CM - sum(least)) / (sum(wanted) - sum(least))
    return [few + (room - few) * share for few, room in zip(least, wanted, strict=True)]


def _room(letters: int) -> float:
    """Return the width of a cell for so many letters, up to a long cell's."""
    return CM_A_LETTER * min(letters, LONG_CELL) + CELL_MARGIN_CM
