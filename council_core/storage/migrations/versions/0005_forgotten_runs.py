"""Add deleted runs: their ids, and which of their posts may still be in the chat."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "forgotten",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("workspace", sa.String(128), nullable=False),
        sa.Column("channel", sa.String(128), nullable=False),
        sa.Column("forgotten_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("had_ended", sa.Boolean, nullable=False),
        sa.Column("posts", sa.JSON, nullable=False),
        sa.Column("is_settled", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("run_id", name="pk_forgotten"),
    )
