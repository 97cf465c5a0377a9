"""Export a finished run as files: Markdown for reading, JSON for everything else."""

from hashlib import blake2b
from json import dumps

from council_core.domain.events import RunExported
from council_core.domain.export import Export
from council_core.domain.run import Run
from council_core.domain.run_view import EVERYBODY, RunView
from council_core.errors import RequestError
from council_core.exports.json import run_json
from council_core.exports.markdown import run_markdown
from council_core.view import view


def export(run: Run, *, by: str) -> RunExported:
    """Return the run as files for everybody in its thread, without who voted how.

    Args:
        run: A run that has ended.
        by: Name of the person who asked for the export.

    Raises:
        RequestError: The run goes on, so its names and votes are still secret.
    """
    if not run.is_finished:
        raise RequestError(
            "This run can be exported when it has ended: until the names are revealed, a file would either give "
            "them away or hold only half of it."
        )
    files = _files(view(run, EVERYBODY))
    digest = blake2b("\0".join(file.text for file in files).encode(errors="replace"), digest_size=6)
    return RunExported(
        run_id=run.id, digest=digest.hexdigest(), by=by, files=files, demo=run.settings.roster.is_demo
    )


def _files(seen: RunView) -> tuple[Export, ...]:
    data, run_id = dumps(run_json(seen), ensure_ascii=False, indent=2), seen.summary.run_id
    return (
        Export(name=f"council-{run_id}.md", media_type="text/markdown", text=run_markdown(seen)),
        Export(name=f"council-{run_id}.json", media_type="application/json", text=f"{data}\n"),
    )
