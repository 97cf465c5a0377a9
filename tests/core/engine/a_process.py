"""A process that carries one run on DBOS and prints its actions, so that a test can kill it at any moment.

python -m tests.core.engine.a_process FOLDER [--first] [--reveal]
"""

import asyncio
import sys
from pathlib import Path

from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.ports import CloseVoting, Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from tests.testbed.migrated import migrated
from tests.testbed.patience import PATIENCE

RUN = RunId("r000000000001")


def say(text: str) -> None:
    """Print an action for the test."""
    print(text, flush=True)


async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
    """Execute three branches of two steps each, a wait, and a last step."""
    names = ("quick", "slow", "steady")
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(branch(name, steps.within(name))) for name in names]
    say("branches: " + " ".join(task.result() for task in tasks))
    signal = await signals.wait(PATIENCE)
    say(f"heard: {signal.by if isinstance(signal, CloseVoting) else 'nothing'}")
    again = await signals.wait(0.3)
    say(f"heard again: {'nothing' if again is None else 'something'}")
    await steps.once("post", post, None)
    say("end")


async def branch(name: str, steps: Steps) -> str:
    """Make two paid calls, one after the other; in the first process the second one of `slow` never ends."""

    async def call(part: int) -> str:
        say(f"asked: {name} {part}")
        if (name, part) == ("slow", 2) and "--first" in sys.argv:
            await asyncio.Event().wait()
        return f"{name}{part}"

    said = ""
    for part in (1, 2):
        said += await steps.once("call", lambda part=part: call(part), str)
        say(f"kept: {name} {part}")
    return said


async def post() -> None:
    """Execute the last step."""
    say("posted")


async def main(folder: Path) -> None:
    """Carry the run to its end, over any number of processes."""
    url = f"sqlite:///{folder / 'council.db'}"
    database = await migrated(url)
    engine = DurableEngine(database_url=url, executor="local", checkpoints=SqlCheckpoints(database))
    await engine.launch(story)
    await engine.start(RUN)
    if "--reveal" in sys.argv:
        await engine.send(RUN, CloseVoting(by="Alice"), key="reveal")
        await engine.send(RUN, CloseVoting(by="Bob"), key="reveal")
    await engine.finished(RUN)
    await engine.aclose()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
