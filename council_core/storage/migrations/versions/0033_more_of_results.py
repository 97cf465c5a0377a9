"""Add rubric, template and number of tool calls to results. Results of earlier runs are stored again with them."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column("results", sa.Column("rubric", sa.String(64)))
    op.add_column("results", sa.Column("template", sa.String(64)))
    op.add_column("results", sa.Column("tools", sa.Integer))
    op.execute("DELETE FROM fillings WHERE name = 'results'")
    op.execute("INSERT INTO fillings (name) SELECT 'results' WHERE EXISTS (SELECT 1 FROM runs)")
