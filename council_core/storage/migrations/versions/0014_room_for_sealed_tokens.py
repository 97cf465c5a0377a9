"""Remove the limit of token columns, because a sealed token has more than the 200 characters of slack-sdk's columns."""

import sqlalchemy as sa
from alembic import op

from council_core.storage.schema_changes import serve_from

revision = "0014"
down_revision = "0013"

SEALED = {
    "slack_bots": ("bot_token", "bot_refresh_token"),
    "slack_installations": (
        *("bot_token", "bot_refresh_token", "user_token", "user_refresh_token"),
        "incoming_webhook_url",
    ),
}


def upgrade() -> None:
    there = set(sa.inspect(op.get_bind()).get_table_names())
    for table in SEALED.keys() & there:
        with op.batch_alter_table(table) as batch:
            for column in SEALED[table]:
                batch.alter_column(column, existing_type=sa.String(200), type_=sa.Text)
    # Wider columns break nothing: the tables serve the same versions as before.
    serve_from("0011")
