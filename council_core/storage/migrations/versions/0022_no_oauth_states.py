"""Started installs of the Slack app are no longer stored: what was asked for stands signed in the browser's cookie."""

from alembic import op

from council_core.storage.schema_changes import serve_from

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.drop_table("slack_oauth_states")
    # Versions that know 0018 write no states; earlier ones would fail at each install.
    serve_from("0018")
