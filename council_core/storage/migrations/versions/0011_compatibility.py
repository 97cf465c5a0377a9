"""Add the versions that the tables still serve, so that processes of the version before stay ready while others are
updated."""

import sqlalchemy as sa
from alembic import op

from council_core.storage.schema_changes import serve_from

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "compatibility",
        sa.Column("serves_from", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("serves_from", name="pk_compatibility"),
    )
    serve_from(revision)
