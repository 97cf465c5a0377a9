"""Contract of every ledger: the double in memory, SQLite and Postgres alike."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from council_core.domain.answer import Answer, Reply, Usage
from council_core.domain.budget import Allowance
from council_core.domain.place import Place, Scope
from council_core.domain.question import RunId
from council_core.ports import Ledger, RunStore
from council_core.storage.run_records import SqlLedger
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryLedger, MemoryRunStore
from tests.samples import HERE, MEMBERS, NOON, QUESTION, STOPPED, a_run

ELSEWHERE = replace(HERE, channel="C2")
ABROAD = replace(HERE, workspace="T2")
SINCE = NOON - timedelta(hours=1)


@pytest.fixture
def ledger(store: RunStore) -> Ledger:
    """Return the ledger of this store."""
    if isinstance(store, MemoryRunStore):
        return MemoryLedger(store=store)
    assert isinstance(store, SqlRunStore)
    return SqlLedger(store._database)  # pyright: ignore[reportPrivateUsage]


async def asked(
    store: RunStore, ledger: Ledger, number: int, expected: str | None, place: Place = HERE
) -> RunId:
    run = a_run(f"r{number:012d}", question=replace(QUESTION, place=place))
    await ledger.expect(run.id, place, NOON, None if expected is None else Decimal(expected))
    await store.add(run)
    return run.id


async def cost(store: RunStore, run_id: RunId, dollars: str | None, *, ended: bool = False) -> None:
    usage = Usage(cost=None if dollars is None else Decimal(dollars))
    answer = Answer(member=MEMBERS[0].id, reply=Reply(text="Yes.", latency=1.0, usage=usage))
    run = replace(await store.get(run_id), outcomes=(answer,))
    await store.save(replace(run, status="revealed", finished_at=NOON) if ended else run)


async def test_what_a_private_thread_costs_counts_in_the_channel_around_it(
    store: RunStore, ledger: Ledger
) -> None:
    private = replace(HERE, channel="T9", thread="T9", parent="C1")
    run_id = await asked(store, ledger, 1, "0.50", private)
    await cost(store, run_id, "0.70")

    assert await ledger.spent(Scope.around(HERE, "channel"), since=SINCE) == Decimal("0.70")
    assert Scope.around(private, "channel") == Scope.around(HERE, "channel")


async def test_a_run_counts_as_expected_until_it_costs_more_or_has_ended(
    store: RunStore, ledger: Ledger
) -> None:
    run_id = await asked(store, ledger, 1, "0.50")
    expected = await ledger.spent(None, since=SINCE)
    await cost(store, run_id, "0.20")
    under_way = await ledger.spent(None, since=SINCE)
    await cost(store, run_id, "0.70")
    dearer = await ledger.spent(None, since=SINCE)
    await cost(store, run_id, "0.65", ended=True)

    ended = await ledger.spent(None, since=SINCE)

    assert [float(each) for each in (expected, under_way, dearer, ended)] == [0.5, 0.5, 0.7, 0.65]


async def test_a_run_with_a_reply_of_unknown_cost_counts_as_expected(store: RunStore, ledger: Ledger) -> None:
    run_id = await asked(store, ledger, 1, "0.50")
    await cost(store, run_id, None, ended=True)

    assert await ledger.spent(None, since=SINCE) == Decimal("0.5")


async def test_channel_workspace_and_all_together_are_told_apart(store: RunStore, ledger: Ledger) -> None:
    for number, place in enumerate((HERE, replace(HERE, thread="T"), ELSEWHERE, ABROAD)):
        await asked(store, ledger, number, "1", place)

    spent = [
        await ledger.spent(scope, since=SINCE)
        for scope in (Scope.around(HERE, "channel"), Scope.around(HERE, "workspace"), None)
    ]

    assert spent == [2, 3, 4]


async def test_what_was_asked_before_is_not_counted(store: RunStore, ledger: Ledger) -> None:
    await asked(store, ledger, 1, "1")

    assert await ledger.spent(None, since=NOON + timedelta(seconds=1)) == 0


async def test_a_stopped_run_counts_with_what_it_had_cost(store: RunStore, ledger: Ledger) -> None:
    run_id = await asked(store, ledger, 1, "1")
    await cost(store, run_id, "0.25")

    await store.cancel(run_id, NOON, STOPPED)

    assert await ledger.spent(None, since=SINCE) == Decimal("0.25")


async def test_a_stopped_run_counts_with_all_its_finished_calls_and_with_later_ones(
    store: RunStore, ledger: Ledger
) -> None:
    run_id = await asked(store, ledger, 1, "2")
    await cost(store, run_id, "0.25")
    await store.cancel(run_id, NOON, STOPPED)
    run = await store.get(run_id)
    ending = replace(STOPPED, paid=Usage(cost=Decimal("0.75")))
    late = Reply(text="No.", latency=9.0, usage=Usage(cost=Decimal("0.5")))

    await store.add_answers(replace(run, ending=ending))
    stopped = await ledger.spent(None, since=SINCE)
    for _ in range(2):
        await store.add_late(run_id, Answer(member=MEMBERS[1].id, reply=late))

    assert (stopped, await ledger.spent(None, since=SINCE)) == (Decimal("0.75"), Decimal("1.25"))


async def test_a_stopped_run_with_a_reply_of_unknown_cost_counts_as_expected(
    store: RunStore, ledger: Ledger
) -> None:
    run_id = await asked(store, ledger, 1, "0.50")
    await store.cancel(run_id, NOON, STOPPED)
    answer = Answer(member=MEMBERS[0].id, reply=Reply(text="Yes.", latency=1.0))

    await store.add_answers(replace(await store.get(run_id), outcomes=(answer,)))

    assert await ledger.spent(None, since=SINCE) == Decimal("0.5")


async def test_an_unknown_cost_counts_as_nothing(store: RunStore, ledger: Ledger) -> None:
    await asked(store, ledger, 1, None)

    assert await ledger.spent(None, since=SINCE) == 0


async def test_one_run_may_be_left_out_of_what_was_spent(store: RunStore, ledger: Ledger) -> None:
    first, _ = await asked(store, ledger, 1, "1"), await asked(store, ledger, 2, "0.5")

    assert await ledger.spent(Scope.around(HERE, "channel"), since=SINCE, besides=first) == Decimal("0.5")


async def test_an_expected_cost_is_replaced_once_more_is_known(store: RunStore, ledger: Ledger) -> None:
    run_id = await asked(store, ledger, 1, "1")

    await ledger.expect_now(run_id, Decimal("2.5"))

    assert await ledger.spent(None, since=SINCE) == Decimal("2.5")


async def test_the_budgets_of_a_run_are_those_of_its_first_delivery(store: RunStore, ledger: Ledger) -> None:
    run_id = RunId("r000000000001")
    scope = Scope.around(HERE, "channel")
    day = Allowance(keeper="channel", period="day", dollars=Decimal("1.50"), scope=scope)
    month = Allowance(keeper="environment", period="month", dollars=Decimal(9))

    await ledger.expect(run_id, HERE, NOON, Decimal(1), [day, month])
    await ledger.expect(run_id, HERE, NOON, Decimal(1), [month])

    assert await ledger.allowances(run_id) == (day, month)
    assert await ledger.allowances(await asked(store, ledger, 2, "1")) == ()
    assert await ledger.allowances(RunId("r000000000003")) == ()
