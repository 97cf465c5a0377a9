"""Mean scores of each response on each criterion. They are shown beside the ranking and do not change it."""

from dataclasses import dataclass

from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """Line of one response."""

    alias: Alias
    scores: tuple[float | None, ...]
    """Mean over reviewers for each criterion; None where nobody scored it."""

    mean: float | None
    """Weighted mean of these, on the same scale; None where the scales do not agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreboard:
    """The scores of a run whose rubric has criteria."""

    criteria: tuple[str, ...]
    highest: float
    """Upper end of the scale."""

    lower_is_better: bool
    is_trimmed: bool = False
    """Whether the mean of three or more scores leaves out the highest and the lowest, because it is the result."""

    rows: tuple[ScoreRow, ...]
    """Rows, best first: by the mean where the rubric says so, else in the members' order."""
