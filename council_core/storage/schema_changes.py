"""Steps of migrations beyond Alembic's own: indexes that block no writer, and the versions that the tables serve."""

from collections.abc import Sequence
from typing import Any

from alembic import op
from sqlalchemy import delete, insert

from council_core.storage.tables import compatibility


def add_index(name: str, table: str, columns: Sequence[str], **options: Any) -> None:
    """Add an index to a table that is in use. On Postgres others read and write meanwhile.

    A migration that calls this does nothing else: what stands before it is committed even if the index fails.

    Args:
        name: The index's name.
        table: The table's name.
        columns: The names of its columns.
        options: Further arguments of Alembic's `create_index`.
    """
    if op.get_bind().dialect.name != "postgresql":
        op.create_index(name, table, columns, **options)
        return
    with op.get_context().autocommit_block():
        # An attempt that was cut off leaves an index that is written and never read.
        op.drop_index(name, table_name=table, postgresql_concurrently=True, if_exists=True)
        op.create_index(name, table, columns, postgresql_concurrently=True, **options)


def serve_from(revision: str) -> None:
    """Note that processes of versions before this revision cannot work with the tables any more.

    A migration calls this when it takes away or renames what earlier versions use. An additive one does not.
    """
    op.execute(delete(compatibility))
    op.execute(insert(compatibility).values(serves_from=revision))
