"""Many orders made one: standings with ties, and how sure the panel is."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.slate import Alias

Certainty = Literal["clear", "leaning", "too_close", "nothing"]
"""How sure the panel is of its first place; `nothing` when there was no valid preference."""

OwnAnswer = Literal["excluded", "half", "full"]
"""How much a reviewer's judgement of its own answer counts: weight 0, 0.5 or 1."""

OWN_WEIGHTS: dict[OwnAnswer, float] = {"excluded": 0.0, "half": 0.5, "full": 1.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of a ranking."""

    alias: Alias
    place: int
    """1 is best; tied responses share a place and the next one is skipped (1, 2, 2, 4)."""

    score: float
    """The aggregation's own figure; comparable only within one ranking."""

    win_rate: float | None
    """Share of pairwise comparisons won, ties half, 0 to 1; None when there was none."""

    p_best: float | None = None
    """Panel agreement that this is the best, 0 to 1; not the chance that people agree."""

    first_places: int = 0
    """How many judges put it (alone or tied) first; its own author only where own answers count."""

    own_first: bool = False
    """Whether its own author is among those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """How two responses did against each other over all judges."""

    a: Alias
    b: Alias
    wins_a: float
    wins_b: float
    """Weighted comparisons, ties half to each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeWeight:
    """How much one judge counted in the end, against 1 for an ordinary one."""

    judge: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The result of an aggregation, with everything that people are told about it."""

    aggregation: str
    own_answer: OwnAnswer
    """With a plain `own_weight`, the word that is nearest to it."""

    standings: tuple[Standing, ...]
    """Best first; ties in the order of their letters."""

    certainty: Certainty
    preferences: int
    """How many judges' orders went in."""

    pairs: tuple[Pair, ...] = ()
    judge_weights: tuple[JudgeWeight, ...] = ()
    pair_agreement: float | None = None
    """How often two judges at random say the same of two responses, 0 to 1, ties half; dice reach 0.5.

    None where no two judges judged the same pair."""

    agreement: float | None = None
    """Kendall's W over the judges, as rankings of earlier versions hold it; nothing is said of it any more, since three
    judges who throw dice reach 0.33."""

    own_weight: float | None = None
    """The weight of a judge's own answer where a plain figure was asked for; None: as `own_answer` says."""

    votes_per_pair: float | None = None
    """The mean weight of judgements behind one pair."""

    round: int = 1
    """The round of the slate that was ranked."""

    best_scored: tuple[Alias, ...] = ()
    """The responses with the best mean score, where the rubric makes the scoreboard the result; else empty."""

    @property
    def winners(self) -> tuple[Alias, ...]:
        """Everybody on the first place: by the mean scores where those are the result, else by the ballots."""
        return self.best_scored or self.first_by_ballots

    @property
    def first_by_ballots(self) -> tuple[Alias, ...]:
        """Everybody whom the ballots put on the first place."""
        return tuple(standing.alias for standing in self.standings if standing.place == 1)
