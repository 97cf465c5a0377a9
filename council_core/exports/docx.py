"""A run as a Word document: headings, lists by style, code in a monospace font, tables."""

import time
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from council_core.errors import RequestError
from council_core.exports.document import Document
from council_core.exports.png import png_of
from council_core.exports.tree import Node, document_blocks, is_installed, plain_text, runs_left

SECONDS = 20.0
"""Limit of this thread's processor time for one document, so that a busy machine ends none; 5,000 paragraphs take some
seconds."""

PICTURE_CM = 14.0
PAGE_CM = 15.2
"""Width of the text on a page."""

CELL_POINTS, CM_A_LETTER, CELL_MARGIN_CM, LONG_CELL = 9, 0.2, 0.5, 60
"""Letters in tables: their size, the room of one, and the most in one line of a cell."""

INDENT, AFTER_TABLE, TWENTIETHS_A_CM = 340, 160, 1_440 / 2.54
"""Twentieths of a point: before a quoted text, between a table and the next paragraph, and in a centimetre."""

BAR = '<w:pBdr><w:{side} w:val="single" w:sz="6" w:space="8" w:color="BBBBBB"/></w:pBdr>'
"""A line beside quoted texts, as in HTML and PDF."""

TEXT = '<w:t xml:space="preserve">'

REPEATED = "<w:trPr><w:tblHeader/></w:trPr>"
"""Makes a row the heading of its table: screen readers name it, and it begins each page."""

CELL = (
    '<w:tc><w:tcPr><w:tcW w:type="dxa" w:w="{width}"/></w:tcPr>'
    '<w:p><w:pPr><w:spacing w:after="40"/></w:pPr>{runs}</w:p></w:tc>'
)

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
    writer = _Writer(document, until=time.thread_time() + SECONDS)
    writer.blocks(document_blocks(wanted))
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


class _Writer:
    """Writes a tree into a document; `depth` counts lists, `quoted` stands for text of people and models.

    It writes paragraphs and tables as XML: python-docx searches a growing element for the place of each new part.
    """

    def __init__(self, document: Any, *, until: float = float("inf")) -> None:
        """
        Args:
            document: The document that grows.
            until: Processor time of this thread at which writing gives up.
        """
        self._document, self._until = document, until
        self._end = document.element.body[-1]
        """Properties of the only section, which stand last."""

        self._numberings = document.part.numbering_part.element
        self._last_numbering = self._numberings.num_lst[-1]
        self._styles: dict[str, str] = {}
        self._kinds: dict[str, int] = {}
        """Number of the kind of numbering that a list style has."""

        self._is_after_table = False

    def blocks(
        self, nodes: Iterable[Node], *, depth: int = 0, style: str = "", number: int = 0, quoted: bool = False
    ) -> None:
        """Write blocks; `style` and `number` are those of the first paragraph, for the first line of a list's item."""
        for node in nodes:
            self._block(node, depth=depth, style=style, number=number, quoted=quoted)
            style, number = "List Continue" if style else "", 0

    def _block(self, node: Node, *, depth: int, style: str, number: int, quoted: bool) -> None:
        self._check_time()
        match node["t"]:
            case "h":
                heading = f"Heading {min(node['level'], 9)}"
                self._paragraph(_runs(node["c"], rtl=node["rtl"]), style=heading, rtl=node["rtl"])
            case "code":
                self._paragraph(_run(node["v"], code=True), quoted=quoted, shaded=True)
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
                self._paragraph(_run("* * *"))
            case "table":
                self._table(node["rows"], rtl=node["rtl"])
            case "svg":
                self._picture(node["v"], node["alt"])
            case _:
                runs = _runs(node["c"], rtl=node["rtl"])
                self._paragraph(
                    runs, style=style, number=number, quoted=quoted and not style, rtl=node["rtl"]
                )

    def _check_time(self) -> None:
        if time.thread_time() > self._until:
            raise RequestError("export_too_large", fact="DOCX")

    def _paragraph(
        self,
        runs: str = "",
        *,
        style: str = "",
        number: int = 0,
        quoted: bool = False,
        shaded: bool = False,
        rtl: bool = False,
    ) -> Any:
        """Add a paragraph with these runs at the end, and return its element."""
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
        element = _element("w:p", f"<w:pPr>{''.join(properties)}</w:pPr>{runs}")
        self._end.addprevious(element)
        self._is_after_table = False
        return element

    def _numbering(self, style: str, start: int) -> int:
        """Return a new numbering for a list, because all lists of one numbering count on from each other."""
        if style not in self._kinds:
            number = self._document.styles[style].element.pPr.numPr.numId.val
            self._kinds[style] = self._numberings.num_having_numId(number).abstractNumId.val
        added = _element(
            "w:num",
            f'<w:abstractNumId w:val="{self._kinds[style]}"/>'
            f'<w:lvlOverride w:ilvl="0"><w:startOverride w:val="{start}"/></w:lvlOverride>',
        )
        added.numId = self._last_numbering.numId + 1
        self._last_numbering.addnext(added)
        self._last_numbering = added
        return added.numId

    def _picture(self, svg: str, title: str) -> None:
        """Add a picture under its title; without resvg-py leave it out, because the text has the numbers."""
        from docx.shared import Cm
        from docx.text.paragraph import Paragraph

        if not is_installed("resvg_py"):
            return
        self._paragraph(_run(title))
        paragraph = Paragraph(self._paragraph(), self._document)
        paragraph.add_run().add_picture(BytesIO(png_of(svg)), width=Cm(PICTURE_CM))
        self._document.element.xpath("//wp:docPr")[-1].set("descr", title)

    def _style(self, name: str) -> str:
        if name not in self._styles:
            self._styles[name] = self._document.styles[name].style_id
        return self._styles[name]

    def _table(self, rows: Sequence[Sequence[Sequence[Node]]], *, rtl: bool) -> None:
        texts = [[plain_text(cell) for cell in row] for row in rows]
        widths = [round(TWENTIETHS_A_CM * width) for width in _widths(texts)]
        columns = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
        table = _element(
            "w:tbl",
            f'<w:tblPr><w:tblStyle w:val="{self._style("Table Grid")}"/>{"<w:bidiVisual/>" if rtl else ""}'
            f'<w:tblW w:type="auto" w:w="0"/><w:tblLayout w:type="fixed"/></w:tblPr>'
            f"<w:tblGrid>{columns}</w:tblGrid>",
        )
        for at, row in enumerate(texts):
            self._check_time()
            marks = frozenset({"strong"}) if at == 0 else frozenset[str]()
            cells = "".join(
                CELL.format(width=width, runs=_cell(text, marks))
                for text, width in zip(row, widths, strict=True)
            )
            table.append(_element("w:tr", f"{REPEATED if at == 0 else ''}{cells}"))
        self._end.addprevious(table)
        self._is_after_table = True


def _element(tag: str, content: str) -> Any:
    from docx.oxml.ns import nsdecls
    from docx.oxml.parser import parse_xml

    return parse_xml(f"<{tag} {nsdecls('w')}>{content}</{tag}>")


def _cell(text: str, marks: frozenset[str]) -> str:
    return _run(text, marks, points=CELL_POINTS, rtl=runs_left(text))


def _runs(nodes: Iterable[Node], *, rtl: bool, marks: frozenset[str] = frozenset()) -> str:
    """Return inline nodes as runs of text."""
    runs: list[str] = []
    for node in nodes:
        match node["t"]:
            case "strong" | "em" | "s" as mark:
                runs.append(_runs(node["c"], rtl=rtl, marks=marks | {mark}))
            case "link":
                runs.append(_runs(node["c"], rtl=rtl, marks=marks))
                if plain_text(node["c"]) != node["href"]:
                    runs.append(_run(f" ({node['href']})"))
            case _:
                runs.append(_run(node["v"], marks, rtl=rtl, code=node["t"] == "code"))
    return "".join(runs)


def _run(
    text: str,
    marks: frozenset[str] = frozenset(),
    *,
    rtl: bool = False,
    code: bool = False,
    points: int = 0,
) -> str:
    # In the order of the standard's CT_RPr.
    properties = (
        '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>' if code else "",
        "<w:b/>" if "strong" in marks else "",
        "<w:i/>" if "em" in marks else "",
        "<w:strike/>" if "s" in marks else "",
        f'<w:sz w:val="{2 * points}"/>' if points else "",
        "<w:rtl/>" if rtl else "",
    )
    letters = escape(text, {"\n": f"</w:t><w:br/>{TEXT}", "\t": f"</w:t><w:tab/>{TEXT}"})
    return f"<w:r><w:rPr>{''.join(properties)}</w:rPr>{TEXT}{letters}</w:t></w:r>"


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
