"""Add the material of a run's question: names, digests and the reasons why something could not be read."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("runs", sa.Column("material", sa.JSON))
