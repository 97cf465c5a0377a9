"""Reviews -> one ranking of the slate, or why there is none."""

from collections.abc import Sequence
from statistics import fmean

from council_core.aggregation import aggregate
from council_core.domain.ballot import Preference
from council_core.domain.ranking import Ranking
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.slate import Alias, AliasKey, Slate

ONE_RESPONSE = "Only one member answered, so there was nothing to rank."
NOBODY_REVIEWED = "Nobody on this council reviews, so nothing was ranked."
ALL_VOID = "Not one of the {count} reviews gave a clear order, so nothing was ranked."


def preference_of(review: Review, key: AliasKey) -> Preference:
    """A valid review as aggregation reads it."""
    return Preference(
        judge=f"reviewer {review.number}",  # Part of the ranking that people see: a number, never a member.
        order=review.reading.order or (),
        shown=review.shown,
        own=key.alias(review.reviewer),
        reliability=review.reliability,
    )


def mean_scores(reviews: Sequence[Review]) -> dict[Alias, tuple[float | None, float | None]]:
    """Each response's mean `overall` and mean `correctness` over the valid reviews, for breaking ties; None where
    nobody scored it."""
    scores = [score for review in reviews if review.is_valid for score in review.reading.scores]

    def mean(alias: Alias, criterion: str) -> float | None:
        values = [score.value for score in scores if score.alias == alias and score.criterion == criterion]
        return fmean(values) if values else None

    aliases = {score.alias for score in scores}
    return {alias: (mean(alias, "overall"), mean(alias, "correctness")) for alias in sorted(aliases)}


def rank(run: Run, slate: Slate, key: AliasKey) -> tuple[Ranking | None, str]:
    """The ranking of all valid reviews, or None and why."""
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
        scores=mean_scores(run.reviews),
    )
    return ranking, ""
