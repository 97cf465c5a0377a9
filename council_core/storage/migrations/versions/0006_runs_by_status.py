"""Add an index for the newest revealed runs of a workspace, which every new run reads."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_index(
        "ix_runs_platform_workspace_status_asked_at",
        "runs",
        ["platform", "workspace", "status", "asked_at"],
    )
