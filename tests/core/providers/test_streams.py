"""Tests that a model's text is received while it writes, on every wire, and that the whole reply is unchanged."""

import asyncio
import json
from dataclasses import replace

import pytest
from aiohttp import web

from council_core.providers.complete import Models
from council_core.providers.connections import TextOfStream
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import QUESTION, WIRES, member, name_of, reply_from
from tests.testbed.models import Fails, ModelServer, Resets, Says, Sends
from tests.testbed.patience import PATIENCE

LINES = ("Spaces.\n", "\n", "They look the same in every tool.\n", "Ünïcode as well.")
TEXT = "".join(LINES)


@pytest.mark.parametrize("wire", WIRES)
async def test_the_text_is_heard_while_it_arrives_and_the_reply_is_the_same(
    wire: str, server: ModelServer, models: Models
) -> None:
    who, heard = member(WIRES[wire]), list[str]()
    says = Says(text=TEXT, reasoning="Hm.", tokens_in=11, tokens_out=7, cost=0.25)
    server.script(name_of(who.model), says, says)

    whole = await reply_from(models, who)
    streamed = await reply_from(models, who, replace(QUESTION, written=heard.append))

    assert (heard[0], heard[-1]) == ("", TEXT)
    assert all(TEXT.startswith(text) for text in heard)
    assert replace(streamed, latency=0) == replace(whole, latency=0)
    assert [call.asked and call.asked.stream for call in server.journal.calls][-1]


@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_that_does_not_stream_answers_in_one_piece_and_is_not_asked_to_again(
    wire: str, server: ModelServer, models: Models
) -> None:
    who, heard = member(WIRES[wire]), list[str]()
    refusal = Fails(status=400, message="Streaming is not supported by this model.")
    server.script(name_of(who.model), refusal, Says(text=TEXT), Says(text=TEXT))
    prompt = replace(QUESTION, written=heard.append)

    first, second = await reply_from(models, who, prompt), await reply_from(models, who, prompt)

    assert (first.text, second.text) == (TEXT, TEXT)
    assert [call.status for call in server.journal.calls] == [400, 200, 200]


HALF: dict[str, object] = {
    "openai": {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m",
               "choices": [{"index": 0, "delta": {"content": "Spa"}, "finish_reason": None}]},
    "anthropic": {"type": "message_start", "message": {"id": "1", "type": "message", "role": "assistant", "model": "m",
                  "content": [], "stop_reason": None, "usage": {"input_tokens": 1, "output_tokens": 1}}},
    "google": {"candidates": [{"content": {"role": "model", "parts": [{"text": "Spa"}]}, "index": 0}]},
}  # fmt: skip
"""A part of a stream by wire; the dialects of OpenAI's have its own."""


@pytest.mark.parametrize("is_orderly", [False, True])
@pytest.mark.parametrize("wire", WIRES)
async def test_a_try_that_breaks_off_is_repeated_and_heard_from_the_beginning(
    wire: str, is_orderly: bool, server: ModelServer, models: Models
) -> None:
    who, heard = member(WIRES[wire]), list[str]()
    half = f"data: {json.dumps(HALF.get(wire, HALF['openai']))}\n\n".encode()
    broken = Sends(body=half, content_type="text/event-stream") if is_orderly else Resets(within_body=True)
    server.script(name_of(who.model), broken, Says(text=TEXT))

    reply = await reply_from(models, who, replace(QUESTION, written=heard.append))

    assert reply.text == TEXT
    assert (heard[-2], heard[-1]) == ("", TEXT)


async def test_what_is_written_is_heard_before_the_reply_has_ended() -> None:
    """The server sends the second half only after the first one was received."""
    heard: list[str] = []
    is_heard = asyncio.Event()

    def hear(text: str) -> None:
        heard.append(text)
        if text:
            is_heard.set()

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(_chunk("Spa", None))
        await is_heard.wait()
        await response.write(_chunk("ces.", None) + _chunk("", "stop") + b"data: [DONE]\n\n")
        return response

    app = web.Application()
    app.router.add_post("/v1/chat/completions", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    models = Models(ProviderSettings.from_mapping({"COMPATIBLE_LOCAL_BASE_URL": url}))
    try:
        async with asyncio.timeout(PATIENCE):
            reply = await reply_from(models, "local:m", replace(QUESTION, written=hear))
    finally:
        await models.close()
        await runner.cleanup()

    assert (reply.text, heard) == ("Spaces.", ["", "Spa", "Spaces."])


def _chunk(text: str, finish: str | None) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n".encode()


@pytest.mark.parametrize(
    "line",
    [
        b"data: [DONE]",
        b"data: {",
        b"data: []",
        b"data: null",
        b'data: {"choices": [{}]}',
        b'data: {"choices": "x"}',
        b'data: {"delta": {"thinking": "Hm"}}',
        b'data: {"delta": "x"}',
        b'data: {"candidates": [{"finishReason": "STOP"}]}',
        b'data: {"candidates": [{"content": {"parts": [{"text": "Hm", "thought": true}]}}]}',
        b"event: ping",
        b"data: " + b"[" * 100_000,
    ],
)
def test_what_holds_no_text_is_left_out(line: bytes) -> None:
    heard: list[str] = []
    stream = TextOfStream(heard.append)
    event = line + b'\n\ndata: {"choices": [{"delta": {"content": "Tabs"}}]}\n'
    for start in range(0, len(event), 7):
        stream.hear(event[start : start + 7])

    assert heard == ["", "Tabs"]
