"""Panels for tests: orders written as text, and arbitrary ones drawn by hypothesis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from council_core.aggregation import aggregate
from council_core.domain.ballot import Preference
from council_core.domain.ranking import OwnAnswer, Ranking
from council_core.domain.slate import Alias, alias_at

patient = settings(max_examples=60)
"""For property tests: a busy machine is no failure, and there are five aggregations to try."""

Scores = Mapping[Alias, tuple[float | None, float | None]]


def approx(expected: object, *, within: float | None = None) -> object:
    """`pytest.approx` with types."""
    return cast("object", pytest.approx(expected, abs=within))  # pyright: ignore[reportUnknownMemberType]


def letters(count: int) -> tuple[Alias, ...]:
    return tuple(alias_at(index) for index in range(count))


def order(text: str) -> tuple[tuple[Alias, ...], ...]:
    """`A BC D`: A first, B and C tied, then D."""
    return tuple(tuple(Alias(letter) for letter in group) for group in text.split())


def judge(
    name: str, says: str, *, shown: str = "", own: str | None = None, reliability: float = 1.0
) -> Preference:
    """Return a preference from text; without `shown` the judge saw the responses that it lists."""
    return Preference(
        judge=name,
        order=order(says),
        shown=tuple(Alias(letter) for letter in shown or says.replace(" ", "")),
        own=Alias(own) if own else None,
        reliability=reliability,
    )


def council(*says: str, own: bool = True) -> tuple[Preference, ...]:
    """Return one member per order; the first wrote A, the second B, and so on."""
    return tuple(
        judge(f"member-{index}", text, own=alias_at(index) if own else None)
        for index, text in enumerate(says)
    )


def places(ranking: Ranking) -> str:
    """Return a ranking in the same notation as `order`."""
    by_place: dict[int, str] = {}
    for standing in ranking.standings:
        by_place[standing.place] = by_place.get(standing.place, "") + standing.alias
    return " ".join(by_place[place] for place in sorted(by_place))


def ranked(name: str, *says: str, own_answer: OwnAnswer | float = "half") -> str:
    """Return the places that an aggregation gives for a council's orders."""
    preferences = council(*says)
    return places(aggregate(name, preferences[0].shown, preferences, own_answer=own_answer))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The input of one aggregation."""

    candidates: tuple[Alias, ...]
    preferences: tuple[Preference, ...]
    own_answer: OwnAnswer | float = "half"

    def ranking(self, name: str, scores: Scores | None = None) -> Ranking:
        return aggregate(
            name, self.candidates, self.preferences, own_answer=self.own_answer, scores=scores or {}
        )


OWN_ANSWERS: tuple[OwnAnswer | float, ...] = ("excluded", "half", "full", 0.3)


@st.composite
def cases(
    draw: st.DrawFn,
    *,
    most_candidates: int = 6,
    most_judges: int = 6,
    complete: bool = False,
    own_answers: Sequence[OwnAnswer | float] = OWN_ANSWERS,
) -> Case:
    """Draw any panel: partial slates, unlisted letters, ties, trusted and distrusted judges."""
    candidates = letters(draw(st.integers(2, most_candidates)))
    preferences = [
        draw(_preferences(f"judge-{index}", candidates, complete=complete))
        for index in range(draw(st.integers(1, most_judges)))
    ]
    return Case(
        candidates=candidates,
        preferences=tuple(preferences),
        own_answer=draw(st.sampled_from(own_answers)),
    )


@st.composite
def _preferences(draw: st.DrawFn, name: str, candidates: tuple[Alias, ...], *, complete: bool) -> Preference:
    seen = candidates if complete else draw(st.lists(st.sampled_from(candidates), min_size=1, unique=True))
    shown = tuple(draw(st.permutations(seen)))
    listed = shown if complete else shown[: draw(st.integers(1, len(shown)))]
    levels = draw(st.lists(st.integers(0, len(listed) - 1), min_size=len(listed), max_size=len(listed)))
    groups = [
        tuple(alias for alias, at in zip(listed, levels, strict=True) if at == level)
        for level in sorted(set(levels))
    ]
    return Preference(
        judge=name,
        order=tuple(groups),
        shown=shown,
        own=draw(st.sampled_from([None, *shown])),
        reliability=draw(st.sampled_from([1.0, 1.5, 0.05, 3.0])),
    )


def renamed(case: Case, new_letters: Sequence[Alias], new_judges: Sequence[str]) -> Case:
    """Return the same panel with other names; both sequences are in the order of the old names."""
    to = dict(zip(case.candidates, new_letters, strict=True))
    preferences = [
        replace(
            preference,
            judge=name,
            order=tuple(tuple(to[alias] for alias in group) for group in preference.order),
            shown=tuple(to[alias] for alias in preference.shown),
            own=to[preference.own] if preference.own is not None else None,
        )
        for preference, name in zip(case.preferences, new_judges, strict=True)
    ]
    return replace(case, preferences=tuple(preferences), candidates=tuple(new_letters))
