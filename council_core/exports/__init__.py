"""Export a finished run as files: HTML, PDF, DOCX and Markdown for reading, PNG for its figures, JSON for programs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from json import dumps

from council_core.domain.events import RunExported
from council_core.domain.export import Export, Format, Script, exported
from council_core.domain.run import Run
from council_core.domain.run_view import EVERYBODY, RunView
from council_core.errors import RequestError
from council_core.exports.docx import run_docx
from council_core.exports.html import run_html
from council_core.exports.json import run_json
from council_core.exports.markdown import run_markdown
from council_core.exports.pdf import run_pdf
from council_core.exports.png import run_png
from council_core.view import view

Written = tuple[str | bytes, tuple[Script, ...]]
"""A file, and the scripts in it that have no letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Writes a view of a run as one file."""

    media_type: str
    write: Callable[[RunView], Written]


FORMATS: dict[Format, Writer] = {
    "html": Writer(media_type="text/html", write=lambda seen: (run_html(seen), ())),
    "pdf": Writer(media_type="application/pdf", write=run_pdf),
    "docx": Writer(
        media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        write=lambda seen: (run_docx(seen), ()),
    ),
    "md": Writer(media_type="text/markdown", write=lambda seen: (run_markdown(seen), ())),
    "png": Writer(media_type="image/png", write=run_png),
    "json": Writer(
        media_type="application/json",
        write=lambda seen: (f"{dumps(run_json(seen), ensure_ascii=False, indent=2)}\n", ()),
    ),
}


def export(run: Run, *, by: str, formats: Sequence[Format] = ("md", "json")) -> RunExported:
    """Return the run as files for everybody in its thread, without who voted how. A PDF takes up to seconds.

    Args:
        run: A run that has ended.
        by: Name of the person who asked for the export.
        formats: The files to write.

    Raises:
        RequestError: The run goes on, so its names and votes are still secret; or a format needs a package that is
            not installed, or the run is too large for it.
    """
    check_exportable(run)
    seen = view(run, EVERYBODY)
    # A file may hold the time at which it was made, so the contents are told apart by what they are made of.
    digest = blake2b(dumps(run_json(seen), ensure_ascii=False).encode(errors="replace"), digest_size=6)
    digest.update("\0".join(formats).encode())
    return RunExported(
        run_id=run.id,
        digest=digest.hexdigest(),
        by=by,
        files=tuple(_file(seen, name) for name in formats),
        demo=run.settings.roster.is_demo,
    )


def check_exportable(run: Run) -> None:
    """Raises RequestError while the run goes on."""
    if not run.is_finished:
        raise RequestError(
            "This run can be exported when it has ended: until the names are revealed, a file would either give "
            "them away or hold only half of it."
        )


def _file(seen: RunView, name: Format) -> Export:
    writer = FORMATS[name]
    content, missing = writer.write(seen)
    return exported(f"council-{seen.summary.run_id}.{name}", writer.media_type, content, missing)
