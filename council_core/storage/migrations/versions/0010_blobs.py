"""Add bytes that are too many for a row, by their content, and the runs that hold them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "blobs",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_blobs"),
    )
    op.create_table(
        "blob_references",
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "digest", name="pk_blob_references"),
        sa.ForeignKeyConstraint(
            ["run_id"], ["runs.id"], name="fk_blob_references_run_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["digest"], ["blobs.digest"], name="fk_blob_references_digest"),
    )
    op.create_index("ix_blob_references_digest", "blob_references", ["digest"])
