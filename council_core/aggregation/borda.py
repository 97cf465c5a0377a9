"""Borda count normalised by pairs: a response gets its share of the votes against each other one."""

from collections.abc import Sequence
from math import fsum

from council_core.aggregation.outcome import Outcome, Scores, by_score, split
from council_core.aggregation.pairs import Panel


def borda(panel: Panel, scores: Scores) -> Outcome:
    """Order by the mean share of votes over all opponents, 0 to 1; ties by mean overall, then mean correctness.

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
