"""Read runs across channels, and find questions that were answered before, on SQLAlchemy."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Row, Text, cast, func, select, text

from council_core.codec import from_text
from council_core.domain.budget import PeriodFigures
from council_core.domain.place import Place
from council_core.domain.question import Question, RunId
from council_core.domain.run import ANSWERED, Run, concluded_at
from council_core.domain.search import EVERYTHING, Phrase, Wanted
from council_core.domain.settings import CouncilSettings
from council_core.domain.similarity import EarlierQuestion, around
from council_core.domain.verdict import Verdict
from council_core.ports.stores import RECENT
from council_core.storage.database import Database
from council_core.storage.read_run import read_these
from council_core.storage.rows import readable, run_name
from council_core.storage.search import find_in, find_sharing
from council_core.storage.statements import (
    channels_in,
    columns_of,
    limits_of,
    of_channel,
    order_of,
    this_channel,
    this_workspace,
)
from council_core.storage.tables import outcomes, reviews, runs, spending

CHANNELS = text("""
WITH RECURSIVE asked_in(channel) AS (
    SELECT min(channel) FROM runs WHERE platform = :platform AND workspace = :workspace
    UNION ALL
    SELECT (
        SELECT min(channel) FROM runs
        WHERE platform = :platform AND workspace = :workspace AND channel > asked_in.channel
    ) FROM asked_in WHERE channel IS NOT NULL
)
SELECT channel FROM asked_in WHERE channel IS NOT NULL
ORDER BY (
    SELECT max(asked_at) FROM runs
    WHERE platform = :platform AND workspace = :workspace AND channel = asked_in.channel
) DESC
LIMIT :limit
""")
"""Channels of a workspace, the one with the newest question first. It jumps from one channel to the next in the index
of channels, which a GROUP BY would read whole: channels are few, and their runs many."""

ASKERS = text("""
WITH RECURSIVE asked_by(asker) AS (
    SELECT min(asker) FROM runs
    WHERE platform = :platform AND workspace = :workspace AND channel = :channel
    UNION ALL
    SELECT (
        SELECT min(asker) FROM runs
        WHERE platform = :platform AND workspace = :workspace AND channel = :channel AND asker > asked_by.asker
    ) FROM asked_by WHERE asker IS NOT NULL
), newest(asker, at) AS (
    SELECT asker, (
        SELECT max(asked_at) FROM runs
        WHERE platform = :platform AND workspace = :workspace AND channel = :channel AND asker = asked_by.asker
    ) FROM asked_by WHERE asker IS NOT NULL
)
SELECT asker, at, (
    SELECT question FROM runs
    WHERE platform = :platform AND workspace = :workspace AND channel = :channel
    AND asker = newest.asker AND asked_at = newest.at
    LIMIT 1
) AS question FROM newest
""")
"""People of a channel, each with the newest question. It jumps from one to the next like `CHANNELS`; for a join of both
queries, SQLite would read all runs of the channel."""

SEATS = text("""
WITH RECURSIVE sat(member) AS (
    SELECT min(member) FROM results
    WHERE platform = :platform AND workspace = :workspace AND channel = :channel
    UNION ALL
    SELECT (
        SELECT min(member) FROM results
        WHERE platform = :platform AND workspace = :workspace AND channel = :channel AND member > sat.member
    ) FROM sat WHERE member IS NOT NULL
), seats(member, name) AS (
    SELECT member, (
        SELECT min(name) FROM results
        WHERE platform = :platform AND workspace = :workspace AND channel = :channel AND member = sat.member
    ) FROM sat WHERE member IS NOT NULL
    UNION ALL
    SELECT member, (
        SELECT min(name) FROM results
        WHERE platform = :platform AND workspace = :workspace AND channel = :channel
        AND member = seats.member AND name > seats.name
    ) FROM seats WHERE name IS NOT NULL
)
SELECT member, name FROM seats WHERE name IS NOT NULL
""")
"""Members of a channel with each of their names. It jumps from one to the next like `CHANNELS`. A comparison of both
columns at once would not: SQLite finds the member by it, and then reads all of that member's results."""


class SqlHistory:
    """Implements `council_core.ports.History`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def channels(self, workspace: Place, *, limit: int) -> tuple[Place, ...]:
        here = {"platform": workspace.platform, "workspace": workspace.workspace}
        names = await self._database.read(
            lambda connection: connection.scalars(CHANNELS, {**here, "limit": limit}).all()
        )
        return tuple(
            Place(platform=workspace.platform, workspace=workspace.workspace, channel=name) for name in names
        )

    async def places(self) -> tuple[Place, ...]:
        """Return the channels of all platforms and workspaces in which anything was asked."""
        return await channels_in(self._database, runs)

    async def known(self, platform: str, workspaces: Sequence[str]) -> tuple[str, ...]:
        def work(connection: Connection) -> tuple[str, ...]:
            return tuple(
                workspace
                for workspace in dict.fromkeys(workspaces)
                # One row of the channel index for each place; a DISTINCT would read all rows.
                if connection.execute(
                    select(runs.c.channel)
                    .where(runs.c.platform == platform, runs.c.workspace == workspace)
                    .limit(1)
                ).first()
                is not None
            )

        return await self._database.read(work)

    async def askers(self, channels: Sequence[Place]) -> Mapping[str, str]:
        def work(connection: Connection) -> Mapping[str, str]:
            found = [row for place in channels for row in connection.execute(ASKERS, columns_of(place))]
            found.sort(key=lambda row: row.at, reverse=True)
            names: dict[str, str] = {}
            for row in found:
                if row.asker not in names:
                    names[row.asker] = json.loads(row.question)["asker"]["name"]
            return names

        return await self._database.read(work)

    async def seats(self, channels: Sequence[Place]) -> Sequence[tuple[str, str]]:
        def work(connection: Connection) -> Sequence[tuple[str, str]]:
            found: set[tuple[str, str]] = set()
            for place in channels:
                found |= {(row.member, row.name) for row in connection.execute(SEATS, columns_of(place))}
            return tuple(sorted(found))

        return await self._database.read(work)

    async def figures(self, place: Place, *, since: datetime, until: datetime) -> PeriodFigures:
        asked = (of_channel(runs, place), runs.c.asked_at >= since, runs.c.asked_at < until)
        query = select(func.count(), func.sum(spending.c.cost))
        query = query.select_from(runs).outerjoin(spending, spending.c.run_id == runs.c.id).where(*asked)
        bodies = [
            select(runs.c.id).where(*asked, _estimated(runs.c.verdict)),
            *(
                select(runs.c.id)
                .join(table, table.c.run_id == runs.c.id)
                .where(*asked, _estimated(table.c.body))
                for table in (outcomes, reviews)
            ),
        ]

        def work(connection: Connection) -> PeriodFigures:
            count, cost = connection.execute(query).one()
            is_estimate = any(connection.execute(each.limit(1)).first() is not None for each in bodies)
            return PeriodFigures(
                runs=count,
                cost=None if cost is None else Decimal(cost),
                cost_is_estimate=cost is not None and is_estimate,
            )

        return await self._database.read(work)

    async def newest(
        self, channels: Sequence[Place], *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        def work(connection: Connection) -> tuple[Run, ...]:
            limits = limits_of(connection, wanted)

            def nearest(most: int) -> list[str]:
                found: list[tuple[datetime, str]] = []
                for place in channels:
                    query = select(runs.c.asked_at, runs.c.id).where(of_channel(runs, place), *limits)
                    rows = connection.execute(query.order_by(*order_of(wanted)).limit(most))
                    found += [(row.asked_at, row.id) for row in rows]
                newest = sorted(
                    sorted(found, key=lambda each: each[1]), key=lambda each: each[0], reverse=True
                )
                page = newest[:most] if wanted.newer_than is None else newest[-most:]
                return [run_id for _, run_id in page]

            return read_these(connection, nearest, limit, last=wanted.newer_than is not None)

        return await self._database.read(work)

    async def search(
        self,
        phrases: Sequence[Phrase],
        channels: Sequence[Place],
        *,
        limit: int,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        if not channels:
            return ()

        def work(connection: Connection) -> tuple[Run, ...]:
            def first(most: int) -> list[str]:
                return find_in(connection, phrases, channels, limit=most, wanted=wanted)

            return read_these(connection, first, limit, last=wanted.newer_than is not None)

        return await self._database.read(work)


def _estimated(body: Column[Any]) -> ColumnElement[bool]:
    """Tell whether a stored text holds an estimated cost. In a text within it, the quotes would be escaped."""
    return cast(body, Text).like('%"cost_is_estimate":true%')


class SqlEarlierQuestions:
    """Implements `council_core.ports.EarlierQuestions`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def sharing(
        self, words: Sequence[str], place: Place, *, before: datetime, limit: int
    ) -> tuple[EarlierQuestion, ...]:
        if not words:
            return ()

        def work(connection: Connection) -> tuple[EarlierQuestion, ...]:
            ids = find_sharing(connection, words, place, limit=limit)
            # Only ids are selected: with status and time beside them, SQLite would walk through all revealed runs.
            query = select(runs.c.id, runs.c.question_text, runs.c.asked_at, runs.c.status, runs.c.question)
            rows = connection.execute(query.where(runs.c.id.in_(ids)))
            asked = (row for row in rows if row.status == "revealed" and row.asked_at < before)
            found = readable(asked, _earlier_question, run_name)
            return tuple(sorted(found, key=lambda each: (each.asked_at, each.run_id), reverse=True))

        return await self._database.read(work)


def _earlier_question(row: Row[Any]) -> EarlierQuestion:
    question = from_text(row.question, Question)
    return EarlierQuestion(
        run_id=RunId(row.id),
        text=row.question_text,
        asked_at=row.asked_at,
        around=around(question.template, question.files),
    )


TIMES_IN_WORKSPACE = (
    select(
        runs.c.id,
        runs.c.asked_at,
        runs.c.finished_at,
        runs.c.voting_closes_at,
        runs.c.settings,
        runs.c.verdict,
    )
    .where(this_workspace(runs), runs.c.status.in_(ANSWERED))
    .order_by(runs.c.asked_at.desc())
    .limit(RECENT)
)
TIMES_IN_CHANNEL = TIMES_IN_WORKSPACE.where(this_channel(runs))


class SqlAnswerTimes:
    """Implements `council_core.ports.AnswerTimes`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, place: Place, *, members: int, is_demo: bool, fewest: int) -> tuple[float, ...]:
        def seconds(row: Row[Any]) -> float | None:
            settings = from_text(row.settings, CouncilSettings)
            roster = settings.roster
            if not row.verdict or (len(roster.answering), roster.is_demo) != (members, is_demo):
                return None
            at = concluded_at(
                closes_at=row.voting_closes_at,
                vote_seconds=settings.vote_seconds,
                verdict=from_text(row.verdict, Verdict, remember=False),
                ended_at=row.finished_at or row.asked_at,
            )
            return (at - row.asked_at).total_seconds()

        def work(connection: Connection) -> tuple[float, ...]:
            found: tuple[float, ...] = ()
            for query in (TIMES_IN_CHANNEL, TIMES_IN_WORKSPACE):
                rows = connection.execute(query, columns_of(place))
                found = tuple(each for each in readable(rows, seconds, run_name) if each is not None)
                if len(found) >= fewest:
                    break
            return found

        return await self._database.read(work)
