"""Read whole runs from their rows in several tables, and find open votings that can close."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, bindparam, exists, func, select

from council_core.codec import from_text
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.settings import CouncilSettings
from council_core.storage import tables
from council_core.storage.rows import feedback_from, judged_from, readable, run_from, run_name

PARTS = (tables.outcomes, tables.reviews, tables.ballots, tables.feedback)


def _parts(table: Table, runs: ColumnElement[bool]) -> Select[Any]:
    order = (table.c[name] for name in ("round", "position", "voter", "person") if name in table.c)
    return select(table).where(runs).order_by(*order)


OF_ONE = {table: _parts(table, table.c.run_id == bindparam("this")) for table in PARTS}
OF_MANY = {table: _parts(table, table.c.run_id.in_(bindparam("these", expanding=True))) for table in PARTS}

THESE = select(tables.runs).where(tables.runs.c.id.in_(bindparam("these", expanding=True)))
WITHOUT_TEXTS = (
    *("id", "platform", "workspace", "channel", "asker", "settings"),
    *("asked_at", "status", "key", "ranking", "tally"),
)
JUDGED = (
    select(*(tables.runs.c[name] for name in WITHOUT_TEXTS), tables.judged.c.reviews)
    .outerjoin(tables.judged)
    .where(tables.runs.c.id.in_(bindparam("these", expanding=True)))
)
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
    parts = [_by_run(connection, table, these) for table in PARTS]

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


def _by_run(connection: Connection, table: Table, these: Mapping[str, Any]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    for child in connection.execute(OF_MANY[table], these):
        found.setdefault(child.run_id, []).append(child)
    return found


REMEMBERED = 2_000
"""Most runs in a cache of `read_judged`, at some three kilobytes each."""


def read_judged(connection: Connection, ids: Sequence[str], known: dict[str, Run]) -> tuple[Run, ...]:
    """Read runs for statistics: their rankings, reviews, votes and feedback, without any text.

    Every new run reads two hundred past ones. A revealed run is never ranked again, and only its feedback may change.

    Args:
        connection: In a transaction.
        ids: The runs' ids, in the order of the result. Runs that cannot be read are left out.
        known: Cache of revealed runs, for use from several threads.
    """
    if not ids:
        return ()
    found = {run_id: run for run_id in ids if (run := known.get(run_id)) is not None}
    rest = {"these": [run_id for run_id in ids if run_id not in found]}
    rows = connection.execute(JUDGED, rest).all()
    ballots = _by_run(connection, tables.ballots, rest)
    before_judged = {"these": [row.id for row in rows if row.reviews is None]}
    reviews = _by_run(connection, tables.reviews, before_judged)
    feedback = _by_run(connection, tables.feedback, {"these": ids})

    def read(row: Row[Any]) -> Run:
        return judged_from(row, reviews.get(row.id, []), ballots.get(row.id, []))

    fetched: dict[str, Run] = {run.id: run for run in readable(rows, read, run_name)}
    if len(known) > REMEMBERED:
        known.clear()
    known |= {run_id: run for run_id, run in fetched.items() if run.status == "revealed"}
    found |= fetched
    return tuple(
        replace(found[run_id], feedback=tuple(map(feedback_from, feedback[run_id])))
        if run_id in feedback
        else found[run_id]
        for run_id in ids
        if run_id in found
    )


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
