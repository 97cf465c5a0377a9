"""Report how often each way finds a right answer, and whether the council beats its best member.

A way is the council, one member alone, a plain majority, or another aggregation. A way scores 1 if its first place is
right, and a share if the first place is tied. The best member is chosen after the fact, which flatters it: a council
that beats it is better than any choice of one member. A council that does not may still beat a choice made beforehand,
which the rows with labels show.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from random import Random
from typing import Literal, TypeVar, cast

from council_core.aggregation import AGGREGATORS, DEFAULT_AGGREGATION, aggregate, order_of
from council_core.aggregation.reliability import Record, record_of
from council_core.domain.ranking import Certainty
from council_core.domain.slate import Alias
from council_core.evaluation.intervals import Mean, mean_of, share_of
from council_core.evaluation.items import Item
from council_core.positions import grouped

T = TypeVar("T")

CERTAINTIES: tuple[Certainty, ...] = ("clear", "leaning", "too_close")

DRAWS = 10
"""Number of random draws of labelled items to learn from; each item is scored by the draws that do not contain it."""


WayKind = Literal[
    "council",
    "calibrated",
    "judge",
    "author",
    "average",
    "majority",
    "positions",
    "aggregation",
    "best_labelled",
]
"""`calibrated`: the council with reliabilities from labelled items; `best_labelled`: the member who did best on these;
`judge`: one member as the only judge; `author`: always the answer of one."""

Outcome = Literal["wins", "loses", "unclear"]
"""Whether the council beats its best member."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Way:
    """One way to find an answer."""

    kind: WayKind
    name: str = ""
    """Name of the member or aggregation; empty where there is only one of the kind."""


COUNCIL = Way(kind="council")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The council beside its best single member, on the items that the member judged."""

    outcome: Outcome
    best: "Row"
    lead: Mean
    """Lead of the council over the best member."""

    @property
    def council(self) -> float:
        """Return the council's share of right answers on these items."""
        return self.best.right.mean + self.lead.mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One way and its share of right answers."""

    way: Way
    right: Mean
    better: Mean | None
    """Lead of the council over this way on the same items; None for the council itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result of evaluating a file of items."""

    items: int
    skipped: int
    """Number of items without judgements, or without a right answer among their answers."""

    rows: tuple[Row, ...]
    """The council first; none without items."""

    certainty: tuple[tuple[Certainty, Mean], ...]
    """Share of right first places for each word of certainty; `items` counts its uses."""

    labels: int
    """Number of labelled items that the trained rows learned from; 0 for none."""

    cost: float | None
    """Cost of all items in US dollars, also of skipped ones; None if no cost is known."""

    comparison: Comparison | None
    """None where there is no member to compare the council with."""


Told = Callable[[int, int], object]
"""Hears how many of how many rankings are done."""


def evaluate(
    items: Iterable[Item], *, own_answer: float = 0.5, labels: int = 0, told: Told = lambda _done, _of: None
) -> Report:
    """Score every way on the items that can be scored.

    Args:
        items: Items with judgements and a right answer.
        own_answer: Weight of a judge's comparisons with its own answer.
        labels: Number of labelled items from which reliabilities are learned, drawn ten times; 0 leaves the trained
            rows out.
        told: Hears of the progress.
    """
    count, usable, costs = 0, list[Item](), list[float]()
    positions: list[float | None] = []
    kept: dict[object, object] = {}
    for item in items:
        count += 1
        costs += [] if item.cost is None else [item.cost]
        best = item.best
        if item.judgements and 0 < len(best) < len(item.names):
            usable.append(_lean(item, best, kept))
            positions.append(_by_positions(item, best))
    if labels and len(usable) < 2 * labels:
        labels = 0
    council: list[float] = []
    certainties: list[Certainty] = []
    ways: dict[Way, list[float | None]] = {
        Way(kind="aggregation", name=name): [] for name in AGGREGATORS if name != DEFAULT_AGGREGATION
    }
    rounds = 1 + (DRAWS if labels else 0)
    for at, item in enumerate(usable, start=1):
        ranking = aggregate(DEFAULT_AGGREGATION, item.names, item.preferences(), own_answer=own_answer)
        council.append(_hit(ranking.first_by_ballots, item))
        certainties.append(ranking.certainty)
        for way, hits in ways.items():
            hits.append(_hit(_first(item, way.name, own_answer, {}), item))
        told(at, rounds * len(usable))
    ways[Way(kind="majority")] = [_hit(_plurality(item), item) for item in usable]
    ways[Way(kind="positions")] = positions
    members = _members(usable)
    ways |= members
    ways[Way(kind="average")] = [_mean([hits[at] for hits in members.values()]) for at in range(len(usable))]
    ways |= _trained(usable, labels, own_answer, members, told)
    rows = [Row(way=COUNCIL, right=mean_of(council), better=None)] if usable else []
    rows += [_row(way, hits, council) for way, hits in ways.items() if any(hit is not None for hit in hits)]
    ordered = tuple(sorted(rows, key=lambda row: (row.way != COUNCIL, -row.right.mean)))
    return Report(
        items=len(usable),
        skipped=count - len(usable),
        rows=ordered,
        certainty=_calibration(certainties, council),
        labels=labels,
        cost=fsum(costs) if costs else None,
        comparison=_comparison(ordered, set(members)),
    )


def _lean(item: Item, best: frozenset[Alias], kept: dict[object, object]) -> Item:
    """Return the item without its texts, so that a large file takes little memory. Equal parts are kept once."""

    def shared(value: T) -> T:
        return cast("T", kept.setdefault(value, value))

    return Item(
        id="",
        answers=shared(tuple((name, "") for name in item.names)),
        authors=shared(item.authors),
        judgements=shared(tuple(map(shared, item.judgements))),
        gold=shared(tuple((name, float(name in best)) for name in item.names)),
    )


def _first(item: Item, name: str, own_answer: float, reliabilities: Mapping[str, float]) -> tuple[Alias, ...]:
    return order_of(name, item.names, item.preferences(reliabilities), own_answer=own_answer)[0]


def _hit(first: Sequence[Alias], item: Item) -> float:
    return len(set(first) & item.best) / len(first) if first else 0.0


def _plurality(item: Item) -> tuple[Alias, ...]:
    """Return the answers that most judges put first, each with a share if they tie."""
    votes: Counter[Alias] = Counter()
    each = Counter(judgement.judge for judgement in item.judgements)
    shares: dict[Alias, float] = {}
    for judgement in item.judgements:
        for name in judgement.order[0]:
            votes[name] += 1
            shares[name] = shares.get(name, 0.0) + 1 / each[judgement.judge] / len(judgement.order[0])
    most = max(shares.values(), default=0.0)
    return tuple(name for name, share in sorted(shares.items()) if abs(share - most) < 1e-9)


def _by_positions(item: Item, best: frozenset[Alias]) -> float | None:
    """Return 1 if the most common position is right, 0 if not, or a share for a tie; None if fewer than two answers
    take a position."""
    held = grouped(item.positions)
    if sum(len(group.holders) for group in held) < 2:
        return None
    leading = [group for group in held if len(group.holders) == len(held[0].holders)]
    return fsum(bool(set(group.holders) & best) for group in leading) / len(leading)


def _members(items: Sequence[Item]) -> dict[Way, list[float | None]]:
    """Return the hits of each judge as the only one, and of each author whose answer is always taken."""
    judges = sorted({each.judge for item in items for each in item.judgements})
    authors = sorted({author for item in items for _, author in item.authors})
    ways: dict[Way, list[float | None]] = {Way(kind="judge", name=judge): [] for judge in judges}
    ways |= {Way(kind="author", name=author): [] for author in authors}
    for item in items:
        for judge in judges:
            own = tuple(each for each in item.preferences() if each.judge == judge)
            first = order_of("mean_place", item.names, own, own_answer=1.0)[0] if own else None
            ways[Way(kind="judge", name=judge)].append(_hit(first, item) if first else None)
        for author in authors:
            written = [float(name in item.best) for name, wrote in item.authors if wrote == author]
            ways[Way(kind="author", name=author)].append(_mean(written))
    return ways


def _trained(
    items: Sequence[Item],
    labels: int,
    own_answer: float,
    members: Mapping[Way, Sequence[float | None]],
    told: Told,
) -> dict[Way, list[float | None]]:
    """Return the hits of the council with reliabilities learned from so many labelled items, and of the member who did
    best on these items."""
    if not labels:
        return {}
    council: list[list[float]] = [[] for _ in items]
    chosen: list[list[float | None]] = [[] for _ in items]
    for draw in range(DRAWS):
        learned = set(Random(f"labels {labels} {draw}").sample(range(len(items)), labels))
        reliabilities = learned_from(items[at] for at in sorted(learned))
        best = max(members, key=lambda way: (_mean([members[way][at] for at in learned]) or 0.0, way))
        for at, item in enumerate(items):
            if at not in learned:
                council[at].append(_hit(_first(item, DEFAULT_AGGREGATION, own_answer, reliabilities), item))
                chosen[at].append(members[best][at])
            told((1 + draw) * len(items) + at + 1, (1 + DRAWS) * len(items))
    return {
        Way(kind="calibrated"): [_mean(hits) for hits in council],
        Way(kind="best_labelled"): [_mean(hits) for hits in chosen],
    }


def records_from(items: Iterable[Item]) -> dict[str, Record]:
    """Return each judge's record: how often its orders agree with the right one."""
    found: dict[str, Record] = {}
    for item in items:
        for preference in item.preferences():
            record = record_of(preference, item.best)
            found[preference.judge] = found.get(preference.judge, Record()) + record
    return found


def learned_from(items: Iterable[Item]) -> dict[str, float]:
    """Return the reliability of each judge, learned from labelled items."""
    return {judge: record.reliability for judge, record in records_from(items).items()}


def _mean(figures: Sequence[float | None]) -> float | None:
    known = [figure for figure in figures if figure is not None]
    return fsum(known) / len(known) if known else None


def _row(way: Way, hits: Sequence[float | None], council: Sequence[float]) -> Row:
    pairs = [(hit, ours) for hit, ours in zip(hits, council, strict=True) if hit is not None]
    return Row(
        way=way,
        right=mean_of([hit for hit, _ in pairs]),
        better=mean_of([ours - hit for hit, ours in pairs], least=-1.0),
    )


def _calibration(
    certainties: Sequence[Certainty], hits: Sequence[float]
) -> tuple[tuple[Certainty, Mean], ...]:
    found: list[tuple[Certainty, Mean]] = []
    for word in CERTAINTIES:
        right = [hit for certainty, hit in zip(certainties, hits, strict=True) if certainty == word]
        found.append((word, share_of(fsum(right), len(right))))
    return tuple(found)


def _comparison(rows: Sequence[Row], members: set[Way]) -> Comparison | None:
    """Tell whether the council wins, loses, or nothing can be shown.

    Both figures come from the items that the member judged. A member who judged less than a third as many as another
    cannot be the best one.
    """
    against = [row for row in rows if row.way in members]
    widest = max((row.right.items for row in against), default=0)
    compared = [
        (row, row.better) for row in against if row.better is not None and 3 * row.right.items >= widest > 0
    ]
    if not compared:
        return None
    best, lead = min(compared, key=lambda pair: pair[1].mean)
    outcome: Outcome = "wins" if lead.low > 0 else "loses" if lead.high < 0 else "unclear"
    return Comparison(outcome=outcome, best=best, lead=lead)
