"""Add an index for finding a person's own runs without reading those of everybody else."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_index(
        "ix_runs_platform_workspace_asker_asked_at",
        "runs",
        ["platform", "workspace", "asker", "asked_at"],
    )
