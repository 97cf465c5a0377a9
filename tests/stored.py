"""The files that a process has left in its folder."""

import sqlite3
from contextlib import closing
from pathlib import Path

from council_core.domain.run import Run
from council_core.storage.database import Database
from council_core.storage.runs import SqlRunStore


async def newest_run(folder: Path) -> Run:
    """Return the newest run in the folder's own file."""
    return await newest_run_in(f"sqlite:///{folder / 'council.db'}")


async def newest_run_in(url: str) -> Run:
    """Return the newest run in a database."""
    database = Database(url)
    try:
        return (await SqlRunStore(database).latest(limit=1))[0]
    finally:
        await database.aclose()


def recorded_steps(folder: Path, beginning: str) -> int:
    """Return how many steps whose names begin so are recorded in the folder's own file."""
    with closing(sqlite3.connect(folder / "council.db")) as connection:
        query = "SELECT count(*) FROM run_steps WHERE name LIKE ?"
        return int(connection.execute(query, (f"{beginning}%",)).fetchone()[0])
