"""Circuit breakers: after some failures in a row, a tenant's runs stop asking a model for a while.

A model whose provider is down costs every run its deadline. After a rest, one call tries the model again and decides.
Each tenant has its own circuits, since a tenant can cause failures (a tiny deadline, an endless prompt) that say
nothing about the provider. Circuits live in this process only.
"""

from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from council_core.domain.answer import AbstentionReason, Failure, Reply, Rest

REST = timedelta(minutes=5)
"""Rest of a model in seconds: about as long as a short outage, or topping up an account."""

OUTAGE: frozenset[AbstentionReason] = frozenset({"timed_out", "unreachable", "unavailable"})
MOST_OUTAGES = 5
"""Failures in a row that open a circuit. Each may pass by itself, and comes after up to four tries."""

CLOSED_DOOR: frozenset[AbstentionReason] = frozenset({"unauthorized", "no_credit"})
MOST_CLOSED_DOORS = 2
"""Failures for one of these reasons that open a circuit: a key refused twice will be refused a third time."""

MOST_CIRCUITS = 4_000
"""Most circuits at a time, some 200 bytes each. Only models whose last call failed have one; beyond this number the
oldest failure is dropped, and its model is asked again."""

Clock = Callable[[], datetime]
Key = tuple[str, str]
"""A tenant and a model."""


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class _Circuit:
    failures: int = 0
    closed_doors: int = 0
    until: datetime | None = None
    is_probed: bool = False


class Circuits:
    """Circuits of all tenants and models whose last call failed."""

    def __init__(self, now: Clock = utc_now) -> None:
        self._now = now
        self._failing: OrderedDict[Key, _Circuit] = OrderedDict()

    def rest_of(self, tenant: str, model: str) -> Rest | None:
        """Return how often the model failed and until when it rests; None when it may be asked."""
        circuit = self._failing.get((tenant, model))
        if circuit is None or circuit.until is None:
            return None
        now = self._now()
        if now >= circuit.until and not circuit.is_probed:
            return None
        return Rest(failures=circuit.failures, until=max(circuit.until, now))

    @contextmanager
    def asking(self, tenant: str, model: str) -> Generator[Callable[[Reply | Failure], None]]:
        """Surround a call, and yield a function that takes its result. While one call tries a rested model, the
        tenant's other calls do not ask it. A call without a result changes nothing."""
        key = (tenant, model)
        circuit = self._failing.get(key)
        probes = circuit is not None and circuit.until is not None and not circuit.is_probed
        if circuit is not None and probes:
            circuit.is_probed = True
        try:
            yield lambda result: self._heard(key, result)
        finally:
            if circuit is not None and probes:
                circuit.is_probed = False

    def _heard(self, key: Key, result: Reply | Failure) -> None:
        reason = result.reason if isinstance(result, Failure) else None
        if reason not in OUTAGE | CLOSED_DOOR:
            # A provider that refuses, limits the rate or sends nonsense is reachable.
            self._failing.pop(key, None)
            return
        circuit = self._failing.setdefault(key, _Circuit())
        self._failing.move_to_end(key)
        circuit.failures += 1
        circuit.closed_doors = circuit.closed_doors + 1 if reason in CLOSED_DOOR else 0
        was_resting = circuit.until is not None
        if was_resting or circuit.failures >= MOST_OUTAGES or circuit.closed_doors >= MOST_CLOSED_DOORS:
            circuit.until = self._now() + REST
        if len(self._failing) > MOST_CIRCUITS:
            self._failing.popitem(last=False)
