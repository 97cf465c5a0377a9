"""Add schedules: questions that are asked again and again."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "schedules",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("workspace", sa.String(128), nullable=False),
        sa.Column("channel", sa.String(128), nullable=False),
        sa.Column("parent", sa.String(128)),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("owner_name", sa.Text, nullable=False),
        sa.Column("locale", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("recurrence", sa.JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("trouble", sa.Text, nullable=False),
    )
    op.create_index("ix_schedules_state_next_at", "schedules", ["state", "next_at"])
    columns = ["platform", "workspace", "channel", "next_at"]
    op.create_index("ix_schedules_platform_workspace_channel_next_at", "schedules", columns)
