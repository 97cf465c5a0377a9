"""Reviews -> the scoreboard of a rubric with criteria. Reviewers' scales differ, so it is shown and never ranked by,
but where the rubric itself asks for a table sorted by the mean."""

from collections.abc import Sequence
from statistics import fmean

from council_core.domain.ranking import Ranking
from council_core.domain.review import Review
from council_core.domain.scoreboard import Scoreboard, ScoreRow
from council_core.domain.slate import Alias
from council_core.rubrics import Rubric


def score(
    reviews: Sequence[Review], rubric: Rubric, aliases: Sequence[Alias], ranking: Ranking | None
) -> Scoreboard | None:
    """Mean scores by response and criterion over all valid reviews; None without criteria or without a score."""
    scores = [each for review in reviews if review.is_valid for each in review.reading.scores]
    if not rubric.criteria or not scores:
        return None

    def row(alias: Alias) -> ScoreRow:
        means = {
            criterion.name: fmean(values)
            for criterion in rubric.criteria
            if (values := [s.value for s in scores if s.alias == alias and s.criterion == criterion.name])
        }
        return ScoreRow(
            alias=alias,
            scores=tuple(means.get(criterion.name) for criterion in rubric.criteria),
            mean=rubric.mean(means),
        )

    order = [standing.alias for standing in ranking.standings] if ranking else list(aliases)
    rows = [row(alias) for alias in order]
    if rubric.sort_by == "mean":
        worst = float("inf") if rubric.lower_is_better else float("-inf")

        def by_mean(each: ScoreRow) -> float:
            return worst if each.mean is None else each.mean

        rows.sort(key=by_mean, reverse=not rubric.lower_is_better)
    return Scoreboard(
        criteria=tuple(criterion.name for criterion in rubric.criteria),
        highest=max(criterion.high for criterion in rubric.criteria),
        lower_is_better=rubric.lower_is_better,
        rows=tuple(rows),
    )
