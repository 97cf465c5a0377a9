"""What DBOS is told when it starts: where its tables are, who this is, how much it may take."""

import logging
from threading import Lock

from dbos import DBOSConfig, DBOSPortableJSONSerializer

from council_core.engine.dbos_errors import is_news
from council_core.engine.records import connecting

SIGNAL_POLL_SECONDS = 0.2
"""How often we look whether a run is marked as ended. DBOS's listener wakes as often, and asks the database
nothing, since no run waits in its mailboxes."""

IDLE_TRANSACTION_SECONDS = 10.0
"""After so long Postgres ends a transaction in which nothing happens: a frozen process must not hold rows locked that
whoever takes over needs."""

CONNECTIONS = 10
"""To Postgres, in place of DBOS's 20: each is needed for some milliseconds at a time."""


def configuration(
    database_url: str, *, executor: str, version: str, write_lock: "Lock | None" = None
) -> DBOSConfig:
    """How one process uses DBOS.

    Args:
        database_url: The engine's view of the database (`storage.database.engine_url`).
        executor: The name of the process.
        version: Which runs it carries.
        write_lock: Whose turn it is to write to an SQLite file.
    """
    config = DBOSConfig(
        name="council",
        system_database_url=database_url,
        application_version=version,
        executor_id=executor,
        log_level="ERROR",
        serializer=DBOSPortableJSONSerializer(),
        notification_listener_polling_interval_sec=SIGNAL_POLL_SECONDS,
        db_engine_kwargs=connecting(database_url, write_lock),
        sys_db_idle_transaction_timeout_sec=IDLE_TRANSACTION_SECONDS,
    )
    if not database_url.startswith("sqlite"):
        config["sys_db_pool_size"] = CONNECTIONS
    return config


def log_with_the_process() -> None:
    """DBOS writes to standard error by itself, in its own form; from now on it logs like everything else here."""
    theirs = logging.getLogger("dbos")
    theirs.handlers.clear()
    theirs.propagate = True
    theirs.addFilter(is_news)
