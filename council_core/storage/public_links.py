"""Store public addresses of runs: `PublicLinks` on SQLAlchemy."""

from sqlalchemy import Connection, delete, select

from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.storage.database import Database
from council_core.storage.tables import public_links
from council_core.storage.upsert import insert_new


class SqlPublicLinks:
    """Implements `council_core.ports.PublicLinks`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def publish(self, run_id: RunId, token: str, by: PersonId) -> str:
        def work(connection: Connection) -> str:
            insert_new(connection, public_links, {"run_id": run_id, "token": token, "made_by": by})
            return _token_of(connection, run_id) or token

        return await self._database.write(work)

    async def withdraw(self, run_id: RunId) -> None:
        gone = delete(public_links).where(public_links.c.run_id == run_id)
        await self._database.write(lambda connection: connection.execute(gone))

    async def token_of(self, run_id: RunId) -> str | None:
        return await self._database.read(lambda connection: _token_of(connection, run_id))

    async def opened(self, token: str) -> RunId | None:
        query = select(public_links.c.run_id).where(public_links.c.token == token)
        found = await self._database.read(lambda connection: connection.scalar(query))
        return None if found is None else RunId(found)


def _token_of(connection: Connection, run_id: RunId) -> str | None:
    return connection.scalar(select(public_links.c.token).where(public_links.c.run_id == run_id))
