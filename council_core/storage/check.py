"""Check whether an open database can still be used, and is still the one that was opened."""

from council_core.errors import StoreIncompatible
from council_core.storage.database import Database
from council_core.storage.migrate import NEWEST, newer_version_wrote, schema_of


class DatabaseCheck:
    """Check that the database answers, is still the file that was opened, and has the tables of this version."""

    def __init__(self, database: Database) -> None:
        """
        Args:
            database: Open, with the newest tables.
        """
        self._database = database

    async def __call__(self) -> None:
        """Run one small query.

        Raises:
            StoreUnavailable: The database cannot be reached, or its file is gone.
            StoreIncompatible: This version cannot work with its tables.
        """
        schema = await self._database.read(schema_of)
        if schema.serves_this_version:
            return
        if schema.is_newer:
            raise newer_version_wrote(self._database.name, schema)
        raise StoreIncompatible(
            f"The database {self._database.name} has tables of revision {schema.revision}, and this version works "
            f"with {NEWEST}. Restart with the version that wrote it."
        )
