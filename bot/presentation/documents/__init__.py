"""Runs and decisions as documents in the language of their thread: sections, tables and pictures with their words."""

from collections.abc import Sequence

from bot.presentation.documents.adr import adr
from bot.presentation.documents.charts import run_charts
from bot.presentation.documents.sections import run_sections
from bot.presentation.documents.tables import code_block, result_of, reviewer_label
from bot.presentation.words import ENGLISH, Words, words_for
from council_core.domain.events import RunExported
from council_core.domain.export import Format, Script
from council_core.domain.run import Run
from council_core.domain.run_view import EVERYBODY, RunView
from council_core.domain.title import short_title
from council_core.exports import check_exportable, export
from council_core.exports.document import Document
from council_core.exports.scripts import scripts_in
from council_core.view import view

__all__ = [
    "adr",
    "code_block",
    "export_run",
    "result_of",
    "reviewer_label",
    "run_charts",
    "run_document",
]


def export_run(run: Run, *, by: str, formats: Sequence[Format] = ("md", "json")) -> RunExported:
    """Return the run as files for everybody in its thread, in the thread's language. A PDF takes up to some seconds.

    Args:
        run: A run that has ended.
        by: Name of the person who asked for the export.
        formats: The files to write.

    Raises:
        RequestError: The run goes on, so its names and votes are still secret; or a format needs a package that is not
            installed, or the run is too large for it.
    """
    check_exportable(run)
    seen = view(run, EVERYBODY)
    document = run_document(seen, words_for(run.settings.language))
    return export(run, seen, document, by=by, formats=formats)


def run_document(seen: RunView, words: Words) -> Document:
    """Return the run as a document for reading, in these words."""

    def lacking(scripts: Sequence[Script]) -> str:
        said = words.endings.export_missing(scripts=scripts)
        is_legible = not set(scripts_in(said)).intersection(scripts)
        return said if is_legible else ENGLISH.endings.export_missing(scripts=scripts)

    return Document(
        lacking=lacking,
        language=words.language,
        title=f"Council: {short_title(seen.summary.question)}",
        sections=run_sections(seen, words),
        charts=run_charts(seen, words),
    )
