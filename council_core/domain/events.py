"""Events of a run, in the past tense, blind until the reveal.

An event before the reveal may hold an `Alias` and never a `Member`, a `MemberId` or anything that contains one; a
test walks the annotations to prove it. Events carry all that presentation needs, so that drawing stays pure.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from council_core.domain.answer import AbstentionReason, FinishReason, Usage
from council_core.domain.claim import CheckedClaim
from council_core.domain.export import Export
from council_core.domain.gap import Gap
from council_core.domain.member import MemberId
from council_core.domain.position import Held, Minority
from council_core.domain.question import RunId
from council_core.domain.ranking import Ranking
from council_core.domain.review import Reading
from council_core.domain.scoreboard import Scoreboard
from council_core.domain.settings import WhoReveals
from council_core.domain.slate import NOTHING_CITED, Alias, Cited, Response
from council_core.domain.unveiled import NamedAnswer, ReviewerRevealed, Unveiled
from council_core.domain.verdict import NO_POINTS, Points

Stage = Literal["answer", "review", "synthesize"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted:
    """A question was put to the council: the card goes up."""

    kind: Literal["run_started"] = "run_started"
    run_id: RunId
    question: str
    asker: str
    """The platform's id of who asked, so that they can be mentioned."""

    asker_name: str
    members: int
    quorum: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageProgressed:
    """Somebody finished within a stage. Told as often as it happens, kept nowhere."""

    kind: Literal["stage_progressed"] = "stage_progressed"
    run_id: RunId
    stage: Stage
    done: int
    of: int
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitFound:
    """Code compared the members' positions and found that they differ; each is asked once more."""

    kind: Literal["split_found"] = "split_found"
    run_id: RunId
    held: tuple[tuple[str, int], ...]
    """Each position and how many hold it, the most first."""

    members: int
    """Number of answers, those without a position included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongAnswer:
    """Council kept only the beginning of an answer that was too long to read."""

    characters: int
    """Length of the whole."""

    whole: str
    """All of it, masked; empty where nobody kept it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlateOpened:
    """The answers are in, under letters."""

    kind: Literal["slate_opened"] = "slate_opened"
    run_id: RunId
    responses: tuple[Response, ...]
    cut_short: tuple[Alias, ...]
    """Responses that ended at their token limit."""

    too_long: tuple[tuple[Alias, LongAnswer], ...] = ()

    gaps: tuple[Gap, ...]
    round: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class VotingOpened:
    """People may vote."""

    kind: Literal["voting_opened"] = "voting_opened"
    run_id: RunId
    aliases: tuple[Alias, ...]
    vote_seconds: float
    """Time for votes after the ranking."""

    asker_name: str = ""

    who_reveals: WhoReveals = "asker"
    votes_needed: int | None = None
    """The voting closes by itself with this many ballots; None = it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteReminded:
    """Half of the vote's time is over, and nobody has voted."""

    kind: Literal["vote_reminded"] = "vote_reminded"
    run_id: RunId
    closes_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AnonymousReview:
    """A review whose reviewer is a number."""

    number: int
    reading: Reading
    text: str
    """The reviewer's text, with the run's letters in place of its own; empty if the call failed."""

    gap: Gap | None = None
    """Reason for the failure, if the call failed."""

    shortened: tuple[Alias, ...] = ()
    """The responses of which the reviewer was not shown the middle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlateRanked:
    """The reviews are in and one order was made of them."""

    kind: Literal["slate_ranked"] = "slate_ranked"
    run_id: RunId
    ranking: Ranking | None
    """None when there was nothing to rank or no valid ballot; `why_not` says which."""

    why_not: str
    reviews: tuple[AnonymousReview, ...]
    scoreboard: Scoreboard | None
    """Mean scores, where the rubric has criteria."""

    learned: int
    """Number of reviewers whose weights were learned from the team's past votes."""

    held: tuple[Held, ...] = ()
    """Positions of the responses and their holders, the most common first; empty without positions."""

    round: int = 1
    responses: int = 0
    """Number of responses to rank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictReached:
    """The chairman concluded."""

    kind: Literal["verdict_reached"] = "verdict_reached"
    run_id: RunId
    text: str
    """Empty when everybody in line failed; then `gaps` says why."""

    top: tuple[Alias, ...]
    finish_reason: FinishReason
    gaps: tuple[Gap, ...]
    """Those before the chairman in line who failed."""

    ranked: bool
    """Whether a ranking was behind it; a verdict without one must not look like one with."""

    foreign_links: tuple[str, ...]
    critique: str
    minority: Minority | None = None
    """Minority positions found by code; None without any."""

    characters: int | None = None
    """Length of the whole, if Council took only its beginning."""

    demo: bool
    points: Points = NO_POINTS
    claims: tuple[CheckedClaim, ...] | None = None
    """Claims that reviewers checked against sources; empty where they were to and found none, None where they were
    not to."""

    misquoted: tuple[str, ...] = ()
    """Quotations in the verdict that are not in a source."""

    asker: str = ""
    """The platform's id of who asked: the one person who is told."""

    asker_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateAnswerArrived:
    """A member answered after the run had gone on: shown, not ranked, without a letter."""

    kind: Literal["late_answer_arrived"] = "late_answer_arrived"
    run_id: RunId
    text: str
    too_long: LongAnswer | None = None
    cited: Cited = NOTHING_CITED


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """A member's absence from a stage, and the reason."""

    member: MemberId
    name: str
    stage: Stage
    reason: AbstentionReason
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesRevealed:
    """The voting closed and letters became names."""

    kind: Literal["names_revealed"] = "names_revealed"
    run_id: RunId
    unveiled: tuple[Unveiled, ...]
    """In the order of the members' ranking, else of the letters."""

    reviewers: tuple[ReviewerRevealed, ...]
    absences: tuple[Absence, ...]
    chairman: str
    """The name of who wrote the verdict; empty when there is none."""

    describers: tuple[str, ...] = ()
    """Names of the members who described pictures for those that cannot see."""

    readers: tuple[str, ...] = ()
    """Names of the members who answered by these descriptions; not known of runs of earlier versions."""

    vote_held: bool
    """Whether people could vote at all."""

    ballots: int
    blind: int = 0
    """Number of people who voted before they could see the models' ranking or the verdict."""

    team_ranking: Ranking | None
    joint_ranking: Ranking | None
    agreement: float | None
    """Kendall's tau-b between members' and team's ranking; None where one is missing."""

    verdict: VerdictReached | None
    """The verdict once more, the letters it cites with their names; None when there is none."""

    closed_by: str
    """The name of who revealed, or empty when the window closed or enough had voted."""

    seconds: float
    """From asking to verdict."""

    usage: Usage
    not_blind: bool = False
    """Whether the asker may have recognised an answer by settings that they gave its member."""

    slate: SlateOpened | None = None
    """The responses once more, whose posts now name their authors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFailed:
    """The run ended without a result; what there is, is shown with names."""

    kind: Literal["run_failed"] = "run_failed"
    run_id: RunId
    why: str
    absences: tuple[Absence, ...]
    answers: tuple[NamedAnswer, ...]
    reviewed: bool = False
    """Whether members had reviewed the answers before it ended."""

    usage: Usage
    demo: bool
    asker: str = ""
    """The platform's id of who asked, who is told here unless a verdict was."""

    asker_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCancelled:
    """Somebody stopped the run before its end."""

    kind: Literal["run_cancelled"] = "run_cancelled"
    run_id: RunId
    why: str = ""
    """The person who stopped it, in one sentence for people."""

    by: str = ""
    """Their name: what earlier versions say instead."""

    answers: int | None = None
    """Number of answers so far, if some were still missing."""

    members: int = 0
    demo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunExported:
    """Somebody wanted a finished run as files."""

    kind: Literal["run_exported"] = "run_exported"
    run_id: RunId
    digest: str
    """Says which contents these are: the same ones are posted once."""

    by: str
    """Name of who did; empty where a post is told again, since it is kept nowhere else."""

    files: tuple[Export, ...]
    demo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictShared:
    """Somebody brings the verdict from the thread into the channel."""

    kind: Literal["verdict_shared"] = "verdict_shared"
    run_id: RunId
    person: str
    """The platform's id of who does."""

    by: str
    """Their name; empty where a post is told again, since it is kept nowhere else."""

    demo: bool


BlindEvent = (
    RunStarted
    | StageProgressed
    | SplitFound
    | SlateOpened
    | VotingOpened
    | VoteReminded
    | SlateRanked
    | VerdictReached
    | LateAnswerArrived
    | RunCancelled
    | VerdictShared
)
"""Events that may be told before the reveal."""

OpenEvent = NamesRevealed | RunFailed | RunExported
"""Events that may be told once names are public."""

Event = BlindEvent | OpenEvent
