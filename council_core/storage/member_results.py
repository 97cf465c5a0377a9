"""Store members' results of revealed runs: `MemberResults` on SQLAlchemy."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, func, or_, select, update

from council_core.domain.member import MemberId
from council_core.domain.member_result import ALL_RESULTS, MemberResult, ResultLimits
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.insights.member_results import member_results
from council_core.storage.database import Database
from council_core.storage.read_run import read_runs
from council_core.storage.statements import SHARED, channels_in, columns_of, of_channel, of_workspace, upsert
from council_core.storage.tables import fillings, results, runs

logger = logging.getLogger(__name__)

MOST = 2_000
"""Newest results that a board reads: those of 500 runs with four members."""

A_PIECE = 25
"""Runs of earlier versions whose results are stored in one transaction."""

READ = tuple(
    results.c[name]
    for name in (
        *("run_id", "member", "name", "place", "team_place", "seconds", "cost", "reason"),
        *("asked_at", "rubric", "template", "tools"),
    )
)
"""The columns of a result, without its key."""

FILLING = fillings.c.name == "results"


def result_values(run: Run) -> list[dict[str, Any]]:
    """Return the rows of table `results`; none for a run without a reveal, or a demonstration."""
    return [
        {
            "run_id": run.id,
            "member": each.member,
            **columns_of(run.question.place),
            "asked_at": run.asked_at,
            "name": each.name,
            "place": each.place,
            "team_place": each.team_place,
            "seconds": each.seconds,
            "cost": None if each.cost is None else Decimal(each.cost),
            "reason": each.reason,
            "rubric": each.rubric,
            "template": each.template or None,
            "tools": each.tools,
        }
        for each in member_results(run)
    ]


class SqlMemberResults:
    """Implements `council_core.ports.MemberResults`, and stores the results of runs of earlier versions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(
        self, place: Place | None, limits: ResultLimits = ALL_RESULTS
    ) -> tuple[MemberResult, ...]:
        query = select(*READ).where(*_limits(place, limits))
        query = query.order_by(results.c.asked_at.desc(), results.c.run_id, results.c.member).limit(MOST)

        def work(connection: Connection) -> tuple[MemberResult, ...]:
            rows = connection.execute(query).all()
            # The oldest run may be incomplete, because the limit counts results.
            cut = rows[-1][0] if len(rows) == MOST else None
            return tuple(_result(row) for row in rows if row[0] != cut)

        return await self._database.read(work)

    async def leaders(self, runs: Sequence[RunId]) -> Mapping[MemberId, str]:
        here = (results.c.run_id.in_(runs), results.c.place < SHARED)
        query = select(results.c.member, results.c.name).where(*here).distinct()
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {MemberId(member): name for member, name in rows}

    async def places(self) -> tuple[Place, ...]:
        """Return the channels with results, of all platforms."""
        return await channels_in(self._database, results)

    async def fill_a_piece(self) -> bool:
        """Store the results of the next earlier runs; False when none is left."""
        return await self._database.write(_fill)


def _limits(place: Place | None, limits: ResultLimits) -> Iterator[ColumnElement[bool]]:
    if place is not None:
        yield (of_workspace if limits.workspace else of_channel)(results, place)
    if limits.begins is not None:
        yield results.c.asked_at >= limits.begins
    if limits.ends is not None:
        yield results.c.asked_at < limits.ends
    if limits.template:
        yield results.c.template == limits.template
    if limits.rubric:
        yield results.c.rubric == limits.rubric
    if limits.member:
        seat, name = results.alias(), limits.member.casefold()
        is_it = or_(seat.c.member == limits.member, func.lower(seat.c.name) == name)
        yield exists().where(seat.c.run_id == results.c.run_id, is_it)


def _fill(connection: Connection) -> bool:
    # Other processes wait for their turn here.
    at = connection.execute(select(fillings).where(FILLING).with_for_update()).one_or_none()
    if at is None:
        return False
    # Runs without a reveal have no results. A condition for them would make SQLite sort all that have one.
    query = select(runs)
    if at.before_at is not None:
        # The outer comparison can use the index of times; an OR of both would walk over all later runs.
        here = or_(runs.c.asked_at < at.before_at, runs.c.id < at.before_id)
        query = query.where(runs.c.asked_at <= at.before_at, here)
    query = query.order_by(runs.c.asked_at.desc(), runs.c.id.desc()).limit(A_PIECE)
    rows = connection.execute(query).all()
    upsert(connection, results, [each for run in read_runs(connection, rows) for each in result_values(run)])
    if rows:
        last = {"before_at": rows[-1].asked_at, "before_id": rows[-1].id}
        connection.execute(update(fillings).where(FILLING).values(last))
    else:
        connection.execute(delete(fillings).where(FILLING))
    return bool(rows)


def _result(row: Any) -> MemberResult:
    run_id, member, name, place, team_place, seconds, cost, reason, asked_at, rubric, template, tools = row
    return MemberResult(
        run_id=RunId(run_id),
        member=MemberId(member),
        name=name,
        place=place,
        team_place=team_place,
        seconds=seconds,
        cost=cost,
        reason=reason,
        asked_at=asked_at,
        rubric=rubric or "",
        template=template or "",
        tools=tools,
    )
