"""The reason why a run ended without a result."""

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from council_core.domain.answer import Usage
from council_core.domain.budget import Keeper, Period

EndingKind = Literal[
    "too_few",
    "nothing_read",
    "over_budget",
    "unreadable",
    "outgrown",
    "our_fault",
    "stopped",
    "ended_by_operator",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortfall:
    """A budget that has too little left for a question."""

    keeper: Keeper
    period: Period
    dollars: Decimal
    left: Decimal
    cost: Decimal | None
    """Expected cost of the question in dollars; None if it is unknown."""

    renews: datetime | None = None
    """Time when the budget begins anew; None for a budget of one question, and in data of earlier versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The reason why a run ended without a result: a kind and its facts. Presentation words it.

    too_few: Fewer models answered than the quorum.
    nothing_read: The question had no words, and none of its files could be read. No model was asked.
    over_budget: The question costs more with its material than a budget has left. No model was asked.
    unreadable: The platform refuses posts in the run's place; `detail` is its reason.
    outgrown: An earlier version of Council began the run, and this one cannot continue it.
    our_fault: An error of Council's own.
    stopped: A person stopped the run; `detail` is their name.
    ended_by_operator: An operator ended the run; `detail` is the reason in their words.
    """

    kind: EndingKind
    detail: str = ""
    answered: int = 0
    """For `too_few`: the number of models that answered."""

    members: int = 0
    """For `too_few`: the number of models that were asked."""

    quorum: int = 0
    """For `too_few`: the number of answers that the council needs."""

    shortfall: Shortfall | None = None
    """For `over_budget`: the budget."""

    paid: Usage | None = None
    """Usage of all finished calls but those of late answers, where the run does not hold the results of all; None
    otherwise, and in data of earlier versions."""

    @property
    def is_unpaid(self) -> bool:
        """Tell whether the run ended before a member was asked."""
        return self.kind in ("nothing_read", "over_budget")


OUR_FAULT = Ending(kind="our_fault")

_TOO_FEW = re.compile(r"(\d+) of (\d+) \w+ answered; the council needs (\d+)\.")
_STOPPED = " stopped this run."
_BEGINNINGS: dict[str, EndingKind] = {
    "Something went wrong on Council's side.": "our_fault",
    "Council was updated while this question was under way": "outgrown",
    "The question was asked with files and without words": "nothing_read",
}
_UNREADABLE = "Council cannot post where this was asked, so it asked the members nothing more."


def ending_of_sentence(sentence: str) -> Ending:
    """Return the ending that versions up to 0.1 stored as an English sentence; a sentence of none of their kinds is
    an operator's own."""
    if found := _TOO_FEW.match(sentence):
        answered, members, quorum = map(int, found.groups())
        return Ending(kind="too_few", answered=answered, members=members, quorum=quorum)
    if sentence.startswith(_UNREADABLE):
        return Ending(kind="unreadable", detail=sentence.removeprefix(_UNREADABLE).strip())
    if sentence.endswith(_STOPPED):
        return Ending(kind="stopped", detail=sentence.removesuffix(_STOPPED))
    for beginning, kind in _BEGINNINGS.items():
        if sentence.startswith(beginning):
            return Ending(kind=kind)
    return Ending(kind="ended_by_operator", detail=sentence)
