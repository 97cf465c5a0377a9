"""One process among those that share a database: what it does, what it is called, which file is its own."""

import socket
from contextlib import AsyncExitStack
from secrets import token_hex
from typing import Literal

from filelock import FileLock, Timeout

from council_core.errors import SettingsError, StoreUnavailable
from council_core.storage.database import Database
from council_core.storage.url import is_sqlite

SERVE = "serve"
ASK = "ask"

Role = Literal["all", "ingress", "worker"]
"""What a process does: receive what people ask, work on it and post, or both."""


def check_role(role: Role, database: Database) -> None:
    """Raises SettingsError where only one process may work with this database, and it must do everything."""
    if role != "all" and is_sqlite(database.url):
        needed = f"--role {role} needs a Postgres: an SQLite file belongs to one process. "
        raise SettingsError([needed + "Set DATABASE_URL to postgresql://…, or leave --role away."])


def executor_name(database: Database, family: str) -> str:
    """This process's name among all that share the database. Whoever starts under a name takes up what was left
    under it; a single question is nobody else's to take up unasked, and on a Postgres the living watch for the dead,
    so both get a name that never comes again."""
    never_again = token_hex(6)
    if family == ASK:
        return f"ask-{never_again}"
    return "local" if is_sqlite(database.url) else f"{socket.gethostname()}-{never_again}"


def claim_file(database: Database, stack: AsyncExitStack) -> None:
    """Two servers on one SQLite file would take each other's runs away.

    Raises:
        StoreUnavailable: Another one has it.
    """
    if not is_sqlite(database.url):
        return
    lock = FileLock(f"{database.url.database}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise StoreUnavailable(
            f"Another `council serve` works with {database.url.database}. Stop it first, or give this one a "
            "DATABASE_URL of its own (several processes can share a Postgres)."
        ) from error
    except OSError as error:
        raise StoreUnavailable(
            f"The lock beside the database, {lock.lock_file}, cannot be used: {error}. Check who owns the folder."
        ) from error
    stack.callback(lock.release)
