"""Make private threads places of their own.

Before, a run of a private thread belonged to its parent channel, where everybody could look it up, and it was not
stored which threads were private. Only threads on one of our own cards are surely public, so every other run that was
asked in a Discord thread now belongs to that thread alone. It is still found from there, and by its asker. `council
serve` rebuilds its entry in the search index.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

MAYBE_PRIVATE = sa.text(
    "SELECT id, channel, thread, CAST(question AS TEXT) AS question FROM runs "
    "WHERE platform = 'discord' AND thread IS NOT NULL AND channel <> thread AND NOT EXISTS ("
    "SELECT 1 FROM runs AS first WHERE first.platform = 'discord' AND first.channel = runs.channel "
    "AND first.card_thread = runs.thread AND first.thread IS NULL)"
)
WORDS_GONE = {
    "sqlite": "DELETE FROM search_words WHERE rowid IN (SELECT number FROM searchable WHERE run_id = :id)",
    "postgresql": "DELETE FROM search_words WHERE number IN (SELECT number FROM searchable WHERE run_id = :id)",
}
ENTRY_GONE = sa.text("DELETE FROM searchable WHERE run_id = :id")


def upgrade() -> None:
    op.add_column("runs", sa.Column("parent", sa.String(128)))
    connection = op.get_bind()
    dialect = connection.dialect.name
    question = "CAST(:question AS JSON)" if dialect == "postgresql" else ":question"
    moved = sa.text(
        f"UPDATE runs SET parent = channel, channel = thread, question = {question} WHERE id = :id"  # noqa: S608
    )
    for row in connection.execute(MAYBE_PRIVATE).all():
        connection.execute(moved, {"id": row.id, "question": _in_its_thread(row)})
        connection.execute(sa.text(WORDS_GONE[dialect]), {"id": row.id})
        connection.execute(ENTRY_GONE, {"id": row.id})


def _in_its_thread(row: Any) -> str:
    question = json.loads(row.question)
    question["place"] |= {"channel": row.thread, "parent": row.channel}
    return json.dumps(question, separators=(",", ":"))
