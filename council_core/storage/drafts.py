"""Store drafts of questions: `Drafts` on SQLAlchemy."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from council_core.codec import from_text, to_text
from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import PersonId
from council_core.storage.database import Database
from council_core.storage.statements import insert_new
from council_core.storage.tables import drafts, hints


class SqlDrafts:
    """Implements `council_core.ports.Drafts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, draft: Draft) -> bool:
        values = {"id": draft.id, "at": draft.at, "draft": to_text(draft, Draft), "better": draft.better}
        return await self._database.write(lambda connection: insert_new(connection, drafts, values))

    async def find(self, draft_id: DraftId) -> Draft | None:
        query = select(drafts.c.draft, drafts.c.better).where(drafts.c.id == draft_id)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            return None
        return replace(from_text(row.draft, Draft), better=row.better)

    async def improve(self, draft_id: DraftId, better: str) -> None:
        change = update(drafts).where(drafts.c.id == draft_id).values(better=better)
        await self._database.write(lambda connection: connection.execute(change))

    async def change(self, draft: Draft) -> None:
        values = {"draft": to_text(draft, Draft), "better": draft.better}
        change = update(drafts).where(drafts.c.id == draft.id).values(values)
        await self._database.write(lambda connection: connection.execute(change))

    async def delete(self, draft_id: DraftId) -> None:
        gone = delete(drafts).where(drafts.c.id == draft_id)
        await self._database.write(lambda connection: connection.execute(gone))

    async def sweep(self, before: datetime) -> None:
        gone = delete(drafts).where(drafts.c.at < before)
        await self._database.write(lambda connection: connection.execute(gone))

    async def hint(self, platform: str, person: PersonId) -> bool:
        whose = (hints.c.platform == platform, hints.c.person == person)
        values = {"platform": platform, "workspace": "", "person": person}

        def work(connection: Connection) -> bool:
            # Earlier versions noted people for each workspace.
            if connection.execute(select(hints.c.person).where(*whose).limit(1)).first() is not None:
                return False
            return insert_new(connection, hints, values)

        return await self._database.write(work)
