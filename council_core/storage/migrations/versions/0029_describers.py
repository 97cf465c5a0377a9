"""A run holds who described its pictures for members that cannot see, and what that cost."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("runs", sa.Column("describers", sa.JSON))
