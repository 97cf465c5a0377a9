"""Events of a run, in the past tense, blind until the reveal.

An event before the reveal may hold an `Alias` and never a `Member`, a `MemberId` or anything that contains one; a
test walks the annotations to prove it. Events carry all that presentation needs, so that drawing stays pure.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from council_core.domain.answer import NO_USAGE, Failure, FinishReason, Usage
from council_core.domain.claim import CheckedClaim
from council_core.domain.ending import Ending
from council_core.domain.export import Export
from council_core.domain.member import MemberId
from council_core.domain.question import RunId
from council_core.domain.ranking import Ranking, Scoreboard
from council_core.domain.review import Reading
from council_core.domain.slate import NOTHING_CITED, Alias, Cited, Gap, Response
from council_core.domain.verdict import NO_POINTS, Held, Minority, Points

Stage = Literal["answer", "review", "synthesize"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted:
    """The run started; its card is posted."""

    kind: Literal["run_started"] = "run_started"
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class StageProgressed:
    """A member finished its part of a stage. Told each time, and never stored."""

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
    """Each position with the number of members that hold it, the most common first."""

    members: int
    """Number of answers, those without a position included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongAnswer:
    """Council kept only the beginning of an answer that was too long to read."""

    characters: int
    """Length of the whole."""

    whole: str
    """The whole answer, masked; empty where it is not stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlateOpened:
    """All answers are in and have their letters."""

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
    """Responses whose middle the reviewer was not shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlateRanked:
    """The reviews are in and were combined into one ranking."""

    kind: Literal["slate_ranked"] = "slate_ranked"
    run_id: RunId
    ranking: Ranking | None
    """None when there was nothing to rank or no valid ballot."""

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
    """Text of the verdict; empty when everybody in the chairman's line failed, and `gaps` says why."""

    top: tuple[Alias, ...]
    finish_reason: FinishReason
    gaps: tuple[Gap, ...]
    """Failures of those ahead of the chairman in its line."""

    ranked: bool
    """Whether the verdict is based on a ranking. One without a ranking must look different."""

    foreign_links: tuple[str, ...]
    critique: str
    minority: Minority | None = None
    """Minority positions found by code; None without any."""

    characters: int | None = None
    """Length of the whole, if Council took only its beginning."""

    demo: bool
    points: Points = NO_POINTS
    claims: tuple[CheckedClaim, ...] | None = None
    """Claims that reviewers checked against sources; empty where they found none to check, None where the run asked for
    no check."""

    misquoted: tuple[str, ...] = ()
    """Quotations in the verdict that are not in a source."""

    asker: str = ""
    """Platform id of the asker, the only person who is notified."""

    asker_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateAnswerArrived:
    """A member answered after the run had gone on. The answer is shown without a letter and not ranked."""

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
    failure: Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Unveiled:
    """One letter after the reveal: its author, and the result of its answer. Before the reveal there is none."""

    alias: Alias
    member: MemberId
    name: str
    place: int | None
    votes: int
    """First choices of the team."""

    blind_votes: int
    """First choices of those who had not seen ranking or verdict."""

    tools: tuple[tuple[str, int], ...] = ()
    """Each tool that it used, with the number of its calls."""

    refused_tools: bool = False
    """Whether its model takes no tools, and so answered without them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewerRevealed:
    """The member behind Reviewer 1, 2 …"""

    number: int
    member: MemberId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedAnswer:
    """An answer with its author's name, because nothing remains to be judged."""

    name: str
    text: str
    alias: Alias | None = None
    """Its letter, if the run had come so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesRevealed:
    """The voting closed and letters became names."""

    kind: Literal["names_revealed"] = "names_revealed"
    run_id: RunId
    unveiled: tuple[Unveiled, ...]
    """Members by their place in the ranking, or by their letters where there is none."""

    reviewers: tuple[ReviewerRevealed, ...]
    absences: tuple[Absence, ...]
    chairman: str
    """Name of the member that wrote the verdict; empty when there is none."""

    describers: tuple[str, ...] = ()
    """Names of the members who described pictures for members that cannot see."""

    readers: tuple[str, ...] = ()
    """Names of the members who answered from these descriptions; unknown for runs of earlier versions."""

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
    """The verdict once more, with names beside the letters that it cites; None when there is none."""

    closed_by: str
    """Name of the person who revealed; empty when the window closed or enough had voted."""

    seconds: float
    """Seconds from the question to the verdict."""

    usage: Usage
    cost_is_partial: bool = False
    """Whether the price of some calls is unknown. The run then cost more than `usage` says."""

    not_blind: bool = False
    """Whether the asker may have recognised an answer by settings that they gave its member."""

    slate: SlateOpened | None = None
    """The responses once more, because their posts now name the authors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFailed:
    """The run ended without a result; all that exists is shown with names."""

    kind: Literal["run_failed"] = "run_failed"
    run_id: RunId
    ending: Ending
    absences: tuple[Absence, ...]
    answers: tuple[NamedAnswer, ...]
    slate: SlateOpened | None = None
    """The responses, if the run had come so far, because their posts now name the authors."""

    minority: Minority | None = None
    """Minority positions found by code, unless a verdict told of them; None without any."""

    reviewed: bool = False
    """Whether members had reviewed the answers before it ended."""

    usage: Usage
    demo: bool
    asker: str = ""
    """Platform id of the asker, who is notified unless a verdict had done so."""

    asker_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCancelled:
    """Somebody stopped the run before its end."""

    kind: Literal["run_cancelled"] = "run_cancelled"
    run_id: RunId
    ending: Ending | None = None
    """The reason; None where it is not known."""

    why: str = ""
    """The reason as a sentence, in events that versions up to 0.1 stored."""

    by: str = ""
    """Name of the person who stopped it, in events that still earlier versions stored."""

    answers: int | None = None
    """Number of answers so far, if some were still missing."""

    members: int = 0
    minority: Minority | None = None
    """Minority positions found by code, unless a verdict told of them; None without any."""

    usage: Usage = NO_USAGE
    demo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunExported:
    """Somebody exported a finished run as files."""

    kind: Literal["run_exported"] = "run_exported"
    run_id: RunId
    digest: str
    """Digest of the contents: the same contents are posted once."""

    by: str
    """Name of that person; empty when the post is made again, because the name is not stored."""

    files: tuple[Export, ...]
    demo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictShared:
    """Somebody shared the verdict from the thread to the channel."""

    kind: Literal["verdict_shared"] = "verdict_shared"
    run_id: RunId
    person: str
    """Platform id of that person."""

    by: str
    """Name of that person; empty when the post is made again, because the name is not stored."""

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
"""Events that may be announced before the reveal."""

OpenEvent = NamesRevealed | RunFailed | RunExported
"""Events that may be announced once names are public."""

Event = BlindEvent | OpenEvent
