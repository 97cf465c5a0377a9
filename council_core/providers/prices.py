"""Price tokens: by the operator's own prices, else by the list that comes with pydantic-ai."""

import asyncio
from collections.abc import Iterable
from decimal import Decimal

from council_core.domain.member import Member
from council_core.providers.endpoint import Endpoint
from council_core.providers.settings import ProviderSettings

LISTED = frozenset({"openrouter", "openai", "anthropic", "google"})
"""Providers with the same name in the list; others are found by their address."""


class Prices:
    """Implements `council_core.ports.PriceList` with genai-prices, which takes half a second to import."""

    def __init__(self, settings: ProviderSettings) -> None:
        self._settings = settings

    def known(self, member: Member, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Return the same as `cost`. Slow the first time, so call it in a thread."""
        if member.is_demo or member.model.endswith(":free"):
            return Decimal(0)
        return self._cost(member, tokens_in, tokens_out)

    async def cost(self, member: Member, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        return await asyncio.to_thread(self.known, member, tokens_in=tokens_in, tokens_out=tokens_out)

    def unpriced(self, members: Iterable[Member]) -> tuple[str, ...]:
        """Return the models of these members without a known price, each once. Slow the first time."""
        paid = (member for member in members if not (member.is_demo or member.model.endswith(":free")))
        return tuple(dict.fromkeys(member.model for member in paid if self._cost(member, 1, 1) is None))

    def _cost(self, member: Member, tokens_in: int, tokens_out: int) -> Decimal | None:
        name, endpoint = member.model.partition(":")[2], self._settings.endpoints.get(member.provider)
        if endpoint is None:
            return None
        own = endpoint.own_cost(name, tokens_in=tokens_in, tokens_out=tokens_out)
        return _listed(endpoint, name, tokens_in, tokens_out) if own is None else own


def _listed(endpoint: Endpoint, name: str, tokens_in: int, tokens_out: int) -> Decimal | None:
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=tokens_in, output_tokens=tokens_out)
    try:
        if endpoint.provider in LISTED:
            return calc_price(usage, name, provider_id=endpoint.provider).total_price
        return calc_price(usage, name, provider_api_url=endpoint.base_url).total_price
    except (LookupError, ValueError):
        return None
