"""Describe a provider: its address, its key, and how to call it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Literal, Protocol

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.ports import Prompt
from council_core.providers.lists import OPENAI, ModelList

if TYPE_CHECKING:
    from council_core.providers.client import Clients


A_MILLION = 1_000_000

Api = Literal["auto", "chat", "responses"]
"""Way to ask. `chat`: by chat completions alone. `responses`: by responses, which return the model's thinking to it.
`auto`: by responses at OpenAI's own address, and elsewhere when a model refuses chats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One address at which models are asked, with the variables that define it, so that errors can name them."""

    name: str
    """Name before the colon of a model's id."""

    title: str
    """Name for people."""

    provider: str
    """Entry in `PROVIDERS`; differs from `name` only for further OpenAI-compatible services."""

    base_url: str
    key: str | None = field(default=None, repr=False)
    base_url_variable: str
    key_variable: str
    api: Api = "auto"
    """Way to ask OpenAI's reasoning models when they have tools."""

    prices: tuple["Price", ...] = ()
    """The operator's own prices for this address; the first that fits wins, before any price list."""

    def own_cost(self, model: str, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Return the cost of these tokens in US dollars at the operator's prices; None where none fits the model."""
        for price in self.prices:
            if fnmatchcase(model, price.pattern):
                return (price.tokens_in * tokens_in + price.tokens_out * tokens_out) / A_MILLION
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Price in US dollars for a million tokens, for models whose name fits a pattern."""

    pattern: str
    tokens_in: Decimal
    tokens_out: Decimal


class Caller(Protocol):
    """Calls the models of one provider over its open connections."""

    async def prepare(self, model: str) -> None:
        """Do everything that can be done before the first prompt to this model."""
        ...

    def is_blind(self, model: str) -> bool:
        """Tell whether this model refused a picture and answered a prompt without it."""
        ...

    async def ask(self, member: Member, prompt: Prompt, *, until: float) -> Reply | Failure:
        """Ask one member for one reply. The caller cancels at `until`, on the event loop's clock, and no pause before
        a retry reaches beyond it. Raises nothing but CancelledError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One way of asking models; an entry of `PROVIDERS`."""

    title: str
    open: Callable[[Endpoint, "Clients"], Caller]
    """Builds its caller; slow the first time, since it imports the vendor's SDK."""

    base_url: str
    """Default address; empty when only the settings can name one."""

    base_url_variable: str
    key_variables: tuple[str, ...]
    """Variables that may hold its key, in order of lookup; errors name the first when none is set."""

    needs_key: bool = True
    lists: ModelList = OPENAI
    """The list of its models."""

    models: str = r".+"
    """Pattern for the part of a model's id after the colon."""

    examples: tuple[str, ...]
    """Example ids, shown when an id cannot be right."""

    def has(self, model: str) -> bool:
        """Tell whether this provider may have a model of this name."""
        return re.fullmatch(self.models, model) is not None
