"""Read many past runs for statistics: their rankings, reviews and votes, without any text.

A revealed run is never ranked again, so it is cached once read. Only people's feedback may change later, so it is read
each time. Every new run reads two hundred past ones.
"""

from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, Select, Table, bindparam, select

from council_core.domain.run import Run
from council_core.storage import tables
from council_core.storage.rows import feedback_from, judged_from, readable, run_name

REMEMBERED = 2_000
"""Number of cached runs, at some three kilobytes each."""

runs = tables.runs.c
THESE: BindParameter[Any] = bindparam("these", expanding=True)
OF_RUN = (
    runs.id,
    *(runs.platform, runs.workspace, runs.channel, runs.asker),
    runs.settings,
    runs.asked_at,
    runs.status,
    runs.key,
    runs.ranking,
    runs.tally,
)
JUDGED = select(*OF_RUN, tables.judged.c.reviews).outerjoin(tables.judged).where(runs.id.in_(THESE))


def _parts(table: Table, *order: str) -> Select[Any]:
    return select(table).where(table.c.run_id.in_(THESE)).order_by(*(table.c[name] for name in order))


REVIEWS = _parts(tables.reviews, "round", "position")
BALLOTS = _parts(tables.ballots, "voter")
FEEDBACK = _parts(tables.feedback, "person")


class HistoryCache:
    """Cached reader of past runs, for use from several threads."""

    def __init__(self) -> None:
        self._revealed: dict[str, Run] = {}
        self._lock = Lock()

    def read(self, connection: Connection, which: Select[Any]) -> tuple[Run, ...]:
        """Return the runs whose ids this query gives, in its order. Runs that cannot be read are left out."""
        wanted = list(connection.scalars(which))
        with self._lock:
            found = {run_id: self._revealed[run_id] for run_id in wanted if run_id in self._revealed}
        found |= self._fetch(connection, [run_id for run_id in wanted if run_id not in found])
        feedback = _by_run(connection, FEEDBACK, wanted)
        given = {run_id: tuple(map(feedback_from, rows)) for run_id, rows in feedback.items()}
        return tuple(
            replace(found[run_id], feedback=given[run_id]) if run_id in given else found[run_id]
            for run_id in wanted
            if run_id in found
        )

    def _fetch(self, connection: Connection, ids: Sequence[str]) -> dict[str, Run]:
        rows = _rows(connection, JUDGED, ids)
        ballots = _by_run(connection, BALLOTS, ids)
        reviews = _by_run(connection, REVIEWS, [row.id for row in rows if row.reviews is None])

        def read(row: Row[Any]) -> Run:
            return judged_from(row, reviews.get(row.id, []), ballots.get(row.id, []))

        fetched: dict[str, Run] = {run.id: run for run in readable(rows, read, run_name)}
        with self._lock:
            self._revealed |= {run.id: run for run in fetched.values() if run.status == "revealed"}
            for oldest in list(self._revealed)[: max(0, len(self._revealed) - REMEMBERED)]:
                del self._revealed[oldest]
        return fetched


def _by_run(connection: Connection, query: Select[Any], ids: Sequence[str]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    for row in _rows(connection, query, ids):
        found.setdefault(row.run_id, []).append(row)
    return found


def _rows(connection: Connection, query: Select[*tuple[Any, ...]], ids: Sequence[str]) -> Sequence[Row[Any]]:
    return connection.execute(query, {"these": ids}).all() if ids else []
