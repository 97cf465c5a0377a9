"""One question's way through the council, with everything it has produced so far."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from council_core.domain.answer import Abstention, Outcome, Usage
from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.ending import Ending
from council_core.domain.material import Material
from council_core.domain.member import MemberId
from council_core.domain.place import Place
from council_core.domain.question import Question, RunId
from council_core.domain.ranking import Ranking
from council_core.domain.review import Review
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import Alias, AliasKey, Slate
from council_core.domain.verdict import Verdict

RunStatus = Literal[
    "asked", "answering", "reviewing", "synthesizing", "voting", "revealed", "failed", "cancelled"
]

UNFINISHED: tuple[RunStatus, ...] = ("asked", "answering", "reviewing", "synthesizing", "voting")
"""Statuses of a run that goes on, in order; a run never goes back."""

FINISHED: frozenset[RunStatus] = frozenset({"revealed", "failed", "cancelled"})

ANSWERED: tuple[RunStatus, ...] = ("voting", "revealed")
"""Statuses of a run that has its verdict, or whose verdict no model could write."""


def allowed_from(status: RunStatus) -> tuple[RunStatus, ...]:
    """Return the statuses that may precede this one: itself and earlier ones; a finished run never changes."""
    return UNFINISHED if status in FINISHED else UNFINISHED[: UNFINISHED.index(status) + 1]


FEWEST_BLIND = 3
"""People who voted blind, below which nothing is said about how far team and models agree: two people agree with
anything by chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The count of the team's ballots, made when the vote closes."""

    ballots: int
    ranking: Ranking | None
    """The team's own ranking; None without a ballot."""

    joint: Ranking | None
    """Members and blind ballots ranked together; None without a blind ballot. Earlier versions counted all ballots."""

    agreement: float | None
    """Kendall's tau-b between the models' ranking and that of the blind ballots, -1 to 1; None where one is missing, or
    fewer than three people voted blind."""

    blind: int | None = None
    """Number of voters before ranking and verdict were visible; None if an earlier version counted."""

    blind_ranking: Ranking | None = None
    """The ranking by the blind ballots alone."""

    @property
    def team(self) -> Ranking | None:
        """Return the ranking by blind ballots, the only one that may be compared with the models'."""
        return self.ranking if self.blind is None else self.blind_ranking

    @property
    def compared(self) -> Ranking | None:
        """Return the blind ranking if enough people voted blind for a figure of agreement; None otherwise."""
        blind = self.ballots if self.blind is None else self.blind
        return self.team if blind >= FEWEST_BLIND else None


def concluded_at(
    *, closes_at: datetime | None, vote_seconds: float, verdict: Verdict | None, ended_at: datetime
) -> datetime:
    """Return the time of the verdict. The vote window begins with the ranking, and the chairman's call follows it.

    Args:
        closes_at: End of the vote window; None without a vote.
        vote_seconds: Its length.
        verdict: The verdict with the duration of its call; that of a critique after it is not kept.
        ended_at: Time when the run ended, which is the time of the verdict where nobody could vote.
    """
    if closes_at is None:
        return ended_at
    return closes_at + timedelta(seconds=(verdict.reply.latency if verdict else 0.0) - vote_seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Describer:
    """A member that was asked to describe a picture for those that cannot see, and the cost of it."""

    member: MemberId
    gave: bool
    """Whether it gave a description."""

    usage: Usage
    readers: tuple[MemberId, ...] = ()
    """Members that answered by the description, since their models take no pictures."""

    is_early: bool = True
    """Whether it was written before any member was asked, and so given to all members. Otherwise only members that
    answer from it read it, and the later stages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stored run; stages fill its later fields as they end."""

    id: RunId
    question: Question
    settings: CouncilSettings
    seed: str
    """128 random bits in hex, from which letters, orders and nonces are drawn; never shown."""

    asked_at: datetime
    status: RunStatus = "asked"
    material: Material = ()
    """Material of the question, read or not."""

    describers: tuple[Describer, ...] = ()
    """Members that were asked to describe pictures; unknown to anybody before the reveal."""

    outcomes: tuple[Outcome, ...] = ()
    late: tuple[Outcome, ...] = ()
    """Answers that came after their stage had ended: shown, never ranked."""

    slate: Slate | None = None
    key: AliasKey | None = None
    reviews: tuple[Review, ...] = ()
    ranking: Ranking | None = None
    verdict: Verdict | None = None
    no_verdict: tuple[Abstention, ...] = ()
    """Failures of everybody in the chairman's line, when all failed."""

    voting_opened_at: datetime | None = None
    voting_closes_at: datetime | None = None
    """End of the vote window; set with the ranking."""

    voting_closed_at: datetime | None = None
    ballots: tuple[Ballot, ...] = ()
    tally: Tally | None = None
    finished_at: datetime | None = None
    ending: Ending | None = None
    """The reason why the run ended without a result."""

    thread: str | None = None
    """Thread with the run's stages, known once the card is posted; None before, and on platforms without threads."""

    feedback: tuple[Feedback, ...] = ()
    """Feedback on the verdict, the latest of each person."""

    def as_asked(self) -> "Run":
        """Return the run as it was asked, without any result: the story begins from this each time."""
        return Run(
            id=self.id, question=self.question, settings=self.settings, seed=self.seed, asked_at=self.asked_at
        )

    def alone(self) -> "Run":
        """Return the run for readers outside of its channel: without the earlier questions of its conversation, and
        without tool calls, which may have read its thread and its files."""
        return replace(
            self,
            question=replace(self.question, earlier=()),
            outcomes=_without_calls(self.outcomes),
            late=_without_calls(self.late),
            reviews=tuple(
                review if review.work is None else replace(review, work=review.work.without_calls())
                for review in self.reviews
            ),
        )

    def without_texts(self) -> "Run":
        """Return the run for statistics: its rankings, reviews and ballots, without any text."""
        return Run(
            id=self.id,
            question=Question.without_text(self.question.asker.id, self.question.place),
            settings=self.settings,
            seed="",
            asked_at=self.asked_at,
            status=self.status,
            key=self.key,
            reviews=tuple(review.without_texts() for review in self.reviews),
            ranking=self.ranking,
            ballots=self.ballots,
            tally=self.tally,
            feedback=self.feedback,
        )

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED

    @property
    def is_judged(self) -> bool:
        """Tell whether the reviews are in, with a ranking or without one."""
        return self.status not in ("asked", "answering", "reviewing")

    @property
    def concluded_at(self) -> datetime:
        """Return the time of the verdict of a run that has ended."""
        return concluded_at(
            closes_at=self.voting_closes_at,
            vote_seconds=self.settings.vote_seconds,
            verdict=self.verdict,
            ended_at=self.finished_at or self.asked_at,
        )

    @property
    def is_voting_open(self) -> bool:
        """Tell whether a ballot cast now counts."""
        return self.voting_opened_at is not None and self.voting_closed_at is None and not self.is_finished

    @property
    def blind_ballots(self) -> tuple[Ballot, ...]:
        """Return the ballots as people chose before they could see the models' ranking or the verdict."""
        ranked_at = None
        if self.voting_closes_at is not None:
            ranked_at = self.voting_closes_at - timedelta(seconds=self.settings.vote_seconds)
        found: list[Ballot] = []
        for ballot in self.ballots:
            if ballot.blind:
                found.append(replace(ballot, order=ballot.blind))
            elif ballot.blind is None and (ranked_at is None or ballot.cast_at <= ranked_at):
                found.append(ballot)
        return tuple(found)

    def votes_for(self, *aliases: Alias) -> tuple[int, int]:
        """Return the number of people who put one of these first, and of those who did so blind. Who changed their mind
        after they saw the ranking may count for one response in the first number and for another in the second."""
        votes = sum(ballot.first in aliases for ballot in self.ballots)
        return votes, sum(ballot.first in aliases for ballot in self.blind_ballots)

    @property
    def conversation(self) -> Place:
        """Return the place for the next question: the run's thread, or the place of its question without one."""
        place = self.question.place
        return replace(place, thread=self.thread or place.thread, origin=None)

    @property
    def is_incomplete(self) -> bool:
        """Tell whether a member could not take part in a stage."""
        passed_over = self.verdict.passed_over if self.verdict else self.no_verdict
        answerless = any(outcome.kind == "abstention" for outcome in self.outcomes)
        return answerless or any(review.failure for review in self.reviews) or bool(passed_over)

    @property
    def learned(self) -> int:
        """Return the number of reviewers whose weight follows from calibration or earlier votes."""
        return len({review.reviewer for review in self.reviews if review.reliability != 1.0})

    @property
    def usage(self) -> Usage:
        """Return the usage of everything that was paid for so far."""
        return Usage.total(self._paid())

    @property
    def cost_is_partial(self) -> bool:
        """Tell whether some calls have a known price and others have not, so that the run cost more than its usage
        says."""
        paid = self._paid()
        return any(each.cost is not None for each in paid) and any(each.is_unpriced for each in paid)

    def _paid(self) -> list[Usage]:
        late, outcomes = _usages(self.late), _usages(self.outcomes)
        if self.ending is not None and self.ending.paid is not None:
            return [self.ending.paid, *late]
        paid = [*outcomes, *late]
        paid += [each.usage for each in self.describers]
        paid += [review.usage for review in self.reviews]
        if self.verdict is not None:
            paid += [self.verdict.reply.usage, self.verdict.critique_usage]
            paid += [passed.failure.usage for passed in self.verdict.passed_over]
        return paid + [abstention.failure.usage for abstention in self.no_verdict]

    @property
    def is_priced(self) -> bool:
        """Tell whether the cost of each reply is known. Some servers count no tokens."""
        usages = [each.usage for each in self.outcomes if each.kind == "answer"]
        usages += [each.usage for each in self.reviews if each.failure is None]
        usages += [self.verdict.reply.usage] if self.verdict is not None else []
        return all(usage.cost is not None for usage in usages)


def _usages(outcomes: Iterable[Outcome]) -> list[Usage]:
    return [each.usage if each.kind == "answer" else each.failure.usage for each in outcomes]


def _without_calls(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    return tuple(each.without_calls() if each.kind == "answer" else each for each in outcomes)
