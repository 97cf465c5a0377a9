"""A run as one viewer may see it now. What is hidden from the viewer is not in the value."""

from dataclasses import dataclass
from datetime import datetime

from council_core.domain.answer import Usage
from council_core.domain.ballot import Order
from council_core.domain.claim import CheckedClaim
from council_core.domain.events import AnonymousReview
from council_core.domain.place import PersonId
from council_core.domain.question import Question
from council_core.domain.ranking import Ranking
from council_core.domain.run import Run
from council_core.domain.scoreboard import Scoreboard
from council_core.domain.settings import ForReviewers
from council_core.domain.slate import Alias, Cited, Response
from council_core.domain.summary import RunSummary
from council_core.domain.verdict import NO_POINTS, Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The reader of a run."""

    person: PersonId | None = None
    """A person on the run's platform, who also sees their own ballot; None for everybody at once."""

    sees_result: bool = False
    """Whether they asked to see ranking and verdict before they vote, where those are kept from them until then."""

    is_operator: bool = False
    """Holds the database: once names are out, sees whose each ballot is, and the seed."""


EVERYBODY = Viewer()
"""All who may read the run's thread: for posts and exported files."""

OPERATOR = Viewer(is_operator=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """The verdict without its author."""

    text: str
    top: tuple[Alias, ...]
    critique: str
    points: Points = NO_POINTS
    foreign_links: tuple[str, ...] = ()
    """Links in it that no response had."""

    misquoted: tuple[str, ...] = ()
    """Quotations in it that are not in a source."""

    claims: tuple[CheckedClaim, ...] | None = None
    """Claims that reviewers checked against sources; None where they were not to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRun:
    """A run whose names are sealed: it is under way, or was stopped. No field reaches a member; a test walks them."""

    summary: RunSummary
    question: Question
    """Without the platform's token, which lets its holder speak for the bot."""

    rubric: str
    aggregation: str
    for_reviewers: ForReviewers
    """Share of each piece of material that the reviewers are given."""

    responses: tuple[Response, ...]
    """In the order of their letters, which is not that of arrival."""

    reviews: tuple[AnonymousReview, ...]
    """In the order of the reviewers' numbers."""

    ranking: Ranking | None
    """Before the reveal without the weights of its judges, who are there under their ids."""

    scoreboard: Scoreboard | None = None
    """Mean scores by response and criterion, where the rubric has criteria."""

    verdict: VerdictView | None
    late: tuple[str, ...]
    """Answers that came after their stage, in the order in which they came."""

    late_cited: tuple[Cited, ...] = ()
    """Their sources, in the same order."""

    voting_opened_at: datetime | None
    own_ballot: Order
    """The viewer's own choice; empty without one."""

    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRun(SealedRun):
    """A run whose names are out, or which failed and has nothing left to be judged."""

    run: Run
    """All of the run, members included. People's ballots and feedback are without their names and times, but for the
    operator."""

    def author(self, alias: Alias) -> str:
        """The name of the member behind a letter; empty where the run has no key."""
        return "" if self.run.key is None else self.named(self.run.key.member(alias))

    def named(self, member: str) -> str:
        """The name of a member, with its role; the id itself where the roster has no such member."""
        seats = self.run.settings.roster.everyone()
        return next((seat.label for seat in seats if seat.id == member), member)

    @property
    def chairman(self) -> str:
        """The name of the verdict's author; empty without a verdict."""
        return "" if self.run.verdict is None else self.named(self.run.verdict.chairman)

    @property
    def late_authors(self) -> tuple[str, ...]:
        """The authors of the late answers, in the same order."""
        return tuple(self.named(outcome.member) for outcome in self.run.late if outcome.kind == "answer")

    @property
    def reviewers(self) -> dict[int, str]:
        """The names of Reviewer 1, 2 …"""
        return {review.number: self.named(review.reviewer) for review in self.run.reviews}


RunView = SealedRun | OpenRun
