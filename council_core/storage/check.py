"""An open database -> whether it can still be used, and is still the one that was opened."""

from pathlib import Path

from sqlalchemy import Connection, text

from council_core.errors import StoreIncompatible, StoreUnavailable
from council_core.storage.database import Database
from council_core.storage.migrate import NEWEST
from council_core.storage.url import is_sqlite


class DatabaseCheck:
    """Remembers which file was opened: whoever takes an SQLite file away leaves its readers with a ghost that answers
    as if nothing had happened, and that nobody will ever find again."""

    def __init__(self, database: Database) -> None:
        """
        Args:
            database: Open, with the newest tables.
        """
        self._database = database
        name = database.url.database or ""
        self._file = Path(name).absolute() if is_sqlite(database.url) else None
        self._opened = _identity(self._file)

    async def __call__(self) -> None:
        """Asks it for something small.

        Raises:
            StoreUnavailable: It cannot be reached, or its file is not there any more.
            StoreIncompatible: Its tables are not those this version works with.
        """
        if self._file is not None and _identity(self._file) != self._opened:
            raise StoreUnavailable(
                f"The file of the database {self._database.name} was taken away or replaced while in use. "
                "Put it back and restart Council."
            )
        revision = await self._database.read(_revision)
        if revision != NEWEST:
            raise StoreIncompatible(
                f"The database {self._database.name} has tables of revision {revision}, and this version works with "
                f"{NEWEST}. Restart with the version that wrote it."
            )


def _revision(connection: Connection) -> str | None:
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _identity(file: Path | None) -> tuple[int, int] | None:
    if file is None:
        return None
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
