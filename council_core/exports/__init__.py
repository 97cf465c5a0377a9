"""Export a finished run as files: HTML, PDF, DOCX and Markdown for reading, PNG for its figures, JSON for programs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from json import dumps

from council_core.domain.events import RunExported
from council_core.domain.export import Export, Format, Script, exported
from council_core.domain.run import Run
from council_core.domain.run_view import RunView
from council_core.errors import RequestError
from council_core.exports.document import Document
from council_core.exports.docx import docx_of
from council_core.exports.html import page_of
from council_core.exports.pdf import pdf_of
from council_core.exports.png import png_pictures

Written = tuple[str | bytes, tuple[Script, ...]]
"""A file, and the scripts in it for which no font has letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Writes a run as one file, from its document for people or its view for programs."""

    label: str
    """Name for people, which is the same in every language."""

    media_type: str
    write: Callable[[Document, RunView], Written]


FORMATS: dict[Format, Writer] = {
    "html": Writer(label="HTML", media_type="text/html", write=lambda document, _: (page_of(document), ())),
    "pdf": Writer(label="PDF", media_type="application/pdf", write=lambda document, _: pdf_of(document)),
    "docx": Writer(
        label="Word",
        media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        write=lambda document, _: (docx_of(document), ()),
    ),
    "png": Writer(label="PNG", media_type="image/png", write=lambda document, _: png_pictures(document)),
    "md": Writer(
        label="Markdown", media_type="text/markdown", write=lambda document, _: (document.markdown, ())
    ),
    "json": Writer(
        label="JSON",
        media_type="application/json",
        write=lambda _, seen: (f"{_json_of(seen, indent=2)}\n", ()),
    ),
}


def export(run: Run, seen: RunView, document: Document, *, by: str, formats: Sequence[Format]) -> RunExported:
    """Return the run as files for everybody in its thread, without the names of voters. A PDF takes up to some seconds.

    Args:
        run: A run that has ended.
        seen: The run as everybody may see it.
        document: The same for reading.
        by: Name of the person who asked for the export.
        formats: The files to write.

    Raises:
        RequestError: The run goes on, so its names and votes are still secret; or a format needs a package that is not
            installed, or the run is too large for it.
    """
    check_exportable(run)
    # Files may hold the time of their making, so the digest covers the data that they are made of.
    digest = blake2b(_json_of(seen).encode(errors="replace"), digest_size=6)
    digest.update("\0".join((document.language, *formats)).encode())
    return RunExported(
        run_id=run.id,
        digest=digest.hexdigest(),
        by=by,
        files=tuple(_file(document, seen, name) for name in formats),
        demo=run.settings.roster.is_demo,
    )


def _json_of(seen: RunView, indent: int | None = None) -> str:
    # Words import this module, and the help pages of the command line wait for no pydantic.
    from council_core.exports.json import run_json

    return dumps(run_json(seen), ensure_ascii=False, indent=indent)


def check_exportable(run: Run) -> None:
    """Check that a run has ended. Raises RequestError while it goes on."""
    if not run.is_finished:
        raise RequestError("not_exported_yet")


def _file(document: Document, seen: RunView, name: Format) -> Export:
    writer = FORMATS[name]
    content, missing = writer.write(document, seen)
    return exported(f"council-{seen.summary.run_id}.{name}", writer.media_type, content, missing)
