"""The local model server refuses everything that the real ones refuse, and otherwise follows its script."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.testbed.models import KEYS, Fails, Hangs, ModelServer, Resets, Says

Json = dict[str, Any]
CHAT = "/openai/v1/chat/completions"
MESSAGES = "/anthropic/v1/messages"
GEMINI = "/google/v1beta/models/gemini-3.8-flash:generateContent"
HEADERS = {
    CHAT: {"Authorization": f"Bearer {KEYS['openai']}"},
    MESSAGES: {"x-api-key": KEYS["anthropic"], "anthropic-version": "2023-06-01"},
    GEMINI: {"x-goog-api-key": KEYS["google"]},
}
BODIES: dict[str, Json] = {
    CHAT: {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello?"}]},
    MESSAGES: {"model": "claude", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello?"}]},
    GEMINI: {"contents": [{"role": "user", "parts": [{"text": "Hello?"}]}]},
}


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as server:
        yield server


async def post(
    server: ModelServer, path: str, body: Any, headers: dict[str, str] | None = None
) -> tuple[int, Json]:
    async with aiohttp.ClientSession() as session:
        sent = HEADERS[path] if headers is None else headers
        async with session.post(server.url + path, json=body, headers=sent) as response:
            return response.status, await response.json()


@pytest.mark.parametrize("path", BODIES)
async def test_a_proper_request_is_answered(path: str, server: ModelServer) -> None:
    status, body = await post(server, path, BODIES[path])

    assert status == 200
    assert "Hello?" in json.dumps(body)
    assert server.journal.calls[0].is_paid


WRONG: list[tuple[str, Json, str]] = [
    (CHAT, {"temprature": 1}, "Unrecognized request argument supplied: temprature"),
    (CHAT, {"model": ""}, "you must provide a model parameter"),
    (CHAT, {"messages": []}, "empty array"),
    (CHAT, {"messages": [{"role": "bot", "content": "x"}]}, "Invalid value: 'bot'"),
    (CHAT, {"messages": [{"role": "assistant", "content": "x"}]}, "out of turn"),
    (CHAT, {"messages": [{"role": "user", "content": ""}]}, "is empty"),
    (CHAT, {"temperature": 3}, "Expected a value between 0 and 2"),
    (CHAT, {"model": "gpt-5", "max_tokens": 10}, "Use 'max_completion_tokens' instead"),
    (CHAT, {"model": "gpt-5", "temperature": 0.2}, "Only the default (1) value is supported"),
    (CHAT, {"response_format": {"type": "json_object"}}, "must contain the word 'json'"),
    (CHAT, {"response_format": {"type": "xml"}}, "Invalid value: 'xml'"),
    (
        CHAT,
        {
            "response_format": {
                "type": "json_schema",
                "json_schema": {
                    "name": "reply",
                    "strict": True,
                    "schema": {"type": "object", "properties": {}},
                },
            }
        },
        "'additionalProperties' is required",
    ),
    (
        CHAT,
        {"tools": [{"type": "function", "function": {"name": "not a name"}}]},
        "Invalid 'tools[0].function.name'",
    ),
    (CHAT, {"reasoning_effort": "very"}, "Invalid value: 'very'"),
    (MESSAGES, {"foo": 1}, "foo: Extra inputs are not permitted"),
    (MESSAGES, {"max_tokens": 0}, "max_tokens: Input should be between"),
    (MESSAGES, {"temperature": 1.5}, "temperature: Input should be between 0 and 1"),
    (MESSAGES, {"messages": [{"role": "system", "content": "x"}]}, "top-level `system`"),
    (MESSAGES, {"messages": [{"role": "user", "content": " "}]}, "non-empty content"),
    (MESSAGES, {"messages": [{"role": "user", "content": "a"}] * 2}, "roles must alternate"),
    (MESSAGES, {"thinking": {"type": "enabled", "budget_tokens": 2000}}, "must be greater than `thinking"),
    (MESSAGES, {"thinking": {"type": "adaptive"}, "temperature": 0.5}, "may only be set to 1"),
    (
        MESSAGES,
        {"output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}}},
        "explicitly set",
    ),
    (GEMINI, {"messages": []}, 'Unknown name "messages"'),
    (GEMINI, {"contents": []}, "contents is not specified"),
    (GEMINI, {"contents": [{"role": "assistant", "parts": [{"text": "x"}]}]}, "valid role: user, model"),
    (GEMINI, {"contents": [{"role": "user", "parts": []}]}, "must not be empty"),
    (GEMINI, {"generationConfig": {"max_tokens": 5}}, 'Unknown name "maxTokens"'),
    (GEMINI, {"generationConfig": {"temperature": 9}}, "is not between 0 and 2"),
    (GEMINI, {"generationConfig": {"responseSchema": {"type": "object"}}}, "must be application/json"),
]


@pytest.mark.parametrize(("path", "change", "says"), WRONG)
async def test_what_the_real_api_refuses_is_refused(
    path: str, change: Json, says: str, server: ModelServer
) -> None:
    status, body = await post(server, path, BODIES[path] | change)

    assert status == 400
    assert says in body["error"]["message"]
    assert not server.journal.calls[0].is_paid


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer other"}, {"x-api-key": "other"}])
async def test_without_the_right_key_nobody_is_answered(
    path: str, headers: dict[str, str], server: ModelServer
) -> None:
    status, body = await post(server, path, BODIES[path], headers | {"anthropic-version": "2023-06-01"})

    assert status == 401
    assert "Incorrect API key" in body["error"]["message"]


async def test_anthropic_wants_its_version_with_every_request(server: ModelServer) -> None:
    status, body = await post(server, MESSAGES, BODIES[MESSAGES], {"x-api-key": KEYS["anthropic"]})

    assert (status, body["error"]["message"]) == (400, "anthropic-version: header is required")


@pytest.mark.parametrize("path", BODIES)
async def test_behaviours_are_taken_in_order_and_then_the_default(path: str, server: ModelServer) -> None:
    model = BODIES[path].get("model", "gemini-3.8-flash")
    server.script(model, Fails(status=429, headers={"Retry-After": "7"}), Says(text="Second."))

    statuses = [(await post(server, path, BODIES[path]))[0] for _ in range(3)]

    assert statuses == [429, 200, 200]
    assert [call.is_paid for call in server.journal.of(model)] == [False, True, True]
    assert len(server.journal.paid_twice()) == 1


async def test_a_stream_of_anthropic_adds_up_to_the_same_message(server: ModelServer) -> None:
    server.always("claude", Says(text="Hello.", reasoning="Hm."))

    async with (
        aiohttp.ClientSession() as session,
        session.post(
            server.url + MESSAGES, json=BODIES[MESSAGES] | {"stream": True}, headers=HEADERS[MESSAGES]
        ) as response,
    ):
        lines = (await response.text()).splitlines()

    events = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    assert events[0]["type"] == "message_start"
    assert events[-1]["type"] == "message_stop"
    assert "".join(event.get("delta", {}).get("text", "") for event in events) == "Hello."
    assert "".join(event.get("delta", {}).get("thinking", "") for event in events) == "Hm."


@pytest.mark.parametrize("within_body", [False, True])
async def test_a_reset_reaches_the_caller_as_one(within_body: bool, server: ModelServer) -> None:
    server.script("gpt-4o", Resets(within_body=within_body))

    with pytest.raises(aiohttp.ClientError):
        await post(server, CHAT, BODIES[CHAT])


async def test_the_journal_tells_when_somebody_hangs_up(server: ModelServer) -> None:
    server.script("gpt-4o", Hangs())
    call = asyncio.create_task(post(server, CHAT, BODIES[CHAT]))
    await server.journal.until(lambda calls: len(calls) == 1)

    call.cancel()

    await server.journal.until(lambda calls: calls[0].is_dropped)
    assert not server.journal.calls[0].is_paid


@pytest.mark.parametrize("path", ["/openai/v1/models", "/anthropic/v1/models", "/google/v1beta/models"])
async def test_models_are_listed(path: str, server: ModelServer) -> None:
    server.always("my-model", Says(text="x"))

    async with aiohttp.ClientSession() as session, session.get(server.url + path) as response:
        body = await response.json()

    assert "my-model" in json.dumps(body)


async def test_it_runs_in_a_process_of_its_own() -> None:
    process = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "tests.testbed.models", "--model", "gpt-4o=0.01"],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    environment = json.loads(await process.stdout.readline())

    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{environment['OPENAI_BASE_URL']}/chat/completions", json=BODIES[CHAT], headers=HEADERS[CHAT]
        ) as response,
    ):
        status = response.status

    process.stdin.close()
    assert (status, await process.wait()) == (200, 0)
