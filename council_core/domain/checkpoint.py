"""Results of steps and signals of a run, stored for the next process that resumes it."""

from dataclasses import dataclass
from typing import NamedTuple

TRIED, RESTED, STOPPED = "tried", "rested", "stopped"
"""Names of marks among the steps: a run was resumed; a resumed run came to a wait; its process was stopped cleanly."""


class StepKey(NamedTuple):
    """Identity of a step within its run."""

    scope: str
    """Branch, such as `answer:demo:ada`; empty for the story itself."""

    name: str
    n: int
    """1 for the first step of this name in this scope, 2 for the next one."""


def scope_within(outer: str, name: str) -> str:
    """Return the scope of a branch of this name within another one; either may be empty."""
    return f"{outer}/{name}".strip("/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """One finished step of one run."""

    key: StepKey
    output: str
    """Result as JSON."""

    started: int
    """Time of its beginning, in milliseconds since 1970."""

    ended: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A signal that was sent to a run, received already or not."""

    key: str
    """Unique within its run: of two signals with the same key the second is dropped."""

    body: str
    """The signal as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierStep:
    """A step that the previous release stored in the engine's own table, without a scope."""

    name: str
    output: str
    ended: int | None
