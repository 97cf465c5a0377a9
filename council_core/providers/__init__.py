"""Table of providers: the name before the colon of a model's id, and a function that opens a connection to it.

Each function imports its vendor's SDK when it is called, so this package is quick to import and unused providers cost
nothing. SDKs get the address, the key and the shared HTTP client from us and never retry by themselves: `client` does
that for all of them.
"""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from council_core.providers import lists
from council_core.providers.demo import DEMO_NAMES, DEMO_ROSTER, DemoCaller
from council_core.providers.endpoint import Caller, Endpoint, Provider

if TYPE_CHECKING:
    from openai import AsyncOpenAI

    from council_core.providers.client import Clients

__all__ = ["DEMO_ROSTER", "PROVIDERS", "Caller", "Endpoint", "Provider"]

OPENAI = "api.openai.com"
"""Host that serves responses beside chat completions; a gateway may serve chats alone."""

NO_KEY = "no-key"
"""Key sent to a local server that needs none, because the SDK insists on one."""


def _openai_sdk(endpoint: Endpoint, clients: "Clients") -> "AsyncOpenAI":
    from council_core.providers.chat_or_responses import PlainClient

    sdk = PlainClient(
        base_url=endpoint.base_url, api_key=endpoint.key or NO_KEY, max_retries=0, http_client=clients.http
    )
    # The SDK reads it from the environment, and would send it to any address in the settings.
    sdk.admin_api_key = None
    return sdk


def _openai(endpoint: Endpoint, clients: "Clients") -> Caller:
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    from council_core.providers.caller import TEXT_AS_SENT, ModelCaller
    from council_core.providers.chat_or_responses import NOTHING_KEPT, ChatOrResponses

    provider = OpenAIProvider(openai_client=_openai_sdk(endpoint, clients))

    def opened(name: str) -> ChatOrResponses | OpenAIChatModel:
        chat = OpenAIChatModel(name, provider=provider, profile=TEXT_AS_SENT)
        if endpoint.api == "chat":
            return chat
        responses = OpenAIResponsesModel(name, provider=provider, profile=TEXT_AS_SENT, settings=NOTHING_KEPT)
        is_openai = urlsplit(endpoint.base_url).hostname == OPENAI
        return ChatOrResponses(chat, responses, has_responses=is_openai or endpoint.api == "responses")

    return ModelCaller(endpoint, opened)


def _openrouter(endpoint: Endpoint, clients: "Clients") -> Caller:
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    from council_core.providers.caller import TEXT_AS_SENT, ModelCaller

    provider = OpenRouterProvider(openai_client=_openai_sdk(endpoint, clients))
    return ModelCaller(endpoint, lambda name: OpenRouterModel(name, provider=provider, profile=TEXT_AS_SENT))


def _anthropic(endpoint: Endpoint, clients: "Clients") -> Caller:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    from council_core.providers.caller import ModelCaller

    sdk = AsyncAnthropic(
        base_url=endpoint.base_url, api_key=endpoint.key, max_retries=0, http_client=clients.http
    )
    sdk._custom_headers = {}  # pyright: ignore[reportPrivateUsage]  # as for OpenAI's
    provider = AnthropicProvider(anthropic_client=sdk)
    return ModelCaller(endpoint, lambda name: AnthropicModel(name, provider=provider))


def _google(endpoint: Endpoint, clients: "Clients") -> Caller:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    from council_core.providers.caller import ModelCaller

    provider = GoogleProvider(api_key=endpoint.key, base_url=endpoint.base_url, http_client=clients.http)
    return ModelCaller(endpoint, lambda name: GoogleModel(name, provider=provider))


def _ollama(endpoint: Endpoint, clients: "Clients") -> Caller:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    from council_core.providers.caller import AS_CONFIGURED, ModelCaller

    provider = OllamaProvider(openai_client=_openai_sdk(endpoint, clients))
    return ModelCaller(endpoint, lambda name: OllamaModel(name, provider=provider, profile=AS_CONFIGURED))


def _compatible(endpoint: Endpoint, clients: "Clients") -> Caller:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    from council_core.providers.caller import AS_CONFIGURED, ModelCaller

    provider = OpenAICompatibleProvider(endpoint.name, openai_client=_openai_sdk(endpoint, clients))
    return ModelCaller(endpoint, lambda name: OpenAIChatModel(name, provider=provider, profile=AS_CONFIGURED))


def _demo(_endpoint: Endpoint, clients: "Clients") -> Caller:
    return DemoCaller(seconds=clients.settings.demo_seconds)


PROVIDERS: dict[str, Provider] = {
    "openrouter": Provider(
        title="OpenRouter",
        open=_openrouter,
        base_url="https://openrouter.ai/api/v1",
        base_url_variable="OPENROUTER_BASE_URL",
        key_variables=("OPENROUTER_API_KEY",),
        lists=lists.OPENROUTER,
        models=r"[^/]+/.+",
        examples=("openrouter:VENDOR/MODEL", "openrouter:anthropic/claude-sonnet-4.5"),
    ),
    "openai": Provider(
        title="OpenAI",
        open=_openai,
        base_url="https://api.openai.com/v1",
        base_url_variable="OPENAI_BASE_URL",
        key_variables=("OPENAI_API_KEY",),
        examples=("openai:gpt-5",),
    ),
    "anthropic": Provider(
        title="Anthropic",
        open=_anthropic,
        base_url="https://api.anthropic.com",
        base_url_variable="ANTHROPIC_BASE_URL",
        key_variables=("ANTHROPIC_API_KEY",),
        lists=lists.ANTHROPIC,
        examples=("anthropic:claude-sonnet-4-5",),
    ),
    "google": Provider(
        title="Google",
        open=_google,
        base_url="https://generativelanguage.googleapis.com",
        base_url_variable="GOOGLE_BASE_URL",
        key_variables=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        lists=lists.GOOGLE,
        examples=("google:gemini-2.5-flash",),
    ),
    "ollama": Provider(
        title="Ollama",
        open=_ollama,
        base_url="http://localhost:11434/v1",
        base_url_variable="OLLAMA_BASE_URL",
        key_variables=("OLLAMA_API_KEY",),
        lists=lists.OLLAMA,
        needs_key=False,
        examples=("ollama:llama3.2",),
    ),
    "compatible": Provider(
        title="the OpenAI-compatible service",
        open=_compatible,
        base_url="",
        base_url_variable="COMPATIBLE_BASE_URL",
        key_variables=("COMPATIBLE_API_KEY",),
        needs_key=False,
        examples=("compatible:MODEL",),
    ),
    "demo": Provider(
        title="the demo",
        open=_demo,
        base_url="demo:",
        base_url_variable="",
        key_variables=(),
        needs_key=False,
        models="|".join(DEMO_NAMES),
        examples=DEMO_ROSTER,
    ),
}
"""Every name that may be before the colon of a model's id. `settings` adds further OpenAI-compatible services
under names of their own."""
