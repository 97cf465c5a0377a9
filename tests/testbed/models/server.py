"""A server on loopback that speaks the wires of OpenAI, OpenRouter, Ollama, Anthropic and Gemini, and is
strict.

    async with ModelServer() as server:
        server.script("gpt-5", Fails(status=429, headers={"Retry-After": "1"}), Says(text="42"))
        models = Models(ProviderSettings.from_mapping(server.environment()))

A call takes the model's next scripted behaviour; when none is left, or none was ever scripted, the model
answers by `replies.default_text`. Names that begin with `no-such-` are unknown models.
"""

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self, cast

from aiohttp import web

from tests.testbed.gates import Gate, Moment, open_gate
from tests.testbed.models import streams, wire_anthropic, wire_google, wire_openai, wire_responses
from tests.testbed.models.asked import Asked, Form, Json, RefusedError, Wire, as_object, calls_of, refuse
from tests.testbed.models.journal import Call, Journal
from tests.testbed.models.replies import default_text
from tests.testbed.models.scripts import Behaviour, Fails, Hangs, Holds, Looks, Reaction, Resets, Says, Sends

KEYS: dict[Wire, str] = {
    "openai": "sk-local-openai-0123456789abcdef",
    "openrouter": "sk-or-v1-local-openrouter-0123456789",
    "anthropic": "sk-ant-local-anthropic-0123456789",
    "google": "AIzaLocalGoogle0123456789abcdefghij",
}
"""The keys that the server accepts; Ollama and the compatible server accept any, or none."""


PICTURES = (b'"image_url"', b'"image"', b'"inlineData"')
"""Signs of a picture in a request, on any wire."""

RESPONSES = "/responses"

RESULT = "{result}"
"""In a scripted text: what the last tool gave."""


class ModelServer:
    """All wires on one port, each under a path of its own."""

    def __init__(self, port: int = 0) -> None:
        """
        Args:
            port: 0 for a free one.
        """
        self.journal = Journal()
        self.latency = 0.0
        """Seconds that every model takes, unless `latencies` has another value."""

        self.latencies: dict[str, float] = {}
        self.gate: Gate[Call] = open_gate
        self._port = port
        self._scripts: dict[str, deque[Behaviour]] = {}
        self._always: dict[str, Behaviour] = {}
        self._refused_forms: dict[str, frozenset[Form]] = {}
        self.sees: dict[str, bool] = {}
        """The models' sight as providers report it; they report nothing about other models."""

        self.blind: set[str] = set()
        """Models that refuse each request with a picture in it."""

        self.has_responses = True
        """Whether OpenAI's wire has responses beside chat completions."""

        self.without_chat: set[str] = set()
        """Models of OpenAI that only responses serve."""

        self.without_chat_tools: set[str] = set()
        """Models of OpenAI that chat completions serve without tools."""

        self.asked_for_sight = 0
        """The number of requests about a model's sight."""

        self.has_points = False
        """Whether chairmen write points and suggestions below their verdicts, unless a script says otherwise."""

        self._preferred: dict[str, Sequence[str]] = {}
        self._runner: web.AppRunner | None = None
        self.url = ""

    def script(self, model: str, *behaviours: Behaviour) -> None:
        """Script the model's next calls, in this order."""
        self._scripts.setdefault(model, deque()).extend(behaviours)

    def always(self, model: str, behaviour: Behaviour) -> None:
        """Set the model's behaviour when nothing is scripted."""
        self._always[model] = behaviour

    def refuse_forms(self, model: str, forms: Collection[Form]) -> None:
        """Make the model answer these forms with a 400, as models behind compatible servers do."""
        self._refused_forms[model] = frozenset(forms)

    def prefer(self, model: str, *pieces: str) -> None:
        """Make the model's default reviews rank responses that contain an earlier piece higher."""
        self._preferred[model] = pieces

    def hold_reviews(self) -> asyncio.Event:
        """Hold every reply that is not plain text, until the event is set."""
        may_review = asyncio.Event()

        async def gate(call: Call, _moment: Moment) -> bool:
            if call.asked is not None and call.asked.form != "text":
                await may_review.wait()
            return True

        self.gate = gate
        return may_review

    def environment(self) -> dict[str, str]:
        """Return variables that lead `ProviderSettings.from_mapping` here, for every provider.

        They offer no tools, which make prompts longer; a test of tools sets `COUNCIL_TOOLS`.
        """
        return {
            "COUNCIL_TOOLS": "none",
            "OPENAI_BASE_URL": f"{self.url}/openai/v1",
            "OPENAI_API_KEY": KEYS["openai"],
            "OPENROUTER_BASE_URL": f"{self.url}/openrouter/api/v1",
            "OPENROUTER_API_KEY": KEYS["openrouter"],
            "ANTHROPIC_BASE_URL": f"{self.url}/anthropic",
            "ANTHROPIC_API_KEY": KEYS["anthropic"],
            "GOOGLE_BASE_URL": f"{self.url}/google",
            "GOOGLE_API_KEY": KEYS["google"],
            "OLLAMA_BASE_URL": f"{self.url}/ollama/v1",
            "COMPATIBLE_BASE_URL": f"{self.url}/compatible/v1",
        }

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024**2)
        openai: dict[Wire, str] = {
            "openai": "/openai/v1",
            "openrouter": "/openrouter/api/v1",
            "ollama": "/ollama/v1",
            "compatible": "/compatible/v1",
        }
        for wire, prefix in openai.items():
            app.router.add_post(f"{prefix}/chat/completions", self._handler(wire))
            app.router.add_get(f"{prefix}/models", self._list(wire))
        app.router.add_post("/openai/v1/responses", self._handler("openai"))
        app.router.add_post("/anthropic/v1/messages", self._handler("anthropic"))
        app.router.add_get("/anthropic/v1/models", self._list("anthropic"))
        app.router.add_get("/anthropic/v1/models/{model}", self._told_by_anthropic)
        app.router.add_post("/ollama/api/show", self._told_by_ollama)
        for method in ("generateContent", "streamGenerateContent"):
            app.router.add_post(f"/google/v1beta/models/{{model}}:{method}", self._handler("google"))
        app.router.add_get("/google/v1beta/models", self._list("google"))
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port, backlog=2048)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def hang_up(self) -> None:
        """Close all open connections, as a server does with idle ones."""
        assert self._runner is not None
        assert self._runner.server is not None
        for connection in self._runner.server.connections:
            if connection.transport is not None:
                connection.transport.close()

    async def stop(self) -> None:
        """Stop serving; later connections are refused."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _told_by_anthropic(self, request: web.Request) -> web.StreamResponse:
        self.asked_for_sight += 1
        model = request.match_info["model"]
        told = {"image_input": {"supported": self.sees[model]}} if model in self.sees else None
        return web.json_response({"type": "model", "id": model, "capabilities": told})

    async def _told_by_ollama(self, request: web.Request) -> web.StreamResponse:
        self.asked_for_sight += 1
        model = (await request.json())["model"]
        if model not in self.sees:
            return web.json_response({"error": f"model '{model}' not found"}, status=404)
        return web.json_response({"capabilities": ["completion", *(["vision"] if self.sees[model] else [])]})

    def _list(self, wire: Wire):
        async def handle(_request: web.Request) -> web.StreamResponse:
            if wire == "openrouter" and self.sees:
                self.asked_for_sight += 1
                modalities = {
                    name: ["text", *(["image"] if sees else [])] for name, sees in self.sees.items()
                }
                listed = [
                    {"id": name, "architecture": {"input_modalities": each}}
                    for name, each in modalities.items()
                ]
                return web.json_response({"data": listed})
            names = sorted({*self._scripts, *self._always, *self.latencies, "local-model"})
            listed = {"anthropic": wire_anthropic.listed, "google": wire_google.listed}.get(
                wire, wire_openai.listed
            )
            return web.json_response(listed(names))

        return handle

    def _handler(self, wire: Wire):
        async def handle(request: web.Request) -> web.StreamResponse:
            raw = await request.read()
            peer = request.transport.get_extra_info("peername") if request.transport else ("", 0)
            call = Call(
                wire=wire,
                path=request.path,
                headers={name.lower(): value for name, value in request.headers.items()},
                body={},
                at=time.monotonic(),
                connection=(peer[0], peer[1]),
            )
            await self.journal.begin(call)
            try:
                return await self._answer(request, call, raw)
            except asyncio.CancelledError:
                call.is_dropped = True
                raise
            finally:
                await self.journal.end()

        return handle

    async def _answer(self, request: web.Request, call: Call, raw: bytes) -> web.StreamResponse:
        try:
            asked = self._read(request, call, raw)
        except RefusedError as error:
            return await self._send(request, call, _failed(call.wire, error.fails))
        call.asked = asked
        behaviour = self._next(asked)
        await asyncio.sleep(self.latencies.get(asked.model, self.latency))
        if not await self.gate(call, "done"):
            return await _reset(request, within_body=False)
        match behaviour:
            case Says():
                await asyncio.sleep(behaviour.after)
                sent = await self._send(request, call, self._said(asked, behaviour), behaviour.holds)
                call.is_paid = True
                return sent
            case Fails():
                return await self._send(request, call, _failed(call.wire, behaviour))
            case Sends():
                return await self._send(request, call, behaviour)
            case Hangs():
                await asyncio.Event().wait()
                raise AssertionError
            case Resets():
                return await _reset(request, within_body=behaviour.within_body)

    def _read(self, request: web.Request, call: Call, raw: bytes) -> Asked:
        wire = call.wire
        wires = {"anthropic": wire_anthropic, "google": wire_google}
        key = wires.get(wire, wire_openai).key_of(call.headers)
        if (wanted := KEYS.get(wire)) is not None and key != wanted:
            shown = "none" if key is None else f"{key[:6]}***{key[-4:]}"
            raise refuse(f"Incorrect API key provided: {shown}. Check your keys.", 401)
        try:
            call.body = as_object(json.loads(raw), "The body is not a JSON object.")
        except ValueError as error:
            raise refuse("We could not parse the JSON body of your request.") from error
        match wire:
            case "anthropic":
                asked = wire_anthropic.read(call.headers, call.body)
            case "google":
                asked = wire_google.read(request.match_info["model"], call.body)
                if request.path.endswith(":streamGenerateContent"):
                    if request.query.get("alt") != "sse":
                        raise refuse("This server streams server-sent events alone: alt=sse.")
                    asked = replace(asked, stream=True)
            case "openai" if request.path.endswith(RESPONSES):
                if not self.has_responses:
                    raise refuse("Not Found", 404)
                asked = wire_responses.read(call.body)
            case _:
                asked = wire_openai.read(wire, call.body)
                if wire == "openai":
                    self._check_chat(asked)
        if asked.model.rpartition("/")[2].startswith("no-such-"):
            raise refuse(f"The model '{asked.model}' does not exist or you do not have access to it.", 404)
        if asked.model in self.blind and any(sign in raw for sign in PICTURES):
            call.asked = asked
            raise refuse("This model does not support image input.")
        refused = self._refused_forms.get(asked.model, ())
        if asked.form in refused or (asked.tools and "tool" in refused):
            call.asked = asked
            name = "tools" if asked.tools or asked.form == "tool" else "response_format"
            raise refuse(f"This model does not support {name}.")
        return asked

    def _check_chat(self, asked: Asked) -> None:
        if asked.model in self.without_chat:
            raise refuse("This model is only supported in v1/responses and not in v1/chat/completions.", 404)
        if asked.model in self.without_chat_tools and asked.tools:
            raise refuse(
                f"Function tools with reasoning_effort are not supported for {asked.model} in /v1/chat/completions. "
                "Please use /v1/responses instead."
            )

    def _next(self, asked: Asked) -> Reaction:
        script = self._scripts.get(asked.model)
        behaviour = script.popleft() if script else self._always.get(asked.model, Says())
        return _reacted(asked, behaviour)

    def _said(self, asked: Asked, says: Says) -> Sends:
        text = says.text
        if text is None:
            has_calls = bool(calls_of(asked, says))
            preferred = self._preferred.get(asked.model, ())
            text = "" if has_calls else default_text(asked, preferred, has_points=self.has_points)
        if RESULT in text:
            text = text.replace(RESULT, _inside(asked.results[-1]))
        match asked.wire:
            case "anthropic":
                body = wire_anthropic.said(asked, says, text)
                if asked.stream:
                    return Sends(body=wire_anthropic.streamed(body), content_type="text/event-stream")
            case "google":
                body = wire_google.said(asked, says, text)
                if asked.stream:
                    return Sends(body=streams.google(body), content_type="text/event-stream")
            case "openai" if "input" in asked.body:
                body = wire_responses.said(asked, says, text)
                if asked.stream:
                    return Sends(body=wire_responses.streamed(body), content_type="text/event-stream")
            case _:
                body = wire_openai.said(asked, says, text)
                if asked.stream:
                    options = cast("Json", asked.body.get("stream_options") or {})
                    has_usage = bool(options.get("include_usage"))
                    sent = streams.openai(body, has_usage=has_usage or asked.wire == "openrouter")
                    return Sends(body=sent, content_type="text/event-stream")
        return Sends(body=json.dumps(body).encode())

    async def _send(
        self, request: web.Request, call: Call, sends: Sends, holds: asyncio.Event | None = None
    ) -> web.StreamResponse:
        if holds is not None and sends.content_type == "text/event-stream":
            return await _in_two(request, call, sends, holds)
        response = web.Response(
            body=sends.body,
            status=sends.status,
            headers={"Content-Type": sends.content_type, **sends.headers},
        )
        await response.prepare(request)
        await response.write_eof()
        call.status = sends.status
        return response


async def _in_two(request: web.Request, call: Call, sends: Sends, holds: asyncio.Event) -> web.StreamResponse:
    """Send the first half of a stream's pieces, and the rest once the event is set."""
    response = web.StreamResponse(status=sends.status, headers={"Content-Type": sends.content_type})
    await response.prepare(request)
    pieces = re.split(rb"(?<=\n\n)|(?<=\r\n\r\n)", sends.body)
    half = len(pieces) // 2
    await response.write(b"".join(pieces[:half]))
    await holds.wait()
    await response.write(b"".join(pieces[half:]))
    await response.write_eof()
    call.status = sends.status
    return response


def _reacted(asked: Asked, behaviour: Behaviour) -> Reaction:
    match behaviour:
        case Looks():
            return _looked(asked, behaviour)
        case Holds():
            return _held(asked, behaviour)
        case _:
            return behaviour


def _looked(asked: Asked, looks: Looks) -> Says:
    made, found = len(asked.results), re.search(looks.subject, " ".join(text for _, text in asked.turns))
    if not asked.may_call or made >= looks.rounds or found is None:
        return Says()
    query = f"{found[0]} {asked.model} {made + 1}"
    return Says(calls=(("search", json.dumps({"query": query})),))


def _held(asked: Asked, holds: Holds) -> Says:
    found = re.search(holds.orders, " ".join(text for _, text in asked.turns)) if holds.orders else None
    if found is not None and asked.may_call and not asked.results:
        return Says(calls=(("local__order", json.dumps({"article": f"{found[0]} {asked.model}"})),))
    if "POSITION:" not in asked.system:
        return Says()
    if "`KEEP` or `CHANGE`" in asked.system:
        return Says(text=f"KEEP\nREASON: I checked it again.\nPOSITION: {holds.position}")
    return Says(text=f"{default_text(asked)}\n\nPOSITION: {holds.position}")


def _inside(result: str) -> str:
    """Return the text of a tool's result between its fences."""
    found = re.search(r"<<<RESULT \w+>>>(?:\\n|\n)(.*?)(?:\\n|\n)<<<END RESULT", result, re.DOTALL)
    return found[1] if found else result


def _failed(wire: Wire, fails: Fails) -> Sends:
    body: Json
    match wire:
        case "anthropic":
            body = wire_anthropic.failed(fails)
        case "google":
            body = wire_google.failed(fails)
        case _:
            body = wire_openai.failed(wire, fails)
    return Sends(body=json.dumps(body).encode(), status=fails.status, headers=fails.headers)


async def _reset(request: web.Request, *, within_body: bool) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": "4096"})
    if within_body:
        await response.prepare(request)
        await response.write(b'{"id": "half an ans')
        await asyncio.sleep(0.01)
    assert request.transport is not None
    request.transport.abort()
    return response
