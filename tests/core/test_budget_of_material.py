"""Tests that budgets are checked again once a question's material is read: nobody pays for a run beyond them."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from council_core.domain.budget import Allowance
from council_core.domain.material import pictures_of
from council_core.domain.place import PersonId, Scope
from council_core.domain.question import RunId, Turn
from council_core.domain.thread import Said
from council_core.stages.budget import Purse
from council_core.testing import FixedPrices, MemoryLedger, PowerCut, says
from tests.core.sitting import Sitting
from tests.core.stages.shelf import Discussion, asked_with, follow_up
from tests.core.stages.test_describe import Known
from tests.samples import HERE, MEMBERS, NOON
from tests.testbed.documents import pictured_docx, scan
from tests.testbed.images import png

PRICES = FixedPrices({member.model: Decimal(10) for member in MEMBERS})
CHANNEL = Scope.around(HERE, "channel")
LONG = "".join(f"Clause {n:04d} of the lease. " for n in range(1_500))


def asked(files: dict[str, bytes], *messages: str) -> Sitting:
    """Return a sitting with prices, whose question came with these files in a thread with these messages."""
    sitting, _ = asked_with(files)
    assert sitting.intake is not None
    sitting.purse = Purse(
        store=sitting.store, blobs=sitting.blobs, prices=PRICES, ledger=MemoryLedger(store=sitting.store)
    )
    if messages:
        place = replace(sitting.run.question.place, thread="1.0")
        sitting.run = replace(sitting.run, question=replace(sitting.run.question, place=place))
        said = tuple(Said(author=PersonId(f"U{n}"), text=text) for n, text in enumerate(messages))
        sitting.intake = replace(sitting.intake, threads=Discussion(said))
    return sitting


def purse_of(sitting: Sitting) -> Purse:
    assert sitting.purse is not None
    return sitting.purse


def ledger_of(sitting: Sitting) -> MemoryLedger:
    ledger = purse_of(sitting)._ledger  # pyright: ignore[reportPrivateUsage]
    assert isinstance(ledger, MemoryLedger)
    return ledger


async def expected(sitting: Sitting) -> Decimal:
    """Return the expected cost before anything is read."""
    estimate = await purse_of(sitting).estimate(sitting.run.question, sitting.run.settings)
    assert estimate.cost is not None
    return estimate.cost


async def admitted(sitting: Sitting, dollars: Decimal) -> Allowance:
    """Let the run be asked under a budget for one question, as the facade does."""
    allowance = Allowance(keeper="channel", period="run", dollars=dollars, scope=CHANNEL)
    async with purse_of(sitting).within(sitting.run, [allowance]):
        return allowance


def fax() -> Sitting:
    """Return a sitting with pages without text, which are read as pictures."""
    return asked({"fax.pdf": scan(5)})


def discussion() -> Sitting:
    """Return a sitting with a thread of the greatest length."""
    return asked({}, *[LONG[:3_900]] * 5)


@pytest.mark.parametrize("material", [fax, discussion])
async def test_material_that_costs_more_than_was_expected_ends_the_run_unpaid(
    material: Callable[[], Sitting],
) -> None:
    sitting = material()
    dollars = await expected(sitting) * Decimal("1.02")
    await admitted(sitting, dollars)

    run = await sitting.hold()

    assert (run.status, sitting.models.calls) == ("failed", [])
    assert run.ending is not None
    assert sitting.event("run_failed").ending == run.ending
    assert run.ending.kind == "over_budget"
    assert run.ending.shortfall is not None
    shortfall = run.ending.shortfall
    assert (shortfall.keeper, shortfall.period, shortfall.dollars) == ("channel", "run", dollars)
    assert shortfall.cost is not None
    assert shortfall.cost > dollars


@pytest.mark.parametrize("material", [fax, discussion])
async def test_material_for_which_there_is_room_is_answered_and_counts_with_its_true_cost(
    material: Callable[[], Sitting],
) -> None:
    sitting = material()
    before = await expected(sitting)
    await admitted(sitting, before * 9)

    run = await sitting.hold()

    (_, _, noted) = ledger_of(sitting).expected[run.id]
    assert run.status == "revealed"
    assert before * Decimal("1.02") < noted < before * 9


async def test_pictures_inside_a_document_count() -> None:
    def report(*pictures: bytes) -> Sitting:
        return asked({"report.docx": pictured_docx("Rents", *pictures)})

    plain, charted = report(), report(*[png(1_500, 1_200 + n) for n in range(4)])
    await noted(plain, Decimal(9))
    cost = ledger_of(plain).expected[(await plain.hold()).id][2]
    # Five readers of four pictures of 1,600 tokens.
    await noted(charted, cost + Decimal(5 * 4 * 1_500 * 10) / 1_000_000)

    run = await charted.hold()

    assert (run.status, charted.models.calls) == ("failed", [])
    assert len(pictures_of(run.material)) == 4


async def test_a_description_that_somebody_has_to_write_counts_too() -> None:
    costs: list[Decimal] = []
    for blind in ({}, {"ada": False}):
        sitting = asked({"report.docx": pictured_docx("Rents", png(1_500, 1_500))})
        sitting.models.scripts["describe"] = says("Rents of quokkas.")
        sight = Known(**blind)
        assert sitting.intake is not None
        sitting.intake = replace(sitting.intake, sight=sight)
        ledger = MemoryLedger(store=sitting.store)
        sitting.purse = Purse(
            store=sitting.store, blobs=sitting.blobs, prices=PRICES, ledger=ledger, sight=sight
        )
        await admitted(sitting, Decimal(9))
        costs.append(ledger_of(sitting).expected[(await sitting.hold()).id][2])

    assert costs[1] > costs[0]


@pytest.mark.parametrize("share", [Decimal("0.98"), Decimal("1.02")])
async def test_what_a_follow_up_remembers_counts_before_it_is_kept_and_again_before_it_is_asked(
    share: Decimal,
) -> None:
    sitting = asked({"lease.txt": LONG.encode()})
    first = await sitting.hold()
    follow_up(sitting, "And lease?", Turn(question="How long?", verdict="47 days.", run=first.id))
    alone = replace(sitting.run.question.earlier[0], run=None)
    plain = replace(sitting.run.question, earlier=(alone,))
    forgetful = await purse_of(sitting).estimate(plain, sitting.run.settings)
    dollars = await expected(sitting)
    assert forgetful.cost is not None
    assert dollars - forgetful.cost > 5 * Decimal(len(LONG) // 4) * 10 / 1_000_000 * Decimal("0.95")
    await noted(sitting, dollars * share)

    run = await sitting.hold()

    assert (run.status, bool(sitting.models.calls)) == (
        ("failed", False) if share < 1 else ("revealed", True)
    )


async def noted(sitting: Sitting, dollars: Decimal, period: str = "run") -> None:
    """Note a budget for the run without a check."""
    allowance = Allowance(keeper="channel", period=period, dollars=dollars, scope=CHANNEL)  # type: ignore[arg-type]
    ledger = ledger_of(sitting)
    await ledger.expect(sitting.run.id, sitting.run.question.place, NOON, Decimal("0.01"), [allowance])


async def test_a_run_without_noted_budgets_goes_on_as_those_of_earlier_versions_do() -> None:
    sitting = discussion()
    await ledger_of(sitting).expect(sitting.run.id, sitting.run.question.place, NOON, Decimal("0.000001"))

    assert (await sitting.hold()).status == "revealed"


@pytest.mark.parametrize("dollars", ["0.0001", "9"])
async def test_wherever_the_power_goes_it_is_checked_once_before_the_first_call(dollars: str) -> None:
    whole = discussion()
    await noted(whole, Decimal(dollars), "day")
    status = (await whole.hold()).status
    assert status == ("failed" if dollars != "9" else "revealed")
    for cut in range(1, len(whole.journal.results)):
        sitting = discussion()
        await noted(sitting, Decimal(dollars), "day")
        with pytest.raises((PowerCut, BaseExceptionGroup)):
            await sitting.hold(cut_after=cut)
        if sitting.models.calls:
            # # Others have spent the rest by now. This run was allowed to continue, and its paid work is not lost.
            await spend(sitting, Decimal(9))

        run = await sitting.hold()

        assert run.status == status, cut
        assert bool(sitting.models.calls) == (status == "revealed"), cut


async def spend(sitting: Sitting, dollars: Decimal) -> None:
    await ledger_of(sitting).expect(RunId("r0000000000ff"), sitting.run.question.place, NOON, dollars)


async def test_the_run_itself_does_not_count_against_its_budget() -> None:
    sitting = discussion()
    await noted(sitting, Decimal("0.5"), "day")
    ledger = ledger_of(sitting)
    ledger.expected[sitting.run.id] = (sitting.run.question.place, NOON, Decimal("0.45"))

    assert (await sitting.hold()).status == "revealed"
