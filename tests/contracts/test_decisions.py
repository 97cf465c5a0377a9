"""Contract of every store of decisions: the double in memory, SQLite and Postgres alike."""

from dataclasses import replace
from datetime import timedelta

import pytest

from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.ports import Decisions, RunStore
from council_core.storage.database import Database
from council_core.storage.retention import SqlRetention
from council_core.storage.run_records import SqlDecisions
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryDecisions, MemoryRunStore
from tests.samples import HERE, NOON, QUESTION, a_run

AGAIN = NOON + timedelta(days=30)
TABS = Decision(
    run_id=RunId("r000000000001"),
    place=HERE,
    person=PersonId("U1"),
    name="Alice",
    locale="de",
    text="Tabs.",
    at=NOON,
    look_again=AGAIN,
)
OTHER = replace(
    TABS,
    run_id=RunId("r000000000002"),
    place=replace(HERE, channel="C2"),
    at=NOON + timedelta(hours=1),
    look_again=None,
)


@pytest.fixture
def decisions(store: RunStore) -> Decisions:
    """Return the decisions beside this store."""
    if isinstance(store, MemoryRunStore):
        return MemoryDecisions(store)
    assert isinstance(store, SqlRunStore)
    return SqlDecisions(store._database)  # pyright: ignore[reportPrivateUsage]


async def keep(store: RunStore, decisions: Decisions) -> None:
    for decision in (TABS, OTHER):
        await store.add(a_run(decision.run_id, question=replace(QUESTION, place=decision.place)))
        await decisions.record(decision)


def recorded(decision: Decision) -> RecordedDecision:
    return RecordedDecision(decision=decision, question=QUESTION.text)


async def test_decisions_are_listed_by_channel_newest_first(store: RunStore, decisions: Decisions) -> None:
    await keep(store, decisions)

    assert await decisions.latest(None, limit=9) == (recorded(OTHER), recorded(TABS))
    assert await decisions.latest(None, limit=1) == (recorded(OTHER),)
    assert await decisions.latest(None, limit=9, after=OTHER) == (recorded(TABS),)
    assert await decisions.latest(None, limit=9, after=TABS) == ()
    assert await decisions.latest(replace(HERE, thread="17"), limit=9) == (recorded(TABS),)
    assert await decisions.latest(Place(platform="discord", channel="C1"), limit=9) == ()
    assert (await decisions.find(TABS.run_id), await decisions.find(RunId("r9"))) == (TABS, None)


async def test_a_later_decision_replaces_an_earlier_one(store: RunStore, decisions: Decisions) -> None:
    await keep(store, decisions)
    later = replace(TABS, text="Spaces.", at=NOON + timedelta(days=1), look_again=AGAIN + timedelta(days=1))
    await decisions.remind(TABS)
    before = await decisions.find(TABS.run_id)

    replaced = await decisions.record(later)

    assert (replaced, before is None) == (before, False)
    assert await decisions.find(TABS.run_id) == later
    assert not await decisions.remind(TABS)


async def test_a_decision_is_due_on_its_day_until_somebody_was_reminded(
    store: RunStore, decisions: Decisions
) -> None:
    await keep(store, decisions)
    slack = ("slack",)

    early = await decisions.due(AGAIN - timedelta(seconds=1), platforms=slack)
    due = await decisions.due(AGAIN, platforms=slack)
    elsewhere = await decisions.due(AGAIN, platforms=("discord",))
    did = [await decisions.remind(TABS) for _ in range(2)]

    assert (early, due, elsewhere, did) == ((), (recorded(TABS),), (), [True, False])
    assert await decisions.due(AGAIN, platforms=slack) == ()


async def test_a_decision_goes_with_its_run_and_none_comes_after_it(database: Database) -> None:
    store, decisions = SqlRunStore(database), SqlDecisions(database)
    await keep(store, decisions)

    await SqlRetention(database).delete(TABS.run_id, NOON, from_chat=True)
    await decisions.record(TABS)

    assert await decisions.latest(None, limit=9) == (recorded(OTHER),)
