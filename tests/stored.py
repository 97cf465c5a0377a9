"""What a process has left in its folder."""

from pathlib import Path

from council_core.domain.run import Run
from council_core.storage.database import Database
from council_core.storage.runs import SqlRunStore


async def newest_run(folder: Path) -> Run:
    """The newest run in the folder's own file."""
    database = Database(f"sqlite:///{folder / 'council.db'}")
    try:
        return (await SqlRunStore(database).latest(limit=1))[0]
    finally:
        await database.aclose()
