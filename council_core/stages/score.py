"""Compute the scoreboard of a rubric with criteria.

Reviewers' scales differ, so it is shown beside the ranking and does not change it, unless the rubric itself asks for a
table sorted by the mean. There one reviewer could move a mean as far as it likes, so the highest and the lowest score
are left out of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum
from statistics import fmean

from council_core.domain.ranking import OWN_WEIGHTS, OwnAnswer, Ranking, Scoreboard, ScoreRow
from council_core.domain.review import Review, Score
from council_core.domain.run import Run
from council_core.domain.slate import Alias, AliasKey
from council_core.rubrics import Rubric, rubric_for

TRIMMED_FROM = 3
"""Number of scores from which the highest and the lowest are left out."""

_Middle = Callable[[Sequence[float], Sequence[float]], float]

Weigh = Callable[[Review, Alias], float]
"""Weight of a reviewer's scores of a response."""


def alike(review: Review, alias: Alias) -> float:
    """Count every score in full."""
    del review, alias
    return 1.0


def own_counts(key: AliasKey | None, own_answer: OwnAnswer) -> Weigh:
    """Return weights of scores: a reviewer's scores of its own answer weigh like its ranking of that answer, others in
    full."""

    def weigh(review: Review, alias: Alias) -> float:
        is_own = key is not None and key.alias(review.reviewer) == alias
        return OWN_WEIGHTS[own_answer] if is_own else 1.0

    return weigh


def weighed(reviews: Sequence[Review], weigh: Weigh) -> list[tuple[Score, float]]:
    """Return the scores of valid reviews with their weights, without those that weigh nothing."""
    return [
        (each, weight)
        for review in reviews
        if review.is_valid
        for each in review.reading.scores
        if (weight := weigh(review, each.alias))
    ]


def score(
    reviews: Sequence[Review],
    rubric: Rubric,
    aliases: Sequence[Alias],
    ranking: Ranking | None,
    *,
    weigh: Weigh = alike,
) -> Scoreboard | None:
    """Return mean scores by response and criterion over all valid reviews; None without criteria or without a score.

    Args:
        reviews: All reviews.
        rubric: Rubric of the run.
        aliases: All letters on the slate.
        ranking: Order of the rows, unless the rubric has one.
        weigh: Weight of a reviewer's scores of a response, 0 to 1; those of its own may weigh nothing, or half.
    """
    scores = weighed(reviews, weigh)
    if not rubric.criteria or not scores:
        return None

    order = [standing.alias for standing in ranking.standings] if ranking else list(aliases)
    middle = trimmed_mean if rubric.sort_by == "mean" else fmean
    rows = [_row(alias, rubric, scores, middle) for alias in order]
    if rubric.sort_by == "mean":
        # A mean over fewer criteria than others have would put a response first for what nobody scored.
        most = max(_scored(row) for row in rows)
        rows = [row if _scored(row) == most else replace(row, mean=None) for row in rows]
        worst = float("inf") if rubric.lower_is_better else float("-inf")

        def by_mean(each: ScoreRow) -> float:
            return worst if each.mean is None else each.mean

        rows.sort(key=by_mean, reverse=not rubric.lower_is_better)
    return Scoreboard(
        criteria=tuple(criterion.name for criterion in rubric.criteria),
        highest=max(criterion.high for criterion in rubric.criteria),
        lower_is_better=rubric.lower_is_better,
        is_trimmed=rubric.sort_by == "mean",
        rows=tuple(rows),
    )


def scoreboard_of(run: Run) -> Scoreboard | None:
    """Return the scoreboard of a run's reviews; None without criteria or without a score."""
    rubric = rubric_for(run.settings.rubric, run.settings.criteria)
    aliases = run.slate.aliases if run.slate else ()
    weigh = own_counts(run.key, run.settings.own_answer)
    return score(run.reviews, rubric, aliases, run.ranking, weigh=weigh)


def trimmed_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the weighted mean without the highest and the lowest score, the weight of one reviewer at either end.

    No reviewer alone then takes the mean beyond what the others gave, and a higher score never lowers it (Tukey's
    trimmed mean). Fewer than three scores are averaged as they are: nobody can tell which of two is the odd one.
    """
    total = fsum(weights)
    if len(values) < TRIMMED_FROM or total <= 2:
        return fmean(values, weights)
    kept: list[float] = []
    below = 0.0
    for value, weight in sorted(zip(values, weights, strict=True)):
        kept.append(value * max(0.0, min(below + weight, total - 1) - max(below, 1.0)))
        below += weight
    return fsum(kept) / (total - 2)


def _scored(row: ScoreRow) -> int:
    return sum(value is not None for value in row.scores)


def _row(alias: Alias, rubric: Rubric, scores: Sequence[tuple[Score, float]], middle: _Middle) -> ScoreRow:
    """Return one response's mean scores; `scores` are those of all responses, each with its weight."""
    means = {
        criterion.name: middle(values, weights)
        for criterion in rubric.criteria
        if (found := [(s.value, w) for s, w in scores if s.alias == alias and s.criterion == criterion.name])
        for values, weights in [tuple(zip(*found, strict=True))]
    }
    return ScoreRow(
        alias=alias,
        scores=tuple(means.get(criterion.name) for criterion in rubric.criteria),
        mean=rubric.mean(means),
    )
