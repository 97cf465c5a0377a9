"""OpenAI's two APIs behind one model: chat completions, and responses, which alone take a model's thinking back.

A reasoning model that uses tools thinks before it calls one. Chat completions drop these thoughts, so the model begins
anew with each round of tools; responses send them encrypted, and the next request gives them back unchanged.

The SDK walks over the parameters of a chat completion to turn Python's names and objects into JSON. Then it builds the
reply field by field without checking it. Both walks are left out here, because pydantic-ai hands over plain JSON and
validates the whole reply itself. The SDK documents the way: `client.post` takes any request and the reply's model.

Sources: platform.openai.com/docs/guides/reasoning#keeping-reasoning-items-in-context and
/docs/guides/reasoning#encrypted-reasoning-items.
"""

import logging
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any, cast

from openai import AsyncOpenAI, NotGiven, Omit, RequestOptions
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

OPTIONS = {
    "extra_headers": "headers",
    "extra_query": "params",
    "extra_body": "extra_json",
    "timeout": "timeout",
}
"""Parameters of a completion that are not part of its body, and their names as options of a request."""


class PlainClient(AsyncOpenAI):
    """Sends the key and what a request needs, and nothing about this machine or from its environment."""

    @property
    def default_headers(self) -> dict[str, str | Omit]:
        return {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "User-Agent": self.user_agent,
        }

    @property
    def chat(self) -> AsyncChat:
        return Chat(self)


class Chat(AsyncChat):
    """The part of the client that asks for chat completions."""

    def __init__(self, client: AsyncOpenAI) -> None:
        super().__init__(client)
        self._sdk = client

    @property
    def completions(self) -> AsyncCompletions:
        return Completions(self._sdk)


class Completions(AsyncCompletions):
    """Chat completions whose parameters are plain JSON."""

    def __init__(self, client: AsyncOpenAI) -> None:
        super().__init__(client)
        self._sdk = client

    async def create(self, **asked: Any) -> Any:
        if asked.get("stream"):
            return await super().create(**asked)  # pyright: ignore[reportUnknownVariableType]
        given = {name: value for name, value in asked.items() if not isinstance(value, (Omit, NotGiven))}
        options = {
            option: value for name, option in OPTIONS.items() if (value := given.pop(name, None)) is not None
        }
        return await self._sdk.post(
            "/chat/completions", cast_to=Completion, body=given, options=cast(RequestOptions, options)
        )


class Completion(ChatCompletion):
    """A reply: validated in one go if it has the form that OpenAI documents, else built by the SDK, which takes any."""

    @classmethod
    def construct(cls, _fields_set: set[str] | None = None, **values: object) -> "Completion":
        try:
            return cls.model_validate(values)
        except ValidationError:
            return super().construct(_fields_set, **values)


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
