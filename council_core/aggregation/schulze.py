"""Schulze: a response beats another by the strongest chain of majorities between them (arXiv 1804.02973)."""

from council_core.aggregation.outcome import SAME, Outcome, Scores
from council_core.aggregation.pairs import Panel


def schulze(panel: Panel, _scores: Scores) -> Outcome:
    """Order by beat-paths over margins; the score counts the other responses that are not above.

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
