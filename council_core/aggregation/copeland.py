"""Copeland's rule: a response gets one point for each response that a majority ranks below it."""

from math import fsum

from council_core.aggregation.outcome import SAME, Outcome, Scores, by_score
from council_core.aggregation.pairs import Panel


def copeland(panel: Panel, _scores: Scores) -> Outcome:
    """Order by duels won, with half a point for a duel that is even or was never judged."""
    size = len(panel.candidates)
    points = tuple(fsum(_point(panel, i, k) for k in range(size) if k != i) for i in range(size))
    return Outcome(groups=by_score(points), scores=points)


def _point(panel: Panel, i: int, k: int) -> float:
    margin = panel.wins[i][k] - panel.wins[k][i]
    return 0.5 if abs(margin) <= SAME else float(margin > 0)
