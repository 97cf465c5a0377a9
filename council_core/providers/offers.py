"""Ask providers which models they offer: the port `Offers`, over each provider's own list endpoint."""

import asyncio
import re
from dataclasses import replace
from decimal import Decimal
from typing import cast

import httpx2

from council_core.domain.member import Member, MemberId
from council_core.domain.offer import Offer, Offered, Silence
from council_core.providers import DEMO_ROSTER, PROVIDERS
from council_core.providers.client import Clients
from council_core.providers.endpoint import Endpoint
from council_core.providers.lists import MOST_MODELS, TOKENS_IN, TOKENS_OUT, Entry
from council_core.providers.prices import Prices
from council_core.providers.settings import ProviderSettings
from council_core.providers.transport import tries_until


class ProviderOffers:
    """Implements `council_core.ports.Offers`. Belongs to the event loop that asks first."""

    def __init__(self, settings: ProviderSettings) -> None:
        self._settings = settings
        self._clients = Clients(settings)
        self._prices = Prices(settings)

    @property
    def providers(self) -> tuple[str, ...]:
        endpoints = self._settings.endpoints
        return tuple(name for name, endpoint in endpoints.items() if _is_set_up(endpoint))

    async def of(self, provider: str, *, seconds: float) -> Offered:
        endpoint = self._settings.endpoints.get(provider)
        if endpoint is None:
            return Offered(title=provider, silence="unknown_provider")
        if provider == "demo":
            free = tuple(
                Offer(model=model, price=Decimal(0), sees=False, tools=False) for model in DEMO_ROSTER
            )
            return Offered(title=endpoint.title, models=free)
        if PROVIDERS[endpoint.provider].needs_key and endpoint.key is None:
            return Offered(title=endpoint.title, silence="no_key")
        listed = await self._listed(endpoint, seconds)
        if isinstance(listed, str):
            return Offered(title=endpoint.title, silence=listed)
        models = await asyncio.to_thread(self._priced, endpoint, listed)
        return Offered(title=endpoint.title, models=models)

    async def price(self, model: str) -> Decimal | None:
        member = Member(id=MemberId(model), model=model, name=model)
        return await self._prices.cost(member, tokens_in=TOKENS_IN, tokens_out=TOKENS_OUT)

    async def close(self) -> None:
        """Close the connections."""
        await self._clients.close()

    async def _listed(self, endpoint: Endpoint, seconds: float) -> list[Entry] | Silence:
        way = PROVIDERS[endpoint.provider].lists
        url, headers = f"{endpoint.base_url}{way.path}", dict(way.headers(endpoint.key))
        deadline = asyncio.get_running_loop().time() + seconds
        try:
            with tries_until(deadline, endpoint.name):
                async with asyncio.timeout(seconds):
                    response = await self._clients.http.get(url, headers=headers)
        except (httpx2.HTTPError, TimeoutError, OSError):
            return "no_answer"
        if response.status_code in (401, 403):
            return "refused"
        try:
            entries = response.json()[way.within]
            return cast("list[Entry]", [each for each in entries if isinstance(each, dict)])
        except (ValueError, KeyError, TypeError):
            return "no_answer" if response.is_server_error else "unreadable"

    def _priced(self, endpoint: Endpoint, entries: list[Entry]) -> tuple[Offer, ...]:
        read = PROVIDERS[endpoint.provider].lists.read
        chatting = (each for each in read(endpoint.name, entries) if can_chat(each.model.partition(":")[2]))
        offers = sorted(chatting, key=lambda offer: offer.model)[:MOST_MODELS]
        return tuple(self._with_price(endpoint, offer) for offer in offers)

    def _with_price(self, endpoint: Endpoint, offer: Offer) -> Offer:
        name = offer.model.partition(":")[2]
        price = endpoint.own_cost(name, tokens_in=TOKENS_IN, tokens_out=TOKENS_OUT)
        if price is None:
            price = offer.price
        if price is None:
            member = Member(id=MemberId(offer.model), model=offer.model, name=name)
            price = self._prices.known(member, tokens_in=TOKENS_IN, tokens_out=TOKENS_OUT)
        return replace(offer, price=price)


def _is_set_up(endpoint: Endpoint) -> bool:
    provider = PROVIDERS[endpoint.provider]
    if provider.needs_key:
        return endpoint.key is not None
    return endpoint.name == "demo" or endpoint.base_url != provider.base_url


CANNOT_CHAT = re.compile(
    r"(?:^|[^a-z])(?:embed\w*|bge|gte|e5|whisper|transcribe|tts|speech|audio|realtime|dall-e|imagen?|image|images|"
    r"stable-diffusion|sdxl|flux|sora|veo|moderations?|rerank\w*|ocr|voxtral|babbage|davinci)(?![a-z])",
    re.IGNORECASE,
)
"""Words in names of models that make vectors, speech, pictures or moderation. Most lists give only names."""


def can_chat(name: str) -> bool:
    """Tell whether a model answers questions in text, as far as its name says."""
    return CANNOT_CHAT.search(name) is None
