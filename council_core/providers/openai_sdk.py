"""The OpenAI SDK, with a shorter way for the one call that a council makes: a body -> a chat completion.

The SDK walks over every request to look for names to translate and files to read, of which a chat completion has none;
builds some fifteen headers about itself; and puts each reply together field by field. That took half of a call's
processor time. Here the body goes out as pydantic-ai has built it and a reply that is what OpenAI documents is read in
one go. Whatever else a server sends, the SDK reads, and its errors stay its own.
"""

import json
from collections.abc import Mapping
from typing import Any

import httpx2
from openai import APIConnectionError, APITimeoutError, AsyncOpenAI, NotGiven, Omit
from openai._compat import cached_property
from openai._models import FinalRequestOptions
from openai.resources.chat.chat import AsyncChat
from openai.resources.chat.completions.completions import AsyncCompletions
from openai.types.chat import ChatCompletion
from pydantic import ValidationError

PATH = "/chat/completions"


def open_sdk(
    *,
    base_url: str,
    api_key: str,
    http: httpx2.AsyncClient,
    straight: httpx2.AsyncBaseTransport | None = None,
) -> AsyncOpenAI:
    """An SDK that asks this server over this client, and nothing of the environment.

    Args:
        base_url: Where it is.
        api_key: What it is sent.
        http: The client.
        straight: Takes completions past the client's own layers; None goes through them.
    """
    sdk = _Sdk(base_url=base_url, api_key=api_key, max_retries=0, http_client=http)
    sdk.straight = straight
    # The SDK reads these from the environment, and would send them to whatever address stands in the settings.
    sdk.organization = sdk.project = sdk.admin_api_key = None
    sdk._custom_headers = {}  # pyright: ignore[reportPrivateUsage]
    return sdk


class _Sdk(AsyncOpenAI):
    straight: httpx2.AsyncBaseTransport | None = None

    @cached_property
    def _url(self) -> httpx2.URL:
        return httpx2.URL(f"{str(self.base_url).rstrip('/')}{PATH}")

    @cached_property
    def _headers(self) -> dict[str, str]:
        """By names in small letters, as the client has them."""
        return {
            **self._client.headers,
            "accept": "application/json",
            "content-type": "application/json",
            "authorization": f"Bearer {self.api_key}",
        }

    @cached_property
    def chat(self) -> AsyncChat:
        return _Chat(self)

    async def complete(self, body: Mapping[str, Any], headers: Mapping[str, str]) -> ChatCompletion:
        """Sends the body as it is.

        Raises:
            APITimeoutError, APIConnectionError, APIStatusError: As the SDK does.
        """
        content = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        own = {name.lower(): value for name, value in headers.items()}
        request = httpx2.Request("POST", self._url, content=content, headers=self._headers | own)
        try:
            if self.straight is not None:
                response = await self.straight.handle_async_request(request)
            else:
                response = await self._client.send(request)
        except httpx2.TimeoutException as error:
            raise APITimeoutError(request=request) from error
        except httpx2.RequestError as error:
            raise APIConnectionError(request=request) from error
        if not response.is_success:
            raise self._make_status_error_from_response(response)
        try:
            return ChatCompletion.model_validate_json(response.content)
        except ValidationError:
            return await self._as_the_sdk_reads(response)

    async def _as_the_sdk_reads(self, response: httpx2.Response) -> ChatCompletion:
        """Not quite what was promised, or not at all."""
        options = FinalRequestOptions.construct(method="post", url=PATH)
        return await self._process_response(
            cast_to=ChatCompletion, options=options, response=response, stream=False, stream_cls=None
        )


class _Chat(AsyncChat):
    @cached_property
    def completions(self) -> AsyncCompletions:
        return _Completions(self._client)


class _Completions(AsyncCompletions):
    async def create(  # pyright: ignore[reportIncompatibleMethodOverride]  # only what pydantic-ai calls it with
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        extra_body: Mapping[str, Any] | None = None,
        timeout: object = None,
        **body: Any,
    ) -> ChatCompletion:
        """Leaves out what was not given. The deadline around the call bounds it, so `timeout` has nothing to do."""
        given = {name: value for name, value in body.items() if not isinstance(value, (Omit, NotGiven))}
        assert isinstance(self._client, _Sdk)
        return await self._client.complete(given | dict(extra_body or {}), extra_headers or {})
