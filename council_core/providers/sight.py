"""Ask providers which of their models see pictures.

OpenRouter lists all models; Ollama and Anthropic answer for one. OpenAI and Google do not tell, so their models count
as seeing until one refuses a picture.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import quote

import httpx2

from council_core.providers import PROVIDERS
from council_core.providers.client import Clients
from council_core.providers.endpoint import Endpoint
from council_core.providers.transport import tries_until

DAY = 86_400.0
"""Seconds for which a provider's answer counts."""

LATER = 600.0
"""Seconds after which a provider that gave no answer is asked again."""

PATIENCE = 3.0
"""Time limit for a provider in seconds, because a person waits for the estimate."""

Facts = Mapping[str, bool]
"""Whether a model sees, by its name."""

logger = logging.getLogger(__name__)


class Sights:
    """Answers of providers, cached for a day.

    Args:
        clients: The shared HTTP client.
        clock: Monotonic clock in seconds.
    """

    def __init__(self, clients: Clients, clock: Callable[[], float] = time.monotonic) -> None:
        self._clients, self._clock = clients, clock
        self._known: dict[tuple[str, str], tuple[float, Facts]] = {}
        self._asking = asyncio.Lock()

    async def sees(self, endpoint: Endpoint, model: str) -> bool | None:
        """Tell whether a model sees; None where its provider does not say. Never raises."""
        ask = ASKED.get(endpoint.provider)
        if ask is None or (ask is not _openrouter and not model):
            return None
        # OpenRouter lists all its models in one answer.
        key = endpoint.name, "" if ask is _openrouter else model
        async with self._asking:
            if key not in self._known or self._known[key][0] < self._clock():
                self._known[key] = await self._asked(ask, endpoint, model)
        return self.known(endpoint, model)

    def known(self, endpoint: Endpoint, model: str) -> bool | None:
        """Return the cached answer; None if there is none."""
        for key in ((endpoint.name, ""), (endpoint.name, model)):
            if key in self._known and model in self._known[key][1]:
                return self._known[key][1][model]
        return None

    async def _asked(self, ask: "Ask", endpoint: Endpoint, model: str) -> tuple[float, Facts]:
        try:
            with tries_until(asyncio.get_running_loop().time() + PATIENCE, endpoint.name):
                async with asyncio.timeout(PATIENCE):
                    return self._clock() + DAY, await ask(self._clients.http, endpoint, model)
        except (httpx2.HTTPError, TimeoutError, ValueError, TypeError, KeyError, AttributeError) as error:
            logger.info("%s does not say which of its models see pictures: %r", endpoint.title, error)
            return self._clock() + LATER, {}


async def _openrouter(http: httpx2.AsyncClient, endpoint: Endpoint, model: str) -> Facts:
    del model
    listed = await _body(http, endpoint, "GET", f"{endpoint.base_url}/models")
    return {
        str(each["id"]): "image" in each["architecture"]["input_modalities"]
        for each in cast("list[dict[str, Any]]", listed["data"])
        if "input_modalities" in (each.get("architecture") or {})
    }


async def _ollama(http: httpx2.AsyncClient, endpoint: Endpoint, model: str) -> Facts:
    root = endpoint.base_url.rstrip("/").removesuffix("/v1")
    shown = await _body(http, endpoint, "POST", f"{root}/api/show", {"model": model})
    return {model: "vision" in cast("list[str]", shown["capabilities"])} if "capabilities" in shown else {}


async def _anthropic(http: httpx2.AsyncClient, endpoint: Endpoint, model: str) -> Facts:
    shown = await _body(http, endpoint, "GET", f"{endpoint.base_url}/v1/models/{quote(model, safe='')}")
    told = cast("dict[str, dict[str, object]]", shown.get("capabilities") or {}).get("image_input", {})
    return {model: bool(told["supported"])} if "supported" in told else {}


async def _body(
    http: httpx2.AsyncClient, endpoint: Endpoint, method: str, url: str, sent: object = None
) -> dict[str, Any]:
    headers = PROVIDERS[endpoint.provider].lists.headers(endpoint.key)
    response = await http.request(method, url, headers=dict(headers), json=sent)
    response.raise_for_status()
    return cast("dict[str, Any]", response.json())


Ask = Callable[[httpx2.AsyncClient, Endpoint, str], Any]

ASKED: Mapping[str, Ask] = {"openrouter": _openrouter, "ollama": _ollama, "anthropic": _anthropic}
"""Ways to ask, by provider."""
