"""Add the addresses of public runs."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "public_links",
        sa.Column("run_id", sa.String(32), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("made_by", sa.String(128), nullable=False),
    )
    op.create_index("ix_public_links_token", "public_links", ["token"], unique=True)
