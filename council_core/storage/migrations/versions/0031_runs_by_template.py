"""Add an index for the newest runs of a channel with one template."""

import sqlalchemy as sa

from council_core.storage.schema_changes import add_index

revision = "0031"
down_revision = "0030"

WITH_ONE = sa.text("template IS NOT NULL")


def upgrade() -> None:
    add_index(
        "ix_runs_platform_workspace_channel_template_asked_at",
        "runs",
        ["platform", "workspace", "channel", "template", "asked_at"],
        sqlite_where=WITH_ONE,
        postgresql_where=WITH_ONE,
    )
