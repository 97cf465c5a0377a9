"""Where models are asked: the address and key of one provider, and what opens a line to it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Protocol

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.ports import Prompt

if TYPE_CHECKING:
    from council_core.providers.client import Clients


A_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One place where models are asked, with the variables that it came from, so that errors can name
    them."""

    name: str
    """What stands before the colon of a model's id."""

    title: str
    """What people call it."""

    provider: str
    """Its entry in `PROVIDERS`; another word than `name` only for further OpenAI-compatible services."""

    base_url: str
    key: str | None = field(default=None, repr=False)
    base_url_variable: str
    key_variable: str
    prices: tuple["Price", ...] = ()
    """What the operator says that models cost here; the first that fits counts, before any price list."""

    def own_cost(self, model: str, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Return the US dollars of so many tokens at the operator's prices; None where none fits the model."""
        for price in self.prices:
            if fnmatchcase(model, price.pattern):
                return (price.tokens_in * tokens_in + price.tokens_out * tokens_out) / A_MILLION
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars for a million tokens of the models whose name fits a pattern."""

    pattern: str
    tokens_in: Decimal
    tokens_out: Decimal


class Line(Protocol):
    """An open line to one provider."""

    async def prepare(self, model: str) -> None:
        """Does what can be done before the first prompt to the model with this name."""
        ...

    async def ask(self, member: Member, prompt: Prompt, *, until: float) -> Reply | Failure:
        """One reply of one member. The caller cancels at `until`, on the event loop's clock; no wait for a
        second try reaches beyond it. Raises nothing but CancelledError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One way of asking models; an entry of `PROVIDERS`."""

    title: str
    open: Callable[[Endpoint, "Clients"], Line]
    """Opens the line; slow the first time, since it imports the vendor's SDK."""

    base_url: str
    """Where it is asked unless the settings say otherwise; empty when only the settings can say."""

    base_url_variable: str
    key_variables: tuple[str, ...]
    """Where its key is looked up, in this order; the first is named when none is set."""

    needs_key: bool = True
    models: str = r".+"
    """A pattern that the part of a model's id after the colon follows."""

    examples: tuple[str, ...]
    """Ids to show to somebody who wrote one that cannot be right."""

    def has(self, model: str) -> bool:
        """Whether a model may have this name here."""
        return re.fullmatch(self.models, model) is not None
