"""A member and tokens -> what they cost, from the price list that comes with pydantic-ai; no network."""

import asyncio
from decimal import Decimal

from council_core.domain.member import Member
from council_core.providers.settings import ProviderSettings

LISTED = frozenset({"openrouter", "openai", "anthropic", "google"})
"""Providers whose names here are their names in the list; others are found by their address."""


class Prices:
    """Implements `council_core.ports.PriceList` with genai-prices, which takes half a second to import."""

    def __init__(self, settings: ProviderSettings) -> None:
        self._settings = settings

    async def cost(self, member: Member, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        if member.is_demo or member.model.endswith(":free"):
            return Decimal(0)
        return await asyncio.to_thread(self._listed, member, tokens_in, tokens_out)

    def _listed(self, member: Member, tokens_in: int, tokens_out: int) -> Decimal | None:
        from genai_prices import Usage, calc_price

        endpoint = self._settings.endpoints.get(member.provider)
        if endpoint is None:
            return None
        usage = Usage(input_tokens=tokens_in, output_tokens=tokens_out)
        name = member.model.partition(":")[2]
        try:
            if endpoint.provider in LISTED:
                return calc_price(usage, name, provider_id=endpoint.provider).total_price
            return calc_price(usage, name, provider_api_url=endpoint.base_url).total_price
        except (LookupError, ValueError):
            return None
