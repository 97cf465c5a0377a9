"""Add steps and signals of runs, found by name. The tables stay empty here: steps that an earlier release stored in the
engine's own tables are read there."""

import sqlalchemy as sa
from alembic import op

from council_core.storage.schema_changes import serve_from

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "run_steps",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("scope", sa.String(400), nullable=False),
        sa.Column("name", sa.String(400), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("output", sa.Text, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "scope", "name", "n", name="pk_run_steps"),
    )
    op.create_table(
        "run_signals",
        sa.Column(
            "number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False, autoincrement=True
        ),
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("key", sa.String(400), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_run_signals"),
    )
    op.create_index("ix_run_signals_run_id_key", "run_signals", ["run_id", "key"], unique=True)
    # A process of an earlier version sees no steps here, so it would ask the models of such a run once more.
    serve_from(revision)
