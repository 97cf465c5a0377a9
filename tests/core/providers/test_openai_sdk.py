"""The short way through the OpenAI SDK against the SDK's own way: the same goes out, and the same comes back."""

import json
from typing import Any

import httpx2
import pytest
from openai import AsyncOpenAI
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from council_core.ports import Prompt
from council_core.providers.ladder import Rung, parameters, worded
from council_core.providers.line import TEXT_AS_SENT, messages, settings
from council_core.providers.openai_sdk import open_sdk
from tests.core.providers.asking import member
from tests.testbed.models import KEYS, ModelServer, Says, Sends

SCHEMA = {
    "type": "object",
    "properties": {"best": {"type": "string"}},
    "required": ["best"],
    "additionalProperties": False,
}
PROMPT = Prompt(
    instructions="Answer well, “kurz”.",
    text="Which database shall we use? 🗄",
    history=(("First?", "One."),),
    reply_schema=SCHEMA,
)
WHO = member("openai:gpt-4o", temperature=0.3, max_tokens=321, system_prompt="Terse.")


async def through(sdk: AsyncOpenAI, rung: Rung = "words") -> ModelResponse:
    provider = OpenAIProvider(openai_client=sdk)
    model = OpenAIChatModel("gpt-4o", provider=provider, profile=TEXT_AS_SENT)
    said = messages(WHO, worded(PROMPT, rung))
    form = parameters(SCHEMA, rung)
    return await model_request(model, said, model_settings=settings(WHO), model_request_parameters=form)


async def both(server: ModelServer, rung: Rung = "words") -> tuple[object, object]:
    """What comes of the SDK's own way, and of the short one: what is told apart of the reply, or what was raised."""
    url, key = server.environment()["OPENAI_BASE_URL"], KEYS["openai"]
    async with httpx2.AsyncClient() as http:
        whole = AsyncOpenAI(base_url=url, api_key=key, max_retries=0, http_client=http)
        return await outcome(whole, rung), await outcome(open_sdk(base_url=url, api_key=key, http=http), rung)


async def outcome(sdk: AsyncOpenAI, rung: Rung) -> object:
    try:
        response = await through(sdk, rung)
    except Exception as error:  # noqa: BLE001  # whatever it is, both are to raise it
        return type(error), str(error)
    parts = [
        (part.part_kind, getattr(part, "content", None), getattr(part, "args", None))
        for part in response.parts
    ]
    return parts, response.usage, response.finish_reason, response.model_name, response.provider_details


@pytest.mark.parametrize("rung", ["schema", "tool", "json", "words"])
async def test_the_same_body_goes_to_the_same_place_with_the_same_key(
    rung: Rung, server: ModelServer
) -> None:
    await both(server, rung)

    whole, short = server.journal.calls
    assert short.body == whole.body
    assert short.path == whole.path
    for name in ("authorization", "content-type", "accept", "user-agent"):
        assert short.headers[name] == whole.headers[name]


DOCUMENTED: dict[str, Any] = {
    "id": "c1",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4o-2024",
    "choices": [
        {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "SQLite."}}
    ],
    "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
}
REPLIES: dict[str, dict[str, Any]] = {
    "as documented": DOCUMENTED,
    "with more than is documented": DOCUMENTED | {"cost": 0.1, "choices": [
        DOCUMENTED["choices"][0] | {"message": {"role": "assistant", "content": "SQLite.", "reasoning": "Small."}}
    ]},
    "with a tier of one's own": DOCUMENTED | {"service_tier": "on_demand"},
    "without a time": {name: value for name, value in DOCUMENTED.items() if name != "created"},
    "with null for a time": DOCUMENTED | {"created": None},
    "without a reason to finish": DOCUMENTED | {
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "SQLite."}}]
    },
    "with content in parts": DOCUMENTED | {"choices": [
        DOCUMENTED["choices"][0] | {"message": {"role": "assistant", "content": [{"type": "text", "text": "SQLite."}]}}
    ]},
}  # fmt: skip


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
async def test_a_reply_is_read_as_the_sdk_reads_it(reply: dict[str, Any], server: ModelServer) -> None:
    server.always("gpt-4o", Sends(body=json.dumps(reply).encode()))

    whole, short = await both(server)

    assert short == whole


async def test_a_call_of_a_tool_is_read_as_the_sdk_reads_it(server: ModelServer) -> None:
    server.always("gpt-4o", Says(text='{"best": "A"}'))

    whole, short = await both(server, "tool")

    assert short == whole
