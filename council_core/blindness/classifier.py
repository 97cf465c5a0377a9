"""Weigh the words around a name: a logistic regression over features.py, learned from labelled answers.

Rules (relations.py, frames.py) know what is said of a speaker. This knows how a name stands in answers that name their
author, and how in answers about models: "① has a voice button" under a question about trains, "ask ① for ten rhymes".
`python -m tests.core.blindness.train` learns the weights anew.
"""

import math
from functools import cache
from importlib import resources

from council_core.blindness.abstract import Abstract
from council_core.blindness.asked import Asked
from council_core.blindness.features import features_of

LIKELY = 0.7
"""The probability from which a name is masked. Of answers that nothing was learned from, 9 of 10 leaks are masked with
it, and 1 of 100 others loses a name (DECISIONS, "A classifier reads the words around a name")."""

BIAS = "(bias)"
"""The weight that every name has before its surroundings count."""


def is_likely_the_author(
    abstract: Abstract, at: int, low: int, high: int, question: Asked, *, in_code: bool = False
) -> bool:
    """Tell whether the name at a place of an abstract, in its sentence or line of code from `low` to `high`, is likely
    the author's."""
    if not is_judged(question) or abstract.mentions[at].key in question.known:
        return False
    return probability(features_of(abstract, at, low, high, question, in_code=in_code), weights()) >= LIKELY


def is_judged(question: Asked) -> bool:
    """Tell whether names under a question are judged here. Where it names a model, or is not known, only rules tell."""
    return bool(question.folded) and not question.names


def probability(features: list[str], weighed: dict[str, float]) -> float:
    """Return the probability that a name with these features is the author's, from 0 to 1."""
    score = weighed.get(BIAS, 0.0) + sum(weighed.get(feature, 0.0) for feature in features)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


@cache
def weights() -> dict[str, float]:
    """Read weights.tsv, once."""
    text = resources.files("council_core.blindness").joinpath("weights.tsv").read_text("utf-8")
    rows = (line.rsplit("\t", 1) for line in text.splitlines() if not line.startswith("# "))
    return {feature: float(weight) for feature, weight in rows}
