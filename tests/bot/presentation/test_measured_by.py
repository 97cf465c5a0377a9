"""Tests of a reviewer's yardstick and confidence, shown beside its order."""

from dataclasses import replace

import pytest

from bot.presentation.reviews import review_blocks
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from council_core.domain.events import AnonymousReview
from council_core.domain.review import Reading, Yardstick
from council_core.domain.slate import Alias

A, B = Alias("A"), Alias("B")
READING = Reading(
    status="valid",
    order=((A,), (B,)),
    why="Read from its structured reply.",
    yardstick=Yardstick(points=("Names the year", "Says why"), answer="1969", met=((A, (1, 2)), (B, ()))),
    confidence="low",
)


def shown(reading: Reading, words: Words) -> str:
    review = AnonymousReview(number=1, reading=reading, text="{}")
    return repr(review_blocks(review, words, name=""))


def test_the_points_who_meets_them_and_the_own_answer_stand_below_the_order() -> None:
    text = shown(READING, ENGLISH)

    assert "A right answer must contain: (1) Names the year. (2) Says why." in text
    assert "Points met: A 1 and 2; B –." in text
    assert "Its own answer: 1969" in text
    assert "It says its confidence is low; that changes no weight." in text


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=str)
def test_confidence_is_shown_where_it_is_given(words: Words) -> None:
    said = words.reviews.confidence(level="low")

    assert said in shown(READING, words)
    assert said not in shown(replace(READING, confidence="", yardstick=None), words)
