"""Store workspaces' own templates: `OwnTemplates` on SQLAlchemy."""

from sqlalchemy import ColumnElement, Connection, and_, delete, select

from council_core.codec import from_text, to_text
from council_core.domain.place import PersonId, Place
from council_core.domain.template import Template
from council_core.ports import Clock
from council_core.storage.database import Database
from council_core.storage.tables import own_templates
from council_core.storage.upsert import upsert


class SqlOwnTemplates:
    """Implements `council_core.ports.OwnTemplates`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    async def of(self, place: Place) -> tuple[Template, ...]:
        query = select(own_templates.c.template).where(_within(place)).order_by(own_templates.c.name)
        rows = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        return tuple(from_text(row, Template) for row in rows)

    async def save(self, place: Place, template: Template, *, before: str, by: PersonId) -> None:
        values = {
            "platform": place.platform,
            "workspace": place.workspace,
            "name": template.name,
            "template": to_text(template, Template),
            "changed_by": by,
            "changed_at": self._clock.now(),
        }
        is_before = and_(_within(place), own_templates.c.name == before)

        def work(connection: Connection) -> None:
            if before not in ("", template.name):
                connection.execute(delete(own_templates).where(is_before))
            upsert(connection, own_templates, [values])

        await self._database.write(work)

    async def delete(self, place: Place, name: str) -> bool:
        gone = delete(own_templates).where(_within(place), own_templates.c.name == name)
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)

    async def delete_all(self, place: Place) -> None:
        gone = delete(own_templates).where(_within(place))
        await self._database.write(lambda connection: connection.execute(gone))


def _within(place: Place) -> ColumnElement[bool]:
    return and_(own_templates.c.platform == place.platform, own_templates.c.workspace == place.workspace)
