"""Runs, ballots and receipts in a database: SQLite in one file, or Postgres."""
