"""Add the templates that workspaces create."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.create_table(
        "own_templates",
        sa.Column("platform", sa.String(32), primary_key=True),
        sa.Column("workspace", sa.String(128), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("template", sa.Text, nullable=False),
        sa.Column("changed_by", sa.String(128), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
    )
