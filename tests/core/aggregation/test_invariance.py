"""Tests that rankings depend neither on the order of judges and responses, nor on their names or the time."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from council_core.aggregation import AGGREGATORS
from council_core.aggregation.posterior import fit
from council_core.domain.ranking import Ranking
from council_core.domain.slate import Alias
from tests.core.aggregation.panels import Case, cases, patient, renamed


@patient
@given(case=cases(), data=st.data())
def test_the_order_in_which_judges_and_responses_come_changes_no_bit(case: Case, data: st.DataObject) -> None:
    shuffled = replace(
        case,
        candidates=tuple(data.draw(st.permutations(case.candidates))),
        preferences=tuple(data.draw(st.permutations(case.preferences))),
    )

    for name in AGGREGATORS:
        assert shuffled.ranking(name) == case.ranking(name), name


@patient
@given(case=cases(), data=st.data())
def test_permuting_the_names_permutes_the_ranking_exactly(case: Case, data: st.DataObject) -> None:
    letters = data.draw(st.permutations(case.candidates))
    judges = data.draw(st.permutations([preference.judge for preference in case.preferences]))

    again = renamed(case, letters, judges)

    to = dict(zip(case.candidates, letters, strict=True))
    names = dict(zip([preference.judge for preference in case.preferences], judges, strict=True))
    for name in AGGREGATORS:
        assert by_name(again.ranking(name)) == by_name(case.ranking(name), to, names), name


@patient
@given(case=cases())
def test_recomputing_from_the_stored_orders_gives_the_same_bits(case: Case) -> None:
    for name in AGGREGATORS:
        once = case.ranking(name)
        fit.cache_clear()

        assert repr(case.ranking(name)) == repr(once), name


@patient
@given(case=cases())
def test_what_was_shown_and_not_listed_counts_as_tied_last(case: Case) -> None:
    spelled_out = replace(case, preferences=tuple(replace(one, order=one.groups) for one in case.preferences))

    for name in AGGREGATORS:
        assert spelled_out.ranking(name) == case.ranking(name), name


@patient
@given(case=cases())
def test_places_are_shared_by_the_tied_and_the_next_ones_skipped(case: Case) -> None:
    for name in AGGREGATORS:
        standings = case.ranking(name).standings

        assert {standing.alias for standing in standings} == set(case.candidates), name
        for standing in standings:
            assert standing.place == 1 + sum(other.place < standing.place for other in standings), name
        places = [(one.place, one.alias) for one in standings]
        assert places == sorted(places), name


def by_name(
    ranking: Ranking, letters: dict[Alias, Alias] | None = None, judges: dict[str, str] | None = None
) -> tuple[object, ...]:
    """Return everything in a ranking, sorted and under new names."""
    to, names = letters or {}, judges or {}
    standings = {replace(one, alias=to.get(one.alias, one.alias)) for one in ranking.standings}
    wins = {
        (to.get(first, first), to.get(second, second), won)
        for pair in ranking.pairs
        for first, second, won in ((pair.a, pair.b, pair.wins_a), (pair.b, pair.a, pair.wins_b))
    }
    weights = {replace(one, judge=names.get(one.judge, one.judge)) for one in ranking.judge_weights}
    rest = (ranking.certainty, ranking.pair_agreement, ranking.votes_per_pair, ranking.preferences)
    return (standings, wins, weights, rest)
