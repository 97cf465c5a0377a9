"""Add one queue over all workers for waiting and admitted questions. Runs under way get their rows when they
continue."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "line",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("person", sa.String(300), nullable=False),
        sa.Column("channel", sa.String(300), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("inside", sa.Boolean, nullable=False),
        sa.Column("carrier", sa.String(128)),
        sa.PrimaryKeyConstraint("run_id", name="pk_line"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_line_run_id", ondelete="CASCADE"),
    )
    op.create_index("ix_line_inside_turn_asked_run_id", "line", ["inside", "turn", "asked", "run_id"])
    op.create_index("ix_line_person_turn", "line", ["person", "turn"])
    op.create_index("ix_line_carrier", "line", ["carrier"])
