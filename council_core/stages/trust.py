"""The team's past votes -> how far each reviewer is trusted; only where enough of them exist."""

from collections.abc import Sequence
from dataclasses import replace

from council_core.aggregation.reliability import Record, record_of
from council_core.domain.member import MemberId
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.stages.rank import preference_of

ENOUGH_PICKS = 20
"""People's picks that a reviewer's record needs before it counts: twenty labelled questions took a panel with
hostile reviewers from .54 to .80 (reference on ranking), and fewer are noise."""

PAST_RUNS = 200
"""How many of the latest runs with votes are looked at."""


def records(past: Sequence[Run]) -> dict[MemberId, Record]:
    """Each reviewer's record over runs whose names are out, by member."""
    found: dict[MemberId, Record] = {}
    for run in past:
        if run.key is None or run.status != "revealed":
            continue
        for review in run.reviews:
            if not review.is_valid:
                continue
            preference = preference_of(review, run.key)
            for ballot in run.ballots:
                earlier = found.get(review.reviewer, Record())
                found[review.reviewer] = earlier + record_of(preference, ballot.order[0])
    return found


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
