"""Add questions that wait until their person chooses how to ask them, and hints that a person has seen."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("draft", sa.JSON, nullable=False),
        sa.Column("better", sa.Text, nullable=False),
    )
    op.create_index("ix_drafts_at", "drafts", ["at"])
