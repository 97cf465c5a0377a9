"""What reviewers gave each response on each criterion, on average: shown beside the ranking, never made into one."""

from dataclasses import dataclass

from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """One response's line."""

    alias: Alias
    scores: tuple[float | None, ...]
    """The mean over reviewers for each criterion, None where nobody scored it."""

    mean: float | None
    """The weighted mean of these, on the same scale; None where the scales do not agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreboard:
    """The scores of a run whose rubric has criteria."""

    criteria: tuple[str, ...]
    highest: float
    """The end of the scale."""

    lower_is_better: bool
    rows: tuple[ScoreRow, ...]
    """Best first: by the mean where the rubric says so, else as the members rank them."""
