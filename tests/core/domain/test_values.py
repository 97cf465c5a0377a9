"""Tests of small values and their rules: questions, usage, preferences, settings, rankings."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from council_core.domain.answer import Usage
from council_core.domain.ballot import Ballot, Order, Preference
from council_core.domain.place import PersonId
from council_core.domain.ranking import Ranking, Standing
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import Alias
from tests.samples import NOON, QUESTION, ROSTER, SETTINGS

A, B, C = Alias("A"), Alias("B"), Alias("C")


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_a_question_needs_words(text: str) -> None:
    with pytest.raises(ValueError, match="A question needs words in it"):
        replace(QUESTION, text=text)


def test_usage_adds_up_and_what_nobody_said_counts_for_nothing() -> None:
    parts = [
        Usage(tokens_in=10, tokens_out=None, cost=Decimal("0.01")),
        Usage(),
        Usage(tokens_in=5, tokens_out=7, cost=Decimal("0.02"), cost_is_estimate=True),
    ]

    assert Usage.total(parts) == Usage(
        tokens_in=15, tokens_out=7, cost=Decimal("0.03"), cost_is_estimate=True
    )


def test_the_sum_of_nothing_says_nothing() -> None:
    assert Usage.total([]) == Usage(tokens_in=None, tokens_out=None, cost=None)


def test_what_was_shown_and_not_listed_stands_tied_at_the_end() -> None:
    preference = Preference(judge="reviewer 1", order=((B,),), shown=(A, B, C))

    assert preference.groups == ((B,), (A, C))


def test_a_complete_preference_is_taken_as_it_is() -> None:
    order: Order = ((B,), (A, C))

    assert Preference(judge="reviewer 1", order=order, shown=(A, B, C)).groups == order


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (((A,), (A,)), "A preference names a letter twice"),
        (((A, B, A),), "A preference names a letter twice"),
        (((Alias("Q"),),), r"A preference names \['Q'\], which its judge was not shown"),
    ],
)
def test_a_preference_says_one_thing_about_what_was_shown(order: Order, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Preference(judge="reviewer 1", order=order, shown=(A, B, C))


def test_the_first_choice_of_a_ballot_is_what_counts_as_a_vote() -> None:
    assert Ballot(voter=PersonId("U1"), order=((C,), (A,)), cast_at=NOON).first == C


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"quorum": 0}, "The quorum is 0; it must be at least 1."),
        ({"quorum": 5}, "The quorum is 5, but only 4 members answer. Lower the quorum or seat more"),
        ({"call_seconds": 0}, "Deadlines must be positive"),
        ({"stage_seconds": -1}, "Deadlines must be positive"),
        ({"vote_seconds": -1}, "Deadlines must be positive"),
    ],
)
def test_settings_that_could_never_hold_a_run_are_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CouncilSettings(roster=ROSTER, **changes)


def test_a_vote_window_of_nothing_is_allowed() -> None:
    assert replace(SETTINGS, vote_seconds=0).vote_seconds == 0


def test_everybody_on_the_first_place_has_won() -> None:
    places = {A: 1, B: 1, C: 3}
    ranking = Ranking(
        aggregation="borda",
        own_answer="half",
        standings=tuple(
            Standing(alias=alias, place=place, score=0, win_rate=None) for alias, place in places.items()
        ),
        certainty="too_close",
        preferences=2,
    )

    assert ranking.winners == (A, B)
