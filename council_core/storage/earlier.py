"""Find questions that were answered before, by the index of words: `EarlierQuestions` on SQLAlchemy."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.similarity import EarlierQuestion
from council_core.storage.database import Database
from council_core.storage.search import find_sharing
from council_core.storage.tables import runs


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
            # By their ids alone: with status and time beside them, SQLite would walk through all revealed runs.
            query = select(runs.c.id, runs.c.question_text, runs.c.asked_at, runs.c.status)
            found = [
                EarlierQuestion(run_id=RunId(row.id), text=row.question_text, asked_at=row.asked_at)
                for row in connection.execute(query.where(runs.c.id.in_(ids)))
                if row.status == "revealed" and row.asked_at < before
            ]
            return tuple(sorted(found, key=lambda each: (each.asked_at, each.run_id), reverse=True))

        return await self._database.read(work)
