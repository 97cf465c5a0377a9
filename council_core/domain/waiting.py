"""How many runs may deliberate at a time, and what a run that waits for its turn can tell."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.events import StageProgressed
from council_core.domain.question import RunId

Limit = Literal["person", "channel", "process"]
"""What a run waits for: too many of the same person, of the same channel, or of everybody's are under way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLimits:
    """How many runs may deliberate at the same time, over all workers; None = as many as are asked."""

    in_all: int | None = None
    of_person: int | None = None
    of_channel: int | None = None
    waiting_of_person: int | None = None
    """How many of one person's questions may wait; a further one is refused."""


NO_LIMITS = RunLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunWaits:
    """A run waits for its turn. Told when that changes, kept nowhere."""

    kind: Literal["run_waits"] = "run_waits"
    run_id: RunId
    before: int
    """How many runs that wait for the same come first: those of the person, of the channel, or all."""

    or_more: bool = False
    """Whether `before` is rounded down: far from the front nobody needs every step."""

    limit: Limit


Progress = StageProgressed | RunWaits
"""What moves the card and is kept nowhere."""
