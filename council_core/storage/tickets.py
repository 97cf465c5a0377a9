"""The store -> the runs for which a place among those that deliberate is to be kept when they are taken up again."""

from collections.abc import Collection

from sqlalchemy import Connection, select

from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import UNFINISHED
from council_core.domain.waiting import Ticket, ticket_for
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.url import is_sqlite

BEFORE_THE_VERDICT = [status for status in UNFINISHED if status != "voting"]


async def tickets(database: Database, *, platforms: Collection[str]) -> tuple[Ticket, ...]:
    """Those of all runs of these platforms that may still come to a verdict, the oldest first; none on a Postgres,
    where nobody knows yet which process will go on with them.

    Raises:
        StoreUnavailable, StoreIncompatible: see `council_core.errors`.
    """
    if not is_sqlite(database.url):
        return ()
    table = tables.runs.c
    query = (
        select(table.id, table.asker, table.platform, table.workspace, table.channel, table.asked_at)
        .where(table.status.in_(BEFORE_THE_VERDICT), table.platform.in_(platforms))
        .order_by(table.asked_at, table.id)
    )

    def work(connection: Connection) -> tuple[Ticket, ...]:
        return tuple(
            ticket_for(
                RunId(row.id),
                PersonId(row.asker),
                Place(platform=row.platform, workspace=row.workspace, channel=row.channel),
                row.asked_at,
            )
            for row in connection.execute(query)
        )

    return await database.read(work)
