"""Keep what is stored for a channel under another id, when its platform gives it one.

Slack does that when a private channel is first shared with another company (docs.slack.dev, channel_id_changed).
"""

from sqlalchemy import JSON, Column, Connection, Text, cast, func, select, type_coerce, update

from council_core.codec import to_text
from council_core.domain.place import Place
from council_core.storage.database import Database
from council_core.storage.search import rename_channel
from council_core.storage.statements import of_channel
from council_core.storage.tables import drafts, forgotten, metadata, place_settings, receipts, runs

NAMING_A_CHANNEL = [
    table
    for table in metadata.sorted_tables
    if table is not place_settings and {"platform", "workspace", "channel"} <= set(table.c.keys())
]
"""Tables whose rows name a channel, without the settings of places, of which a channel has one row at most."""

HOLDING_A_PLACE: tuple[Column[object], ...] = (
    runs.c.question,
    receipts.c.message,
    receipts.c.thread,
    drafts.c.draft,
    forgotten.c.posts,
)
"""Columns of JSON in which the place of a question or of a post stands."""


class SqlMoves:
    """Renames channels in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def move(self, old: Place, new: Place) -> None:
        """Store everything of a channel under its new id, in one transaction: settings, schedules, decisions, spending,
        drafts, and runs with the addresses of their posts, also of deleted runs. Settings that the new id has already
        stay.

        Raises StoreError.
        """
        await self._database.write(lambda connection: _move(connection, old, new))


def _move(connection: Connection, old: Place, new: Place) -> None:
    for table in NAMING_A_CHANNEL:
        connection.execute(update(table).where(of_channel(table, old)).values(channel=new.channel))
    has_settings = select(place_settings.c.version).where(of_channel(place_settings, new))
    if connection.execute(has_settings).first() is None:
        own = update(place_settings).where(of_channel(place_settings, old))
        connection.execute(own.values(channel=new.channel))
    for column in HOLDING_A_PLACE:
        before = cast(column, Text)
        after = func.replace(before, _written(old), _written(new))
        is_postgres = connection.dialect.name == "postgresql"
        # SQLite keeps JSON as text, and its CAST would look for a number.
        written = cast(after, JSON) if is_postgres else type_coerce(after, JSON)
        connection.execute(update(column.table).where(before != after).values({column.name: written}))
    rename_channel(connection, old, new)


def _written(place: Place) -> str:
    """Return the part of a place's JSON that names its channel. A quotation mark within a text is escaped, so no text
    that a person wrote looks like it."""
    channel = Place(platform=place.platform, channel=place.channel, workspace=place.workspace)
    written = to_text(channel, Place)
    return written[written.index('"platform"') : written.index(',"thread"')]
