"""Table of aggregations, which turn preferences into a ranking.

A new one is a file with a function `(Panel, Scores) -> Outcome` and two lines here.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from types import MappingProxyType

from council_core.aggregation.borda import borda
from council_core.aggregation.bradley_terry import bradley_terry
from council_core.aggregation.copeland import copeland
from council_core.aggregation.mean_place import mean_place
from council_core.aggregation.outcome import Aggregator, Outcome, Scores
from council_core.aggregation.pairs import Panel, panel_of
from council_core.aggregation.schulze import schulze
from council_core.aggregation.standings import (
    how_sure,
    judge_weights,
    pair_agreement,
    pairs_of,
    standings_of,
    votes_per_pair,
)
from council_core.domain.ballot import Order, Preference
from council_core.domain.ranking import OWN_WEIGHTS, OwnAnswer, Ranking
from council_core.domain.slate import Alias
from council_core.errors import UnknownChoice

__all__ = [
    "AGGREGATORS",
    "DEFAULT_AGGREGATION",
    "Aggregator",
    "Outcome",
    "Panel",
    "Scores",
    "aggregate",
    "order_of",
]

AGGREGATORS: dict[str, Aggregator] = {
    "bradley_terry": bradley_terry,
    "borda": borda,
    "mean_place": mean_place,
    "copeland": copeland,
    "schulze": schulze,
}

DEFAULT_AGGREGATION = "bradley_terry"

_NO_SCORES: Scores = MappingProxyType({})


def aggregate(
    name: str,
    candidates: Sequence[Alias],
    preferences: Sequence[Preference],
    *,
    own_answer: OwnAnswer | float = "half",
    scores: Mapping[Alias, tuple[float | None, float | None]] = _NO_SCORES,
) -> Ranking:
    """Combine many orders into one ranking; the result is the same to the bit in any order of judges and candidates.

    Args:
        name: A key of `AGGREGATORS`.
        candidates: All letters to rank; others in the preferences are ignored.
        preferences: One or more per judge; several of one judge (both orders) share its one voice.
        own_answer: Weight of a judge's comparisons with its own answer: a word, or a figure from 0 to 1.
        scores: Mean overall and mean correctness per letter, higher is better; only Borda's ties need them.

    Raises:
        UnknownChoice: The aggregation or the own-answer weight does not exist.
    """
    word, weight = _own_answer(own_answer)
    panel = panel_of(candidates, preferences, weight)
    outcome = _aggregator(name)(panel, scores)
    certainty, chances = how_sure(panel, outcome)
    return Ranking(
        aggregation=name,
        own_answer=word,
        own_weight=None if weight == OWN_WEIGHTS[word] else weight,
        standings=standings_of(panel, outcome, chances, preferences, own_counts=weight > 0),
        certainty=certainty,
        preferences=len(panel.judges),
        pairs=pairs_of(panel),
        judge_weights=judge_weights(panel, outcome),
        pair_agreement=pair_agreement(panel),
        votes_per_pair=votes_per_pair(panel),
    )


def order_of(
    name: str,
    candidates: Sequence[Alias],
    preferences: Sequence[Preference],
    *,
    own_answer: OwnAnswer | float,
) -> Order:
    """Rank the candidates as `aggregate` does, best first, without the certainty, which takes most of its time. Raises
    UnknownChoice."""
    panel = panel_of(candidates, preferences, _own_answer(own_answer)[1])
    outcome = _aggregator(name)(panel, _NO_SCORES)
    return tuple(tuple(panel.candidates[i] for i in group) for group in outcome.groups)


def _aggregator(name: str) -> Aggregator:
    if name not in AGGREGATORS:
        raise UnknownChoice("aggregation", name, sorted(AGGREGATORS))
    return AGGREGATORS[name]


def _own_answer(given: OwnAnswer | float) -> tuple[OwnAnswer, float]:
    """Return the word and its weight; for a figure in between, the nearest word."""
    if isinstance(given, str):
        if given not in OWN_WEIGHTS:
            raise UnknownChoice("own_weight", given, [*OWN_WEIGHTS, "0 to 1"])
        return given, OWN_WEIGHTS[given]
    if not (isfinite(given) and 0 <= given <= 1):
        raise UnknownChoice("own_weight", str(given), [*OWN_WEIGHTS, "0 to 1"])
    return min(OWN_WEIGHTS, key=lambda word: abs(OWN_WEIGHTS[word] - given)), float(given)
