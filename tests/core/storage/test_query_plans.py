"""Tests that queries which run all the time use the right index, whatever other indexes their table gains."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, delete, insert

from council_core.domain.question import RunId
from council_core.insights.member_results import member_results
from council_core.storage.database import Database
from council_core.storage.history import SqlHistory
from council_core.storage.member_results import SqlMemberResults
from council_core.storage.migrate import migrate
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import fillings, searchable
from tests.contracts.test_member_results import keep
from tests.contracts.test_member_results import revealed as a_revealed

T = TypeVar("T")


class Recording(Database):
    """A SQLite file that notes how it finds the rows of each query."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.plans: list[str] = []
        self.steps = 0
        """Instructions that SQLite has taken for the last query."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await super().read(self._watched(work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await super().write(self._watched(work))

    def _watched(self, work: Callable[[Connection], T]) -> Callable[[Connection], T]:
        def watched(connection: Connection) -> T:
            sqlite, sent = connection.connection.driver_connection, list[str]()
            assert sqlite is not None
            sqlite.set_trace_callback(sent.append)
            self.steps = 0
            sqlite.set_progress_handler(self._step, 1)
            try:
                return work(connection)
            finally:
                sqlite.set_progress_handler(None, 1)
                sqlite.set_trace_callback(None)
                self.plans += [
                    row[3]
                    for sql in sent
                    if sql.startswith("SELECT")
                    for row in sqlite.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()
                ]

        return watched

    def _step(self) -> None:
        self.steps += 1


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


async def test_earlier_runs_are_filled_in_without_walking_over_those_before_each_time(tmp_path: Path) -> None:
    """An OR of times and ids once made each piece read all later runs."""
    database = Recording(f"sqlite:///{tmp_path}/council.db")
    await migrate(database)
    store, boards = SqlRunStore(database), SqlMemberResults(database)
    await keep(store, await a_revealed("r000000000001", minutes=1))
    await database.write(lambda connection: connection.execute(delete(searchable)))
    await database.write(lambda connection: connection.execute(insert(fillings).values(name="results")))

    for fill in (store.filling.a_piece, boards.fill_a_piece):
        assert await fill()
        database.plans.clear()
        assert not await fill()
        assert "SEARCH runs USING INDEX ix_runs_asked_at (asked_at<?)" in database.plans
    await database.aclose()


async def test_channels_members_and_askers_are_listed_without_reading_all_their_runs(tmp_path: Path) -> None:
    """These lists once took as many steps as there were runs: 70 ms of CPU time for a page's menu of models."""
    database = Recording(f"sqlite:///{tmp_path}/council.db")
    await migrate(database)
    store, history = SqlRunStore(database), SqlHistory(database)
    run = await a_revealed("r000000000001", minutes=1)
    await keep(store, run)
    here = run.question.place

    async def steps() -> tuple[int, int, int]:
        assert await history.channels(here, limit=9) == (replace(here, thread=None, parent=None),)
        channels = database.steps
        assert len(await history.seats([here])) == len(member_results(run))
        seats = database.steps
        assert dict(await history.askers([here])) == {run.question.asker.id: run.question.asker.name}
        return channels, seats, database.steps

    channels_of_one, seats_of_one, askers_of_one = await steps()
    for number in range(2, 12):
        await keep(
            store,
            replace(run, id=RunId(f"r{number:012d}"), asked_at=run.asked_at + number * timedelta(minutes=1)),
        )

    channels, seats, askers = await steps()
    assert channels <= channels_of_one + 10
    assert seats <= seats_of_one + 10
    assert askers <= askers_of_one + 10
    await database.aclose()
