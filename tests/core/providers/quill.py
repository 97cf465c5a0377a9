"""An example of a provider with an API of its own: a made-up vendor, Quill, as a model of pydantic-ai, and its server.

Such a provider is one file like this one in `council_core/providers`, and a row like `QUILL` in its `__init__.py`.
Retries, deadlines, forms of replies, prices and the sentences about failures come with `ModelCaller`.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import httpx2
from aiohttp import web
from pydantic_ai import RunContext
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import (
    FinishReason,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponseStreamEvent,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from council_core.providers import Caller, Endpoint, Provider
from council_core.providers.caller import ModelCaller
from council_core.providers.lists import ModelList

if TYPE_CHECKING:
    from council_core.providers.client import Clients

KEY, WORDS = "q-key", ("Spaces", " everywhere", ".")
ENDED: Mapping[str, FinishReason] = {"finished": "stop", "limit": "length", "filtered": "content_filter"}


class QuillModel(Model[httpx2.AsyncClient]):
    """A model of Quill, which knows neither tools nor forms of replies."""

    def __init__(self, name: str, endpoint: Endpoint, http: httpx2.AsyncClient) -> None:
        super().__init__(profile={"supports_tools": False})
        self._name, self._endpoint, self._http = name, endpoint, http

    @property
    def model_name(self) -> str:
        return self._name

    @property
    def system(self) -> str:
        return "quill"

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        body = (await self._sent(messages, model_settings or {}, live=False)).json()
        return ModelResponse(
            parts=[TextPart(content=body["words"])],
            usage=usage(body),
            model_name=self._name,
            provider_url=self._endpoint.base_url,
            finish_reason=ENDED[body["ended"]],
        )

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """Return the whole reply, event by event. The transport has told its text while it arrived."""
        del run_context
        response = await self._sent(messages, model_settings or {}, live=True)
        yield QuillStream(
            model_request_parameters=model_request_parameters,
            name=self._name,
            url=self._endpoint.base_url,
            lines=response.text.splitlines(),
        )

    async def _sent(
        self, messages: Sequence[ModelMessage], settings: ModelSettings, *, live: bool
    ) -> httpx2.Response:
        turns = [{"who": "quill" if isinstance(each, ModelResponse) else "person", "says": said(each)}
                 for each in messages]  # fmt: skip
        last = messages[-1]
        asked: dict[str, object] = {"engine": self._name, "turns": turns, "live": live}
        asked["rules"] = (last.instructions if isinstance(last, ModelRequest) else None) or ""
        asked["limit"] = settings.get("max_tokens")
        url, headers = f"{self._endpoint.base_url}/v2/compose", {"x-quill-key": self._endpoint.key or ""}
        response = await self._http.post(url, json=asked, headers=headers)
        if response.status_code != 200:
            raise ModelHTTPError(response.status_code, self._name, response.json())
        return response


def said(message: ModelMessage) -> str:
    if isinstance(message, ModelResponse):
        return message.text or ""
    return "\n".join(str(part.content) for part in message.parts if isinstance(part, UserPromptPart))


def usage(body: Mapping[str, Any]) -> RequestUsage:
    return RequestUsage(input_tokens=body["meter"]["read"], output_tokens=body["meter"]["wrote"])


@dataclass
class QuillStream(StreamedResponse):
    """The events of a reply that has arrived whole."""

    name: str
    url: str
    lines: Sequence[str]
    begun: datetime = field(default_factory=lambda: datetime.now(UTC))

    async def _get_event_iterator(self) -> AsyncIterator[ModelResponseStreamEvent]:
        for line in self.lines:
            if not line.startswith("data:"):
                continue
            event = json.loads(line.removeprefix("data:"))
            for each in self._parts_manager.handle_text_delta(vendor_part_id=0, content=text_of(event)):
                yield each
            if "ended" in event:
                self.finish_reason, self._usage = ENDED[event["ended"]], usage(event)

    @property
    def model_name(self) -> str:
        return self.name

    @property
    def provider_name(self) -> str:
        return "quill"

    @property
    def provider_url(self) -> str:
        return self.url

    @property
    def timestamp(self) -> datetime:
        return self.begun


def text_of(event: Mapping[str, Any]) -> str:
    """Return the text that one event of a reply adds."""
    return str(event.get("words", ""))


def open_quill(endpoint: Endpoint, clients: "Clients") -> Caller:
    return ModelCaller(endpoint, lambda name: QuillModel(name, endpoint, clients.http), text_of=text_of)


QUILL = Provider(
    title="Quill",
    open=open_quill,
    base_url="https://api.quill.example",
    base_url_variable="QUILL_BASE_URL",
    key_variables=("QUILL_API_KEY",),
    lists=ModelList(path="/v2/engines", headers=lambda key: {"x-quill-key": key or ""}, within="engines"),
    examples=("quill:feather-2",),
)


class QuillServer:
    """Serves Quill's API on this machine, as a context; `asked` holds the bodies of all requests."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    async def __aenter__(self) -> "QuillServer":
        app = web.Application()
        app.router.add_post("/v2/compose", self._compose)
        app.router.add_get("/v2/engines", self._engines)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._runner.cleanup()

    async def _compose(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.asked.append(body)
        if request.headers.get("x-quill-key") != KEY:
            return web.json_response({"error": {"message": "Who are you?"}}, status=401)
        end = {"ended": "finished", "meter": {"read": 11, "wrote": 7}}
        if not body["live"]:
            return web.json_response({"words": "".join(WORDS), **end})
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        for event in (*({"words": each} for each in WORDS), end):
            await response.write(f"data: {json.dumps(event)}\n\n".encode())
        return response

    async def _engines(self, request: web.Request) -> web.Response:
        known = request.headers.get("x-quill-key") == KEY
        engines = [{"id": "feather-2"}, {"id": "feather-embed"}] if known else []
        return web.json_response({"engines": engines}, status=200 if known else 401)
