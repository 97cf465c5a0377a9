"""Add the language of the thread to a deleted run, for the posts that replace its own."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    op.add_column("forgotten", sa.Column("language", sa.String(16), nullable=False, server_default=""))
