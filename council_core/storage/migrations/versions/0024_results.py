"""Add members' results of revealed runs, for the boards.

Results of earlier runs are stored in the background, newest first. `fillings` holds the progress of that, and has no
row once it is done.
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("run_id", sa.String(32), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("member", sa.String(200), primary_key=True),
        sa.Column("platform", sa.String(32), nullable=False),
        sa.Column("workspace", sa.String(128), nullable=False),
        sa.Column("channel", sa.String(128), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("place", sa.Float),
        sa.Column("team_place", sa.Float),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("cost", sa.Numeric(20, 10, asdecimal=True)),
        sa.Column("reason", sa.String(32)),
    )
    columns = ["platform", "workspace", "channel", "asked_at"]
    op.create_index("ix_results_platform_workspace_channel_asked_at", "results", columns)
    op.create_index("ix_results_asked_at", "results", ["asked_at"])
    op.create_table(
        "fillings",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("before_at", sa.DateTime(timezone=True)),
        sa.Column("before_id", sa.String(32)),
    )
    op.execute("INSERT INTO fillings (name) SELECT 'results' WHERE EXISTS (SELECT 1 FROM runs)")
