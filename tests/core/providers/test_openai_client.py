"""Our client of OpenAI's sends and reads chat completions as OpenAI's own does."""

import json
from typing import Any

import httpx2
import pytest
from openai import AsyncOpenAI, omit

from council_core.providers.chat_or_responses import PlainClient

ASKED: dict[str, Any] = {
    "model": "gpt-5",
    "messages": [
        {"role": "system", "content": "Answer well."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is it?"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA==", "detail": "auto"}},
            ],
        },
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"at": 1}'}}
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "A cat."},
    ],
    "tools": [
        {
            "type": "function",
            "function": {"name": "look", "parameters": {"type": "object", "properties": {"at": {}}}},
        }
    ],
    "tool_choice": "auto",
    "response_format": {
        "type": "json_schema",
        "json_schema": {"name": "ballot", "schema": {"type": "object"}},
    },
    "max_completion_tokens": 10,
    "temperature": omit,
    "reasoning_effort": "low",
    "stream": False,
    "timeout": 7,
    "extra_headers": {"X-Ours": "yes"},
    "extra_body": {"usage": {"include": True}},
}

MESSAGE = {"role": "assistant", "content": "A cat.", "refusal": None}
REPLY: dict[str, Any] = {
    "id": "1",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-5",
    "choices": [{"index": 0, "message": MESSAGE, "finish_reason": "stop", "logprobs": None}],
    "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3},
}
CHOICE = REPLY["choices"][0]
REPLIES: dict[str, Any] = {
    "as documented": REPLY,
    "with fields of a service's own": {**REPLY, "provider": "Some", "usage": {**REPLY["usage"], "cost": 0.1}},
    "with a tool call": {
        **REPLY,
        "choices": [
            {
                **CHOICE,
                "message": {**MESSAGE, "content": None, "tool_calls": ASKED["messages"][2]["tool_calls"]},
                "finish_reason": "tool_calls",
            }
        ],
    },
    "with an unknown reason": {**REPLY, "choices": [{**CHOICE, "finish_reason": "error"}]},
    "without a reason": {**REPLY, "choices": [{"index": 0, "message": MESSAGE}]},
    "with content in parts": {
        **REPLY,
        "choices": [{**CHOICE, "message": {**MESSAGE, "content": [{"type": "text", "text": "A cat."}]}}],
    },
    "without a time": {**REPLY, "created": None},
    "without anything": {},
    "no object": ["A cat."],
}


class Wire:
    """Answers every request with one reply and keeps the requests."""

    def __init__(self, reply: Any) -> None:
        self._reply = reply
        self.requests: list[httpx2.Request] = []

    async def ask(self, client: type[AsyncOpenAI]) -> Any:
        def answer(request: httpx2.Request) -> httpx2.Response:
            self.requests.append(request)
            return httpx2.Response(200, json=self._reply)

        async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as http:
            sdk = client(base_url="http://127.0.0.1/v1", api_key="a-key", max_retries=0, http_client=http)
            return await sdk.chat.completions.create(**ASKED)  # pyright: ignore[reportUnknownVariableType]


async def test_the_request_is_that_of_the_sdk() -> None:
    wire = Wire(REPLY)

    await wire.ask(AsyncOpenAI)
    await wire.ask(PlainClient)

    theirs, ours = wire.requests
    assert (ours.method, ours.url) == (theirs.method, theirs.url)
    assert json.loads(ours.content) == json.loads(theirs.content)
    assert ours.extensions == theirs.extensions
    for name in ("authorization", "content-type", "accept", "x-ours"):
        assert ours.headers[name] == theirs.headers[name]


async def test_the_request_says_nothing_about_this_machine() -> None:
    wire = Wire(REPLY)

    await wire.ask(PlainClient)

    told = {
        "x-stainless-os",
        "x-stainless-arch",
        "x-stainless-runtime-version",
        "x-stainless-package-version",
    }
    assert not told & set(wire.requests[0].headers)


@pytest.mark.parametrize("reply", REPLIES)
async def test_the_reply_is_that_of_the_sdk(reply: str) -> None:
    wire = Wire(REPLIES[reply])

    theirs, ours = await wire.ask(AsyncOpenAI), await wire.ask(PlainClient)

    if isinstance(theirs, list):
        assert ours == theirs
    else:
        assert ours.model_dump(warnings=False) == theirs.model_dump(warnings=False)
