"""Convert a document to blocks: the text of each section, with its picture at the end."""

from council_core.exports.document import Document
from council_core.exports.tree import Node, tree


def document_blocks(document: Document) -> list[Node]:
    """Return the document with each picture, as SVG, at the end of its section."""
    charts = {chart.section: {"t": "svg", "v": chart.svg, "alt": chart.title} for chart in document.charts}
    blocks: list[Node] = []
    for section in document.sections:
        blocks += tree("\n\n".join(section.paragraphs))
        if section.name in charts:
            blocks.append(charts[section.name])
    return blocks
