"""OpenAI's client, for requests that are in the form of the wire already.

The SDK walks over the parameters of a chat completion, type by type and message by message, to turn Python's names and
objects into JSON, and builds the reply field by field without checking it. pydantic-ai hands it plain JSON and
validates the whole reply itself, so both walks are left out here, by doors that the SDK documents: `client.post` for
any request, and the response model that one names there.
"""

from typing import Any, cast

from openai import AsyncOpenAI, NotGiven, Omit, RequestOptions
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletion
from pydantic import ValidationError

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
    """A reply, validated in one go where it is as OpenAI documents it; else built by the SDK, which takes any."""

    @classmethod
    def construct(cls, _fields_set: set[str] | None = None, **values: object) -> "Completion":
        try:
            return cls.model_validate(values)
        except ValidationError:
            return super().construct(_fields_set, **values)
