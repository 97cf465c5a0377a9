"""Tests on ballots of real model reviewers with people's judgement beside them: the default against mean place."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean

import pytest

from council_core.aggregation import AGGREGATORS
from council_core.aggregation.agreement import tau_b
from council_core.aggregation.pairs import panel_of
from council_core.domain.ballot import Order, Preference
from tests.core.aggregation.panels import letters

DATA = Path(__file__).parents[4] / "shared" / "data" / "rankings_tuning.jsonl"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"{DATA.name} is not beside the repository")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question's reviews, and people's judgement of the answers."""

    ballots: tuple[tuple[float, ...], ...]
    authors: tuple[int | None, ...]
    gold: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """The fit of rankings to people's: the share of best answers found, and the mean tau-b."""

    best: float
    tau: float


Attack = Callable[[Item, int], Order]
"""(item, reviewer) -> the order of that reviewer instead."""


def order_of(scores: Sequence[float]) -> Order:
    names = letters(len(scores))
    return tuple(
        tuple(name for name, score in zip(names, scores, strict=True) if score == level)
        for level in sorted(set(scores), reverse=True)
    )


def reversed_ballot(item: Item, reviewer: int) -> Order:
    return order_of(item.ballots[reviewer])[::-1]


def reversed_truth(item: Item, reviewer: int) -> Order:
    return order_of(item.gold)[::-1]


@cache
def items() -> tuple[Item, ...]:
    rows = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    return tuple(
        Item(
            ballots=tuple(tuple(scores) for scores in row["ballots"]),
            authors=tuple(row["authors"]),
            gold=tuple(row["gold"]),
        )
        for row in rows
    )


def panels(attack: Attack | None) -> Iterator[tuple[Item, list[Preference]]]:
    """Yield every item unchanged, or once for each reviewer who turns hostile."""
    for item in items():
        names = letters(len(item.gold))
        for hostile in range(len(item.ballots)) if attack else [None]:
            yield (
                item,
                [
                    Preference(
                        judge=f"reviewer {at}",
                        order=attack(item, at) if attack and at == hostile else order_of(scores),
                        shown=names,
                        own=None if author is None else names[author],
                    )
                    for at, (scores, author) in enumerate(zip(item.ballots, item.authors, strict=True))
                ],
            )


@cache
def recovery(name: str, attack: Attack | None = None) -> Recovery:
    best: list[float] = []
    taus: list[float] = []
    for item, preferences in panels(attack):
        names = letters(len(item.gold))
        groups = AGGREGATORS[name](panel_of(names, preferences, 0.5), {}).groups
        found = {names[i]: -float(at) for at, group in enumerate(groups) for i in group}
        best.append(fmean(item.gold[i] == max(item.gold) for i in groups[0]))
        taus.append(tau_b(found, dict(zip(names, item.gold, strict=True))) or 0.0)
    return Recovery(best=fmean(best), tau=fmean(taus))


def test_without_a_hostile_reviewer_the_default_loses_nothing() -> None:
    default, plain = recovery("bradley_terry"), recovery("mean_place")

    # # One answer in 176 is 0.006: a smaller difference counts as none.
    assert default.best >= plain.best - 0.006
    assert default.tau >= plain.tau - 0.006


def test_one_reviewer_whose_ballot_is_reversed_harms_the_default_less() -> None:
    default, plain = recovery("bradley_terry", reversed_ballot), recovery("mean_place", reversed_ballot)

    assert default.tau > plain.tau + 0.015


def test_one_reviewer_who_knows_the_truth_and_reverses_it_harms_the_default_much_less() -> None:
    default, plain = recovery("bradley_terry", reversed_truth), recovery("mean_place", reversed_truth)

    assert default.best > plain.best + 0.1
    assert default.tau > plain.tau + 0.1
