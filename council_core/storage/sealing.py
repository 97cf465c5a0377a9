"""Seal stored tokens again with the newest key."""

from sqlalchemy import Connection, select, update

from council_core.storage.database import Database
from council_core.storage.secrets import SEALED, Secrets
from council_core.storage.tables import metadata


async def rotate(database: Database, secrets: Secrets) -> int:
    """Seal every kept token with the newest key, in one transaction.

    Returns:
        Number of tokens that were not sealed with it before.

    Raises:
        StoreIncompatible: One was sealed with a key that is not among these; nothing was changed.
        StoreUnavailable: The database cannot be used.
    """

    def work(connection: Connection) -> int:
        renewed = 0
        for name, columns in SEALED.items():
            table = metadata.tables[name]
            for row in connection.execute(select(table)).mappings().all():
                texts = {column: secrets.renewed(row[column]) for column in columns if row[column]}
                if changed := {column: text for column, text in texts.items() if text is not None}:
                    connection.execute(update(table).where(table.c.id == row["id"]).values(changed))
                    renewed += len(changed)
        return renewed

    return await database.write(work)
