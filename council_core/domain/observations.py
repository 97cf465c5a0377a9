"""Observations for logs, metrics and traces: ids, kinds, counts and seconds, never any text of people or models."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.answer import NO_USAGE, AbstentionReason, Usage
from council_core.domain.question import RunId
from council_core.domain.waiting import RunWaits

RunOutcome = Literal["verdict", "no_verdict", "too_few", "broke", "cancelled"]
"""End of a run. `no_verdict`: there are answers and nobody could conclude; `too_few`: fewer than the quorum; `broke`:
an error on Council's side."""

TimedStage = Literal["prepare", "answer", "anonymize", "review", "synthesize", "vote"]
"""A part of a run's time. Revising counts with `anonymize`, ranking with `review`, the reveal with `vote`."""

CallPurpose = Literal[
    "answer",
    "revise",
    "reconsider",
    "verify",
    "review",
    "synthesize",
    "critique",
    "improve",
    "describe",
    "check",
]

CallOutcome = Literal["ok", "dropped"] | AbstentionReason
"""Outcome of a call. `dropped`: nobody waited for the reply any more."""

PostOutcome = Literal["ok", "refused", "gone", "unknown"]
"""Outcome of a post. `gone`: the channel or message does not exist any more; `unknown`: it may or may not be
posted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBegan:
    """A run began its first step, for the first time."""

    run_id: RunId
    platform: str
    members: int
    waited: float
    """Seconds between the question and the first step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunQueued:
    """A run must wait in the queue, because there is no room."""

    waits: RunWaits
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunUnqueued:
    """A run left the queue: it was admitted or stopped."""

    run_id: RunId
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAdmitted:
    """A run was admitted and may ask models."""

    run_id: RunId
    platform: str
    waited: float
    """Seconds in the queue; 0 where there was room at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResumed:
    """This process resumed a run that another process, or this one before a restart, had begun."""

    run_id: RunId
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLeft:
    """A run is no longer under way in this process: it ended, or it will be resumed later or elsewhere."""

    run_id: RunId
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StageEnded:
    """A stage ended."""

    run_id: RunId
    platform: str
    stage: TimedStage
    seconds: float
    """Seconds in this process alone, if the run was resumed in the middle of the stage."""

    done: int
    """Answers, valid ballots, verdicts, or people's votes."""

    of: int
    """Largest possible number; 0 for votes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnded:
    """A run ended."""

    run_id: RunId
    platform: str
    outcome: RunOutcome
    seconds: float
    """Seconds from asking to the end, the vote included."""

    usage: Usage = NO_USAGE
    """Usage of the whole run, also in earlier processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """A call to a model ended."""

    run_id: RunId
    member: str
    model: str
    """`provider:model`."""

    purpose: CallPurpose
    outcome: CallOutcome
    seconds: float
    usage: Usage = NO_USAGE
    finish_reason: str = ""
    """Reason why the model stopped; empty when there is no reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRetried:
    """A provider failed a call, which is retried."""

    provider: str
    why: str
    """HTTP status, or `connection`."""

    pause: float
    """Seconds until the next try."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostSent:
    """A post or edit was sent to a platform."""

    run_id: RunId | None
    """Id of the run; None for edits, which are not told apart."""

    platform: str
    what: str
    """First part of the post's key, such as `card` or `slate`; `edit` for edits."""

    outcome: PostOutcome
    seconds: float
    again: bool
    """Whether an earlier try may have succeeded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformWaited:
    """A platform's rate limit delays posts."""

    platform: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestHandled:
    """A person's request was answered."""

    platform: str
    what: str
    """Kind of the request, such as `cast_vote`."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteCounted:
    """A person's vote was stored, their first or a later one."""

    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreUsed:
    """A transaction with the database ended."""

    writes: bool
    waited: float
    """Seconds until it could begin: for another writer, or for a connection."""

    seconds: float
    """Seconds from its beginning to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsTakenOver:
    """Runs of a dead process were handed to living ones."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFailed:
    """A background task of this process failed and is restarted."""

    task: str


Observation = (
    RunBegan
    | RunQueued
    | RunUnqueued
    | RunAdmitted
    | RunResumed
    | RunLeft
    | StageEnded
    | RunEnded
    | CallEnded
    | CallRetried
    | PostSent
    | PlatformWaited
    | RequestHandled
    | VoteCounted
    | StoreUsed
    | RunsTakenOver
    | TaskFailed
)
