"""Ask providers which models they offer: the port `Offers`, over each provider's own list endpoint."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any, cast

import httpx2

from council_core.domain.member import Member, MemberId
from council_core.domain.offer import Offer, Offered, Silence
from council_core.providers import DEMO_ROSTER, PROVIDERS
from council_core.providers.client import Clients
from council_core.providers.endpoint import Endpoint
from council_core.providers.prices import Prices
from council_core.providers.settings import ProviderSettings
from council_core.providers.transport import tries_until

TOKENS_IN, TOKENS_OUT = 3_000, 900
"""Tokens of one member in a short question to a council of four: it reads its prompt and four answers, and writes an
answer of 500 and a review of 400 (see `stages.estimate`)."""

ANTHROPIC_VERSION = "2023-06-01"
MOST_MODELS = 1_000

Entry = Mapping[str, Any]


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
            return Offered(provider=provider, title=provider, silence="unknown_provider")
        if provider == "demo":
            free = tuple(
                Offer(model=model, price=Decimal(0), sees=False, tools=False) for model in DEMO_ROSTER
            )
            return Offered(provider=provider, title=endpoint.title, models=free)
        if PROVIDERS[endpoint.provider].needs_key and endpoint.key is None:
            return Offered(provider=provider, title=endpoint.title, silence="no_key")
        listed = await self._listed(endpoint, seconds)
        if isinstance(listed, str):
            return Offered(provider=provider, title=endpoint.title, silence=listed)
        models = await asyncio.to_thread(self._priced, endpoint, listed)
        return Offered(provider=provider, title=endpoint.title, models=models)

    async def price(self, model: str) -> Decimal | None:
        member = Member(id=MemberId(model), model=model, name=model)
        return await self._prices.cost(member, tokens_in=TOKENS_IN, tokens_out=TOKENS_OUT)

    async def close(self) -> None:
        """Close the connections."""
        await self._clients.close()

    async def _listed(self, endpoint: Endpoint, seconds: float) -> list[Entry] | Silence:
        path, headers = _request(endpoint)
        deadline = asyncio.get_running_loop().time() + seconds
        try:
            with tries_until(deadline, endpoint.name):
                async with asyncio.timeout(seconds):
                    response = await self._clients.http.get(f"{endpoint.base_url}{path}", headers=headers)
        except (httpx2.HTTPError, TimeoutError, OSError):
            return "no_answer"
        if response.status_code in (401, 403):
            return "refused"
        try:
            body = response.json()
            entries = body["models" if endpoint.provider == "google" else "data"]
            return cast("list[Entry]", [each for each in entries if isinstance(each, dict)])
        except (ValueError, KeyError, TypeError):
            return "no_answer" if response.is_server_error else "unreadable"

    def _priced(self, endpoint: Endpoint, entries: list[Entry]) -> tuple[Offer, ...]:
        read = READERS.get(endpoint.provider, _named)
        chatting = (each for each in read(endpoint, entries) if can_chat(each.model.partition(":")[2]))
        offers = sorted(chatting, key=lambda offer: offer.model)[:MOST_MODELS]
        return tuple(self._with_price(endpoint, offer) for offer in offers)

    def _with_price(self, endpoint: Endpoint, offer: Offer) -> Offer:
        if endpoint.provider == "ollama":
            return replace(offer, price=Decimal(0))
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


def _request(endpoint: Endpoint) -> tuple[str, dict[str, str]]:
    """Return the path of the list and its headers (docs.anthropic.com, ai.google.dev, openrouter.ai: models)."""
    match endpoint.provider:
        case "anthropic":
            headers = {"x-api-key": endpoint.key or "", "anthropic-version": ANTHROPIC_VERSION}
            return f"/v1/models?limit={MOST_MODELS}", headers
        case "google":
            return f"/v1beta/models?pageSize={MOST_MODELS}", {"x-goog-api-key": endpoint.key or ""}
        case _:
            return "/models", {"authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}


CANNOT_CHAT = re.compile(
    r"(?:^|[^a-z])(?:embed\w*|bge|gte|e5|whisper|transcribe|tts|speech|audio|realtime|dall-e|imagen?|image|images|"
    r"stable-diffusion|sdxl|flux|sora|veo|moderations?|rerank\w*|ocr|voxtral|babbage|davinci)(?![a-z])",
    re.IGNORECASE,
)
"""Words in names of models that make vectors, speech, pictures or moderation. Most lists give only names."""


def can_chat(name: str) -> bool:
    """Tell whether a model answers questions in text, as far as its name says."""
    return CANNOT_CHAT.search(name) is None


def _named(endpoint: Endpoint, entries: list[Entry]) -> Iterator[Offer]:
    """Yield models of a list that gives only names."""
    for entry in entries:
        if isinstance(name := entry.get("id"), str) and name:
            yield Offer(model=f"{endpoint.name}:{name}")


def _of_google(endpoint: Endpoint, entries: list[Entry]) -> Iterator[Offer]:
    for entry in entries:
        name, methods = entry.get("name"), entry.get("supportedGenerationMethods", ())
        if isinstance(name, str) and "generateContent" in methods:
            yield Offer(model=f"{endpoint.name}:{name.removeprefix('models/')}")


def _of_openrouter(endpoint: Endpoint, entries: list[Entry]) -> Iterator[Offer]:
    for entry in entries:
        if not isinstance(name := entry.get("id"), str) or not name:
            continue
        takes = entry.get("architecture", {}).get("input_modalities")
        knows = entry.get("supported_parameters")
        yield Offer(
            model=f"{endpoint.name}:{name}",
            price=_own_price(entry.get("pricing", {})),
            sees="image" in takes if isinstance(takes, list) else None,
            tools="tools" in knows if isinstance(knows, list) else None,
        )


def _own_price(pricing: Entry) -> Decimal | None:
    """Return the price in the list itself, in dollars per token; a negative one means that it varies, and gives
    None."""
    try:
        read, written = Decimal(str(pricing["prompt"])), Decimal(str(pricing["completion"]))
    except (KeyError, InvalidOperation, TypeError):
        return None
    return None if read < 0 or written < 0 else read * TOKENS_IN + written * TOKENS_OUT


READERS: Mapping[str, Callable[[Endpoint, list[Entry]], Iterator[Offer]]] = {
    "google": _of_google,
    "openrouter": _of_openrouter,
}
