"""Add a digest of the message to a receipt, so that a restart sends no edit that changes nothing."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("receipts", sa.Column("drawn", sa.String(32)))
