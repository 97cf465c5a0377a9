"""Expected tokens and cost of a question, before anybody is asked."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Tokens and money of one run, all its stages together."""

    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    """US dollars of the models with a known price; None when no price is known."""

    unpriced: tuple[str, ...] = ()
    """Models without a known price, whose calls are not in `cost`."""

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out
