"""Tests of each provider's list endpoint: the offered models, or the reason why they are unknown."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from decimal import Decimal

import pytest
from aiohttp import web

from council_core.domain.offer import Offer, Offered
from council_core.providers.offers import ProviderOffers
from council_core.providers.settings import ProviderSettings
from tests.testbed.models import ModelServer, Says

LISTED: dict[str, list[dict[str, object]]] = {
    "data": [
        {
            "id": "anthropic/claude-sonnet-5.5",
            "pricing": {"prompt": "0.000003", "completion": "0.000015"},
            "architecture": {"input_modalities": ["text", "image"]},
            "supported_parameters": ["tools", "temperature"],
        },
        {
            "id": "meta/llama-9:free",
            "pricing": {"prompt": "0", "completion": "0"},
            "supported_parameters": [],
        },
        {"id": "openrouter/auto", "pricing": {"prompt": "-1", "completion": "-1"}},
        {"name": "of no id"},
    ]
}


Answers = Callable[[web.Request], Awaitable[web.Response]]


class Serving:
    """Serves one answer to every request on this machine, as a context."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    async def __aenter__(self) -> str:
        app = web.Application()
        app.router.add_get("/models", self._answers)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def __aexit__(self, *error: object) -> None:
        await self._runner.cleanup()


@pytest.fixture
async def models() -> AsyncIterator[ModelServer]:
    """Yield a server of models that lists one of them on each wire."""
    async with ModelServer() as server:
        server.always("sol-9", Says(text="Here."))
        yield server


async def offered(variables: dict[str, str], provider: str, *, seconds: float = 10.0) -> Offered:
    """Return a provider's offers under these settings."""
    offers = ProviderOffers(ProviderSettings.from_mapping(variables))
    try:
        return await offers.of(provider, seconds=seconds)
    finally:
        await offers.close()


@pytest.mark.parametrize("provider", ["openai", "openrouter", "anthropic", "google", "ollama", "compatible"])
async def test_each_provider_lists_its_models_over_its_own_wire(models: ModelServer, provider: str) -> None:
    found = await offered(models.environment(), provider)

    assert found.silence is None
    assert f"{provider}:sol-9" in [offer.model for offer in found.models]


@pytest.mark.parametrize(
    ("prices", "price"), [({}, Decimal(0)), ({"OLLAMA_PRICES": "sol-*=10"}, Decimal("0.039"))]
)
async def test_a_model_of_ollama_is_free_unless_the_operator_has_a_price(
    models: ModelServer, prices: dict[str, str], price: Decimal
) -> None:
    found = await offered({**models.environment(), **prices}, "ollama")

    assert {offer.model: offer.price for offer in found.models}["ollama:sol-9"] == price


async def test_openrouter_says_what_its_models_cost_and_take() -> None:
    async def listed(request: web.Request) -> web.Response:
        assert request.headers["authorization"] == "Bearer k"
        return web.json_response(LISTED)

    async with Serving(listed) as url:
        found = await offered({"OPENROUTER_BASE_URL": url, "OPENROUTER_API_KEY": "k"}, "openrouter")

    claude, llama, auto = found.models
    assert (claude.sees, claude.tools) == (True, True)
    assert claude.price == Decimal("0.0225")
    assert (llama.price, llama.tools) == (0, False)
    assert auto == Offer(model="openrouter:openrouter/auto")


@pytest.mark.parametrize(
    ("status", "body", "silence"),
    [(401, "{}", "refused"), (403, "{}", "refused"), (404, "no", "unreadable"), (200, "[]", "unreadable")],
)
async def test_a_provider_without_a_list_says_why(status: int, body: str, silence: str) -> None:
    async def answers(request: web.Request) -> web.Response:
        return web.Response(status=status, text=body)

    async with Serving(answers) as url:
        found = await offered({"OPENAI_BASE_URL": url, "OPENAI_API_KEY": "k"}, "openai")

    assert found.silence == silence


async def test_a_provider_that_never_answers_is_not_waited_for() -> None:
    async def hangs(request: web.Request) -> web.Response:
        await asyncio.sleep(3_600)
        return web.Response()

    async with Serving(hangs) as url:
        variables = {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": "k"}
        found = await offered(variables, "openai", seconds=0.05)

    assert found.silence == "no_answer"


async def test_only_providers_that_are_set_up_are_asked() -> None:
    offers = ProviderOffers(ProviderSettings.from_mapping({"OPENAI_API_KEY": "k"}))

    assert offers.providers == ("openai", "demo")
    assert (await offers.of("anthropic", seconds=1)).silence == "no_key"
    assert (await offers.of("nobody", seconds=1)).silence == "unknown_provider"
    assert (await offers.of("demo", seconds=1)).models[0] == Offer(
        model="demo:ada", price=Decimal(0), sees=False, tools=False
    )


NO_CHAT = (
    *("whisper-1", "gpt-4o-transcribe", "text-embedding-3-large", "tts-1-hd", "gpt-4o-mini-tts", "dall-e-3"),
    *(
        "gpt-image-1",
        "omni-moderation-latest",
        "gpt-4o-realtime-preview",
        "gemini-embedding-001",
        "imagen-4.0",
    ),
    *(
        "mistral-embed",
        "mistral-moderation-latest",
        "nomic-embed-text",
        "rerank-v3.5",
        "sora-2",
        "davinci-002",
    ),
)
CHAT = (
    *("gpt-6.1-sol", "o4-mini", "claude-sonnet-5.5", "gemini-3-pro", "mistral-large-latest", "llama-9:free"),
    *(
        "meta/llama-4-scout",
        "deepseek-reasoner",
        "command-a",
        "qwen3-vl-235b",
        "ministral-8b",
        "openrouter/auto",
    ),
)


async def test_a_list_leaves_out_models_that_cannot_chat() -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.json_response({"data": [{"id": name} for name in (*NO_CHAT, *CHAT)]})

    async with Serving(answer) as address:
        found = await offered({"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": address}, "openai")

    assert [offer.model for offer in found.models] == sorted(f"openai:{name}" for name in CHAT)
