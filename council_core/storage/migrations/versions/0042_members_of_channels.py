"""Add an index that finds the members with results in a channel without reading all results."""

from council_core.storage.schema_changes import add_index

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    columns = ["platform", "workspace", "channel", "member", "name"]
    add_index("ix_results_platform_workspace_channel_member_name", "results", columns)
