"""The same calls against a mock server that somebody else wrote."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from council_core.ports import Prompt
from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.core.providers.aimock import UnavailableError, running
from tests.core.providers.asking import failure_from, reply_from, said
from tests.core.providers.test_structured import SCHEMA

WIRES = {
    "openai": "openai:gpt-4o",
    "openrouter": "openrouter:openai/gpt-4o",
    "anthropic": "anthropic:claude-haiku-4-5",
    "google": "google:gemini-3.8-flash",
}
BALLOT = {"ranking": ["b", "a"], "comment": "Clear."}
TOKENS = {"prompt_tokens": 1000, "completion_tokens": 200, "total_tokens": 1200}


def fixtures() -> list[dict[str, Any]]:
    """Return one set of fixtures per wire: the server counts the matches of a fixture over all wires."""
    found: list[dict[str, Any]] = []

    def on(text: str, response: dict[str, Any], **match: Any) -> None:
        found.append({"match": {"userMessage": text} | match, "response": response})

    def fails(status: int, **more: Any) -> dict[str, Any]:
        return {"error": {"message": f"Scripted {status}.", "type": "error"}, "status": status} | more

    for wire in WIRES:
        usage = TOKENS | ({"cost": 0.00075} if wire == "openrouter" else {})
        on(f"plain {wire}", {"content": "SQLite.", "usage": usage})
        on(f"ballot {wire}", {"content": json.dumps(BALLOT)})
        on(f"thoughts {wire}", {"content": "SQLite.", "reasoning": "It is small."})
        on(f"limited {wire}", fails(429, retryAfter=0), sequenceIndex=0)
        on(f"limited {wire}", fails(503, retryAfter=0), sequenceIndex=1)
        on(f"limited {wire}", {"content": "At last."}, sequenceIndex=2)
        on(f"busy {wire}", fails(429, retryAfter=300))
        on(f"down {wire}", fails(503))
        on(f"locked {wire}", fails(401))
    return found


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    try:
        with running(fixtures()) as url:
            yield url
    except UnavailableError as error:
        pytest.skip(str(error))


@pytest.fixture
async def models(address: str) -> AsyncIterator[Models]:
    settings = ProviderSettings.from_mapping(
        {
            "OPENAI_BASE_URL": f"{address}/v1",
            "OPENROUTER_BASE_URL": f"{address}/api/v1",
            "ANTHROPIC_BASE_URL": address,
            "GOOGLE_BASE_URL": address,
            **{f"{wire.upper()}_API_KEY": "some-key" for wire in WIRES},
        }
    )
    models = Models(replace(settings, first_pause=0.002))
    yield models
    await models.close()


def prompt(text: str) -> Prompt:
    return Prompt(instructions="Answer well.", text=text)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_plain_answer_comes_with_its_usage(wire: str, models: Models) -> None:
    reply = await reply_from(models, WIRES[wire], prompt(f"plain {wire}"))

    assert (reply.text, reply.finish_reason) == ("SQLite.", "stop")
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (1000, 200)
    if wire == "openrouter":
        assert (reply.usage.cost, reply.usage.cost_is_estimate) == (Decimal("0.00075"), False)
    else:
        assert reply.usage.cost_is_estimate


@pytest.mark.parametrize("wire", WIRES)
async def test_a_429_and_a_503_pass(wire: str, models: Models) -> None:
    reply = await reply_from(models, WIRES[wire], prompt(f"limited {wire}"))

    assert reply.text == "At last."


@pytest.mark.parametrize("wire", WIRES)
async def test_a_wait_beyond_the_deadline_is_said_and_not_waited(wire: str, models: Models) -> None:
    failure = await failure_from(models, WIRES[wire], prompt(f"busy {wire}"))

    assert failure.reason == "rate_limited"
    assert "asks to wait 5 minutes" in said(failure)


@pytest.mark.parametrize(("text", "reason"), [("down", "unavailable"), ("locked", "unauthorized")])
@pytest.mark.parametrize("wire", WIRES)
async def test_errors_have_their_reasons(wire: str, text: str, reason: str, models: Models) -> None:
    failure = await failure_from(models, WIRES[wire], prompt(f"{text} {wire}"))

    assert failure.reason == reason
    assert "Scripted" in said(failure)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_reply_by_schema_is_its_json(wire: str, models: Models) -> None:
    asked = Prompt(instructions="Review.", text=f"ballot {wire}", reply_schema=SCHEMA, purpose="review")

    reply = await reply_from(models, WIRES[wire], asked)

    assert json.loads(reply.text) == BALLOT


@pytest.mark.parametrize("wire", ["anthropic", "google"])
async def test_thoughts_are_told_apart(wire: str, models: Models) -> None:
    reply = await reply_from(models, WIRES[wire], prompt(f"thoughts {wire}"))

    assert (reply.text, reply.reasoning) == ("SQLite.", "It is small.")
