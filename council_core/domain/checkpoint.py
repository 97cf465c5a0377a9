"""What is left of a step that has ended, so that a run that is taken up again finds its result."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """One step of one run, done and kept."""

    number: int
    """Which step of its run it was, in the order in which turns were drawn."""

    name: str
    output: str
    """Its result as JSON."""

    started: int
    """When it began, in milliseconds since 1970."""

    ended: int
