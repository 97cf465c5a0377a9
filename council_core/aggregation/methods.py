"""Methods that turn a panel into an order, each a function `(Panel, Scores) -> Outcome` and a row of `AGGREGATORS`."""

from collections.abc import Sequence
from math import fsum

from council_core.aggregation.pairs import SAME, Aggregator, Outcome, Panel, Scores, by_score, split
from council_core.aggregation.posterior import SAME_STRENGTH, fit


def bradley_terry(panel: Panel, _scores: Scores) -> Outcome:
    """Reliability-aware Bradley-Terry: order by the strengths that explain all ballots best.

    A strength is a standard normal figure around 0; higher is better. The weights of judges are explained in
    `posterior.py`. Among honest reviewers this loses nothing, and one hostile reviewer among four to six deceives it
    much less often than mean place.
    """
    posterior = fit(panel)
    strengths = posterior.strengths
    groups = by_score(strengths, same=SAME_STRENGTH)
    shared = list(strengths)
    for group in groups:
        for i in group:
            shared[i] = fsum(strengths[k] for k in group) / len(group)
    return Outcome(groups=groups, scores=tuple(shared), weights=posterior.discriminations)


def borda(panel: Panel, scores: Scores) -> Outcome:
    """Borda count normalised by pairs: order by the mean share of votes over all opponents, 0 to 1.

    Ties are broken by mean overall, then by mean correctness.

    Shares are used because points summed over incomplete ballots reward being shown often. An opponent that was never
    compared with a response does not affect its mean; a response without any comparison gets 0.5.
    """
    shares = tuple(_share(panel, i) for i in range(len(panel.candidates)))
    groups = by_score(shares)
    for criterion in (0, 1):
        groups = tuple(part for group in groups for part in _by_criterion(panel, group, scores, criterion))
    return Outcome(groups=groups, scores=shares)


def _share(panel: Panel, i: int) -> float:
    opponents = [k for k in range(len(panel.candidates)) if k != i and panel.compared(i, k)]
    if not opponents:
        return 0.5
    return fsum(panel.wins[i][k] / panel.compared(i, k) for k in opponents) / len(opponents)


def _by_criterion(
    panel: Panel, group: Sequence[int], scores: Scores, criterion: int
) -> tuple[tuple[int, ...], ...]:
    """Break a tie, but only where all tied responses have the score, because a missing one is not a bad one."""
    known = {i: scores.get(panel.candidates[i], (None, None))[criterion] for i in group}
    column = [0.0] * len(panel.candidates)
    for i, score in known.items():
        if score is None:
            return (tuple(group),)
        column[i] = score
    return split(group, column)


def mean_place(panel: Panel, _scores: Scores) -> Outcome:
    """Order by mean place, 1 to the number of candidates; the score is that place, so lower is better.

    A judge's place for a response is 1 plus the number of responses above it, stretched to the whole slate where the
    judge saw a part; each counts by the comparisons behind it. With complete ballots this is the plain mean of
    places. A response that nobody compared gets the middle place.
    """
    span = len(panel.candidates) - 1
    rates = [panel.win_rate(i) for i in range(len(panel.candidates))]
    places = tuple(1 + span * (1 - (0.5 if rate is None else rate)) for rate in rates)
    return Outcome(groups=by_score([-place for place in places]), scores=places)


def copeland(panel: Panel, _scores: Scores) -> Outcome:
    """Copeland's rule: order by duels won, with half a point for a duel that is even or was never judged."""
    size = len(panel.candidates)
    points = tuple(fsum(_point(panel, i, k) for k in range(size) if k != i) for i in range(size))
    return Outcome(groups=by_score(points), scores=points)


def _point(panel: Panel, i: int, k: int) -> float:
    margin = panel.wins[i][k] - panel.wins[k][i]
    return 0.5 if abs(margin) <= SAME else float(margin > 0)


def schulze(panel: Panel, _scores: Scores) -> Outcome:
    """Schulze: order by beat-paths over margins; the score counts the other responses that are not above.

    A response beats another by the strongest chain of majorities between them (arXiv 1804.02973).

    Margins are used because with missing ballots a majority of two should not outweigh one of five. First come all
    responses that none beats, then all that only those beat, and so on; where the method leaves the order open there
    is a tie.
    """
    size = len(panel.candidates)
    strength = _strongest_paths(panel)
    left = set(range(size))
    groups: list[tuple[int, ...]] = []
    points = [0.0] * size
    while left:
        unbeaten = tuple(
            i for i in sorted(left) if all(strength[k][i] <= strength[i][k] + SAME for k in left)
        )
        for i in unbeaten:
            points[i] = float(len(left) - 1)
        groups.append(unbeaten)
        left.difference_update(unbeaten)
    return Outcome(groups=tuple(groups), scores=tuple(points))


def _strongest_paths(panel: Panel) -> list[list[float]]:
    """Return the widest path between each two, where a path is as wide as its narrowest margin (Floyd and
    Warshall)."""
    size = len(panel.candidates)
    strength = [[max(0.0, panel.wins[i][k] - panel.wins[k][i]) for k in range(size)] for i in range(size)]
    for via in range(size):
        for i in range(size):
            for k in range(size):
                if i != k:
                    through = min(strength[i][via], strength[via][k])
                    strength[i][k] = max(strength[i][k], through)
    return strength


AGGREGATORS: dict[str, Aggregator] = {
    "bradley_terry": bradley_terry,
    "borda": borda,
    "mean_place": mean_place,
    "copeland": copeland,
    "schulze": schulze,
}
