"""Learn from labelled pairs and a channel's past votes how far to trust each reviewer.

A reviewer starts from the result of `council calibrate` for its model under the run's rubric, or else as an ordinary
one. Votes count from the first pick; this starting point limits the effect of a few votes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from council_core.aggregation.reliability import Record, record_of
from council_core.domain.ballot import Ballot
from council_core.domain.calibration import Calibration, version_of
from council_core.domain.member import Member, MemberId
from council_core.domain.place import PersonId
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.stages.rank import preference_of

ENOUGH_VOTERS = 3
"""Number of voters from which a channel's votes count in full. Below it, each voter counts with one pick, and that for
a third. Otherwise one person could turn the ranking alone; a direct message never has more than one voter."""

PAST_RUNS = 200
"""Number of latest runs with votes that are read."""

NOTHING: Mapping[MemberId, Record] = MappingProxyType({})


def records(past: Sequence[Run]) -> dict[MemberId, Record]:
    """Return each reviewer's record over one channel's revealed runs, by member."""
    found: dict[MemberId, Record] = {}
    revealed = [_voted_blind(run) for run in past if run.status == "revealed"]
    voters = {ballot.voter for run in revealed for ballot in run.ballots}
    weight = 1.0 if len(voters) >= ENOUGH_VOTERS else 1 / ENOUGH_VOTERS
    for run, ballots in _counted(revealed):
        if run.key is None:
            continue
        for review in run.reviews:
            if not review.is_valid:
                continue
            preference = preference_of(review, run.key)
            for ballot in ballots:
                earlier = found.get(review.reviewer, Record())
                found[review.reviewer] = earlier + record_of(preference, ballot.order[0]).times(weight)
    return found


def _counted(past: Sequence[Run]) -> list[tuple[Run, list[Ballot]]]:
    """Return each run with the ballots that count. Nobody has more counting ballots than the third most eager voter has
    cast, so that nobody outvotes the rest by voting often; a voter's newest ballots count."""
    cast = Counter(ballot.voter for run in past for ballot in run.ballots)
    most = sorted(cast.values(), reverse=True)[ENOUGH_VOTERS - 1] if len(cast) >= ENOUGH_VOTERS else 1
    left: dict[PersonId, int] = dict.fromkeys(cast, most)
    counted: list[tuple[Run, list[Ballot]]] = []
    for run in past:
        ballots = [ballot for ballot in run.ballots if left[ballot.voter] > 0]
        for ballot in ballots:
            left[ballot.voter] -= 1
        counted.append((run, ballots))
    return counted


def _voted_blind(run: Run) -> Run:
    """Return the run with people's choices from before they could see the ranking. Its asker's ballot is left out if
    the asker could recognise members."""
    asker = run.question.asker.id if run.settings.not_blind else None
    return replace(run, ballots=tuple(ballot for ballot in run.blind_ballots if ballot.voter != asker))


def reliabilities(past: Sequence[Run], calibrated: Mapping[MemberId, Record] = NOTHING) -> dict[str, float]:
    """Return the reliability of each reviewer with a record.

    Args:
        past: The channel's latest runs with votes.
        calibrated: What labelled pairs showed of reviewers.
    """
    voted = records(past)
    known = {
        member: calibrated.get(member, Record()) + voted.get(member, Record())
        for member in {**calibrated, **voted}
    }
    return {member: round(record.reliability, 6) for member, record in known.items() if record.pairs > 0}


def calibrated_among(
    members: Sequence[Member], calibrations: Sequence[Calibration]
) -> dict[MemberId, Record]:
    """Return the results of labelled pairs for these members' models."""
    known = {each.version: each for each in calibrations}
    found = [(member.id, known.get(version_of(member))) for member in members]
    return {
        member: Record(agreed=each.agreed, pairs=each.pairs, picks=each.picks)
        for member, each in found
        if each is not None
    }


def trusted(reviews: Sequence[Review], learned: dict[str, float]) -> tuple[Review, ...]:
    """Return the reviews with the learned reliability of their reviewers."""
    return tuple(
        replace(review, reliability=learned[review.reviewer]) if review.reviewer in learned else review
        for review in reviews
    )
