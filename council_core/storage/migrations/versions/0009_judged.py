"""Add the orders of reviews without their words, for statistics over hundreds of reviews. The table stays empty here:
for runs that were revealed before, the reviews themselves are read."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "judged",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("reviews", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("run_id", name="pk_judged"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_judged_run_id", ondelete="CASCADE"),
    )
