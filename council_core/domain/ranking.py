"""Result of combining many orders: standings with ties, how sure the panel is, and the mean scores beside them."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.slate import Alias

Certainty = Literal["clear", "leaning", "too_close", "nothing"]
"""Certainty of the panel about its first place; `nothing` without a valid preference."""

OwnAnswer = Literal["excluded", "half", "full"]
"""Weight of a reviewer's judgement of its own answer: 0, 0.5 or 1."""

OWN_WEIGHTS: dict[OwnAnswer, float] = {"excluded": 0.0, "half": 0.5, "full": 1.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of a ranking."""

    alias: Alias
    place: int
    """Place; 1 is best, tied responses share a place and the next ones are skipped (1, 2, 2, 4)."""

    score: float
    """The aggregation's own figure; comparable only within one ranking."""

    win_rate: float | None
    """Share of pairwise comparisons won, ties half, 0 to 1; None when there was none."""

    p_best: float | None = None
    """Panel agreement that this is the best, 0 to 1; not the chance that people agree."""

    first_places: int = 0
    """Number of judges that put it first, alone or tied. Where own answers do not count, each judge's own one is left
    out of its order."""

    own_first: bool = False
    """Whether its own author is among those judges."""

    ballots: int | None = None
    """Number of judges who ranked it; its own author only where own answers count. None in rankings of earlier
    versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Result of two responses against each other over all judges."""

    a: Alias
    b: Alias
    wins_a: float
    wins_b: float
    """Weighted comparisons, ties half to each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeWeight:
    """Weight of one judge in the result, against 1 for an ordinary one."""

    judge: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Result of an aggregation, with everything that posts say about it."""

    aggregation: str
    own_answer: OwnAnswer
    """The word nearest to `own_weight`, where a plain figure was given."""

    standings: tuple[Standing, ...]
    """Standings, best first; ties in the order of their letters."""

    certainty: Certainty
    preferences: int
    """Number of judges whose orders went in."""

    pairs: tuple[Pair, ...] = ()
    judge_weights: tuple[JudgeWeight, ...] = ()
    pair_agreement: float | None = None
    """Chance that two random judges order two random responses alike, 0 to 1, ties half; dice reach 0.5.

    None where no two judges judged the same pair."""

    agreement: float | None = None
    """Kendall's W over the judges, in rankings of earlier versions. It is not shown any more, because three judges
    who throw dice reach 0.33."""

    own_weight: float | None = None
    """Weight of a judge's own answer where a plain figure was given; None where `own_answer` holds."""

    votes_per_pair: float | None = None
    """Mean weight of judgements behind one pair."""

    round: int = 1
    """Round of the slate that was ranked."""

    best_scored: tuple[Alias, ...] = ()
    """Responses with the best mean score, where the rubric makes the scoreboard the result; else empty."""

    def judges_of(self, standing: Standing) -> int:
        """Return the number of judges who could put a response first; its own author only where own answers count."""
        return self.preferences if standing.ballots is None else standing.ballots

    @property
    def leaves_own_out(self) -> bool:
        """Whether a judge's own answer counts nowhere, so that its first place is the best of the others."""
        return self.own_answer == "excluded" and not self.own_weight

    @property
    def winners(self) -> tuple[Alias, ...]:
        """Return the responses in first place: by the mean scores where those are the result, else by the ballots."""
        return self.best_scored or self.first_by_ballots

    @property
    def first_by_ballots(self) -> tuple[Alias, ...]:
        """Return the responses that the ballots put in first place."""
        return tuple(standing.alias for standing in self.standings if standing.place == 1)


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
