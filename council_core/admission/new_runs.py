"""Turn each delivery of a platform into one new run, even if the delivery arrives again."""

from base64 import b32encode
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from hashlib import blake2b
from itertools import count
from typing import Protocol

from council_core.domain.budget import Allowance
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.errors import RunDeleted, RunElsewhere, UnknownRun
from council_core.ports import Runs

ID_BYTES = 10
"""Size of a run id: 80 bits. Among a million runs two get the same id once in two trillion times."""

CROCKFORD = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789abcdefghjkmnpqrstvwxyz")


def run_id_for(place: Place, delivery: str, *, taken: int = 0) -> RunId:
    """Return the id of the run that a platform's delivery begins. The same delivery always gives the same id.

    Args:
        place: Place of the question; only its platform and workspace count.
        delivery: Id that the platform gave the request.
        taken: Number of such ids that already belong to runs elsewhere.
    """
    origin = f"{place.platform}\0{place.workspace}\0{delivery}" + f"\0{taken}" * bool(taken)
    return RunId("r" + _base32(blake2b(origin.encode(errors="replace"), digest_size=ID_BYTES).digest()))


def _base32(digest: bytes) -> str:
    """Encode in Crockford's base32 (https://www.crockford.com/base32.html): no look-alike characters, and no
    words."""
    return b32encode(digest).decode().translate(CROCKFORD)


def earlier_run_id_for(place: Place, delivery: str) -> RunId:
    """Return the id that the previous version gave this delivery, which may arrive once more after an update."""
    origin = f"{place.platform}\0{place.workspace}\0{delivery}"
    return RunId("r" + blake2b(origin.encode(errors="replace"), digest_size=6).hexdigest())


class Reserves(Protocol):
    """Holds back what a run may cost while it is stored."""

    def within(self, run: Run, allowances: Sequence[Allowance]) -> AbstractAsyncContextManager[None]:
        """Reserve the cost of a run.

        Raises:
            OverBudget, UnpricedModels: It would cost more than is left, or its cost is unknown.
        """
        ...


class NewRuns:
    """Stores each new run once, under the id of its delivery."""

    def __init__(self, store: Runs, purse: Reserves | None) -> None:
        """
        Args:
            store: Store of runs.
            purse: Reserves costs; without it no budget applies.
        """
        self._store, self._purse = store, purse

    async def keep(self, run: Run, delivery: str, allowances: Sequence[Allowance]) -> tuple[RunId, bool]:
        """Store a run under the id of its delivery, and tell whether it is new."""
        if await self._is_kept(run):
            return run.id, False
        for taken in count():
            named = replace(run, id=run_id_for(run.question.place, delivery, taken=taken))
            with suppress(RunElsewhere):
                return named.id, await self._add(named, allowances)
        raise AssertionError("count() has no end")

    async def _add(self, run: Run, allowances: Sequence[Allowance]) -> bool:
        if self._purse is None or not allowances:
            return await self._store.add(run)
        if await self._is_kept(run):
            return False  # Delivered before, so its cost is already reserved.
        async with self._purse.within(run, allowances):
            return await self._store.add(run)

    async def _is_kept(self, run: Run) -> bool:
        """Tell whether this run was asked before in the same channel. Raises RunDeleted where it was deleted."""
        try:
            kept = await self._store.get(run.id)
        except RunDeleted as gone:
            if gone.where == run.question.place.where:
                raise
            return False
        except UnknownRun:
            return False
        return kept.question.place.where == run.question.place.where
