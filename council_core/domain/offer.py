"""Models that a provider offers now, with prices and abilities."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Silence = Literal["unknown_provider", "no_key", "refused", "no_answer", "unreadable"]
"""Reasons why a provider's list is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One model that a provider offers."""

    model: str
    """Its id, such as `openai:gpt-6.1-sol`."""

    price: Decimal | None = None
    """US dollars for its part in a short question; None where it is not known."""

    sees: bool | None = None
    """Whether it takes pictures; None where the provider does not say."""

    tools: bool | None = None
    """Whether it calls tools; None where the provider does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """The list of one provider's models, or the reason why it is missing."""

    title: str
    """The name for people."""

    models: tuple[Offer, ...] = ()
    silence: Silence | None = None
