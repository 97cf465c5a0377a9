"""A run as a Word document: headings, lists by style, code in a monospace font, tables."""

import time
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from council_core.errors import RequestError
from council_core.exports.blocks import document_blocks
from council_core.exports.document import Document
from council_core.exports.png import png_of
from council_core.exports.tree import Node, is_installed, plain_text

if TYPE_CHECKING:
    from docx.text.paragraph import Paragraph

SECONDS = 20.0
"""Time limit for one document; 5,000 paragraphs take some seconds."""

PICTURE_CM = 14.0
DEEPEST_LIST = 3
"""Depth of lists: Word's own list styles have three levels."""


def docx_of(wanted: Document) -> bytes:
    """Return the document. Raises RequestError if the package python-docx is not installed or time is up."""
    if not is_installed("docx"):
        raise RequestError(
            "DOCX needs the package python-docx. The operator can add it: pip install 'council[exports]'. "
            "HTML works without it.",
            kind="export_needs",
            fact="python-docx",
        )
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
        self._styles: dict[str, str] = {}

    def blocks(self, nodes: Iterable[Node], *, depth: int = 0, style: str = "", quoted: bool = False) -> None:
        """Write blocks; `style` is that of the first paragraph, for the first line of a list's item."""
        for node in nodes:
            self._block(node, depth=depth, style=style, quoted=quoted)
            style = "List Continue" if style else ""

    def _block(self, node: Node, *, depth: int, style: str, quoted: bool) -> None:
        if time.monotonic() > self._until:
            raise RequestError(
                f"This run could not be written as a Word document within {SECONDS:.0f} seconds. HTML holds all of it.",
                kind="export_too_large",
                fact="DOCX",
            )
        match node["t"]:
            case "h":
                self._spans(self._document.add_heading("", level=min(node["level"], 9)), node)
            case "code":
                self._code(node["v"], quoted=quoted)
            case "ul" | "ol" as kind:
                level = min(depth + 1, DEEPEST_LIST)
                name = "List Bullet" if kind == "ul" else "List Number"
                for item in node["c"]:
                    first = name if level == 1 else f"{name} {level}"
                    self.blocks(item, depth=depth + 1, style=first, quoted=quoted)
            case "quote":
                self.blocks(node["c"], depth=depth, style=style, quoted=True)
            case "hr":
                self._document.add_paragraph("* * *")
            case "table":
                self._table(node["rows"])
            case "svg":
                self._picture(node["v"], node["alt"])
            case _:
                paragraph = self._document.add_paragraph()
                if style:
                    # Setting a style by its name would search all styles for each paragraph.
                    paragraph.paragraph_format.element.style = self._style(style)
                self._indented(paragraph, quoted=quoted and not style)
                self._spans(paragraph, node)

    def _picture(self, svg: str, title: str) -> None:
        """Add a picture under its title; without resvg-py leave it out, because the text has the numbers."""
        from docx.shared import Cm

        if not is_installed("resvg_py"):
            return
        self._document.add_paragraph(title)
        self._document.add_picture(BytesIO(png_of(svg)), width=Cm(PICTURE_CM))
        self._document.element.xpath("//wp:docPr")[-1].set("descr", title)

    def _style(self, name: str) -> str:
        if name not in self._styles:
            self._styles[name] = self._document.styles[name].style_id
        return self._styles[name]

    def _code(self, text: str, *, quoted: bool) -> None:
        paragraph = self._document.add_paragraph()
        self._indented(paragraph, quoted=quoted)
        run = paragraph.add_run(text)
        run.font.name = "Courier New"

    def _indented(self, paragraph: "Paragraph", *, quoted: bool) -> None:
        from docx.shared import Cm

        if quoted:
            paragraph.paragraph_format.left_indent = Cm(0.6)

    def _table(self, rows: Sequence[Sequence[Sequence[Node]]]) -> None:
        table = self._document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
        # Word finds a cell by walking through the whole table, so each row is fetched once.
        for drawn, row in zip(table.rows, rows, strict=True):
            for cell, nodes in zip(drawn.cells, row, strict=True):
                cell.text = plain_text(nodes)
        for cell in table.rows[0].cells:
            for run in cell.paragraphs[0].runs:
                run.bold = True

    def _spans(self, paragraph: "Paragraph", node: Node) -> None:
        if node["rtl"]:
            from docx.oxml.ns import nsdecls
            from docx.oxml.parser import parse_xml

            properties: Any = paragraph.paragraph_format.element
            properties.get_or_add_pPr().append(parse_xml(f"<w:bidi {nsdecls('w')}/>"))
        self._inline(paragraph, node["c"], rtl=node["rtl"])

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
                    run = paragraph.add_run(node["v"])
                    run.bold, run.italic = "strong" in marks or None, "em" in marks or None
                    run.font.strike = "s" in marks or None
                    run.font.rtl = rtl or None
                    if node["t"] == "code":
                        run.font.name = "Courier New"
