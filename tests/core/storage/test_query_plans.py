"""Tests that queries which run all the time use the right index, whatever other indexes their table gains."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.runs import SqlRunStore

T = TypeVar("T")


class Recording(Database):
    """A SQLite file that notes how it finds the rows of each query."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.plans: list[str] = []

    async def read(self, work: Callable[[Connection], T]) -> T:
        def watched(connection: Connection) -> T:
            sqlite, sent = connection.connection.driver_connection, list[str]()
            assert sqlite is not None
            sqlite.set_trace_callback(sent.append)
            try:
                return work(connection)
            finally:
                sqlite.set_trace_callback(None)
                self.plans += [
                    row[3] for sql in sent for row in sqlite.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()
                ]

        return await super().read(watched)


async def test_runs_that_go_on_are_found_by_their_status_among_all_that_have_ended(tmp_path: Path) -> None:
    """SQLite once took an index of platforms for them, and read all runs of a file at every sweep."""
    database = Recording(f"sqlite:///{tmp_path}/council.db")
    await migrate(database)
    store = SqlRunStore(database)

    await store.unfinished(platforms=["slack", "discord"])
    await store.votings_to_close(platforms=["slack", "discord"])

    found = [plan for plan in database.plans if "runs" in plan]
    assert found == ["SEARCH runs USING INDEX ix_runs_status (status=?)"] * 2
    await database.aclose()
