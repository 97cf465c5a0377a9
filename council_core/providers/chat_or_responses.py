"""OpenAI's two APIs behind one model: chat completions, and responses, which alone take a model's thinking back.

A reasoning model that uses tools thinks before it calls one. Chat completions drop these thoughts, so the model begins
anew with each round of tools; responses send them encrypted, and the next request gives them back unchanged.

A chat completion in one piece goes past the SDK, over the HTTP client that the SDK was given: pydantic-ai hands over
plain JSON and validates the whole reply itself, and the SDK's own way costs three times the processor time. Replies
that are not as documented are built by the SDK, and errors are its own, so nothing else can tell the difference.

Sources: platform.openai.com/docs/guides/reasoning#keeping-reasoning-items-in-context and
/docs/guides/reasoning#encrypted-reasoning-items.
"""

import logging
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any, NoReturn, cast

import httpx2
from openai import APIConnectionError, APIStatusError, APITimeoutError, AsyncOpenAI, NotGiven, Omit
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletion
from pydantic import ValidationError
from pydantic_ai import RunContext
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelMessage, ModelResponse, ThinkingPart
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel, OpenAIResponsesModelSettings
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

logger = logging.getLogger(__name__)


class PlainClient(AsyncOpenAI):
    """Sends the key and what a request needs, and nothing about this machine or from its environment."""

    def __init__(self, *, http_client: httpx2.AsyncClient, **settings: Any) -> None:
        super().__init__(http_client=http_client, **settings)
        self._plain_chat = Chat(self, http_client)

    @property
    def default_headers(self) -> dict[str, str | Omit]:
        return {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "User-Agent": self.user_agent,
        }

    @property
    def chat(self) -> AsyncChat:
        return self._plain_chat


class Chat(AsyncChat):
    """The part of the client that asks for chat completions."""

    def __init__(self, client: AsyncOpenAI, http: httpx2.AsyncClient) -> None:
        super().__init__(client)
        self._plain_completions = Completions(client, http)

    @property
    def completions(self) -> AsyncCompletions:
        return self._plain_completions


class Completions(AsyncCompletions):
    """Chat completions whose parameters are plain JSON."""

    def __init__(self, client: AsyncOpenAI, http: httpx2.AsyncClient) -> None:
        super().__init__(client)
        self._http = http
        self._address = httpx2.URL(f"{client.base_url}chat/completions")
        self._headers: dict[str, Any] = {**client.auth_headers, **client.default_headers}

    async def create(self, **asked: Any) -> Any:
        """Return one completion. Raises the SDK's errors."""
        if asked.get("stream"):
            return await super().create(**asked)  # pyright: ignore[reportUnknownVariableType]
        given = {name: value for name, value in asked.items() if not isinstance(value, (Omit, NotGiven))}
        timeout: float | None = given.pop("timeout", None)
        headers: dict[str, str] = given.pop("extra_headers", None) or {}
        body: dict[str, Any] = given | (given.pop("extra_body", None) or {})
        try:
            reply = await self._http.post(
                self._address, json=body, headers=self._headers | headers, timeout=timeout
            )
        except httpx2.TimeoutException as error:
            raise APITimeoutError(request=error.request) from error
        except httpx2.RequestError as error:
            raise APIConnectionError(request=error.request) from error
        return _completion(reply) if reply.is_success else _refuse(reply)


def _completion(reply: httpx2.Response) -> object:
    """Return a completion, validated in one go where it is as OpenAI documents it; else what the SDK makes of it."""
    try:
        return ChatCompletion.model_validate_json(reply.content)
    except ValidationError:
        pass
    try:
        data = reply.json()
    except ValueError:
        if "json" in reply.headers.get("content-type", "json"):
            raise
        return reply.text
    return ChatCompletion.construct(**cast("dict[str, Any]", data)) if isinstance(data, dict) else data


def _refuse(reply: httpx2.Response) -> NoReturn:
    """Raise the SDK's error for a reply that is no completion."""
    try:
        body: Any = reply.json()
    except ValueError:
        body = reply.text.strip()
    said = _field(body, "error", body)
    text = _field(said, "message", None)
    message = f"Error code: {reply.status_code}" + (f" - {text}" if text and isinstance(text, str) else "")
    raise APIStatusError(message, response=reply, body=said)


def _field(body: object, name: str, default: object) -> object:
    return cast("dict[str, object]", body).get(name, default) if isinstance(body, dict) else default


NAMED = re.compile(r"v1/responses|responses api", re.IGNORECASE)
"""Words in a refusal of chat completions that only responses can serve, by a model in general or by one with tools."""

REFUSALS = frozenset({400, 404, 405, 422, 501})
"""Statuses of an address without responses. The same request is then sent as a chat, which shows whether the request
itself was the problem."""

NOTHING_KEPT = OpenAIResponsesModelSettings(openai_store=False)
"""Responses are kept at OpenAI for a month unless a request says otherwise; chats are not."""


class ChatOrResponses(WrapperModel):
    """Asks by chat completions; by responses where the model thinks and has tools, or refuses chats."""

    def __init__(
        self, chat: OpenAIChatModel, responses: OpenAIResponsesModel, *, has_responses: bool
    ) -> None:
        """
        Args:
            chat: The model by chat completions.
            responses: The same model by responses, with the settings `NOTHING_KEPT`.
            has_responses: Whether the address is known to serve responses.
        """
        super().__init__(chat)
        self._responses = responses
        thinks = responses.profile.get("openai_supports_encrypted_reasoning_content", False)
        self._gives_thoughts_back = has_responses and thinks
        self._takes_no_chats = False

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        sealed, plain = with_thoughts(messages, sealed=True), with_thoughts(messages, sealed=False)
        if self._takes_no_chats:
            return await self._responses.request(sealed, model_settings, model_request_parameters)
        has_failed = False
        if self._gives_thoughts_back and model_request_parameters.function_tools:
            try:
                return await self._responses.request(sealed, model_settings, model_request_parameters)
            except ModelHTTPError as error:
                if error.status_code not in REFUSALS:
                    raise
                has_failed = True
        try:
            response = await self.wrapped.request(plain, model_settings, model_request_parameters)
        except ModelHTTPError as error:
            if has_failed or not wants_responses(error):
                raise
            response = await self._responses.request(sealed, model_settings, model_request_parameters)
            # A model that accepts chats without tools refuses only chats with tools.
            self._gives_thoughts_back = True
            self._takes_no_chats = not model_request_parameters.function_tools
        else:
            if has_failed:
                logger.info("responses do not serve %s, so it is asked by chat completions", self.model_name)
                self._gives_thoughts_back = False
        return response

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        async with AsyncExitStack() as open_stream:

            async def streamed(model: Model[Any]) -> StreamedResponse:
                stream = model.request_stream(messages, model_settings, model_request_parameters, run_context)
                return await open_stream.enter_async_context(stream)

            if self._takes_no_chats:
                response = await streamed(self._responses)
            else:
                try:
                    response = await streamed(self.wrapped)
                except ModelHTTPError as error:
                    if not wants_responses(error):
                        raise
                    response = await streamed(self._responses)
                    self._takes_no_chats = True
            yield response


def with_thoughts(messages: Sequence[ModelMessage], *, sealed: bool) -> list[ModelMessage]:
    """Return the messages with the thoughts that one API takes: encrypted ones for responses, plain ones for chats.

    A run may have begun by the other API, where a process without the memory of a refusal goes on with it.
    """
    kept: list[ModelMessage] = []
    for message in messages:
        if isinstance(message, ModelResponse):
            thoughts = [part for part in message.parts if isinstance(part, ThinkingPart)]
            of_responses = {part.id for part in thoughts if part.signature}
            left_out = [part for part in thoughts if (part.id in of_responses) is not sealed]
            kept.append(replace(message, parts=[part for part in message.parts if part not in left_out]))
        else:
            kept.append(message)
    return kept


def wants_responses(error: ModelHTTPError) -> bool:
    """Tell whether a chat was refused because only responses serve it."""
    return error.status_code in REFUSALS and NAMED.search(str(error.body or error)) is not None
