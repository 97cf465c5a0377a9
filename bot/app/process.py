"""One process among all that share a database: its role, its name, its file lock, and its observers."""

import logging
import socket
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Literal

from filelock import FileLock, Timeout

from bot.watching.journal import journal
from bot.watching.metrics import Metrics
from bot.watching.traces import Traces, traces_trouble, traces_wanted
from council_core.errors import Problem, SettingsError, StoreUnavailable
from council_core.ports import Observer
from council_core.storage.database import Database
from council_core.storage.url import is_sqlite, read_url

logger = logging.getLogger(__name__)

SERVE = "serve"
ASK = "ask"

CLAIM_SECONDS = 0.5
"""Seconds to wait for the lock file, which commands of an operator hold for a moment to look at it."""

Role = Literal["all", "ingress", "worker"]
"""The work of a process: `ingress` receives requests, `worker` runs councils and posts, `all` does both."""


def check_role(role: Role, url: str) -> None:
    """Raise SettingsError if the role needs several processes and the database at this address allows only one."""
    if role != "all" and is_sqlite(read_url(url)):
        raise SettingsError([Problem("needs_postgres", name="--role", value=role)])


def executor_name(database: Database, family: str) -> str:
    """Return the name of this process among all that share the database.

    A process resumes the runs that were left under its own name, so a server on SQLite always has the same one. Two
    kinds of process get a name that is never used again. One asks a single question, which no other process may resume.
    The other is a worker on Postgres, where live workers take over the runs of dead ones.
    """
    never_again = token_hex(6)
    if family == ASK:
        return f"ask-{never_again}"
    return "local" if is_sqlite(database.url) else f"{socket.gethostname()}-{never_again}"


async def claim_file(database: Database, stack: AsyncExitStack) -> None:
    """Lock the SQLite file, because two servers on one file would take over each other's runs.

    Raises:
        StoreUnavailable: The database cannot be used, another process holds the lock, or the lock file cannot be used.
        StoreIncompatible: The file is another program's.
    """
    database.check_file()
    # Its own error explains more than that of a failed lock.
    async with database.reading():
        pass
    if not is_sqlite(database.url):
        return
    lock = FileLock(_lock_file(database))
    try:
        lock.acquire(timeout=CLAIM_SECONDS)
    except Timeout as error:
        raise StoreUnavailable("served_already", database=str(database.url.database)) from error
    except OSError as error:
        raise StoreUnavailable("lock_file", file=lock.lock_file, cause=str(error)) from error
    stack.callback(lock.release)


def is_served(database: Database) -> bool | None:
    """Return whether a server holds the SQLite file. The system releases the lock of a killed process at once.

    Returns:
        None if that is unknown, because the lock file belongs to another user.
    """
    if not Path(_lock_file(database)).exists():
        return False
    try:
        with FileLock(_lock_file(database), timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        return None


def _lock_file(database: Database) -> str:
    # Two names of one file have one lock.
    return f"{Path(str(database.url.database)).resolve()}.lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchers:
    """The observers of a process."""

    observers: tuple[Observer, ...]
    metrics: Metrics | None
    """Metrics to serve over HTTP; None if they are disabled."""


@asynccontextmanager
async def watchers(environment: Mapping[str, str], *, metrics: bool) -> AsyncGenerator[Watchers]:
    """Yield the observers until the block ends, then send the remaining spans.

    Args:
        environment: OpenTelemetry's variables in it enable traces. Traces that cannot be sent do not prevent serving,
            because such variables are often set for every process of a cluster.
        metrics: Whether metrics are enabled.
    """
    figures = Metrics() if metrics else None
    traces: Traces | None = None
    if traces_wanted(environment):
        if trouble := traces_trouble(environment):
            logger.warning("no traces are sent: %s", trouble)
        else:
            traces = Traces(environment)
    observers = tuple(each for each in (journal, figures, traces) if each is not None)
    try:
        yield Watchers(observers=observers, metrics=figures)
    finally:
        if traces is not None:
            await traces.aclose()
