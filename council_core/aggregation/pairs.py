"""Read preferences as a panel: each judge's verdicts on pairs of responses, with one voice per judge.

All aggregations work on pairs, because pairs stay fair when ballots are incomplete. A response that was shown and not
listed lost to all listed ones; one that was not shown took part in no comparison.

Sums in this package go through `math.fsum`, which rounds once and so does not depend on the order of its terms (where
that costs too much, `certainty.py` finds an order free of names). So renaming judges or responses, or passing them in
another order, changes no bit.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum
from typing import NamedTuple

from council_core.aggregation.reliability import LEAST, MOST
from council_core.domain.ballot import Preference
from council_core.domain.slate import Alias


class Duel(NamedTuple):
    """One judge's verdict on two responses, as indices into `Panel.candidates`; `first` < `second`."""

    first: int
    second: int
    wins_first: float
    wins_second: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """All verdicts of one judge."""

    name: str
    reliability: float
    duels: tuple[Duel, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Input of an aggregation."""

    candidates: tuple[Alias, ...]
    """Candidates in the order of their letters."""

    judges: tuple[Judge, ...]
    """Judges in the order of their names."""

    wins: tuple[tuple[float, ...], ...]
    """`wins[i][k]`: weighted comparisons in which i was preferred to k, ties half."""

    def compared(self, i: int, k: int) -> float:
        """Return the weight of all comparisons of i with k."""
        return self.wins[i][k] + self.wins[k][i]

    def win_rate(self, i: int) -> float | None:
        """Return the share of i's comparisons that it won, 0 to 1; None when there was none."""
        others = [k for k in range(len(self.candidates)) if k != i]
        total = fsum(self.compared(i, k) for k in others)
        return fsum(self.wins[i][k] for k in others) / total if total else None


def letter_order(alias: Alias) -> tuple[int, str]:
    """Return a sort key that puts A … Z before AA."""
    return (len(alias), alias)


def panel_of(candidates: Iterable[Alias], preferences: Iterable[Preference], own_weight: float) -> Panel:
    """Read preferences as weighted pairs.

    A judge with several preferences (both orders of the slate) shares one voice between them. Letters that are not
    candidates are ignored. Pairs with the judge's own answer weigh `own_weight`, from 0 to 1. Reliabilities are
    limited to the range that records can show.
    """
    letters = tuple(sorted(set(candidates), key=letter_order))
    index = {alias: i for i, alias in enumerate(letters)}
    by_judge: defaultdict[str, list[Preference]] = defaultdict(list)
    for preference in preferences:
        by_judge[preference.judge].append(preference)
    judges = tuple(_judge(name, by_judge[name], index, own_weight) for name in sorted(by_judge))
    return Panel(candidates=letters, judges=judges, wins=_wins(len(letters), judges))


def _judge(name: str, orders: Sequence[Preference], index: Mapping[Alias, int], own_weight: float) -> Judge:
    words = [_words(preference, index, own_weight, 1 / len(orders)) for preference in orders]
    said = words[0] if len(words) == 1 else _together(words)
    reliability = fsum(order.reliability for order in orders) / len(orders)
    return Judge(
        name=name,
        reliability=min(MOST, max(LEAST, reliability)),
        duels=tuple(Duel(i, k, won, lost) for (i, k), (won, lost) in sorted(said.items())),
    )


def _words(
    preference: Preference, index: Mapping[Alias, int], own_weight: float, share: float
) -> dict[tuple[int, int], tuple[float, float]]:
    """Return the weights that one order gives each pair: first preferred, second preferred."""
    levels = sorted(
        (index[alias], level)
        for level, group in enumerate(preference.groups)
        for alias in group
        if alias in index
    )
    own = index.get(preference.own, -1) if preference.own is not None else -1
    words: dict[tuple[int, int], tuple[float, float]] = {}
    for (i, above), (k, below) in combinations(levels, 2):
        weight = share * own_weight if own in (i, k) else share
        if weight > 0:
            even = weight / 2
            words[i, k] = (
                (even, even) if above == below else (weight, 0.0) if above < below else (0.0, weight)
            )
    return words


def _together(
    words: Sequence[Mapping[tuple[int, int], tuple[float, float]]],
) -> dict[tuple[int, int], tuple[float, float]]:
    pairs = {pair for word in words for pair in word}
    found = {pair: [word[pair] for word in words if pair in word] for pair in pairs}
    return {
        pair: (fsum(won for won, _ in both), fsum(lost for _, lost in both)) for pair, both in found.items()
    }


def _wins(size: int, judges: Sequence[Judge]) -> tuple[tuple[float, ...], ...]:
    words: list[list[list[float]]] = [[[] for _ in range(size)] for _ in range(size)]
    for judge in judges:
        for i, k, won, lost in judge.duels:
            words[i][k].append(won)
            words[k][i].append(lost)
    return tuple(tuple(fsum(cell) for cell in row) for row in words)
