"""Estimate the cost of a question, and check it against the budgets around its place."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, nullcontext
from datetime import datetime
from decimal import Decimal

from council_core.domain.answer import Failure, Reply, Usage
from council_core.domain.budget import Allowance, Estimate, begins, renews
from council_core.domain.ending import Shortfall
from council_core.domain.member import Member, MemberId
from council_core.domain.place import Place
from council_core.domain.question import Question, RunId
from council_core.domain.run import Run
from council_core.domain.settings import CouncilSettings
from council_core.errors import OverBudget, UnpricedModels
from council_core.ports import (
    Blobs,
    ConnectorSource,
    Ledger,
    ModelProvider,
    PriceList,
    Prompt,
    Queueing,
    RunStore,
    Sight,
)
from council_core.stages.describe import eyes_of
from council_core.stages.estimate import (
    expected_calls,
    looked_up_in,
    pictures_among,
    tokens_of_call,
    written_in,
)
from council_core.stages.given import Given
from council_core.stages.remember import NOTHING_REMEMBERED, recalled

LATEST = 20
"""Number of a place's latest runs from which the usual length of members' texts is learned."""

MOST_NOTED = 1_000
"""Runs whose broken-off calls are noted. A slow model's call breaks off too, in a run that ends by itself."""


class Purse:
    """Prices and spending."""

    def __init__(
        self,
        *,
        store: RunStore,
        blobs: Blobs,
        prices: PriceList,
        ledger: Ledger,
        sight: Sight | None = None,
        connectors: ConnectorSource | None = None,
    ) -> None:
        self._store, self._blobs = store, blobs
        self._sight, self._connectors = sight, connectors
        self._prices = prices
        self._ledger = ledger
        self._one_at_a_time = asyncio.Lock()
        self._broken_off: dict[RunId, list[tuple[Member, int, int]]] = {}
        """Calls that were cancelled, with the tokens that they are expected to have cost, by run."""

    async def estimate(
        self, question: Question, settings: CouncilSettings, given: Given | None = None
    ) -> Estimate:
        """Estimate a run in which every member takes part.

        Args:
            question: The question, with its earlier turns.
            settings: Settings of its run.
            given: Its material, once that is there; its length is expected before.
        """
        latest = await self._store.latest(limit=LATEST, place=question.place)
        written, lookups = written_in(latest), looked_up_in(latest)
        has_pictures = bool(pictures_among(question, settings) if given is None else given.pictures)
        describer = await self._describer(settings) if has_pictures else None
        connectors = (
            self._connectors.chosen(question.place, settings.connectors)
            if self._connectors is not None
            else ()
        )
        earlier = NOTHING_REMEMBERED
        if given is None:
            earlier = await recalled(question, settings, (), self._blobs, self._store)
        calls = await asyncio.to_thread(
            expected_calls, question, settings, written, lookups, describer, connectors, earlier, given
        )
        known: list[Decimal] = []
        unpriced: dict[str, None] = {}
        for call in calls:
            cost = await self._prices.cost(call.member, tokens_in=call.tokens_in, tokens_out=call.tokens_out)
            if cost is None:
                unpriced[call.member.model] = None
            else:
                known.append(cost)
        return Estimate(
            tokens_in=sum(call.tokens_in for call in calls),
            tokens_out=sum(call.tokens_out for call in calls),
            cost=sum(known, Decimal(0)) if known else None,
            unpriced=tuple(unpriced),
        )

    async def _describer(self, settings: CouncilSettings) -> MemberId | None:
        """Return the member that will describe pictures; None if no description is needed."""
        eyes = await eyes_of(settings.roster, self._sight)
        return eyes.seeing[0] if eyes.need_words else None

    async def unpriced(self, settings: CouncilSettings) -> tuple[str, ...]:
        """Return models on the roster without a known price, to which no budget can apply."""
        models: dict[str, None] = {}
        for member in settings.roster.everyone():
            if await self._prices.cost(member, tokens_in=1, tokens_out=1) is None:
                models[member.model] = None
        return tuple(models)

    @asynccontextmanager
    async def within(self, run: Run, allowances: Sequence[Allowance]) -> AsyncGenerator[None]:
        """Allow a run to be stored if all allowances have room for it. Only one run at a time is checked, so that two
        simultaneous questions do not both take the rest of a budget.

        Raises:
            OverBudget: An allowance has too little left.
            UnpricedModels: A member's price is unknown, so no budget can apply to it.
        """
        if not allowances:
            yield
            return
        async with self._one_at_a_time:
            estimate = await self.estimate(run.question, run.settings)
            if estimate.unpriced:
                raise UnpricedModels(estimate.unpriced)
            for allowance in allowances:
                await self._check(allowance, estimate, run.asked_at)
            await self._ledger.expect(run.id, run.question.place, run.asked_at, estimate.cost, allowances)
            yield

    async def shortfall(self, run: Run, given: Given) -> Shortfall | None:
        """Check a run against its budgets once more, now that its material is read and nobody has been asked yet.

        Args:
            run: The run, with its material.
            given: All that members will read of it; its pictures may be without content.

        Returns:
            The budget that it would exceed; None if it may go on.
        """
        allowances = await self._ledger.allowances(run.id)
        if not allowances:
            return None
        # Long material takes a while, and others are admitted meanwhile.
        estimate = await self.estimate(run.question, run.settings, given)
        async with self._one_at_a_time:
            for allowance in allowances:
                found = await self._shortfall(allowance, estimate, run.asked_at, besides=run.id)
                if found is not None:
                    return found
            await self._ledger.expect_now(run.id, estimate.cost)
            return None

    async def check_call(
        self,
        call_id: RunId,
        place: Place,
        allowances: Sequence[Allowance],
        *,
        member: Member,
        tokens_in: int,
        tokens_out: int,
        now: datetime,
    ) -> None:
        """Allow one call outside of runs if all allowances have room for it, and store its estimated cost.

        Args:
            call_id: Id under which the cost is stored, once.
            place: Place of the request.
            allowances: Budgets that apply there.
            member: Member to ask.
            tokens_in: Expected tokens that it reads.
            tokens_out: Expected tokens that it writes.
            now: The time of day.

        Raises:
            OverBudget: An allowance has too little left.
            UnpricedModels: The member's price is unknown, so no budget can apply to it.
        """
        cost = await self._prices.cost(member, tokens_in=tokens_in, tokens_out=tokens_out)
        async with self._one_at_a_time:
            if allowances and cost is None:
                raise UnpricedModels((member.model,))
            estimate = Estimate(tokens_in=tokens_in, tokens_out=tokens_out, cost=cost, unpriced=())
            for allowance in allowances:
                await self._check(allowance, estimate, now)
            await self._ledger.expect(call_id, place, now, cost)

    def broke_off(self, run_id: RunId, member: Member, prompt: Prompt) -> None:
        """Note a call that was cancelled before its reply. Its provider may charge for it and never says how much."""
        tokens = tokens_of_call(member, prompt)
        self._broken_off.setdefault(run_id, []).append((member, *tokens))
        if len(self._broken_off) > MOST_NOTED:
            del self._broken_off[next(iter(self._broken_off))]

    async def spent_on_broken_off(self, run_id: RunId) -> Usage:
        """Return the estimated usage of the calls of a run that were noted as cancelled, and drop the notes."""
        calls = self._broken_off.pop(run_id, ())
        usages: list[Usage] = []
        for member, read, written in calls:
            cost = await self._prices.cost(member, tokens_in=read, tokens_out=written)
            usages.append(Usage(tokens_in=read, tokens_out=written, cost=cost, cost_is_estimate=True))
        return Usage.total(usages)

    async def _check(self, allowance: Allowance, estimate: Estimate, now: datetime) -> None:
        """Raise OverBudget if an allowance has too little left."""
        found = await self._shortfall(allowance, estimate, now)
        if found is not None:
            raise OverBudget(found.keeper, found.period, found.dollars, found.left, found.cost, found.renews)

    async def _shortfall(
        self, allowance: Allowance, estimate: Estimate, now: datetime, *, besides: RunId | None = None
    ) -> Shortfall | None:
        """Return the shortfall of an allowance; None if it has room. The cost noted for the run `besides` does not
        count as spent."""
        spent = Decimal(0)
        if allowance.period != "run":
            since = begins(allowance.period, now)
            spent = await self._ledger.spent(allowance.scope, since=since, besides=besides)
        left = max(Decimal(0), allowance.dollars - spent)
        if (estimate.cost or Decimal(0)) <= left and (allowance.period == "run" or left > 0):
            return None
        return Shortfall(
            keeper=allowance.keeper,
            period=allowance.period,
            dollars=allowance.dollars,
            left=left,
            cost=estimate.cost,
            renews=renews(allowance.period, now),
        )


class BrokenOffCalls:
    """A `ModelProvider` for one run that notes its cancelled calls, such as those of a stopped run."""

    def __init__(self, models: ModelProvider, run_id: RunId, purse: Purse) -> None:
        self._models, self._run_id, self._purse = models, run_id, purse

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        try:
            return await self._models.complete(member, prompt, deadline=deadline, queueing=queueing)
        except asyncio.CancelledError:
            self._purse.broke_off(self._run_id, member, prompt)
            raise

    def check(self, member: Member) -> None:
        self._models.check(member)
