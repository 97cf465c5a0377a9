"""Add the results of labelled pairs by model and rubric."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "calibrations",
        sa.Column("version", sa.String(300), nullable=False),
        sa.Column("rubric", sa.String(64), nullable=False),
        sa.Column("agreed", sa.Float, nullable=False),
        sa.Column("pairs", sa.Float, nullable=False),
        sa.Column("picks", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("version", "rubric", name="pk_calibrations"),
    )
