"""Add Slack's installations. Development versions made these tables by themselves, so they may exist."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    _installs("slack_bots", "client_id", "enterprise_id", "team_id", "installed_at")
    _installs(
        "slack_installations",
        *("client_id", "enterprise_id", "team_id", "user_id", "installed_at"),
        more=(
            sa.Column("enterprise_url", sa.String(200)),
            sa.Column("user_id", sa.String(32), nullable=False),
            sa.Column("user_token", sa.String(200)),
            sa.Column("user_scopes", sa.String(1000)),
            sa.Column("user_refresh_token", sa.String(200)),
            sa.Column("user_token_expires_at", sa.DateTime),
            sa.Column("incoming_webhook_url", sa.String(200)),
            sa.Column("incoming_webhook_channel", sa.String(200)),
            sa.Column("incoming_webhook_channel_id", sa.String(200)),
            sa.Column("incoming_webhook_configuration_url", sa.String(200)),
            sa.Column("token_type", sa.String(32)),
        ),
    )
    op.create_table(
        "slack_oauth_states",
        sa.Column("id", sa.Integer, autoincrement=True),
        sa.Column("state", sa.String(200), nullable=False),
        sa.Column("expire_at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_slack_oauth_states"),
        if_not_exists=True,
    )


def _installs(name: str, *indexed: str, more: tuple[sa.Column[object], ...] = ()) -> None:
    op.create_table(
        name,
        sa.Column("id", sa.Integer, autoincrement=True),
        sa.Column("client_id", sa.String(32), nullable=False),
        sa.Column("app_id", sa.String(32), nullable=False),
        sa.Column("enterprise_id", sa.String(32)),
        sa.Column("enterprise_name", sa.String(200)),
        sa.Column("team_id", sa.String(32)),
        sa.Column("team_name", sa.String(200)),
        sa.Column("bot_token", sa.String(200)),
        sa.Column("bot_id", sa.String(32)),
        sa.Column("bot_user_id", sa.String(32)),
        sa.Column("bot_scopes", sa.String(1000)),
        sa.Column("bot_refresh_token", sa.String(200)),
        sa.Column("bot_token_expires_at", sa.DateTime),
        *more,
        sa.Column("is_enterprise_install", sa.Boolean, nullable=False),
        sa.Column("installed_at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
        if_not_exists=True,
    )
    op.create_index(f"{name}_idx", name, list(indexed), if_not_exists=True)
