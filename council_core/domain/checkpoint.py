"""Results of steps and signals of a run, as they are kept for the next process that resumes it."""

from dataclasses import dataclass
from typing import NamedTuple


class StepKey(NamedTuple):
    """The identity of a step within its run."""

    scope: str
    """The branch, such as `answer:demo:ada`; empty for the story itself."""

    name: str
    n: int
    """1 for the first step of this name in this scope, 2 for the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """One step of one run, done."""

    key: StepKey
    output: str
    """Its result as JSON."""

    started: int
    """When it began, in milliseconds since 1970."""

    ended: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A signal that was sent to a run, heard already or not."""

    key: str
    """Unique within its run: of two signals with the same key the second is dropped."""

    body: str
    """The signal as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierStep:
    """A step that the release before this one kept in the engine's own table, without a scope."""

    name: str
    output: str
    ended: int | None
