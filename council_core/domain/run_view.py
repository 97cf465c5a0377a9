"""A run as one viewer may see it now. The value does not contain what is hidden from the viewer."""

from dataclasses import dataclass
from datetime import datetime

from council_core.domain.answer import Usage
from council_core.domain.ballot import Order
from council_core.domain.claim import CheckedClaim
from council_core.domain.events import AnonymousReview
from council_core.domain.place import PersonId
from council_core.domain.question import Question
from council_core.domain.ranking import Ranking, Scoreboard
from council_core.domain.run import Run
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
    """Whether they asked to see ranking and verdict before voting, where both are hidden until then."""

    is_operator: bool = False
    """Whether the viewer has the database: after the reveal they see who cast each ballot, and the seed."""


EVERYBODY = Viewer()
"""The view that all readers of the run's thread share, for posts and exported files."""

OPERATOR = Viewer(is_operator=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """The verdict without its author."""

    text: str
    top: tuple[Alias, ...]
    critique: str
    points: Points = NO_POINTS
    foreign_links: tuple[str, ...] = ()
    """Links in it that no response held."""

    misquoted: tuple[str, ...] = ()
    """Quotations in it that are not in a source."""

    claims: tuple[CheckedClaim, ...] | None = None
    """Claims that reviewers checked against sources; None where the run asked for no check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRun:
    """A run whose names are sealed, because it is under way or was stopped. No field leads to a member; a test checks
    them. All its fields, and those of the values in it, are read by programs as JSON (`exports/json.py`)."""

    summary: RunSummary
    question: Question
    """The question without the platform's token, because its holder can speak for the bot."""

    rubric: str
    aggregation: str
    for_reviewers: ForReviewers
    """Part of each piece of material that reviewers get."""

    responses: tuple[Response, ...]
    """Responses in the order of their letters, which differs from the order of arrival."""

    reviews: tuple[AnonymousReview, ...]
    """Reviews in the order of the reviewers' numbers."""

    ranking: Ranking | None
    """The ranking; before the reveal only with the weights of judges under their numbers, because those of earlier
    versions carry member ids."""

    learned: int = 0
    """Number of reviewers whose weight follows from calibration or earlier votes."""

    scoreboard: Scoreboard | None = None
    """Mean scores by response and criterion, where the rubric has criteria."""

    verdict: VerdictView | None
    late: tuple[str, ...]
    """Answers that came after their stage, in order of arrival."""

    late_cited: tuple[Cited, ...] = ()
    """Sources of the late answers, in the same order."""

    voting_opened_at: datetime | None
    own_ballot: Order
    """The viewer's own choice; empty without one."""

    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRun(SealedRun):
    """A run with public names, or a failed run with nothing left to judge."""

    run: Run
    """The whole run, members included. Ballots and feedback have names and times for the operator alone."""

    def author(self, alias: Alias) -> str:
        """Return the name of the member behind a letter; empty where the run has no key."""
        return "" if self.run.key is None else self.named(self.run.key.member(alias))

    def named(self, member: str) -> str:
        """Return a member's name with its role; its id if the roster has no such member."""
        seats = self.run.settings.roster.everyone()
        return next((seat.label for seat in seats if seat.id == member), member)

    @property
    def chairman(self) -> str:
        """Return the name of the verdict's author; empty without a verdict."""
        return "" if self.run.verdict is None else self.named(self.run.verdict.chairman)

    @property
    def late_authors(self) -> tuple[str, ...]:
        """Return the authors of the late answers, in the same order."""
        return tuple(self.named(outcome.member) for outcome in self.run.late if outcome.kind == "answer")

    @property
    def reviewers(self) -> dict[int, str]:
        """Return the names of Reviewer 1, 2 … by number."""
        return {review.number: self.named(review.reviewer) for review in self.run.reviews}


RunView = SealedRun | OpenRun
