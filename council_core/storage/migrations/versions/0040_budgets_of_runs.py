"""Add to the record of spending the budgets that apply to a run, which are checked again once its material is read."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.add_column("spending", sa.Column("allowances", sa.JSON))
