"""Change nothing. Slack's installations were added here before platforms brought tables of their own."""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Leave the database as it is; `storage.migrate.create_tables` creates what is missing."""
