"""Add the index of words for searching runs. It stays empty here: `council serve` fills it in pieces, beside its work,
so that no start waits for it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "searchable",
        sa.Column("number", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_searchable"),
    )
    op.create_index("ix_searchable_run_id", "searchable", ["run_id"], unique=True)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("CREATE TABLE search_words (number BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)")
        op.execute("CREATE INDEX ix_search_words_words ON search_words USING gin (words)")
    else:
        op.execute(
            "CREATE VIRTUAL TABLE search_words "
            "USING fts5(words, scope, tokenize='unicode61 remove_diacritics 0')"
        )
