"""A channel's past votes -> how far each reviewer is trusted; only where enough people cast enough of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from council_core.aggregation.reliability import Record, record_of
from council_core.domain.ballot import Ballot
from council_core.domain.member import MemberId
from council_core.domain.place import PersonId
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.stages.rank import preference_of

ENOUGH_PICKS = 20
"""People's picks that a reviewer's record needs before it counts: twenty labelled questions took a panel with
hostile reviewers from .54 to .80 (reference on ranking), and fewer are noise."""

ENOUGH_VOTERS = 3
"""People who must have voted before anything is learned: one alone could turn the ranking with votes of their own, and
a direct message never has more than one voter."""

PAST_RUNS = 200
"""How many of the latest runs with votes are looked at."""


def records(past: Sequence[Run]) -> dict[MemberId, Record]:
    """Each reviewer's record over one channel's runs whose names are out, by member."""
    found: dict[MemberId, Record] = {}
    for run, ballots in _counted([run for run in past if run.status == "revealed"]):
        if run.key is None:
            continue
        for review in run.reviews:
            if not review.is_valid:
                continue
            preference = preference_of(review, run.key)
            for ballot in ballots:
                earlier = found.get(review.reviewer, Record())
                found[review.reviewer] = earlier + record_of(preference, ballot.order[0])
    return found


def _counted(past: Sequence[Run]) -> list[tuple[Run, list[Ballot]]]:
    """Each run with the ballots that count: of every voter at most as many as the third most eager one has cast, the
    newest first, so that nobody outvotes the rest by voting often."""
    past = [_voted_blind(run) for run in past]
    cast = Counter(ballot.voter for run in past for ballot in run.ballots)
    most = sorted(cast.values(), reverse=True)[ENOUGH_VOTERS - 1] if len(cast) >= ENOUGH_VOTERS else 0
    left: dict[PersonId, int] = dict.fromkeys(cast, most)
    counted: list[tuple[Run, list[Ballot]]] = []
    for run in past:
        ballots = [ballot for ballot in run.ballots if left[ballot.voter] > 0]
        for ballot in ballots:
            left[ballot.voter] -= 1
        counted.append((run, ballots))
    return counted


def _voted_blind(run: Run) -> Run:
    """Return the run without its asker's ballot where the asker could recognise members."""
    if not run.settings.not_blind:
        return run
    asker = run.question.asker.id
    return replace(run, ballots=tuple(ballot for ballot in run.ballots if ballot.voter != asker))


def reliabilities(past: Sequence[Run]) -> dict[str, float]:
    """What past votes say about reviewers, for those about whom they say enough."""
    return {
        member: round(record.reliability, 6)
        for member, record in records(past).items()
        if record.picks >= ENOUGH_PICKS
    }


def trusted(reviews: Sequence[Review], learned: dict[str, float]) -> tuple[Review, ...]:
    """The reviews with what was learned about their reviewers."""
    return tuple(
        replace(review, reliability=learned[review.reviewer]) if review.reviewer in learned else review
        for review in reviews
    )
