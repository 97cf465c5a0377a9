"""Mean place: order by the average of the judges' places."""

from council_core.aggregation.outcome import Outcome, Scores, by_score
from council_core.aggregation.pairs import Panel


def mean_place(panel: Panel, _scores: Scores) -> Outcome:
    """Order by mean place, 1 to the number of candidates; the score is that place, so lower is better.

    A judge's place for a response is 1 plus the number of responses above it, stretched to the whole slate where the
    judge saw a part; each counts by the comparisons behind it. With complete ballots this is the plain mean of
    places. A response that nobody compared gets the middle place.
    """
    span = len(panel.candidates) - 1
    rates = [panel.win_rate(i) for i in range(len(panel.candidates))]
    places = tuple(1 + span * (1 - (0.5 if rate is None else rate)) for rate in rates)
    return Outcome(groups=by_score([-place for place in places]), scores=places)
