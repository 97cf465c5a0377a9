"""Remove started installs of the Slack app, because the browser's signed cookie now holds the request."""

from alembic import op

from council_core.storage.schema_changes import serve_from

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.drop_table("slack_oauth_states", if_exists=True)
    # Versions from 0018 on write no states; earlier ones would fail at each install.
    serve_from("0018")
