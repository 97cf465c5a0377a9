"""The first tables: runs, outcomes, reviews, ballots, receipts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("workspace", sa.String(128), nullable=False),
        sa.Column("channel", sa.String(128), nullable=False),
        sa.Column("thread", sa.String(128)),
        sa.Column("asker", sa.String(128), nullable=False),
        sa.Column("question_text", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("asked_at", TIME, nullable=False),
        sa.Column("finished_at", TIME),
        sa.Column("voting_opened_at", TIME),
        sa.Column("voting_closes_at", TIME),
        sa.Column("voting_closed_at", TIME),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("failure", sa.Text, nullable=False),
        sa.Column("question", sa.JSON, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("slate", sa.JSON),
        sa.Column("key", sa.JSON),
        sa.Column("ranking", sa.JSON),
        sa.Column("verdict", sa.JSON),
        sa.Column("no_verdict", sa.JSON),
        sa.Column("tally", sa.JSON),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )
    op.create_index(
        "ix_runs_platform_workspace_channel_asked_at",
        "runs",
        ["platform", "workspace", "channel", "asked_at"],
    )
    op.create_index("ix_runs_asked_at", "runs", ["asked_at"])
    op.create_index("ix_runs_status", "runs", ["status"])
    op.create_table(
        "outcomes",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("member", sa.String(200), nullable=False),
        sa.Column("late", sa.Boolean, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(32)),
        sa.Column("latency", sa.Float, nullable=False),
        sa.Column("tokens_in", sa.Integer),
        sa.Column("tokens_out", sa.Integer),
        sa.Column("cost", sa.Numeric(20, 10)),
        sa.Column("body", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "member", "late", name="pk_outcomes"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_outcomes_run_id", ondelete="CASCADE"),
    )
    op.create_table(
        "reviews",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("reviewer", sa.String(200), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "position", name="pk_reviews"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_reviews_run_id", ondelete="CASCADE"),
    )
    op.create_table(
        "ballots",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("voter", sa.String(128), nullable=False),
        sa.Column("choice", sa.JSON, nullable=False),
        sa.Column("cast_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "voter", name="pk_ballots"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_ballots_run_id", ondelete="CASCADE"),
    )
    op.create_table(
        "receipts",
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("message", sa.JSON),
        sa.Column("thread", sa.JSON),
        sa.Column("claimed_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_receipts"),
    )
