"""Read whole runs from their rows in several tables, and find open votings that can close."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, bindparam, exists, func, select

from council_core.codec import from_text
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.settings import CouncilSettings
from council_core.storage import tables
from council_core.storage.rows import readable, run_from, run_name

PARTS = (tables.outcomes, tables.reviews, tables.ballots, tables.feedback)


def _parts(table: Table, runs: ColumnElement[bool]) -> Select[Any]:
    order = (table.c[name] for name in ("round", "position", "voter", "person") if name in table.c)
    return select(table).where(runs).order_by(*order)


OF_ONE = {table: _parts(table, table.c.run_id == bindparam("this")) for table in PARTS}
OF_MANY = {table: _parts(table, table.c.run_id.in_(bindparam("these", expanding=True))) for table in PARTS}

THESE = select(tables.runs).where(tables.runs.c.id.in_(bindparam("these", expanding=True)))
ONE = select(
    tables.runs,
    *(exists().where(table.c.run_id == tables.runs.c.id).label(f"has_{table.name}") for table in PARTS),
).where(tables.runs.c.id == bindparam("this"))
"""Statement that also tells which tables hold rows of the run. A run under way has no feedback and often nothing but
answers, and querying empty tables would be half of the work."""


def read_run(connection: Connection, run_id: RunId) -> Run | None:
    """Read one run; None where it does not exist."""
    this = {"this": run_id}
    row = connection.execute(ONE, this).one_or_none()
    if row is None:
        return None
    parts = (
        connection.execute(OF_ONE[table], this).all() if getattr(row, f"has_{table.name}") else ()
        for table in PARTS
    )
    return run_from(row, *parts)


def read_runs(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[Run, ...]:
    """Read the runs of these rows of `runs`, in the same order. Runs that cannot be read are left out."""
    if not rows:
        return ()
    these = {"these": [row.id for row in rows]}
    parts = [_by_run(connection.execute(OF_MANY[table], these).all()) for table in PARTS]

    def read(row: Row[Any]) -> Run:
        return run_from(row, *(part.get(row.id, []) for part in parts))

    return tuple(readable(rows, read, run_name))


def read_these(
    connection: Connection, find: Callable[[int], Sequence[str]], limit: int, *, last: bool = False
) -> tuple[Run, ...]:
    """Read the runs that a search finds, in its order. Others take the places of runs that cannot be read, or the page
    would look like the last one; a deleted run is left out.

    Args:
        connection: In a transaction.
        find: Returns the ids of the first wanted runs, at most as many as its argument.
        limit: Maximum number of runs.
        last: Whether the nearest runs come last, as on a page that is turned back.
    """
    most = limit
    while True:
        ids = find(most)
        rows = {row.id: row for row in connection.execute(THESE, {"these": list(ids)})} if ids else {}
        found = read_runs(connection, [rows[run_id] for run_id in ids if run_id in rows])
        if len(found) >= limit or len(ids) < most:
            return found[-limit:] if last else found[:limit]
        most *= 2


def _by_run(children: Sequence[Row[Any]]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    for child in children:
        found.setdefault(child.run_id, []).append(child)
    return found


def votings_to_close(
    connection: Connection, platforms: Collection[str], going_on: Collection[str]
) -> tuple[RunId, ...]:
    """Return the runs of these platforms, in one of these states, whose voting can close."""
    runs = tables.runs.c
    votes = select(func.count()).where(tables.ballots.c.run_id == runs.id).scalar_subquery()
    # A limit to platforms in the query would make SQLite take an index of platforms, and read all runs.
    query = select(runs.id, runs.platform, runs.settings, votes.label("votes")).where(
        runs.status.in_(going_on),
        runs.voting_opened_at.is_not(None),
        runs.voting_closed_at.is_(None),
        votes > 0,
    )

    def can_close(row: Row[Any]) -> tuple[RunId, bool]:
        needed = from_text(row.settings, CouncilSettings).votes_needed
        return RunId(row.id), needed is not None and row.votes >= needed

    rows = (row for row in connection.execute(query) if row.platform in platforms)
    found = readable(rows, can_close, run_name)
    return tuple(run_id for run_id, is_enough in found if is_enough)
