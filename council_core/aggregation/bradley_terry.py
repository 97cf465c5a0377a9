"""Reliability-aware Bradley-Terry (the default): order by the strengths that explain all ballots best."""

from math import fsum

from council_core.aggregation.outcome import Outcome, Scores, by_score
from council_core.aggregation.pairs import Panel
from council_core.aggregation.posterior import SAME_STRENGTH, fit


def bradley_terry(panel: Panel, _scores: Scores) -> Outcome:
    """Order by strength, a standard normal figure around 0; higher is better.

    The weights of judges are explained in `posterior.py`. Among honest reviewers this loses nothing, and one hostile
    reviewer among four to six deceives it much less often than mean place.
    """
    posterior = fit(panel)
    strengths = posterior.strengths
    groups = by_score(strengths, same=SAME_STRENGTH)
    shared = list(strengths)
    for group in groups:
        for i in group:
            shared[i] = fsum(strengths[k] for k in group) / len(group)
    return Outcome(groups=groups, scores=tuple(shared), weights=posterior.discriminations)
