"""Add each run's estimated and real cost, which outlives the run because it was paid."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "spending",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("workspace", sa.String(128), nullable=False),
        sa.Column("channel", sa.String(128), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expected", sa.Numeric(20, 10)),
        sa.Column("cost", sa.Numeric(20, 10)),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("run_id", name="pk_spending"),
    )
    op.create_index("ix_spending_asked_at", "spending", ["asked_at"])
    op.create_index(
        "ix_spending_platform_workspace_channel_asked_at",
        "spending",
        ["platform", "workspace", "channel", "asked_at"],
    )
