"""Tests of DBOS's promises that `engine/dbos_door.py` relies on, on both databases: they fail when a release breaks
one."""

import asyncio
import base64
import pickle
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from dbos import error as dbos_error
from sqlalchemy import create_engine, inspect, text

from council_core.domain.checkpoint import Checkpoint, StepKey
from council_core.domain.question import RunId
from council_core.engine.dbos_door import owner_token, queue_thread, sql_of, take_over
from council_core.engine.durable import DurableEngine
from council_core.engine.records import version_of
from council_core.engine.without_step_context import without_step_context
from council_core.errors import RunOutgrown
from council_core.ports import CloseVoting, LateAnswer, Signal, Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.url import engine_url
from tests.testbed.migrated import fresh_database
from tests.testbed.patience import PATIENCE

Story = Callable[[RunId, Steps, Signals], Awaitable[None]]

VERSION = version_of("serve")
STEP = Checkpoint(key=StepKey("", "pay", 1), output="null", started=1, ended=2)


class House:
    """One database, engines over it one after another, and queries of DBOS's own rows."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.url = engine_url(url)
        self.checkpoints = SqlCheckpoints(self.database)
        self.journal = self.checkpoints.beside(sql_of(self.url))
        self.run = RunId(f"r{token_hex(6)}")
        self.schema = "" if self.url.startswith("sqlite") else "dbos."

    @asynccontextmanager
    async def engine(self, story: Story, *, executor: str = "ada") -> AsyncGenerator[DurableEngine]:
        """Yield an engine that lives as long as the block."""
        engine = DurableEngine(database_url=self.url, executor=executor, checkpoints=self.checkpoints)
        await engine.launch(story)
        try:
            yield engine
        finally:
            await engine.aclose()

    async def rows(self, query: str, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement; `{dbos}` in it is DBOS's schema, and `:run` the run."""

        def work() -> list[tuple[Any, ...]]:
            engine = create_engine(self.url)
            try:
                with engine.begin() as connection:
                    statement = text(query.format(dbos=self.schema))
                    used = {"run": self.run, **values}
                    found = connection.execute(
                        statement, {name: value for name, value in used.items() if f":{name}" in query}
                    )
                    return [tuple(row) for row in found] if found.returns_rows else []
            finally:
                engine.dispose()

        return await asyncio.to_thread(work)

    async def row(self, *columns: str) -> tuple[Any, ...]:
        """Return some columns of DBOS's row of the run."""
        names = ", ".join(columns)
        return (
            await self.rows(f"SELECT {names} FROM {{dbos}}workflow_status WHERE workflow_uuid = :run")  # noqa: S608
        )[0]

    async def until(self, *expected: object, column: str = "status") -> None:
        """Wait until the column of the row has one of these values."""
        async with asyncio.timeout(PATIENCE):
            while (await self.row(column))[0] not in expected:  # noqa: ASYNC110 - in the database
                await asyncio.sleep(0.05)

    async def leave(self, story: Story | None = None, *, executor: str = "ada") -> None:
        """Start the run under the name of a process, which then dies in the middle of it."""
        begun = asyncio.Event()

        async def stands_still(run_id: RunId, steps: Steps, signals: Signals) -> None:
            if story is not None:
                await story(run_id, steps, signals)
            begun.set()
            await asyncio.Event().wait()

        async with self.engine(stands_still, executor=executor) as engine:
            await engine.start(self.run)
            async with asyncio.timeout(PATIENCE):
                await begun.wait()


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    """Yield a house on each kind of database."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        # # An engine resumes the runs that earlier tests left under its name, so no two tests share a database.
        url = await fresh_database(request.getfixturevalue("postgres"))
    house = House(url)
    await migrate(house.database)
    yield house
    await house.database.aclose()


async def ended(engine: DurableEngine, run_id: RunId) -> None:
    async with asyncio.timeout(PATIENCE):
        await engine.finished(run_id)


async def quiet(run_id: RunId, steps: Steps, signals: Signals) -> None:
    """Do nothing: an empty story."""


async def test_the_token_is_the_rows_own(house: House) -> None:
    tokens: list[object] = []

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        async with asyncio.TaskGroup() as group:
            tokens.append(await group.create_task(asyncio.sleep(0, owner_token())))
        tokens.append((await house.row("owner_xid"))[0])

    async with house.engine(story) as engine:
        await engine.start(house.run)
        await ended(engine, house.run)

    assert tokens[0] == tokens[1] != ""
    with pytest.raises(LookupError):
        owner_token()


async def test_another_token_writes_nothing(house: House) -> None:
    kept: list[bool] = []

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        kept.append(await house.journal.keep(run_id, STEP, owner="another"))
        kept.append(bool((await house.journal.steps(run_id))[0]))
        kept.append(await house.journal.keep(run_id, STEP, owner=owner_token()))
        kept.append(bool((await house.journal.steps(run_id))[0]))

    async with house.engine(story) as engine:
        await engine.start(house.run)
        await ended(engine, house.run)

    assert kept == [False, False, True, True]


async def test_what_was_taken_over_cannot_be_written_by_the_process_that_had_it(house: House) -> None:
    refused: list[str] = []
    tellings: list[int] = []
    begun, again, refusal = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def late() -> None:
        begun.set()
        await again.wait()

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        tellings.append(1)
        if len(tellings) == 1:
            try:
                await steps.once("late", late, None)
            except dbos_error.DBOSWorkflowConflictIDError:
                refused.append("late")
                refusal.set()
                raise
        again.set()
        await refusal.wait()

    async with house.engine(story) as engine:
        await engine.start(house.run)
        await begun.wait()
        assert await without_step_context(take_over("ada", VERSION)) >= 1
        await ended(engine, house.run)

    assert refused == ["late"]
    assert len(tellings) == 2
    assert "late" not in {key.name for key in (await house.journal.steps(house.run))[0]}


async def test_taking_over_moves_direct_and_queued_runs_and_keeps_their_partition(house: House) -> None:
    await house.leave()
    direct = house.run
    house.run = RunId(f"r{token_hex(6)}")
    await house.leave(executor="carl")
    await house.rows(
        "UPDATE {dbos}workflow_status SET queue_name = 'people', queue_partition_key = 'alice' "
        "WHERE workflow_uuid = :run"
    )
    async with house.engine(quiet, executor="blaise") as engine:
        count = (
            await without_step_context(take_over("ada", VERSION)),
            await without_step_context(take_over("carl", VERSION)),
        )
        await ended(engine, direct)
        queued = await house.row("status", "queue_name", "queue_partition_key", "owner_xid")
        house.run = direct
        (executor,) = await house.row("executor_id")

    assert count == (1, 1)
    assert queued == ("ENQUEUED", "people", "alice", None)
    assert executor == "blaise"


async def test_taking_over_leaves_ended_runs_alone(house: House) -> None:
    async with house.engine(quiet) as engine:
        await engine.start(house.run)
        await ended(engine, house.run)
    before = await house.row("status", "executor_id", "updated_at")

    async with house.engine(quiet, executor="blaise"):
        assert await without_step_context(take_over("ada", VERSION)) == 0

    assert await house.row("status", "executor_id", "updated_at") == before


async def test_a_zombie_that_ends_after_it_was_taken_over_changes_no_outcome(house: House) -> None:
    tellings: list[int] = []
    begun, again, first_may_end, second_may_end = (asyncio.Event() for _ in range(4))
    first_ended = asyncio.Event()

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        tellings.append(1)
        if len(tellings) == 1:
            begun.set()
            await first_may_end.wait()
            first_ended.set()
            return
        again.set()
        await second_may_end.wait()

    async with house.engine(story) as engine:
        await engine.start(house.run)
        await begun.wait()
        await without_step_context(take_over("ada", VERSION))
        await again.wait()
        first_may_end.set()
        await first_ended.wait()
        await asyncio.sleep(0.5)
        assert await house.row("status") == ("PENDING",)
        second_may_end.set()
        await house.until("SUCCESS")


class Touch:
    """Creates a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def planted(folder: Path) -> str:
    """Return a pickled value, as DBOS stores it, that creates the file `touched` when it is read."""
    return base64.b64encode(pickle.dumps(Touch(folder / "touched"))).decode()


async def test_a_pickled_input_is_refused_and_its_run_ends_as_error(house: House, tmp_path: Path) -> None:
    await house.leave()
    it = planted(tmp_path)
    await house.rows("UPDATE {dbos}workflow_input SET inputs = :it WHERE workflow_uuid = :run", it=it)
    await house.rows(
        "UPDATE {dbos}workflow_status SET inputs = :it, serialization = 'py_pickle' WHERE workflow_uuid = :run",
        it=it,
    )

    async with house.engine(quiet):
        await house.until("ERROR")

    assert not (tmp_path / "touched").exists()


async def test_a_pickled_output_is_refused_and_its_run_counts_as_ended(house: House, tmp_path: Path) -> None:
    async with house.engine(quiet) as engine:
        await engine.start(house.run)
        await ended(engine, house.run)
    for table in ("workflow_output", "workflow_status"):
        await house.rows(
            f"UPDATE {{dbos}}{table} SET output = :it WHERE workflow_uuid = :run",  # noqa: S608
            it=planted(tmp_path),
        )
    await house.rows(
        "UPDATE {dbos}workflow_status SET serialization = 'py_pickle' WHERE workflow_uuid = :run"
    )

    async with house.engine(quiet) as engine:
        await ended(engine, house.run)

    assert not (tmp_path / "touched").exists()


async def test_a_pickled_step_of_the_release_before_is_refused(house: House, tmp_path: Path) -> None:
    refused: list[str] = []

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        with pytest.raises(RunOutgrown):
            await steps.once("pay", lambda: asyncio.sleep(0), None)
        refused.append("pay")

    await house.leave()
    await house.rows(
        "INSERT INTO {dbos}operation_outputs (workflow_uuid, function_id, function_name, output, "
        "serialization, completed_at_epoch_ms, retention_timestamp) "
        "VALUES (:run, 1, 'pay', :it, 'py_pickle', 1, 1)",
        it=planted(tmp_path),
    )

    async with house.engine(story) as engine:
        await ended(engine, house.run)

    assert refused == ["pay"]
    assert not (tmp_path / "touched").exists()


async def test_a_pickled_letter_is_not_opened(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Signal | None] = []

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        heard.append(await signals.wait(0))

    await house.leave()
    await house.rows(
        "INSERT INTO {dbos}notifications (message_uuid, destination_uuid, topic, message, consumed, "
        "serialization, created_at_epoch_ms) VALUES (:key, :run, 'signals', :it, :no, 'py_pickle', 1)",
        key=f"{house.run}:reveal", it=planted(tmp_path), no=False,
    )  # fmt: skip

    async with house.engine(story) as engine:
        await ended(engine, house.run)

    assert heard == [None]
    assert "signal reveal of run" in caplog.text
    assert not (tmp_path / "touched").exists()


async def test_a_run_that_was_resumed_500_times_goes_on(house: House) -> None:
    await house.leave()
    await house.rows("UPDATE {dbos}workflow_status SET recovery_attempts = 500 WHERE workflow_uuid = :run")

    async with house.engine(quiet) as engine:
        await ended(engine, house.run)

    assert await house.row("status") == ("SUCCESS",)


async def test_no_table_names_a_deleted_run(house: House) -> None:
    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("pay", lambda: asyncio.sleep(0), None)
        await signals.wait(0)

    def named() -> list[str]:
        engine = create_engine(house.url)
        try:
            found: list[str] = []
            with engine.connect() as connection:
                for schema in {None, house.schema.rstrip(".") or None}:
                    for table in inspect(connection).get_table_names(schema=schema):
                        whole = f'"{schema}"."{table}"' if schema else f'"{table}"'
                        rows = connection.execute(text(f"SELECT * FROM {whole}"))  # noqa: S608
                        found += [table for row in rows if house.run in str(tuple(row))]
            return found
        finally:
            engine.dispose()

    async with house.engine(story) as engine:
        await engine.start(house.run)
        await ended(engine, house.run)
        await engine.send(house.run, CloseVoting(by="Alice"), key="reveal")
        before = await asyncio.to_thread(named)
        await engine.records.delete([house.run])

    assert {"workflow_status", "run_steps", "run_signals"} <= set(before)
    assert await asyncio.to_thread(named) == []


def test_the_queue_thread_is_found_and_its_death_is_seen() -> None:
    end = threading.Event()

    def launch() -> None:
        threading.Thread(target=end.wait, name="Thread-7 (other)", daemon=True).start()
        threading.Thread(target=end.wait, name="Thread-8 (queue_thread)", daemon=True).start()

    thread = queue_thread(launch)
    was_alive = thread.is_alive()
    end.set()
    thread.join(timeout=30)

    assert (thread.name, was_alive, thread.is_alive()) == ("Thread-8 (queue_thread)", True, False)
    with pytest.raises(LookupError):
        queue_thread(lambda: None)


async def test_the_thread_of_a_launched_engine_lives_until_it_closes(house: House) -> None:
    async with house.engine(quiet) as engine:
        assert engine.trouble == ""

    assert "A thread of the engine has died" in engine.trouble


async def test_a_run_draws_no_number(house: House) -> None:
    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("pay", lambda: asyncio.sleep(0), None)
        await steps.within("branch").once("pay", lambda: asyncio.sleep(0), None)
        await engine.send(run_id, CloseVoting(by="Alice"), key="reveal")
        assert await signals.wait(30) == CloseVoting(by="Alice")

    async with house.engine(story) as engine:
        await engine.start(house.run)
        await ended(engine, house.run)

    assert await house.row("status") == ("SUCCESS",)
    assert await house.rows("SELECT 1 FROM {dbos}operation_outputs WHERE workflow_uuid = :run") == []
    assert len((await house.journal.steps(house.run))[0]) == 3


async def test_a_run_of_the_release_before_goes_on_with_a_signal_heard_and_one_unheard(house: House) -> None:
    """The rows are as that release wrote them; `tests/e2e/test_upgrade.py` has whole databases of it."""
    heard: list[Signal | None] = []
    paid: list[str] = []

    async def pay() -> str:
        paid.append("again")
        return "again"

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("inserted", lambda: asyncio.sleep(0), None)
        assert await steps.once("answer:ada", pay, str) == "paid"
        await engine.send(run_id, CloseVoting(by="Carl"), key="enough-votes")
        # # As with the unheard one: pressed twice.
        await engine.send(run_id, CloseVoting(by="Bob"), key="reveal")
        heard.extend([await signals.wait(0) for _ in range(4)])

    await house.leave()
    for number, name, output in (
        (1, "answer:ada", '"paid"'),
        (2, "DBOS.recv", '{"kind":"late_answer","member":"test:ada"}'),
        (3, "DBOS.sleep", "1795144052.9"),
    ):
        await house.rows(
            "INSERT INTO {dbos}operation_outputs (workflow_uuid, function_id, function_name, output, "
            "serialization, completed_at_epoch_ms, retention_timestamp) "
            "VALUES (:run, :number, :name, :output, 'portable_json', 1, 1)",
            number=number, name=name, output=output,
        )  # fmt: skip
    for key, message, consumed in (
        ("late:test:ada", '{"kind":"late_answer","member":"test:ada"}', True),
        ("reveal", '{"kind":"close_voting","by":"Alice"}', False),
    ):
        await house.rows(
            "INSERT INTO {dbos}notifications (message_uuid, destination_uuid, topic, message, consumed, "
            "serialization, created_at_epoch_ms) "
            "VALUES (:key, :run, 'signals', :message, :consumed, 'portable_json', 1)",
            key=f"{house.run}:{key}", message=message, consumed=consumed,
        )  # fmt: skip

    async with house.engine(story) as engine:
        await ended(engine, house.run)

    assert paid == []
    assert heard == [LateAnswer(member="test:ada"), CloseVoting(by="Alice"), CloseVoting(by="Carl"), None]
