"""Add an optional reason to feedback on a verdict."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("feedback", sa.Column("reason", sa.Text))
