"""Build the ranking that people see from a panel and an order over it."""

from collections.abc import Sequence
from itertools import combinations
from math import fsum

from council_core.aggregation.agreement import pair_agreement_of
from council_core.aggregation.certainty import certainty_of, chances_of_best
from council_core.aggregation.dice import chance_of_dice
from council_core.aggregation.outcome import Outcome
from council_core.aggregation.pairs import Panel
from council_core.aggregation.posterior import fit
from council_core.domain.ballot import Preference
from council_core.domain.ranking import Certainty, JudgeWeight, Pair, Standing
from council_core.domain.slate import Alias

DICE = 0.09
"""Largest chance of agreement by dice at which a panel's first place may be called clear.

Three dice put the same one of three responses first in 1 of 9 panels, four dice the same of two in 1 of 8.
"""

_DIGITS = 9
"""Decimals of figures, so that another machine's exponential function shows the same ones."""


def how_sure(panel: Panel, outcome: Outcome) -> tuple[Certainty, tuple[float, ...] | None]:
    """Return how sure the panel is of the first place, and each response's chance to be its best.

    Both come from the Bradley-Terry posterior for every aggregation: a winner of another aggregation that the
    posterior does not put first is too close to call. Without a single comparison both are unknown.
    """
    if not any(judge.duels for judge in panel.judges):
        return "nothing", None
    chances = chances_of_best(fit(panel))
    certainty = certainty_of(outcome.groups[0], chances)
    if certainty == "clear" and chance_of_dice(panel, outcome.groups[0][0]) > DICE:
        certainty = "leaning"
    return certainty, chances


def standings_of(
    panel: Panel,
    outcome: Outcome,
    chances: Sequence[float] | None,
    preferences: Sequence[Preference],
    *,
    own_counts: bool,
) -> tuple[Standing, ...]:
    """Return the lines of a ranking, best first; tied responses share a place and the next places are skipped.

    Args:
        panel: The judges' comparisons.
        outcome: The order.
        chances: Each response's chance to be the panel's best, where it is known.
        preferences: The judges' orders.
        own_counts: Whether a judge's own answer counts; else its first place is the best of the others.
    """
    firsts = {
        (preference.judge, alias, alias == preference.own)
        for preference in preferences
        for alias in _first(preference, own_counts=own_counts)
    }
    ranked = {
        (preference.judge, alias)
        for preference in preferences
        for alias in preference.shown
        if own_counts or alias != preference.own
    }
    standings: list[Standing] = []
    for group in outcome.groups:
        place = len(standings) + 1
        for i in group:
            alias = panel.candidates[i]
            standings.append(
                Standing(
                    alias=alias,
                    place=place,
                    score=rounded(outcome.scores[i]),
                    win_rate=rounded_if_known(panel.win_rate(i)),
                    p_best=rounded(chances[i]) if chances else None,
                    first_places=sum(letter == alias for _, letter, _ in firsts),
                    own_first=any(letter == alias and is_own for _, letter, is_own in firsts),
                    ballots=sum(letter == alias for _, letter in ranked),
                )
            )
    return tuple(standings)


def pairs_of(panel: Panel) -> tuple[Pair, ...]:
    """Return every two responses against each other, also those that nobody compared."""
    return tuple(
        Pair(
            a=panel.candidates[i],
            b=panel.candidates[k],
            wins_a=rounded(panel.wins[i][k]),
            wins_b=rounded(panel.wins[k][i]),
        )
        for i, k in combinations(range(len(panel.candidates)), 2)
    )


def votes_per_pair(panel: Panel) -> float | None:
    """Return the mean weight of judgements behind a pair; None when there is no pair."""
    weights = [panel.compared(i, k) for i, k in combinations(range(len(panel.candidates)), 2)]
    return rounded(fsum(weights) / len(weights)) if weights else None


def judge_weights(panel: Panel, outcome: Outcome) -> tuple[JudgeWeight, ...]:
    """Return the weight of each judge; 1 for all where the aggregation does not weigh them."""
    weights = outcome.weights or (1.0,) * len(panel.judges)
    return tuple(
        JudgeWeight(judge=judge.name, weight=rounded(weight))
        for judge, weight in zip(panel.judges, weights, strict=True)
    )


def pair_agreement(panel: Panel) -> float | None:
    """Return how often two random judges order two responses alike."""
    return rounded_if_known(pair_agreement_of(panel))


def rounded(figure: float) -> float:
    """Round a figure so that all machines show the same one; never return a negative zero."""
    return round(figure, _DIGITS) + 0.0


def rounded_if_known(figure: float | None) -> float | None:
    return None if figure is None else rounded(figure)


def _first(preference: Preference, *, own_counts: bool) -> tuple[Alias, ...]:
    """Return the responses that a judge puts first, its own one aside where that does not count."""
    if not preference.order:
        return ()
    groups = (
        tuple(alias for alias in group if own_counts or alias != preference.own)
        for group in preference.groups
    )
    return next(filter(None, groups), ())
