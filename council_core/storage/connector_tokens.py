"""Store the tokens of connectors, sealed: `ConnectorTokens` on SQLAlchemy."""

from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, update

from council_core.domain.connector import Tokens
from council_core.storage.database import Database
from council_core.storage.secrets import Secrets
from council_core.storage.tables import connector_tokens as table
from council_core.storage.upsert import insert_new


class SqlConnectorTokens:
    """Implements `council_core.ports.ConnectorTokens`."""

    def __init__(self, database: Database, secrets: Secrets) -> None:
        self._database, self._secrets = database, secrets

    async def find(self, key: str) -> Tokens | None:
        query = select(table).where(table.c.id == key)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or row.ends_at is None:
            return None
        return Tokens(
            access=self._secrets.open(row.access_token),
            refresh=self._secrets.open(row.refresh_token),
            ends_at=row.ends_at,
        )

    async def claim(self, key: str, connector: str, now: datetime, until: datetime) -> bool:
        row = {"id": key, "connector": connector, "access_token": "", "refresh_token": ""}
        is_free = or_(table.c.claimed_until.is_(None), table.c.claimed_until <= now)

        def work(connection: Connection) -> bool:
            insert_new(connection, table, row)
            change = update(table).where(table.c.id == key, is_free).values(claimed_until=until)
            return connection.execute(change).rowcount == 1

        return await self._database.write(work)

    async def keep(self, key: str, tokens: Tokens) -> None:
        sealed = {
            "access_token": self._secrets.seal(tokens.access),
            "refresh_token": self._secrets.seal(tokens.refresh),
            "ends_at": tokens.ends_at,
        }

        def work(connection: Connection) -> None:
            connection.execute(update(table).where(table.c.id == key).values(sealed))
            same = select(table.c.connector).where(table.c.id == key).scalar_subquery()
            connection.execute(delete(table).where(table.c.connector == same, table.c.id != key))

        await self._database.write(work)

    async def release(self, key: str) -> None:
        change = update(table).where(table.c.id == key).values(claimed_until=None)
        await self._database.write(lambda connection: connection.execute(change))
