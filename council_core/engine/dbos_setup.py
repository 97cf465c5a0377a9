"""Configure DBOS: where its tables are, the name of this process, its limits."""

import logging
from threading import Lock

from dbos import DBOSConfig, DBOSPortableJSONSerializer
from dbos import error as dbos_error

from council_core.engine.records import connecting

SIGNAL_POLL_SECONDS = 0.2
"""Seconds between checks for runs that are marked as ended. DBOS's listener wakes as often without a query, because no
run waits in its mailboxes."""

IDLE_TRANSACTION_SECONDS = 10.0
"""Seconds after which Postgres ends an idle transaction, so that a frozen process does not lock rows that another
process needs to take over its runs."""

CONNECTIONS = 10
"""Connections to Postgres, in place of DBOS's 20; each is used for some milliseconds at a time."""


def configuration(
    database_url: str, *, executor: str, version: str, write_lock: "Lock | None" = None
) -> DBOSConfig:
    """Return DBOS's configuration for one process.

    Args:
        database_url: The engine's view of the database (`storage.database.engine_url`).
        executor: Name of the process.
        version: Version of the runs that it executes.
        write_lock: Lock for turns at writing to an SQLite file.
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
    """Make DBOS log like everything else; by itself it writes to standard error in its own form."""
    theirs = logging.getLogger("dbos")
    theirs.handlers.clear()
    theirs.propagate = True
    theirs.addFilter(_is_news)


def _is_news(record: logging.LogRecord) -> bool:
    """Tell whether a log record deserves a line. Two do not: a cancelled run, which DBOS logs as an error with a
    traceback, and a failed launch, whose error it raises too."""
    error = record.exc_info[1] if record.exc_info else None
    is_raised = record.getMessage().startswith("DBOS failed to launch")
    return not is_raised and not isinstance(error, dbos_error.DBOSAwaitedWorkflowCancelledError)
