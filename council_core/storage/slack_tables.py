"""Define the tables of slack-sdk's SQLAlchemy stores, column for column. The library brings the statements.

In our own metadata, our migrations create them once for all processes, and every backup holds them.
"""

from sqlalchemy import Boolean, Column, DateTime, Index, Integer, MetaData, String, Table, Text

SEALED = {
    "slack_bots": ("bot_token", "bot_refresh_token"),
    "slack_installations": (
        *("bot_token", "bot_refresh_token", "user_token", "user_refresh_token"),
        "incoming_webhook_url",
    ),
}
"""Columns that hold secrets, by table. A sealed text is longer than the library's 200 characters, hence `Text`."""


def add_slack_tables(metadata: MetaData) -> None:
    """Add the tables of installs of the Slack app."""
    _of_installs("slack_bots", metadata)
    _of_installs(
        "slack_installations",
        metadata,
        Column("enterprise_url", String(200)),
        Column("user_id", String(32), nullable=False),
        Column("user_token", Text),
        Column("user_scopes", String(1000)),
        Column("user_refresh_token", Text),
        Column("user_token_expires_at", DateTime),
        Column("incoming_webhook_url", Text),
        Column("incoming_webhook_channel", String(200)),
        Column("incoming_webhook_channel_id", String(200)),
        Column("incoming_webhook_configuration_url", String(200)),
        Column("token_type", String(32)),
    )


def _of_installs(name: str, metadata: MetaData, *more: Column[object]) -> None:
    by_user = ("user_id",) if any(column.name == "user_id" for column in more) else ()
    Table(
        name,
        metadata,
        Column("id", Integer, primary_key=True, autoincrement=True),
        Column("client_id", String(32), nullable=False),
        Column("app_id", String(32), nullable=False),
        Column("enterprise_id", String(32)),
        Column("enterprise_name", String(200)),
        Column("team_id", String(32)),
        Column("team_name", String(200)),
        Column("bot_token", Text),
        Column("bot_id", String(32)),
        Column("bot_user_id", String(32)),
        Column("bot_scopes", String(1000)),
        Column("bot_refresh_token", Text),
        Column("bot_token_expires_at", DateTime),
        *more,
        Column("is_enterprise_install", Boolean, nullable=False),
        Column("installed_at", DateTime, nullable=False),
        Index(f"{name}_idx", "client_id", "enterprise_id", "team_id", *by_user, "installed_at"),
    )
