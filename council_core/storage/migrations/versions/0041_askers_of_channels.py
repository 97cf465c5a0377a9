"""Add an index that finds the people who asked in a channel without reading its runs."""

from council_core.storage.schema_changes import add_index

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    columns = ["platform", "workspace", "channel", "asker", "asked_at"]
    add_index("ix_runs_platform_workspace_channel_asker_asked_at", "runs", columns)
