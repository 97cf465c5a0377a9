"""Copy a database in use, with the engine's records, into one file with its state at one moment."""

import errno
import os
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from council_core.errors import RequestError, StoreIncompatible, StoreUnavailable
from council_core.storage.database import translated
from council_core.storage.strange_file import refusal_of
from council_core.storage.url import is_sqlite, read_url

NOT_WRITTEN = {sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_IOERR_WRITE: errno.EIO}
"""Faults of the copy's disk, since the database itself is only read."""


def backup(url: str, target: Path) -> int:
    """Copy an SQLite database while others read and write it, and check the copy.

    Args:
        url: `DATABASE_URL`.
        target: File that does not exist yet; only its owner may read the copy.

    Returns:
        The size of the copy in bytes.

    Raises:
        RequestError: The target exists, its folder is missing, there is no database yet (an empty file is none), or the
            database is a Postgres, which has a better tool; the fact is its command.
        StoreUnavailable, StoreIncompatible: The database cannot be read.
        OSError: The copy cannot be written.
    """
    read = read_url(url)
    if not is_sqlite(read):
        shown = make_url(url).set(drivername="postgresql").render_as_string(hide_password=True)
        command = f"pg_dump --format=custom --file={shlex.quote(str(target))} {shlex.quote(shown)}"
        raise RequestError("backup_of_postgres", fact=command)
    source = Path(str(read.database))
    if not source.exists() or not source.stat().st_size:
        raise RequestError("no_database_yet", fact=str(source))
    if target.exists():
        raise RequestError("file_there_already", fact=str(target))
    if not target.absolute().parent.is_dir():
        raise RequestError("no_such_folder", fact=str(target.absolute().parent))
    if (refused := refusal_of(source, str(source))) is not None:
        raise refused
    # The copy has another name until it is whole, so that nobody mistakes half a copy for one.
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with translated(f"sqlite:///{source}"):
            return _copy(source, unfinished, target)
    except StoreUnavailable as error:
        number = NOT_WRITTEN.get(getattr(error.__cause__, "sqlite_errorcode", 0))
        if number is None:
            raise
        raise OSError(number, os.strerror(number), str(target)) from error


def _copy(source: Path, unfinished: Path, target: Path) -> int:
    try:
        with closing(sqlite3.connect(unfinished)) as copy:
            with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as there:
                there.backup(copy)
            # One file is easier to move than a file with a write-ahead log.
            copy.execute("PRAGMA journal_mode=DELETE").fetchone()
            ((found,),) = copy.execute("PRAGMA integrity_check(1)").fetchall()
        if found != "ok":
            raise StoreIncompatible("damaged", database=str(source), cause=str(found))
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size
