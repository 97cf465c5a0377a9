"""Add the name of the template to a run."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.add_column("runs", sa.Column("template", sa.String(64)))
