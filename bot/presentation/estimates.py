"""Turn an estimate of a question's cost into one sentence."""

from bot.presentation.phrases import dollars, listed
from council_core.domain.estimate import Estimate


def estimate_sentence(estimate: Estimate, what: str) -> str:
    """Tokens and cost, in plain text.

    Args:
        estimate: Tokens and money.
        what: The sentence's subject, such as `A short question`.
    """
    tokens = round(estimate.tokens, -2) if estimate.tokens >= 1_000 else estimate.tokens
    said = f"{what} takes about {tokens:,} tokens"
    if estimate.cost is None:
        return f"{said}; what it costs is unknown, since no price is known of {listed(estimate.unpriced)}."
    if estimate.cost == 0 and not estimate.unpriced:
        return f"{said} and costs nothing."
    besides = (
        f", besides what {listed(estimate.unpriced)} takes, whose price is unknown"
        if estimate.unpriced
        else ""
    )
    return f"{said} and costs {dollars(estimate.cost, estimate=True)}{besides}."
