"""Keep the note that a person got advice when the run of their question is deleted."""

import sqlalchemy as sa
from alembic import op

from council_core.storage.schema_changes import serve_from

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    with op.batch_alter_table("hints") as batch:
        batch.alter_column("run_id", existing_type=sa.String(32), nullable=True)
    op.execute("UPDATE hints SET run_id = NULL")
    # A column that may be empty breaks nothing: the tables serve the same versions as before.
    serve_from("0018")
