"""Add the teams' decisions, one for each run."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.create_table(
        "decisions",
        sa.Column("run_id", sa.String(32), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("workspace", sa.String(128), nullable=False),
        sa.Column("channel", sa.String(128), nullable=False),
        sa.Column("person", sa.String(128), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("locale", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("look_again", sa.DateTime(timezone=True)),
        sa.Column("reminded", sa.Boolean, nullable=False),
    )
    op.create_index(
        "ix_decisions_platform_workspace_channel_at",
        "decisions",
        ["platform", "workspace", "channel", "at"],
    )
    op.create_index("ix_decisions_reminded_look_again", "decisions", ["reminded", "look_again"])
