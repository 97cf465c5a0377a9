"""Limits and order of a page of runs in SQL. A page begins at a run and not at a number, so every page costs
the same."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, and_, exists, or_, select

from council_core.domain.question import RunId
from council_core.domain.search import Wanted
from council_core.storage.tables import results, runs

Each = TypeVar("Each")

SHARED = 2.0
"""A place below this number counts as first, alone or tied with one other."""


def limits_of(connection: Connection, wanted: Wanted) -> list[ColumnElement[bool]]:
    """Return the conditions for the wanted runs. A page that begins at a deleted run is the first one."""
    limits: list[ColumnElement[bool]] = []
    if wanted.askers:
        limits.append(runs.c.asker.in_(wanted.askers))
    if wanted.template:
        limits.append(runs.c.template == wanted.template)
    if wanted.since is not None:
        limits.append(runs.c.asked_at >= wanted.since)
    if wanted.until is not None:
        limits.append(runs.c.asked_at < wanted.until)
    if wanted.is_revealed:
        limits.append(runs.c.status == "revealed")
    if wanted.firsts:
        of_run = (
            results.c.run_id == runs.c.id,
            results.c.member.in_(wanted.firsts),
            results.c.place < SHARED,
        )
        limits.append(exists().where(*of_run))
    # The outer comparison can use an index of times; an OR of both would read all rows.
    if wanted.older_than is not None and (at := _asked_at(connection, wanted.older_than)) is not None:
        same = or_(runs.c.asked_at < at, runs.c.id > wanted.older_than)
        limits.append(and_(runs.c.asked_at <= at, same))
    if wanted.newer_than is not None and (at := _asked_at(connection, wanted.newer_than)) is not None:
        same = or_(runs.c.asked_at > at, runs.c.id < wanted.newer_than)
        limits.append(and_(runs.c.asked_at >= at, same))
    return limits


def order_of(wanted: Wanted) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Return the sort order of the page's rows: the newest first, or the nearest to `newer_than` first."""
    if wanted.newer_than is None:
        return runs.c.asked_at.desc(), runs.c.id.asc()
    return runs.c.asked_at.asc(), runs.c.id.desc()


def newest_first(found: Sequence[Each], wanted: Wanted) -> Sequence[Each]:
    """Return rows, which were read in the order of `order_of`, with the newest first."""
    return found if wanted.newer_than is None else found[::-1]


def _asked_at(connection: Connection, run_id: RunId) -> Any:
    return connection.scalar(select(runs.c.asked_at).where(runs.c.id == run_id))
