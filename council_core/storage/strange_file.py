"""Recognise SQLite files that must not be opened, before anything in them or beside them changes."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from council_core.errors import StoreIncompatible

REVISION = re.compile(r"\d{4}")
"""A revision of Council's tables."""

WITHOUT_LOG = (b"SQLite format 3\x00", b"\x01\x01")
"""The first 16 bytes of an SQLite file, and bytes 18 and 19 of one that has no write-ahead log
(https://sqlite.org/fileformat.html)."""


def refusal_of(file: Path, name: str) -> StoreIncompatible | None:
    """Return the reason not to open a file: it is another program's, or has the log of another database beside it.

    Args:
        file: An SQLite file, or the place for one.
        name: How the error names the database.
    """
    if log := _log_of_another(file):
        return StoreIncompatible("log_of_another", database=name, file=str(log))
    if stranger := _stranger_in(file):
        return StoreIncompatible("not_ours", database=name, cause=stranger)
    return None


def _log_of_another(file: Path) -> Path | None:
    """Return the write-ahead log beside a file that has none. SQLite would write its pages into the file all the same,
    and so destroy a copy that was put in the place of a database whose process had been killed."""
    log = file.resolve().with_name(f"{file.resolve().name}-wal")
    try:
        if not log.stat().st_size:
            return None
        with file.open("rb") as opened:
            begins = opened.read(20)
    except OSError:
        return None
    return log if (begins[:16], begins[18:20]) == WITHOUT_LOG else None


def _stranger_in(file: Path) -> str:
    """Return the sign by which a file is known as another program's; empty if it is Council's, new, or cannot be read.
    Nothing in it changes."""
    try:
        if not file.stat().st_size:
            return ""
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            tables = sorted(name for (name,) in found)
            if "alembic_version" not in tables:
                return f"table {tables[0]} already exists" if tables else ""
            revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            return "".join(strange_revision(revision) for (revision,) in revisions)
    except sqlite3.DatabaseError as error:
        return str(error) if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB else ""
    except OSError:
        return ""


def strange_revision(revision: str) -> str:
    """Return the sign of another program in the revision of a database's tables; ours have four digits."""
    return "" if REVISION.fullmatch(revision) else f"revision {revision}"
