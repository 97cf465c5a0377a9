"""Tests of budgets: a question beyond the rest is refused, with the rest and with who can change the budget."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from council_core.council import Council
from council_core.domain.answer import Answer, Reply, Usage
from council_core.domain.budget import Allowance, Period, begins, renews
from council_core.domain.place import Scope
from council_core.domain.question import RunId
from council_core.errors import OverBudget, UnpricedModels
from council_core.stages.budget import Purse
from council_core.testing import (
    FixedPrices,
    MemoryBlobs,
    MemoryEngine,
    MemoryLedger,
    MemoryRunStore,
    ScriptedModels,
    SteppingClock,
    says,
)
from tests.samples import HERE, MEMBERS, NOON, QUESTION, SETTINGS

CHANNEL, WORKSPACE = Scope.around(HERE, "channel"), Scope.around(HERE, "workspace")
PRICES = FixedPrices({member.model: Decimal(10) for member in MEMBERS})


class House:
    """A council with prices, whose runs are not executed."""

    def __init__(self, prices: FixedPrices = PRICES) -> None:
        self.store = MemoryRunStore()
        self.engine = MemoryEngine()
        self.purse = Purse(
            store=self.store,
            blobs=MemoryBlobs(self.store),
            prices=prices,
            ledger=MemoryLedger(store=self.store),
        )
        self.council = Council(
            store=self.store,
            engine=self.engine,
            models=ScriptedModels({}, otherwise=says("Yes.")),
            clock=SteppingClock(),
            draw_seed=lambda: "5eed" * 8,
            purse=self.purse,
        )
        self.asked = 0

    async def ask(self, *allowances: Allowance, delivery: str = "") -> RunId:
        self.asked += 1
        run_id, _ = await self.council.ask(
            QUESTION, SETTINGS, delivery=delivery or f"D{self.asked}", allowances=allowances
        )
        return run_id

    async def price(self) -> Decimal:
        """Return the estimated cost of one question."""
        estimate = await self.purse.estimate(QUESTION, SETTINGS)
        assert estimate.cost is not None
        return estimate.cost

    async def end(self, run_id: RunId, cost: str) -> None:
        """End the run with this cost."""
        run = await self.store.get(run_id)
        paid = Answer(
            member=MEMBERS[0].id, reply=Reply(text="Yes.", latency=1, usage=Usage(cost=Decimal(cost)))
        )
        await self.store.save(replace(run, outcomes=(paid,), status="revealed", finished_at=NOON))


async def nothing(*_: object) -> None:
    """Do nothing: a run."""


@pytest.fixture
async def house() -> House:
    house = House()
    await house.engine.launch(nothing)
    return house


def daily(dollars: Decimal, keeper: str = "channel") -> Allowance:
    scope = {"channel": CHANNEL, "workspace": WORKSPACE}.get(keeper)
    return Allowance(keeper=keeper, period="day", dollars=dollars, scope=scope)  # type: ignore[arg-type]


async def test_runs_under_way_count_with_what_they_are_expected_to_cost(house: House) -> None:
    price = await house.price()
    await house.ask(daily(price * 2))

    await house.ask(daily(price * 2))
    with pytest.raises(OverBudget) as caught:
        await house.ask(daily(price * 2))

    assert caught.value.left == 0
    assert len(await house.store.latest(limit=9)) == 2, "what is refused is not kept"


async def test_a_run_that_has_ended_counts_with_what_it_cost(house: House) -> None:
    price = await house.price()
    first = await house.ask(daily(price))

    await house.end(first, "0.000001")

    await house.ask(daily(price + Decimal("0.000001")))


async def test_the_same_delivery_again_is_not_refused_for_what_it_has_taken_itself(house: House) -> None:
    price = await house.price()

    first = await house.ask(daily(price), delivery="D")
    again = await house.ask(daily(price), delivery="D")

    assert first == again


async def test_two_questions_of_the_same_moment_do_not_both_take_what_is_left_for_one(house: House) -> None:
    price = await house.price()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(outcome(house, daily(price))) for _ in range(5)]

    assert sorted(task.result() for task in tasks) == ["asked", *["refused"] * 4]


async def outcome(house: House, allowance: Allowance) -> str:
    try:
        await house.ask(allowance)
    except OverBudget:
        return "refused"
    return "asked"


async def test_budgets_of_all_levels_hold_at_once(house: House) -> None:
    price = await house.price()

    with pytest.raises(OverBudget) as caught:
        await house.ask(daily(price * 9), daily(price * 9, "workspace"), daily(price / 2, "environment"))

    assert caught.value.keeper == "environment"


async def test_models_without_a_price_are_refused_wherever_a_budget_holds(house: House) -> None:
    strangers = House(FixedPrices({}))
    await strangers.engine.launch(nothing)

    await strangers.ask()
    with pytest.raises(UnpricedModels, match="models=") as caught:
        await strangers.ask(daily(Decimal("1000")))

    assert caught.value.models == tuple(member.model for member in MEMBERS)
    assert len(await strangers.store.latest(limit=9)) == 1, "what is refused is not kept"


@pytest.mark.parametrize(
    ("period", "now", "then"),
    [
        ("day", datetime(2026, 12, 31, 23, 59), datetime(2027, 1, 1)),  # noqa: DTZ001
        ("month", datetime(2026, 2, 28, 12), datetime(2026, 3, 1)),  # noqa: DTZ001
        ("month", datetime(2026, 12, 31, 12), datetime(2027, 1, 1)),  # noqa: DTZ001
    ],
)
def test_a_budget_begins_anew_with_the_next_day_or_month(
    period: Period, now: datetime, then: datetime
) -> None:
    zone = NOON.tzinfo

    assert renews(period, now.replace(tzinfo=zone)) == then.replace(tzinfo=zone)
    assert renews("run", NOON) is None


@pytest.mark.parametrize(
    ("period", "since"),
    [("day", datetime(2026, 11, 20)), ("month", datetime(2026, 11, 1))],  # noqa: DTZ001
)
def test_a_day_and_a_month_begin_at_midnight_in_utc(period: str, since: datetime) -> None:
    assert begins(period, NOON + timedelta(hours=5)) == since.replace(tzinfo=NOON.tzinfo)  # type: ignore[arg-type]
