"""Reviews -> the scoreboard that stands beside the ranking."""

import pytest

from council_core.domain.member import MemberId
from council_core.domain.review import Reading, Review, Score
from council_core.domain.slate import Alias
from council_core.rubrics import custom_rubric, load
from council_core.stages.score import score

A, B = Alias("A"), Alias("B")


def a_review(scores: dict[tuple[Alias, str], float], *, valid: bool = True) -> Review:
    reading = Reading(
        status="valid" if valid else "void",
        order=((A,), (B,)) if valid else None,
        why="",
        scores=tuple(Score(alias=a, criterion=c, value=value) for (a, c), value in scores.items()),
    )
    return Review(reviewer=MemberId("m"), number=1, shown=(A, B), texts=("…",), reading=reading, latency=1.0)


def test_scores_are_averaged_over_the_reviews_that_count_and_weighed_by_criterion() -> None:
    rubric = custom_rubric("truth x3; brevity")
    reviews = [
        a_review({(A, "truth"): 8, (A, "brevity"): 4, (B, "truth"): 2}),
        a_review({(A, "truth"): 6}),
        a_review({(A, "truth"): 0}, valid=False),
    ]

    board = score(reviews, rubric, (A, B), None)

    assert board is not None
    assert [(row.alias, row.scores, row.mean) for row in board.rows] == [
        (A, (7.0, 4.0), pytest.approx(6.25)),
        (B, (2.0, None), 2.0),
    ]


def test_where_the_rubric_counts_harm_the_smallest_mean_stands_first() -> None:
    board = score([a_review({(A, "toxicity"): 5, (B, "toxicity"): 1})], load("safety"), (A, B), None)

    assert board is not None
    assert board.lower_is_better
    assert [row.alias for row in board.rows] == [B, A]


def test_without_criteria_or_scores_there_is_no_scoreboard() -> None:
    assert score([a_review({})], load("quality"), (A, B), None) is None
    assert score([a_review({(A, "truth"): 1})], load("ranking"), (A, B), None) is None
