"""What calls to a model came to, one after another -> whether it is worth asking now.

A model whose provider is dead costs every run its deadline. After some failures in a row it is left alone for a while;
then one call tries it again, and what that brings decides. Known to this process only, and forgotten with it.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from council_core.domain.answer import AbstentionReason, Failure, Reply, Rest

REST = timedelta(minutes=5)
"""How long nobody is asked: about what a provider's short outage takes, and a top-up of an account."""

OUTAGE: frozenset[AbstentionReason] = frozenset({"timed_out", "rate_limited", "unreachable", "unavailable"})
MOST_OUTAGES = 5
"""Each may pass by itself, and comes after up to four tries."""

CLOSED_DOOR: frozenset[AbstentionReason] = frozenset({"unauthorized", "no_credit"})
MOST_CLOSED_DOORS = 2
"""A key that was refused twice will be refused a third time."""

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class _Circuit:
    failures: int = 0
    closed_doors: int = 0
    until: datetime | None = None
    is_probed: bool = False


class Circuits:
    """One circuit for each model."""

    def __init__(self, now: Clock = utc_now) -> None:
        self._now = now
        self._circuits: dict[str, _Circuit] = {}

    def rest_of(self, model: str) -> Rest | None:
        """Since when nobody asks this model, and until when; None when it may be asked."""
        circuit = self._circuits.get(model)
        if circuit is None or circuit.until is None:
            return None
        now = self._now()
        if now >= circuit.until and not circuit.is_probed:
            return None
        return Rest(failures=circuit.failures, until=max(circuit.until, now))

    @contextmanager
    def asking(self, model: str) -> Generator[Callable[[Reply | Failure], None]]:
        """Around a call; what it yields is told the result. While a rested model is tried, nobody else asks it."""
        circuit = self._circuits.setdefault(model, _Circuit())
        probes = circuit.until is not None and not circuit.is_probed
        circuit.is_probed = circuit.is_probed or probes
        try:
            yield lambda result: self._heard(circuit, result)
        finally:
            if probes:
                circuit.is_probed = False

    def _heard(self, circuit: _Circuit, result: Reply | Failure) -> None:
        reason = result.reason if isinstance(result, Failure) else None
        if reason not in OUTAGE | CLOSED_DOOR:
            # Whoever refuses, or sends nonsense, is there.
            circuit.failures, circuit.closed_doors, circuit.until = 0, 0, None
            return
        circuit.failures += 1
        circuit.closed_doors = circuit.closed_doors + 1 if reason in CLOSED_DOOR else 0
        was_resting = circuit.until is not None
        if was_resting or circuit.failures >= MOST_OUTAGES or circuit.closed_doors >= MOST_CLOSED_DOORS:
            circuit.until = self._now() + REST
