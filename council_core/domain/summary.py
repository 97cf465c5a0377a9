"""A run as anybody may see it before the reveal: its progress, and nothing that links members to answers."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from council_core.domain.answer import Abstention, Usage
from council_core.domain.ending import Ending
from council_core.domain.events import AnonymousReview
from council_core.domain.material import Material
from council_core.domain.place import PersonId
from council_core.domain.question import FilledTemplate, Masked, RunId
from council_core.domain.run import Run, RunStatus
from council_core.domain.settings import ShowRanking, WhoReveals
from council_core.domain.slate import Alias, Gap


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """The state of a run without names, even after the reveal; names are in the run itself."""

    run_id: RunId
    question: str
    asker: str
    asker_name: str
    asked_at: datetime
    status: RunStatus
    members: int
    quorum: int
    demo: bool
    answered: int
    gaps: tuple[Gap, ...]
    """Members without an answer, nameless."""

    reviewers: int
    """Number of members asked to review; 0 before that."""

    valid_reviews: int
    aliases: tuple[Alias, ...]
    top: tuple[Alias, ...]
    """First place of the members' ranking, ties included."""

    takes_votes: bool
    """Whether people can vote on this run; False until the answers are in, and when there is only one."""

    votes: int
    voting_open: bool
    voting_closes_at: datetime | None
    """Time at which the voting closes by itself; None while unknown."""

    has_verdict: bool
    ending: Ending | None
    cost: Decimal | None
    cost_is_estimate: bool
    cost_is_partial: bool
    """Whether the price of some calls is unknown. The run then cost more than `cost`."""

    finished_at: datetime | None
    preset: str = ""
    """Preset that it was asked with; empty for none."""

    template: FilledTemplate | None = None
    """Template it was asked with; None for none."""

    earlier: int = 0
    """Number of earlier questions in the same thread that it builds on."""

    masked: tuple[Masked, ...] = ()
    """Secrets that were removed from the question before it was kept."""

    material: Material = ()
    """Material of the question, read or not."""

    repeats: RunId | None = None
    """Earlier run that asked the same."""

    who_reveals: WhoReveals = "asker"
    votes_needed: int | None = None
    """Number of votes that closes the voting; None for no such number."""

    not_blind: bool = False
    """Whether the asker may recognise an answer by settings that they gave its member."""

    incomplete: bool = False
    """Whether a member could not take part in a stage, so that a retry may give a fuller result."""

    show_ranking: ShowRanking = "at_once"
    language: str = ""
    """Code of its thread's language; empty if nobody chose one."""

    tool_calls: int = 0
    """Number of tool calls behind responses and checked claims; 0 until names are public."""

    blind_votes: int = 0
    """Number of people who chose before they could see ranking or verdict."""

    @property
    def hides_result(self) -> bool:
        """Tell whether ranking and verdict are hidden from people who have not voted."""
        return self.show_ranking == "after_vote" and self.voting_open

    @property
    def is_being_revealed(self) -> bool:
        """Tell whether the vote has closed and the names are not out yet."""
        return self.status == "voting" and self.takes_votes and not self.voting_open

    def may_be_revealed_by(self, person: PersonId, *, may_configure: bool = False) -> bool:
        """Tell whether the settings let this person, who may manage the place, end the vote."""
        for_asker = self.who_reveals == "asker" and (may_configure or person == self.asker)
        return for_asker or self.who_reveals == "anyone"


def summarize(run: Run) -> RunSummary:
    """Return the run without anything that identifies a member."""
    shown = _shown(run)
    usage = shown.usage
    hides = run.settings.show_ranking == "after_vote" and run.is_voting_open
    absent = [outcome for outcome in run.outcomes if outcome.kind == "abstention"]
    return RunSummary(
        run_id=run.id,
        question=run.question.text,
        asker=run.question.asker.id,
        asker_name=run.question.asker.name,
        asked_at=run.asked_at,
        status=run.status,
        members=len(run.settings.roster.answering),
        quorum=run.settings.quorum,
        demo=run.settings.roster.is_demo,
        answered=len(run.outcomes) - len(absent),
        gaps=tuple(gap_of(abstention) for abstention in absent),
        reviewers=len(run.reviews),
        valid_reviews=sum(review.is_valid for review in run.reviews),
        aliases=run.slate.aliases if run.slate else (),
        top=run.ranking.winners if run.ranking and not hides else (),
        takes_votes=run.settings.vote_seconds > 0 and (run.slate is None or len(run.slate.responses) > 1),
        votes=len(run.ballots),
        blind_votes=len(run.blind_ballots),
        voting_open=run.is_voting_open,
        voting_closes_at=run.voting_closes_at,
        has_verdict=run.verdict is not None,
        ending=run.ending,
        cost=usage.cost,
        cost_is_estimate=usage.cost_is_estimate,
        cost_is_partial=shown.cost_is_partial,
        finished_at=run.finished_at,
        preset=run.settings.preset,
        template=run.question.template,
        earlier=len(run.question.earlier),
        masked=run.question.masked,
        material=run.material,
        repeats=run.question.repeats,
        who_reveals=run.settings.who_reveals,
        votes_needed=run.settings.votes_needed,
        not_blind=run.settings.not_blind,
        incomplete=run.is_incomplete,
        show_ranking=run.settings.show_ranking,
        language=run.settings.language,
        tool_calls=_tool_calls(run) if run.status == "revealed" else 0,
    )


def _tool_calls(run: Run) -> int:
    works = [outcome.work for outcome in run.outcomes if outcome.kind == "answer"]
    works += [review.work for review in run.reviews]
    return sum(len(work.uses) for work in works if work is not None)


def usage_shown(run: Run) -> Usage:
    """Return what was used so far as people may know it. While a run goes on, late answers do not count, because the
    cost of a single answer tells its author."""
    return _shown(run).usage


def _shown(run: Run) -> Run:
    return run if run.is_finished else replace(run, late=())


def gap_of(abstention: Abstention) -> Gap:
    """Return an abstention without anything that identifies its member; the failure's own sentence may name the
    provider."""
    failure = abstention.failure
    return Gap(reason=failure.reason, seconds=failure.latency, others=failure.others, rest=failure.rest)


def anonymous_reviews(run: Run) -> tuple[AnonymousReview, ...]:
    """Return each review under its reviewer's number, in the order of the numbers."""
    return tuple(
        AnonymousReview(
            number=review.number,
            reading=review.reading,
            text="\n\n".join(review.texts),
            gap=None if review.failure is None else gap_of(review.failure),
            shortened=review.shortened,
        )
        for review in sorted(run.reviews, key=lambda review: review.number)
    )
