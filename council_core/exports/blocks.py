"""A run as blocks for documents: the text of each section, and its picture at the end of it."""

from council_core.domain.run_view import RunView
from council_core.exports.charts import run_charts
from council_core.exports.markdown import run_sections
from council_core.exports.tree import Node, tree


def run_blocks(view: RunView) -> list[Node]:
    """Return the document with each picture, as SVG, at the end of its section."""
    charts = {chart.section: {"t": "svg", "v": chart.svg, "alt": chart.title} for chart in run_charts(view)}
    blocks: list[Node] = []
    for section in run_sections(view):
        blocks += tree("\n\n".join(section.paragraphs))
        if section.name in charts:
            blocks.append(charts[section.name])
    return blocks
