"""What asking a question will take, as far as that can be told before anybody is asked."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Tokens and money of one run, all its stages together."""

    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    """US dollars of those whose price is known; None when nobody's is."""

    unpriced: tuple[str, ...] = ()
    """Models whose price is unknown, and whose calls are not in `cost`."""

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out
