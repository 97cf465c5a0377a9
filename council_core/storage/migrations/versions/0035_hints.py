"""Add people who got advice about a vague question, so that each gets it once."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.create_table(
        "hints",
        sa.Column("platform", sa.String(32), primary_key=True),
        sa.Column("workspace", sa.String(128), primary_key=True),
        sa.Column("person", sa.String(128), primary_key=True),
        sa.Column("run_id", sa.String(32), sa.ForeignKey("runs.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_hints_run_id", "hints", ["run_id"])
