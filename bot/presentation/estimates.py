"""Turn an estimate of a question's cost into one sentence."""

from bot.presentation.words import Words
from council_core.domain.estimate import Estimate


def estimate_sentence(estimate: Estimate, words: Words, *, of_this: bool = False) -> str:
    """Tokens and cost, in plain text.

    Args:
        estimate: Tokens and money.
        words: The reader's language.
        of_this: Whether it is about the question that somebody is about to ask, and not one of the usual length.
    """
    tokens, said = estimate.tokens, words.estimates
    tokens = round(tokens, -2) if tokens >= 1_000 else tokens
    takes = said.this(tokens=tokens) if of_this else said.usual(tokens=tokens)
    if estimate.cost is None:
        return said.unknown(what=takes, models=estimate.unpriced)
    if estimate.cost == 0 and not estimate.unpriced:
        return said.free(what=takes)
    cost = words.phrases.money(cost=estimate.cost, is_estimate=True)
    return said.costs(what=takes, cost=cost, besides=estimate.unpriced)
