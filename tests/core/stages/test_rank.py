"""Tests of turning reviews into one ranking: weights of judgements, and names."""

from typing import Any

import pytest

from council_core.domain.review import Reading, Review, Score
from council_core.domain.slate import Alias, AliasKey, Seal
from council_core.stages.rank import mean_scores, preference_of
from tests.core.sitting import BEST_FIRST, SPACES, a_sitting, letters_by_text, ranks
from tests.samples import MEMBERS

A, B, C = Alias("A"), Alias("B"), Alias("C")


def a_review(*scores: tuple[Alias, str, float], valid: bool = True) -> Review:
    reading = Reading(
        status="valid" if valid else "void",
        order=((A,), (B,)) if valid else None,
        why="",
        scores=tuple(
            Score(alias=alias, criterion=criterion, value=value) for alias, criterion, value in scores
        ),
    )
    return Review(reviewer=MEMBERS[0].id, number=3, shown=(A, B, C), texts=(), reading=reading, latency=1.0)


def test_a_judge_is_known_by_its_number_and_its_own_answer_by_its_letter() -> None:
    key = AliasKey(seals=(Seal(alias=B, member=MEMBERS[0].id),))

    preference = preference_of(a_review(), key)

    assert (preference.judge, preference.own) == ("reviewer 3", B)
    assert (preference.order, preference.shown) == (((A,), (B,)), (A, B, C))


def test_scores_are_averaged_over_the_reviews_that_count() -> None:
    reviews = [
        a_review((A, "overall", 8), (A, "correctness", 6)),
        a_review((A, "overall", 9), (B, "overall", 5)),
        a_review((A, "overall", 1), valid=False),
    ]

    assert mean_scores(reviews) == {A: (8.5, 6), B: (5, None)}


@pytest.mark.parametrize(
    ("own_answer", "own_win", "why"),
    [("excluded", 0.0, "no weight"), ("half", 0.5, "half a weight"), ("full", 1.0, "the full weight")],
)
async def test_a_reviewers_word_on_its_own_answer_counts_as_the_settings_say(
    own_answer: Any, own_win: float, why: str
) -> None:
    blaise = MEMBERS[1].id
    others = [text for text in BEST_FIRST if text != SPACES]
    everybody_puts_it_last_but_itself = {"review": ranks(*others, SPACES), (blaise, "review"): ranks(SPACES)}
    sitting = a_sitting(everybody_puts_it_last_but_itself, own_answer=own_answer)

    run = await sitting.hold()

    assert run.ranking is not None
    letter = letters_by_text(sitting.announcer.events)[SPACES]
    won = sum(
        pair.wins_a if pair.a == letter else pair.wins_b
        for pair in run.ranking.pairs
        if letter in (pair.a, pair.b)
    )
    assert won == 3 * own_win, why
