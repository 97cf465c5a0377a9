"""Read DATABASE_URL and write it as each driver expects."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from council_core.errors import Problem, SettingsError

VARIABLE = "DATABASE_URL"

KEEPALIVES = {"keepalives_idle": "15", "keepalives_interval": "5", "keepalives_count": "3"}
"""Keepalive seconds and counts: a vanished peer is noticed within half a minute instead of two hours
(https://www.postgresql.org/docs/current/libpq-connect.html). A URL may override them."""


def read_url(text: str) -> URL:
    """Read a database URL as people write it, for the async drivers.

    Raises:
        SettingsError: It is not a URL of SQLite or Postgres, or it names a file that could never exist.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # A text with these signs may hold a password anywhere, and so may the error's text.
        shown = "" if any(sign in text for sign in ":@") else text
        raise SettingsError([Problem("database_url", name=VARIABLE, value=shown)]) from None
    family = url.get_backend_name()
    if family == "sqlite":
        _check_folder(url)
        return url.set(drivername="sqlite+aiosqlite")
    if family in {"postgresql", "postgres"}:
        return url.set(drivername="postgresql+psycopg", query={**KEEPALIVES, **url.query})
    raise SettingsError([Problem("database_family", name=VARIABLE, value=family)])


def engine_url(text: str) -> str:
    """Return the same database for the durable engine, which brings its own drivers."""
    url = read_url(text)
    name = "sqlite" if is_sqlite(url) else "postgresql+psycopg"
    return url.set(drivername=name).render_as_string(hide_password=False)


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _check_folder(url: URL) -> None:
    if not url.database or url.database == ":memory:":
        raise SettingsError([Problem("database_in_memory", name=VARIABLE)])
    folder = Path(url.database).absolute().parent
    if not folder.is_dir():
        raise SettingsError([Problem("database_folder", name=VARIABLE, value=str(folder))])
