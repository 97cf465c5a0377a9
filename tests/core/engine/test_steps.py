"""Tests that a run's steps are stored in tables of our own, and that foreign steps are deleted."""

import ast
import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from council_core.domain.checkpoint import Checkpoint, Sent, StepKey
from council_core.domain.question import RunId
from council_core.engine.dbos_door import sql_of
from council_core.engine.durable import DurableEngine
from council_core.ports import Journal, LateAnswer, Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.runs import SqlRunStore
from tests.samples import a_run
from tests.testbed.migrated import migrated
from tests.testbed.patience import PATIENCE

RUN = RunId("r000000000001")
STEP = Checkpoint(key=StepKey("", "pay", 1), output='"paid"', started=1, ended=2)
SOURCES = Path(__file__).parents[3] / "council_core"

NAMES = {
    "again",
    "answer:{}{}",
    "budget",
    "connector:{}",
    "count",
    "critique",
    "fetch:{}",
    "keep:failed",
    "keep:{}",
    "late",
    "late:{}",
    "link:{}",
    "read:{}",
    "remind",
    "reconsider:{}",
    "revise:{}",
    "say:{}",
    "search",
    "sight",
    "signal",
    "since",
    "synthesize:{}{}",
    "tell:{}",
    "thread",
    "tidy",
    "told:{}",
    "tools",
    "tools:absent",
    "tools:{}",
    "trust",
    "verify:{}",
    "{}:{}",
    "{}:{}{}",
}
"""Names of steps; `{}:{}` stands for the description of a picture, the last one for `review` and `repair`.

These names are stored: a run that began with an old name executes the step again under a new one, and a paid step is
paid twice. Never change one, only add.
"""


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """Yield a database in a file of its own."""
    database = await migrated(f"sqlite:///{tmp_path / 'council.db'}")
    yield database
    await database.aclose()


@pytest.fixture
def engine(tmp_path: Path, database: Database) -> DurableEngine:
    """Return an engine over the same file."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    return DurableEngine(database_url=url, executor="local", checkpoints=SqlCheckpoints(database))


@pytest.fixture
def journal(database: Database) -> Journal:
    """Return the engine's journal of the run."""
    return SqlCheckpoints(database).beside(sql_of("sqlite"))


async def test_a_step_of_a_run_that_another_execution_carries_is_not_kept(
    tmp_path: Path, engine: DurableEngine, journal: Journal
) -> None:
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        begun.set()
        await may_end.wait()

    await engine.launch(story)
    await engine.start(RUN)
    await begun.wait()
    with closing(sqlite3.connect(tmp_path / "council.db")) as other:
        (owner,) = other.execute("SELECT owner_xid FROM workflow_status").fetchone()

    kept = [await journal.keep(RUN, STEP, owner=token) for token in (owner, owner, "somebody else")]

    may_end.set()
    async with asyncio.timeout(PATIENCE):
        await engine.finished(RUN)
    await engine.aclose()
    assert kept == [True, True, False], "its own again, after a commit of which it never heard, is its own"
    assert await journal.steps(RUN) == ({STEP.key: STEP.output}, [])


async def test_signals_are_heard_in_the_order_in_which_they_came(
    engine: DurableEngine, journal: Journal
) -> None:
    heard: list[object] = []
    members = [f"test:{number}" for number in range(12)]

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("sent", send, None)
        heard.extend([await signals.wait(0) for _ in members])

    async def send() -> None:
        for member in members:
            await engine.send(RUN, LateAnswer(member=member), key=f"late:{member}")

    await engine.launch(story)
    await engine.start(RUN)
    async with asyncio.timeout(PATIENCE):
        await engine.finished(RUN)
    await engine.aclose()

    assert heard == [LateAnswer(member=member) for member in members]


async def test_a_signal_of_another_version_is_ignored_with_a_line_and_the_next_is_heard(
    engine: DurableEngine, journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[object] = []

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("sent", send, None)
        heard.extend([await signals.wait(0), await signals.wait(0)])

    async def send() -> None:
        await journal.send(RUN, Sent(key="new", body='{"kind":"of a newer version"}'))
        await engine.send(RUN, LateAnswer(member="test:ada"), key="late")

    await engine.launch(story)
    await engine.start(RUN)
    async with asyncio.timeout(PATIENCE):
        await engine.finished(RUN)
    await engine.aclose()

    assert heard == [LateAnswer(member="test:ada"), None]
    (line,) = [message for message in caplog.messages if "is ignored" in message]
    assert line.startswith(f"signal new of run {RUN} is ignored: ")


async def test_a_signal_to_a_run_that_waits_to_be_started_is_heard(
    engine: DurableEngine, database: Database
) -> None:
    heard: list[object] = []

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        heard.append(await signals.wait(0))

    assert await SqlRunStore(database).add(a_run())
    await engine.launch(story)
    await engine.send(RUN, LateAnswer(member="test:ada"), key="late")
    await engine.start(RUN)
    async with asyncio.timeout(PATIENCE):
        await engine.finished(RUN)
    await engine.aclose()

    assert heard == [LateAnswer(member="test:ada")]


def pattern_of(node: ast.expr) -> str:
    """Return a step's name as the code writes it, with `{}` for each inserted value."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(pattern_of(part) for part in parts)
        case ast.BinOp(left=left):
            return pattern_of(left)
        case ast.IfExp(body=body):
            return pattern_of(body)
        case _:
            return "{}"


def names_in(source: str) -> set[str]:
    """Return the names of all steps in a file; a name in a variable is looked up in the file."""
    tree = ast.parse(source)
    assigned = {
        node.targets[0].id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        # Stages that ask members once more name their steps by this argument.
        found |= {f"{pattern_of(each.value)}:{{}}" for each in node.keywords if each.arg == "stage"}
        if not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in {"once", "_once", "wait"} and len(node.args) == 3:
            name = node.args[0]
            found.add(pattern_of(assigned.get(name.id, name) if isinstance(name, ast.Name) else name))
    return found


def test_the_names_of_steps_are_those_that_are_stored() -> None:
    files = [
        SOURCES / "council_run.py",
        *(SOURCES / "stages").glob("*.py"),
        SOURCES / "engine" / "dbos_door.py",
        SOURCES / "engine" / "signals.py",
    ]
    found = {name for path in files for name in names_in(path.read_text(encoding="utf-8"))}

    assert {"signal" if name == "{}" else name for name in found} == NAMES
