"""Tests of an operator's commands on runs: which are in progress, which are stuck, and how one is ended."""

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from filelock import FileLock

from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.run_state import RunState, Stuck
from council_core.domain.waiting import NO_LIMITS, RunWaits
from council_core.storage.notices import CHANGES
from council_core.storage.queue import SqlQueue
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import run_steps
from tests.bot.cli.conftest import Council, kept_in
from tests.samples import NOON, a_run
from tests.stored import recorded_steps
from tests.testbed.migrated import migrated

STUCK = RunId("r000000000abc")


def kept(folder: Path, run: Run) -> None:
    """Store a run that no process has begun."""

    async def keep() -> None:
        database = await migrated(f"sqlite:///{kept_in(folder)}")
        await SqlRunStore(database, SqlQueue(database, NO_LIMITS, channel=CHANGES)).add(run)
        await database.aclose()

    asyncio.run(keep())


def served(folder: Path) -> FileLock:
    """Hold the database file as `council serve` does."""
    return FileLock(f"{kept_in(folder)}.lock")


def test_a_question_that_waits_while_nobody_serves_the_file_is_stuck_at_once(
    council: Council, folder: Path
) -> None:
    kept(folder, a_run(id=STUCK, asked_at=datetime.now(UTC)))

    with served(folder):
        while_served = council("runs", "--stuck").out
    stuck = council("runs", "--stuck").out

    assert while_served == "No run is stuck.\n"
    assert "STUCK: No process has taken it." in stuck


def test_a_question_that_no_process_takes_is_listed_named_by_the_doctor_and_ended(
    council: Council, folder: Path
) -> None:
    now = datetime.now(UTC)
    kept(folder, a_run(id=STUCK, asked_at=now - timedelta(minutes=5)))
    kept(folder, a_run(id=RunId("r000000000new"), asked_at=now))

    with served(folder):
        listed, stuck = council("runs").out, council("runs", "--stuck").out
        doctor = council("doctor", "--no-calls")
    ended = council("end", STUCK, "--why", "The importer was down.")

    assert "r000000000new" in listed
    assert f"{STUCK} | asked | asked 5 min" in listed
    assert (
        "no process | attempts 0 | no step yet | place 1 in line (of all) | unsettled posts 0 | "
        "STUCK: No process has taken it." in stuck
    )
    assert "r000000000new" not in stuck
    assert doctor.code == 1
    assert f"✗ Runs: {STUCK}: No process has taken it." in doctor.out
    advice = "Start `council serve` with Slack set up: it takes the question."
    assert advice in stuck
    assert advice in doctor.out
    assert (ended.code, STUCK in ended.out) == (0, True)
    assert "or the next `council serve` if none is running" in ended.out
    with served(folder):
        assert council("runs", "--stuck").out == "No run is stuck.\n"
    assert json.loads(council("show", STUCK, "--json").out)["status"] == "cancelled"
    assert council("end", STUCK, "--why", "Again.").code == 2


def test_what_the_engine_knows_of_a_run_is_shown_with_its_steps(council: Council, folder: Path) -> None:
    run = json.loads(council("ask", "--json", "Tabs or spaces?").out)
    with closing(sqlite3.connect(kept_in(folder))) as file, file:
        mark = (run["id"], "", "tried", 1, "0", 1, 2**42)
        file.execute("INSERT INTO run_steps VALUES (?, ?, ?, ?, ?, ?, ?)", mark)

    shown = council("show", run["id"], "--engine").out

    assert f"{run['id']} | revealed" in shown
    assert "The engine lists it as SUCCESS." in shown
    assert "attempts 1" in shown
    assert "last step tell:names_revealed" in shown
    assert "answer:demo:ada" in shown
    assert council("runs").out == "No run is under way.\n"


def test_a_run_that_waits_for_its_turn_is_listed_with_its_place(
    council: Council, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNCIL_RUNS_PER_PERSON", "2")
    monkeypatch.setattr("council_core.storage.run_states.AT_ONCE", 3)
    now = datetime.now(UTC)
    for number in range(4):
        kept(folder, a_run(id=RunId(f"r00000000000{number}"), asked_at=now + timedelta(seconds=number)))
    with closing(sqlite3.connect(kept_in(folder))) as file, file:
        file.execute("UPDATE line SET inside = TRUE WHERE run_id < 'r000000000002'")

    lines = {line.split()[0]: line for line in council("runs").out.splitlines()}

    assert list(lines) == [f"r00000000000{number}" for number in range(4)]
    assert "in line" not in lines["r000000000001"]
    assert "| place 1 in line (of its person) |" in lines["r000000000002"]
    assert "| place 2 in line (of its person) |" in lines["r000000000003"]


def test_a_run_that_there_never_was_has_no_engine_either(council: Council, folder: Path) -> None:
    said = council("show", "r0", "--engine")

    assert (said.code, said.out) == (2, "")


RUNNING = RunState(
    run_id=STUCK, platform="slack", stage="answering", asked_at=NOON, voting_closes_at=None, state="PENDING",
    owner="host-1", is_lease_held=True, is_served=None, attempts=1, last_step="answer:ada", last_step_at=NOON,
    unsettled=0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("state", "minutes", "why"),
    [
        (RUNNING, 1, None),
        (RUNNING, 16, "silent"),
        (replace(RUNNING, resumed_at=NOON + timedelta(minutes=10)), 16, None),
        (replace(RUNNING, is_lease_held=None), 1, None),
        (replace(RUNNING, is_lease_held=False), 2, "process_gone"),
        (replace(RUNNING, owner="local", is_served=True), 14, None),
        (replace(RUNNING, owner="local", is_served=True), 16, "silent"),
        (replace(RUNNING, owner="local", is_lease_held=False, is_served=False), 0, "process_gone"),
        (
            replace(RUNNING, state="ENQUEUED", owner="", is_lease_held=None, is_served=False),
            0,
            "process_gone",
        ),
        (replace(RUNNING, state="", owner="", is_lease_held=None, is_served=False), 0, "untaken"),
        (replace(RUNNING, platform="terminal", is_lease_held=None, is_served=False), 14, None),
        (replace(RUNNING, platform="terminal", is_lease_held=None), 16, "terminal_left"),
        (replace(RUNNING, platform="terminal", is_lease_held=None, state="ERROR"), 1, "engine_ended"),
        (replace(RUNNING, state="ERROR"), 1, "engine_ended"),
        (replace(RUNNING, state="", owner=""), 1, None),
        (replace(RUNNING, state="", owner=""), 3, "untaken"),
        (replace(RUNNING, stage="voting", voting_closes_at=NOON + timedelta(hours=1)), 59, None),
        (replace(RUNNING, stage="voting", voting_closes_at=NOON + timedelta(hours=1)), 63, "vote_open"),
        (replace(RUNNING, stage="asked", waits=RunWaits(run_id=STUCK, before=3, limit="person")), 60, None),
        (replace(RUNNING, stage="revealed", state="ERROR"), 60, None),
    ],
)
def test_a_run_is_stuck_when_nothing_will_move_it(state: RunState, minutes: int, why: Stuck | None) -> None:
    assert state.stuck(NOON + timedelta(minutes=minutes)) == why


def test_a_line_of_a_run_is_in_the_language_of_the_terminal(
    council: Council, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(folder, a_run(id=STUCK, asked_at=datetime.now(UTC) - timedelta(minutes=5)))
    monkeypatch.setenv("COUNCIL_LANGUAGE", "de")

    assert f"{STUCK} | asked | gefragt vor 5 Min." in council("runs").out
    assert "STECKT FEST: Kein Prozess hat ihn übernommen." in council("runs", "--stuck").out
    assert council("end", STUCK, "--why", " ").err.startswith("Nenne mit --why in einem Satz")
    assert council("forget", STUCK).err.endswith("füge --yes hinzu.\n")


def test_an_interrupted_deletion_is_finished_by_the_same_command(council: Council, folder: Path) -> None:
    kept(folder, a_run(id=STUCK))
    asyncio.run(_delete_all_but_a_step(kept_in(folder)))

    said = council("forget", STUCK, "--yes")

    assert (said.code, "was deleted on" in said.err) == (2, True)
    assert recorded_steps(kept_in(folder).parent, "") == 0


async def _delete_all_but_a_step(file: Path) -> None:
    database = await migrated(f"sqlite:///{file}")
    step = {
        "run_id": STUCK,
        "scope": "",
        "name": "answer:a",
        "n": 1,
        "output": "{}",
        "started": 1,
        "ended": 2,
    }
    await database.write(lambda connection: connection.execute(run_steps.insert(), step))
    await SqlRetention(database).delete(RunId(STUCK), datetime.now(UTC), from_chat=False)
    await database.aclose()


def test_a_list_tells_of_a_run_that_cannot_be_read_in_a_sentence(council: Council, folder: Path) -> None:
    kept(folder, a_run())
    with closing(sqlite3.connect(kept_in(folder))) as database, database:
        database.execute("UPDATE runs SET settings = '{'")

    listed = council("history")

    assert (listed.code, "value_unreadable" in listed.err) == (0, False)
    assert "A stored CouncilSettings cannot be read by this version of Council" in listed.err
