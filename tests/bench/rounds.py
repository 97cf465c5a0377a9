"""Measures what durability costs members that use tools, against the same calls without it.

    python -m tests.bench.rounds --councils 50 --rounds 3 --tries 3

Four members of each council call a tool in each round and then answer; a model's turn takes 0.3 s and a search 0.1 s,
which no two councils or members share. Without durability the same code runs over steps in memory; with it, over the
engine and a SQLite file. Every figure is the middle try.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

from bot.app import event_loop
from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.ports import Prompt, Signals, Steps
from council_core.stages.answer import answer
from council_core.stages.consult import Hands, offered
from council_core.stages.deadline import Stragglers
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.url import engine_url
from council_core.testing import ReplayingSteps, ScriptedModels, StepJournal
from tests.core.working import CountedTools, searches, works
from tests.samples import SETTINGS, a_run

TURN, SEARCH = 0.3, 0.1
"""Seconds."""

PATIENT = replace(SETTINGS, close_early=False)


async def stage(run_id: RunId, rounds: int, steps: Steps) -> None:
    """Let four members answer, each with so many rounds of tools."""
    run = a_run(run_id, settings=PATIENT)
    tools = CountedTools(seconds=SEARCH)

    async def script(member: Member, prompt: Prompt) -> Reply | Failure:
        wanted = [searches(f"{run_id} {member.id} {at}") for at in range(rounds)]
        return await works(wanted, "So it is [1].", seconds=TURN)(member, prompt)

    stragglers = Stragglers(lambda run_id, outcome: asyncio.sleep(0))
    hands = Hands(run=run, toolbox=tools, specs=await offered(run, tools, steps))
    models = ScriptedModels({}, otherwise=script)
    outcomes = await answer(run, models, steps, stragglers, lambda done, failed: None, hands)
    assert all(each.kind == "answer" for each in outcomes)
    assert len(tools.calls) == rounds * len(outcomes)
    await stragglers.aclose()


async def timed(work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Return the wall time and the CPU time of some work, in seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    await work()
    return time.perf_counter() - wall, time.process_time() - cpu


async def without(councils: int, rounds: int, name: str) -> None:
    """Run the stages over steps in memory."""
    runs = [RunId(f"r{name}{n:06}") for n in range(councils)]
    await asyncio.gather(*(stage(run_id, rounds, ReplayingSteps(StepJournal())) for run_id in runs))


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--councils", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tries", type=int, default=3)
    options = parser.parse_args()
    bare: list[tuple[float, float]] = []
    durable: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'council.db'}"
        database = Database(url)
        await migrate(database)
        engine = DurableEngine(
            database_url=engine_url(url), executor="bench", checkpoints=SqlCheckpoints(database)
        )

        async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
            del signals
            await stage(run_id, options.rounds, steps)

        async def ending(run_id: RunId, steps: Steps) -> None:
            del run_id, steps

        await engine.launch(story, ending=ending)

        async def one(run_id: RunId) -> None:
            await engine.start(run_id)
            await engine.finished(run_id)

        async def stored(name: str) -> None:
            await asyncio.gather(*(one(RunId(f"r{name}{n:06}")) for n in range(options.councils)))

        await stored("warm00")
        for number in range(options.tries):
            name = f"try{number:03}"
            bare.append(await timed(lambda name=name: without(options.councils, options.rounds, name)))
            durable.append(await timed(lambda name=name: stored(name)))
        await engine.aclose()
        await database.aclose()
    path = (options.rounds + 1) * TURN + options.rounds * SEARCH
    walls = median(wall for wall, _ in bare), median(wall for wall, _ in durable)
    cpus = median(cpu for _, cpu in bare), median(cpu for _, cpu in durable)
    steps = options.councils * (2 + 4 * (2 * options.rounds + 2))
    print(f"{options.councils} councils of four, {options.rounds} rounds each, critical path {path:.2f} s")
    print(f"without durability: {walls[0]:.2f} s, CPU {cpus[0]:.2f} s")
    print(f"with it:            {walls[1]:.2f} s, CPU {cpus[1]:.2f} s, some {steps} steps stored")
    print(f"ratio:              {walls[1] / walls[0]:.2f} of the wall time")


if __name__ == "__main__":
    event_loop.run(main())
