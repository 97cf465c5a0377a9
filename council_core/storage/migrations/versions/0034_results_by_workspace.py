"""Add an index for the newest results of a workspace."""

from council_core.storage.schema_changes import add_index

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    columns = ["platform", "workspace", "asked_at"]
    add_index("ix_results_platform_workspace_asked_at", "results", columns)
