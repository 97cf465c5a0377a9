"""Limits on deliberating runs, and the place of a run in the queue."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.events import StageProgressed
from council_core.domain.question import RunId

Limit = Literal["person", "channel", "process"]
"""Limit that makes a run wait: runs of the same person, of the same channel, or all runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLimits:
    """Most runs that may deliberate at the same time, over all workers; None means no limit."""

    in_all: int | None = None
    of_person: int | None = None
    of_channel: int | None = None
    waiting_of_person: int | None = None
    """Most questions of one person that may wait; a further one is refused."""


NO_LIMITS = RunLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunWaits:
    """A run waits in the queue. Told when its place changes, and never stored."""

    kind: Literal["run_waits"] = "run_waits"
    run_id: RunId
    before: int
    """Number of runs ahead that wait for the same limit: those of the person, of the channel, or all."""

    or_more: bool = False
    """Whether `before` is rounded down, because exact numbers far from the front do not matter."""

    limit: Limit


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictGrows:
    """The chairman has written this much so far. Told repeatedly, and never stored."""

    kind: Literal["verdict_grows"] = "verdict_grows"
    run_id: RunId
    text: str
    """Whole words only, masked like the verdict; empty when the chairman begins anew."""


Progress = StageProgressed | RunWaits | VerdictGrows
"""Events that move the card and are never stored."""
