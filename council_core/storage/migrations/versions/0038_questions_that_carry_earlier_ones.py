"""Add an index for questions that carry earlier ones."""

import sqlalchemy as sa

from council_core.storage.schema_changes import add_index

revision = "0038"
down_revision = "0037"

CARRYING = sa.text("""CAST(question AS TEXT) NOT LIKE '%"earlier":[]%'""")


def upgrade() -> None:
    add_index(
        "ix_runs_carrying_earlier",
        "runs",
        ["platform", "workspace", "channel", "asked_at"],
        sqlite_where=CARRYING,
        postgresql_where=CARRYING,
    )
