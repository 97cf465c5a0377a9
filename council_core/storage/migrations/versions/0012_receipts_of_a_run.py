"""Add an index for the receipts of one run by the beginning of their keys.

SQLite's primary key can do that already. Postgres sorts its own like words of a language, in which a beginning is no
range.
"""

from alembic import op

from council_core.storage.schema_changes import add_index

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        add_index("ix_receipts_key", "receipts", ["key"], postgresql_ops={"key": "text_pattern_ops"})
