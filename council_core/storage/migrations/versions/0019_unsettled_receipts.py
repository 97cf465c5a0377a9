"""Add an index for posts that were claimed and never settled."""

import sqlalchemy as sa

from council_core.storage.schema_changes import add_index

revision = "0019"
down_revision = "0018"

UNSETTLED = sa.text("message IS NULL")


def upgrade() -> None:
    add_index(
        "ix_receipts_unsettled", "receipts", ["key"], sqlite_where=UNSETTLED, postgresql_where=UNSETTLED
    )
