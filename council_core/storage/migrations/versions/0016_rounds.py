"""Add a round to the keys of outcomes and reviews; all existing rows belong to the first."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.exc import DBAPIError

from council_core.storage.schema_changes import serve_from

revision = "0016"
down_revision = "0015"

BEFORE = {"outcomes": "run_id, member, late", "reviews": "run_id, position"}
SINCE = {"outcomes": "run_id, round, member, late", "reviews": "run_id, round, position"}


def upgrade() -> None:
    for table in SINCE:
        # No row is written: both databases keep the default of an added column beside the table.
        op.add_column(table, sa.Column("round", sa.Integer, nullable=False, server_default="1"))
    if op.get_bind().dialect.name == "postgresql":
        for table, keys in SINCE.items():
            op.execute(
                f"ALTER TABLE {table} DROP CONSTRAINT pk_{table}, ADD CONSTRAINT pk_{table} PRIMARY KEY ({keys})"
            )
    else:
        _change_keys_on_sqlite()
    # Earlier versions name the old keys when they insert.
    serve_from(revision)


def _change_keys_on_sqlite() -> None:
    """Change the declared keys and rebuild their indexes, in place.

    SQLite has no statement for this, and copying the tables takes minutes per gigabyte. So the schema's own text is
    changed as https://www.sqlite.org/lang_altertable.html describes (section 7). The rows stay as they are, and
    `REINDEX` fills the key's index anew, the only part of the file that depends on the key. All of this is one
    transaction.
    """
    connection = op.get_bind()
    op.execute("PRAGMA writable_schema = ON")
    try:
        for table, keys in SINCE.items():
            connection.exec_driver_sql(
                "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = ?",
                (f"PRIMARY KEY ({BEFORE[table]})", f"PRIMARY KEY ({keys})", table),
            )
    except DBAPIError:
        pass  # This build of SQLite cannot write its schema.
    op.execute("PRAGMA writable_schema = RESET")
    for table in SINCE:
        if sa.inspect(connection).get_pk_constraint(table)["constrained_columns"] == SINCE[table].split(", "):
            op.execute(f"REINDEX {table}")
        else:
            _copy_on_sqlite(table)


def _copy_on_sqlite(table: str) -> None:
    with op.batch_alter_table(table, recreate="always") as copy:
        copy.drop_constraint(f"pk_{table}", type_="primary")
        copy.create_primary_key(f"pk_{table}", SINCE[table].split(", "))
