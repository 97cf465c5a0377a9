"""What whoever watches a council is told of: ids, kinds, counts and seconds, never a word of what anybody said."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.answer import NO_USAGE, AbstentionReason, Usage
from council_core.domain.question import RunId
from council_core.domain.waiting import RunWaits

RunOutcome = Literal["verdict", "no_verdict", "too_few", "broke", "cancelled"]
"""How a run ended. `no_verdict`: there are answers and nobody could conclude; `too_few`: fewer than the quorum;
`broke`: something went wrong on Council's side."""

TimedStage = Literal["prepare", "answer", "anonymize", "review", "synthesize", "vote"]
"""A stretch of a run's time. Revising counts with `anonymize`, ranking with `review`, the reveal with `vote`."""

CallPurpose = Literal["answer", "revise", "reconsider", "review", "synthesize", "critique", "check"]

CallOutcome = Literal["ok", "dropped"] | AbstentionReason
"""`dropped`: nobody waited for the reply any more."""

PostOutcome = Literal["ok", "refused", "gone", "unknown"]
"""`gone`: the channel or message is not there any more; `unknown`: it may stand there or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBegan:
    """A run's first step begins: it was never begun before."""

    run_id: RunId
    platform: str
    members: int
    waited: float
    """Seconds since it was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunQueued:
    """There is no room for a run yet: it waits for its turn."""

    waits: RunWaits
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunUnqueued:
    """A run does not wait for its turn any more: it came, or the run was stopped."""

    run_id: RunId
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAdmitted:
    """It is a run's turn to ask models."""

    run_id: RunId
    platform: str
    waited: float
    """Seconds that it stood in line; 0 where there was room at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResumed:
    """A run that another process, or an earlier life of this one, had begun goes on here."""

    run_id: RunId
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLeft:
    """A run is not under way here any more: it ended, or it goes on with the next start or elsewhere."""

    run_id: RunId
    platform: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StageEnded:
    """A stage is over."""

    run_id: RunId
    platform: str
    stage: TimedStage
    seconds: float
    """Only those in this process, where the run was taken up in the middle of the stage."""

    done: int
    """Answers, valid ballots, verdicts, or people's votes."""

    of: int
    """How many there could have been; 0 for votes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnded:
    """A run is over."""

    run_id: RunId
    platform: str
    outcome: RunOutcome
    seconds: float
    """From asking to the end, the vote included."""

    usage: Usage = NO_USAGE
    """All of it, also what earlier processes paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """A call to a model is over."""

    run_id: RunId
    member: str
    model: str
    """`provider:model`."""

    purpose: CallPurpose
    outcome: CallOutcome
    seconds: float
    usage: Usage = NO_USAGE
    finish_reason: str = ""
    """Why the model stopped; empty when there is no reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRetried:
    """A provider did not do what was asked, and is asked once more."""

    provider: str
    why: str
    """Its HTTP status, or `connection`."""

    pause: float
    """Seconds until the next try."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostSent:
    """A platform was told to post or to edit something."""

    run_id: RunId | None
    """None for edits, which are not told apart."""

    platform: str
    what: str
    """The first part of the post's key, such as `card` or `slate`; `edit` for edits."""

    outcome: PostOutcome
    seconds: float
    again: bool
    """Whether an earlier try may have got through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformWaited:
    """A platform took nothing more for now, and what was to be sent waits."""

    platform: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestHandled:
    """Somebody asked something of the bot and has been answered."""

    platform: str
    what: str
    """The kind of the request, such as `cast_vote`."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteCounted:
    """Somebody's vote was kept, their first or another one."""

    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreUsed:
    """A transaction with the database is over."""

    writes: bool
    waited: float
    """Seconds until it could begin: for another writer, or for a connection."""

    seconds: float
    """From its beginning to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsTakenOver:
    """Runs of a process that is gone were handed on to those that live."""

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
