"""A ledger and calibrations in memory, and a price list of fixed prices."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from council_core.domain.budget import Allowance
from council_core.domain.calibration import Calibration
from council_core.domain.member import Member
from council_core.domain.place import Place, Scope
from council_core.domain.question import RunId
from council_core.errors import UnknownRun
from council_core.testing.store import MemoryRunStore


@dataclass(slots=True, kw_only=True)
class MemoryLedger:
    """A `Ledger` over the runs of a store in memory."""

    store: MemoryRunStore
    expected: dict[RunId, tuple[Place, datetime, Decimal]] = field(
        default_factory=dict[RunId, tuple[Place, datetime, Decimal]]
    )

    budgets: dict[RunId, tuple[Allowance, ...]] = field(default_factory=dict[RunId, tuple[Allowance, ...]])

    async def expect(
        self,
        run_id: RunId,
        place: Place,
        at: datetime,
        dollars: Decimal | None,
        allowances: Sequence[Allowance] = (),
    ) -> None:
        self.expected.setdefault(run_id, (place, at, dollars or Decimal(0)))
        self.budgets.setdefault(run_id, tuple(allowances))

    async def expect_now(self, run_id: RunId, dollars: Decimal | None) -> None:
        if (noted := self.expected.get(run_id)) is not None:
            self.expected[run_id] = (*noted[:2], dollars or Decimal(0))

    async def allowances(self, run_id: RunId) -> tuple[Allowance, ...]:
        return self.budgets.get(run_id, ())

    async def spent(self, scope: Scope | None, *, since: datetime, besides: RunId | None = None) -> Decimal:
        total = Decimal(0)
        for run_id, (place, at, dollars) in self.expected.items():
            inside = scope is None or scope == Scope.around(
                place, "channel" if scope.channel else "workspace"
            )
            if inside and at >= since and run_id != besides:
                total += await self._counted(run_id, dollars)
        return total

    async def _counted(self, run_id: RunId, expected: Decimal) -> Decimal:
        try:
            run = await self.store.get(run_id)
        except UnknownRun:
            return expected  # A call outside of runs.
        cost = run.usage.cost or Decimal(0)
        return cost if run.is_finished and run.is_priced else max(cost, expected)


@dataclass(frozen=True, slots=True)
class FixedPrices:
    """A `PriceList` with one price per model for a million tokens, the same in and out; other models are unknown."""

    by_model: Mapping[str, Decimal]

    async def cost(self, member: Member, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        price = self.by_model.get(member.model)
        return None if price is None else price * (tokens_in + tokens_out) / 1_000_000


@dataclass(slots=True)
class MemoryCalibrations:
    """`Calibrations` in memory."""

    by_key: dict[tuple[str, str], Calibration] = field(default_factory=dict[tuple[str, str], Calibration])

    async def keep(self, calibrations: Sequence[Calibration]) -> None:
        self.by_key |= {(each.version, each.rubric): each for each in calibrations}

    async def kept(self, versions: Collection[str], rubric: str) -> tuple[Calibration, ...]:
        return tuple(
            self.by_key[key] for key in sorted(self.by_key) if key[0] in versions and key[1] == rubric
        )
