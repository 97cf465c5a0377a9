"""Say which budget has too little left for a question, before it is asked and once its material is read."""

import re
from decimal import Decimal

from bot.presentation.words import Words
from council_core.domain.budget import Keeper, Period
from council_core.errors import OverBudget

KEEPERS: dict[str, Keeper] = {"channel": "channel", "workspace": "workspace", "bot": "environment"}
PERIODS: dict[str | None, Period] = {None: "run", "day": "day", "month": "month"}

TEXT = re.compile(
    r"(?:This question would cost about \$(?P<cost>[\d.]+), and|Nothing was asked, since) "
    r"(?:one question may cost \$(?P<most>[\d.]+) at most in this (?P<place>channel|workspace|bot)"
    r"|the budget of this (?P<keeper>channel|workspace|bot), \$(?P<dollars>[\d.]+) a (?P<period>day|month), "
    r"(?:is used up|has \$(?P<left>[\d.]+) left))\. "
)
"""The beginning of every text of `OverBudget`."""


def over_budget(words: Words, error: OverBudget) -> str:
    """Return which budget has too little left."""

    def money(dollars: Decimal) -> str:
        return words.phrases.money(cost=dollars, is_estimate=False)

    return words.errors.over_budget(
        keeper=error.keeper,
        period=error.period,
        cost=money(error.cost) if error.cost else None,
        limit=money(error.dollars),
        left=money(error.left),
    )


def over_budget_in(failure: str) -> OverBudget | None:
    """Return the error whose text a run keeps as the reason of its end; None for another reason."""
    found = TEXT.match(failure)
    if found is None:
        return None
    error = OverBudget(
        KEEPERS[found["keeper"] or found["place"]],
        PERIODS[found["period"]],
        Decimal(found["dollars"] or found["most"]),
        Decimal(found["left"] or found["most"] or 0),
        Decimal(found["cost"]) if found["cost"] else None,
    )
    return error if str(error) == failure else None
