"""Tests of people's actions that the store accepts while the engine's own writes fail: nothing is lost or done
twice."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from council_core.council import Council
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.slate import Alias, Response, Slate
from council_core.errors import NotStartedYet, StoreUnavailable
from council_core.ports import Signal, Signals, Steps
from council_core.testing import MemoryEngine, MemoryRunStore, ScriptedModels, SteppingClock, says
from tests.core.sitting import a_sitting
from tests.samples import NOON, QUESTION, SETTINGS, STOPPED, a_run

A, B = Alias("A"), Alias("B")


class EngineAway(MemoryEngine):
    """An engine whose database can become unreachable."""

    is_away = False

    def _reach(self) -> None:
        if self.is_away:
            raise StoreUnavailable("engine_unusable", cause="database or disk is full")

    async def start(self, run_id: RunId) -> None:
        self._reach()
        await super().start(run_id)

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        self._reach()
        await super().send(run_id, signal, key=key)


@pytest.fixture
def told() -> list[RunId]:
    """Return the list of runs whose story was begun."""
    return []


@pytest.fixture
async def engine(told: list[RunId]) -> AsyncIterator[EngineAway]:
    """Yield an engine that only records the stories that it begins."""

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        told.append(run_id)

    engine = EngineAway()
    await engine.launch(story)
    yield engine
    await engine.aclose()


@pytest.fixture
def store() -> MemoryRunStore:
    """Return a working store."""
    return MemoryRunStore()


@pytest.fixture
def council(store: MemoryRunStore, engine: EngineAway) -> Council:
    """Return a council over both."""
    models = ScriptedModels({}, otherwise=says("Present."))
    return Council(
        store=store, engine=engine, models=models, clock=SteppingClock(), draw_seed=lambda: "5eed" * 8
    )


async def test_a_question_that_cannot_be_begun_is_kept_and_begun_when_somebody_looks_again(
    council: Council, store: MemoryRunStore, engine: EngineAway, told: list[RunId]
) -> None:
    engine.is_away = True

    with pytest.raises(NotStartedYet, match="not_started run=") as caught:
        await council.ask(QUESTION, SETTINGS, delivery="D1")
    engine.is_away = False
    await council.catch_up(platforms=("slack",))
    await engine.finished(RunId(caught.value.run_id))

    assert told == [caught.value.run_id]
    assert (await store.get(told[0])).question == QUESTION


async def test_the_last_vote_that_is_needed_counts_though_the_voting_stays_open(
    council: Council, store: MemoryRunStore, engine: EngineAway
) -> None:
    slate = Slate(responses=(Response(alias=A, text="Tabs."), Response(alias=B, text="Spaces.")))
    run = a_run(slate=slate, settings=replace(SETTINGS, votes_needed=1))
    await store.add(run)
    await store.save(replace(run, status="voting", voting_opened_at=NOON))
    engine.is_away = True

    votes = await council.vote(run.id, PersonId("U2"), ((A,),))

    assert votes == 1
    assert (await store.get(run.id)).is_voting_open


async def test_a_cancelled_run_that_is_taken_up_again_asks_nobody_and_says_so() -> None:
    sitting = a_sitting()
    await sitting.store.add(sitting.run)
    await sitting.store.cancel(sitting.run.id, NOON, STOPPED)

    run = await sitting.hold()

    assert (run.status, sitting.told, sitting.models.calls) == ("cancelled", ["run_cancelled"], [])
