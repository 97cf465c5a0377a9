"""Operations for migrations beyond Alembic's own: indexes that block no writer, and the versions that tables serve."""

from collections.abc import Sequence
from typing import Any

from alembic import op
from sqlalchemy import delete, insert

from council_core.storage.tables import compatibility


def add_index(name: str, table: str, columns: Sequence[str], **options: Any) -> None:
    """Add an index to a table in use. On Postgres others can read and write meanwhile.

    A migration that calls this must do nothing else, because earlier operations are committed even if the index fails.

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
        # An interrupted attempt leaves an index that is maintained and never used.
        op.drop_index(name, table_name=table, postgresql_concurrently=True, if_exists=True)
        op.create_index(name, table, columns, postgresql_concurrently=True, **options)


def serve_from(revision: str) -> None:
    """Store that versions before this revision cannot use the tables any more.

    A migration calls this when it removes or renames something that earlier versions use. An additive one does not.
    """
    op.execute(delete(compatibility))
    op.execute(insert(compatibility).values(serves_from=revision))
