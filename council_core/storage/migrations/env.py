"""Alembic's entry: runs the migrations on the connection that `migrate` opened, in its transaction if it has one, or
else each in a transaction of its own."""

from alembic import context

from council_core.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
