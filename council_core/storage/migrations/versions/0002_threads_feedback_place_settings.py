"""Add tables for a run's thread, feedback on verdicts, and settings of channels and workspaces."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("runs", sa.Column("card_thread", sa.String(128)))
    op.create_index("ix_runs_card_thread", "runs", ["card_thread"])
    op.create_index("ix_runs_thread", "runs", ["thread"])
    op.create_table(
        "feedback",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(128), nullable=False),
        sa.Column("good", sa.Boolean, nullable=False),
        sa.Column("given_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "person", name="pk_feedback"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_feedback_run_id", ondelete="CASCADE"),
    )
    op.create_table(
        "place_settings",
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("workspace", sa.String(128), nullable=False),
        sa.Column("channel", sa.String(128), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed_by", sa.String(128), nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("platform", "workspace", "channel", name="pk_place_settings"),
    )
