"""Add the blind choice to ballots, and the people who looked at the ranking before they voted."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("ballots", sa.Column("blind_choice", sa.JSON))
    op.create_table(
        "looks",
        sa.Column("run_id", sa.String(32), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(128), primary_key=True),
    )
