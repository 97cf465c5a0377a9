"""Tests of the scoreboard, computed from reviews and shown beside the ranking."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.presentation.ranking import leaders
from bot.presentation.words import ENGLISH
from council_core.domain.member import MemberId
from council_core.domain.ranking import OwnAnswer
from council_core.domain.review import Confidence, Reading, Review, Score
from council_core.domain.run import Run
from council_core.domain.slate import Alias, AliasKey, Response, Seal, Slate
from council_core.rubrics import custom_rubric, load
from council_core.stages.rank import deciding_board, rank
from council_core.stages.report import ranked
from council_core.stages.score import own_counts, score
from council_core.stages.synthesize import verdict_prompt
from tests.samples import a_run

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


def test_a_response_without_a_score_that_others_have_is_not_first_by_its_mean() -> None:
    names = [criterion.name for criterion in load("safety").criteria]
    scored = {(A, name): 3.0 for name in names} | {(B, names[0]): 0.0}

    board = score([a_review(scored)], load("safety"), (A, B), None)

    assert board is not None
    assert [(row.alias, row.mean) for row in board.rows] == [(A, 3.0), (B, None)]


def judged(rubric: str, scores: dict[tuple[Alias, str], float]) -> Run:
    """Return a run with one review, whose ballot puts A before B."""
    run = a_run(reviews=(a_review(scores),))
    return replace(run, settings=replace(run.settings, rubric=rubric))


TWO = Slate(responses=tuple(Response(alias=each, text="…") for each in (A, B)))
NO_KEY = AliasKey(seals=(Seal(alias=A, member=MemberId("x")), Seal(alias=B, member=MemberId("y"))))


def test_where_the_scoreboard_is_the_result_first_is_who_has_the_best_mean_and_the_ballots_stand_beside_it() -> (
    None
):
    run = judged("safety", {(A, "toxicity"): 5, (B, "toxicity"): 1})

    ranking, _ = rank(run, TWO, NO_KEY)

    assert ranking is not None
    assert (ranking.winners, ranking.first_by_ballots) == ((B,), (A,))
    assert leaders(ranking, ENGLISH).startswith(
        "Response B has the best mean score and comes first. By rankings alone: The one reviewer put Response A first."
    )
    prompt = verdict_prompt(replace(run, ranking=ranking), TWO, "", NO_KEY).text
    assert (
        "By the mean scores, which are the result here (lower is better), best first:\nResponse B: 1.0\n"
        "Response A: 5.0\nBy the ballots, which count for less here:\n1. Response A" in prompt
    )


def test_where_the_best_mean_and_the_ballots_agree_nothing_more_is_said() -> None:
    ranking, _ = rank(judged("safety", {(A, "toxicity"): 1, (B, "toxicity"): 5}), TWO, NO_KEY)

    assert ranking is not None
    assert (ranking.winners, leaders(ranking, ENGLISH).partition(".")[0]) == (
        (A,),
        "The one reviewer put Response A first",
    )


def test_a_rubric_that_ranks_by_ballots_has_its_first_from_them_whatever_the_scores() -> None:
    ranking, _ = rank(judged("quality", {(A, "overall"): 1, (B, "overall"): 9}), TWO, NO_KEY)

    assert ranking is not None
    assert (ranking.winners, ranking.best_scored) == ((A,), ())


def test_without_criteria_or_scores_there_is_no_scoreboard() -> None:
    assert score([a_review({})], load("quality"), (A, B), None) is None
    assert score([a_review({(A, "truth"): 1})], load("ranking"), (A, B), None) is None


@pytest.mark.parametrize(("own_answer", "mean"), [("excluded", 2.0), ("half", 4.0), ("full", 5.0)])
def test_a_reviewers_scores_of_its_own_answer_count_as_its_place_for_it_does(
    own_answer: OwnAnswer, mean: float
) -> None:
    key = AliasKey(seals=(Seal(alias=A, member=MemberId("m")), Seal(alias=B, member=MemberId("n"))))
    own, other = a_review({(A, "truth"): 8}), replace(a_review({(A, "truth"): 2}), reviewer=MemberId("n"))
    weigh = own_counts(key, own_answer)

    board = score([own, other], custom_rubric("truth"), (A, B), None, weigh=weigh)

    assert board is not None
    assert board.rows[0].mean == pytest.approx(mean)


def test_where_nobody_else_scored_it_an_answer_has_no_mean() -> None:
    key = AliasKey(seals=(Seal(alias=A, member=MemberId("m")),))
    reviews = [a_review({(A, "truth"): 8, (B, "truth"): 3})]

    board = score(reviews, custom_rubric("truth"), (A, B), None, weigh=own_counts(key, "excluded"))

    assert board is not None
    assert {row.alias: row.mean for row in board.rows} == {A: None, B: 3.0}


MARKS = st.floats(0, 10)


@given(own=MARKS, again=MARKS, others=MARKS, rubric=st.sampled_from(["quality", "safety"]))
def test_whatever_a_reviewer_scores_its_own_answer_changes_nothing_where_that_is_excluded(
    own: float, again: float, others: float, rubric: str
) -> None:
    key = AliasKey(seals=(Seal(alias=A, member=MemberId("m")), Seal(alias=B, member=MemberId("n"))))
    criterion = load(rubric).criteria[0].name
    runs = [judged(rubric, {(A, criterion): mark / 10, (B, criterion): others / 10}) for mark in (own, again)]
    runs = [replace(run, settings=replace(run.settings, own_answer="excluded")) for run in runs]

    (one, _), (other, _) = (rank(run, TWO, key) for run in runs)
    boards = [deciding_board(run, TWO, key) for run in runs]

    assert one is not None
    assert one == other
    assert boards[0] == boards[1]
    assert [standing.first_places for standing in one.standings if standing.alias == A] == [0]


@given(st.sampled_from(["", "low", "medium", "high"]))
def test_a_reviewers_confidence_changes_no_weight(level: Confidence) -> None:
    plain = judged("quality", {(A, "overall"): 1, (B, "overall"): 9})
    (review,) = plain.reviews
    sure = replace(plain, reviews=(replace(review, reading=replace(review.reading, confidence=level)),))

    assert rank(sure, TWO, NO_KEY) == rank(plain, TWO, NO_KEY)


THREE_OR_MORE = st.lists(MARKS, min_size=2, max_size=6)


def safety_mean(marks: list[float], own_answer: OwnAnswer = "half") -> float:
    """Return the mean of A, whose first reviewer wrote it."""
    rubric = load("safety")
    reviews = [
        replace(
            a_review({(A, each.name): mark for each in rubric.criteria} | {(B, "toxicity"): 5}),
            reviewer=MemberId(str(at)),
        )
        for at, mark in enumerate(marks)
    ]
    key = AliasKey(seals=(Seal(alias=A, member=MemberId("0")),))
    board = score(reviews, rubric, (A, B), None, weigh=own_counts(key, own_answer))
    assert board is not None
    assert board.is_trimmed
    (mean,) = (row.mean for row in board.rows if row.alias == A)
    assert mean is not None
    return mean


def test_one_hostile_reviewer_does_not_move_the_mean_that_is_the_result() -> None:
    assert safety_mean([1, 2, 3, 2], "full") == pytest.approx(2)
    assert safety_mean([1, 2, 3, 10], "full") == pytest.approx(2.5)
    assert safety_mean([5, 1, 2, 10], "excluded") == pytest.approx(2)
    assert safety_mean([2, 4], "full") == pytest.approx(3)


@given(
    others=THREE_OR_MORE, hostile=MARKS, place=st.integers(0, 6), own_answer=st.sampled_from(["half", "full"])
)
def test_no_reviewer_alone_takes_that_mean_beyond_the_scores_of_the_others(
    others: list[float], hostile: float, place: int, own_answer: OwnAnswer
) -> None:
    marks = [*others[:place], hostile, *others[place:]]

    assert min(others) - 1e-9 <= safety_mean(marks, own_answer) <= max(others) + 1e-9


@given(
    marks=st.lists(MARKS, min_size=1, max_size=6),
    place=st.integers(0, 5),
    more=MARKS,
    own_answer=st.sampled_from(["half", "full"]),
)
def test_a_higher_score_never_lowers_that_mean(
    marks: list[float], place: int, more: float, own_answer: OwnAnswer
) -> None:
    place %= len(marks)
    higher = [*marks[:place], max(marks[place], more), *marks[place + 1 :]]

    assert safety_mean(higher, own_answer) >= safety_mean(marks, own_answer) - 1e-9


@pytest.mark.parametrize(("own_answer", "mean"), [("excluded", 2.0), ("half", 4.0), ("full", 5.0)])
def test_the_scoreboard_that_is_told_weighs_own_scores_as_the_settings_say(
    own_answer: OwnAnswer, mean: float
) -> None:
    own, other = a_review({(A, "truth"): 8}), replace(a_review({(A, "truth"): 2}), reviewer=MemberId("n"))
    run = a_run(reviews=(own, other), slate=TWO, key=AUTHORS)
    run = replace(run, settings=replace(run.settings, criteria="truth", own_answer=own_answer))

    board = ranked(run).scoreboard

    assert board is not None
    assert board.rows[0].mean == pytest.approx(mean)


@pytest.mark.parametrize(("own_answer", "first"), [("half", B), ("full", A)])
def test_scores_break_a_tie_with_own_ones_weighed_as_the_settings_say(
    own_answer: OwnAnswer, first: Alias
) -> None:
    one = a_review({(A, "overall"): 10, (B, "overall"): 6.5})
    other = a_review({(A, "overall"): 4, (B, "overall"): 6.5})
    against = replace(other.reading, order=((B,), (A,)))
    run = a_run(reviews=(one, replace(other, reviewer=MemberId("n"), number=2, reading=against)))
    settings = replace(run.settings, rubric="quality", aggregation="borda", own_answer=own_answer)

    ranking, _ = rank(replace(run, settings=settings), TWO, AUTHORS)

    assert ranking is not None
    assert ranking.winners == (first,)


AUTHORS = AliasKey(seals=(Seal(alias=A, member=MemberId("m")), Seal(alias=B, member=MemberId("n"))))
