"""A panel and an order over it -> the ranking that people see, with everything they are told about it."""

from collections.abc import Sequence
from itertools import combinations
from math import fsum

from council_core.aggregation.agreement import agreement_among
from council_core.aggregation.certainty import certainty_of, chances_of_best
from council_core.aggregation.outcome import Outcome
from council_core.aggregation.pairs import Panel
from council_core.aggregation.posterior import fit
from council_core.domain.ballot import Preference
from council_core.domain.ranking import Certainty, JudgeWeight, Pair, Standing
from council_core.domain.slate import Alias

_DIGITS = 9
"""Figures are rounded to this, so that another machine's exponential function shows the same ones."""


def how_sure(panel: Panel, outcome: Outcome) -> tuple[Certainty, tuple[float, ...] | None]:
    """How sure the panel is of the first place, and each response's chance to be its best.

    Both come from the Bradley-Terry posterior, whatever made the order: another aggregation's winner that the
    posterior does not put first is too close to call. Without a single comparison there is nothing to say.
    """
    if not any(judge.duels for judge in panel.judges):
        return "nothing", None
    chances = chances_of_best(fit(panel))
    return certainty_of(outcome.groups[0], chances), chances


def standings_of(
    panel: Panel, outcome: Outcome, chances: Sequence[float] | None, preferences: Sequence[Preference]
) -> tuple[Standing, ...]:
    """The lines of a ranking, best first; who is tied shares a place and the next ones are skipped."""
    firsts = {(preference.judge, alias) for preference in preferences for alias in _first(preference)}
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
                    first_places=sum(letter == alias for _, letter in firsts),
                )
            )
    return tuple(standings)


def pairs_of(panel: Panel) -> tuple[Pair, ...]:
    """Each two responses against each other, those nobody compared too."""
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
    """The mean weight of judgements behind a pair; None when there is no pair."""
    weights = [panel.compared(i, k) for i, k in combinations(range(len(panel.candidates)), 2)]
    return rounded(fsum(weights) / len(weights)) if weights else None


def judge_weights(panel: Panel, outcome: Outcome) -> tuple[JudgeWeight, ...]:
    """How much each judge counted; 1 for all where the aggregation does not weigh them."""
    weights = outcome.weights or (1.0,) * len(panel.judges)
    return tuple(
        JudgeWeight(judge=judge.name, weight=rounded(weight))
        for judge, weight in zip(panel.judges, weights, strict=True)
    )


def agreement_of(panel: Panel, preferences: Sequence[Preference]) -> float | None:
    """Kendall's W over the judges who saw everything."""
    return rounded_if_known(agreement_among(panel.candidates, preferences))


def rounded(figure: float) -> float:
    """To what people and other machines can share; never a negative zero."""
    return round(figure, _DIGITS) + 0.0


def rounded_if_known(figure: float | None) -> float | None:
    return None if figure is None else rounded(figure)


def _first(preference: Preference) -> tuple[Alias, ...]:
    return preference.order[0] if preference.order else ()
