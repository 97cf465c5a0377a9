"""Combine the reviews into one ranking of the slate, or give the reason why there is none."""

from collections.abc import Sequence
from dataclasses import replace
from math import isclose
from statistics import fmean

from council_core.aggregation import aggregate
from council_core.domain.ballot import Preference
from council_core.domain.ranking import Ranking, Scoreboard
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.slate import Alias, AliasKey, Slate
from council_core.rubrics import rubric_for
from council_core.stages.score import Weigh, alike, own_counts, score, weighed

ONE_RESPONSE = "Only one member answered, so there was nothing to rank."
NOBODY_REVIEWED = "Nobody on this council reviews, so nothing was ranked."
ALL_VOID = "Not one of the {count} reviews gave a clear order, so nothing was ranked."


def preference_of(review: Review, key: AliasKey) -> Preference:
    """Return a valid review as a preference for aggregation."""
    return Preference(
        # People see this in the ranking, so it is a number, never a member.
        judge=f"reviewer {review.number}",
        order=review.reading.order or (),
        shown=review.shown,
        own=key.alias(review.reviewer),
        reliability=review.reliability,
    )


def mean_scores(
    reviews: Sequence[Review], weigh: Weigh = alike
) -> dict[Alias, tuple[float | None, float | None]]:
    """Return each response's mean `overall` and mean `correctness` over the valid reviews, for breaking ties; None
    where nobody scored it."""
    scores = weighed(reviews, weigh)

    def mean(alias: Alias, criterion: str) -> float | None:
        found = [
            (score.value, weight)
            for score, weight in scores
            if score.alias == alias and score.criterion == criterion
        ]
        return fmean([value for value, _ in found], [weight for _, weight in found]) if found else None

    aliases = {score.alias for score, _ in scores}
    return {alias: (mean(alias, "overall"), mean(alias, "correctness")) for alias in sorted(aliases)}


def rank(run: Run, slate: Slate, key: AliasKey) -> tuple[Ranking | None, str]:
    """Return the ranking of all valid reviews, or None and the reason."""
    if len(slate.responses) < 2:
        return None, ONE_RESPONSE
    if not run.reviews:
        return None, NOBODY_REVIEWED
    valid = [review for review in run.reviews if review.is_valid]
    if not valid:
        return None, ALL_VOID.format(count=len(run.reviews))
    settings = run.settings
    ranking = aggregate(
        settings.aggregation,
        slate.aliases,
        tuple(preference_of(review, key) for review in valid),
        own_answer=settings.own_answer,
        scores=mean_scores(run.reviews, own_counts(key, settings.own_answer)),
    )
    return replace(ranking, round=slate.round, best_scored=_best_scored(run, slate, key)), ""


def deciding_board(run: Run, slate: Slate, key: AliasKey | None) -> Scoreboard | None:
    """Return the table of mean scores, best first, where the rubric makes it the result; None for any other
    rubric."""
    rubric = rubric_for(run.settings.rubric, run.settings.criteria)
    if rubric.sort_by != "mean":
        return None
    weigh = own_counts(key, run.settings.own_answer)
    return score(run.reviews, rubric, slate.aliases, None, weigh=weigh)


def _best_scored(run: Run, slate: Slate, key: AliasKey) -> tuple[Alias, ...]:
    """Return the responses with the best mean score; none if the rubric ranks by the ballots, or no response has a
    mean."""
    board = deciding_board(run, slate, key)
    means = {row.alias: row.mean for row in board.rows if row.mean is not None} if board is not None else {}
    if board is None or not means:
        return ()
    best = min(means.values()) if board.lower_is_better else max(means.values())
    return tuple(sorted(alias for alias, mean in means.items() if isclose(mean, best)))
