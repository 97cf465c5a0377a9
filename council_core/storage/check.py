"""An open database -> whether it can still be used, and is still the one that was opened."""

from council_core.errors import StoreIncompatible
from council_core.storage.database import Database
from council_core.storage.migrate import NEWEST, newer_version_wrote, schema_of


class DatabaseCheck:
    """Whether the database answers, is still the file that was opened, and has the tables of this version."""

    def __init__(self, database: Database) -> None:
        """
        Args:
            database: Open, with the newest tables.
        """
        self._database = database

    async def __call__(self) -> None:
        """Asks it for something small.

        Raises:
            StoreUnavailable: It cannot be reached, or its file is not there any more.
            StoreIncompatible: Its tables are not those this version works with.
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
