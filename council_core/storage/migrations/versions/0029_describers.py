"""Add the members that described a run's pictures for others, with the cost."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("runs", sa.Column("describers", sa.JSON))
