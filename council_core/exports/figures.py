"""Numbers of a run that documents and pages show: mean scores, agreement between reviewers, tool calls."""

from itertools import combinations
from statistics import fmean

from council_core.domain.answer import Answer
from council_core.domain.ballot import Order
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Alias
from council_core.domain.tool import ToolUse, Work
from council_core.stages.anonymize import answers_among


def mean_scores(view: RunView) -> dict[str, dict[Alias, float]]:
    """Return the mean score of each response by criterion, as the scoreboard has them; empty without scores.

    Scores for other criteria than those of the rubric are in no scoreboard; they are averaged over the valid ballots.
    """
    board = view.scoreboard
    if board is None:
        return _means_of_ballots(view)
    columns = zip(board.criteria, zip(*(row.scores for row in board.rows), strict=True), strict=True)
    found = {
        criterion: {row.alias: mean for row, mean in zip(board.rows, means, strict=True) if mean is not None}
        for criterion, means in columns
    }
    return {criterion: means for criterion, means in found.items() if means}


def _means_of_ballots(view: RunView) -> dict[str, dict[Alias, float]]:
    found: dict[str, dict[Alias, list[float]]] = {}
    for review in view.reviews:
        for score in review.reading.scores if review.reading.status == "valid" else ():
            found.setdefault(score.criterion, {}).setdefault(score.alias, []).append(score.value)
    return {
        criterion: {alias: fmean(values) for alias, values in row.items()} for criterion, row in found.items()
    }


def agreement_rows(view: RunView) -> tuple[list[int], list[list[float | None]]]:
    """Return the numbers of the reviewers with valid ballots, and for each pair of reviewers how often they order two
    responses alike, 0 to 1, ties half.

    None for a reviewer itself, and for two that judged no pair in common. Empty for fewer than two reviewers.
    """
    valid = [review for review in view.reviews if review.reading.order]
    if len(valid) < 2:
        return [], []
    places = {review.number: _places(review.reading.order or ()) for review in valid}
    return list(places), [
        [None if one == other else _alike(places[one], places[other]) for other in places] for one in places
    ]


def _places(order: Order) -> dict[Alias, int]:
    return {alias: place for place, group in enumerate(order) for alias in group}


def _alike(one: dict[Alias, int], other: dict[Alias, int]) -> float | None:
    shares = [
        (_sign(one[a] - one[b]) * _sign(other[a] - other[b]) + 1) / 2
        for a, b in combinations(sorted(one.keys() & other.keys()), 2)
    ]
    return fmean(shares) if shares else None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def work_of(answer: Answer) -> Work:
    """Return a member's work with tools; an empty one if it was offered none."""
    return answer.work or Work()


def calls_of(view: OpenRun) -> tuple[tuple[str, ToolUse], ...]:
    """Return all tool calls, each after the name of the model that made it: for answers first, then for checks."""
    works = [(answer.member, work_of(answer)) for answer in answers_among(view.run.outcomes)]
    works += [(review.reviewer, review.work) for review in view.run.reviews if review.work is not None]
    return tuple((view.named(member), use) for member, work in works for use in work.uses)
