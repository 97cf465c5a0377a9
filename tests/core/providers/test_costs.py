"""Tests of a call's cost: tokens as the provider counts them, the provider's own cost if it names one, else an
estimate."""

from decimal import Decimal

import pytest

from council_core.domain.answer import Usage
from council_core.providers.complete import Models
from tests.core.providers.asking import QUESTION, WIRES, failure_from, name_of, reply_from
from tests.testbed.models import ModelServer, Says, Sends


@pytest.mark.parametrize("wire", WIRES)
async def test_tokens_are_those_that_the_provider_counted(
    wire: str, server: ModelServer, models: Models
) -> None:
    server.script(name_of(WIRES[wire]), Says(text="Yes.", tokens_in=1000, tokens_out=200))

    usage = (await reply_from(models, WIRES[wire])).usage

    assert (usage.tokens_in, usage.tokens_out) == (1000, 200)


async def test_openrouters_own_cost_is_taken_as_it_is(server: ModelServer, models: Models) -> None:
    server.script("openai/gpt-4o", Says(text="Yes.", tokens_in=1000, tokens_out=200, cost=0.00075))

    usage = (await reply_from(models, "openrouter:openai/gpt-4o")).usage

    assert usage == Usage(tokens_in=1000, tokens_out=200, cost=Decimal("0.00075"), cost_is_estimate=False)


async def test_with_ones_own_key_openrouters_fee_and_the_cost_upstream_are_added(
    server: ModelServer, models: Models
) -> None:
    body = b"""{"id": "gen-1", "object": "chat.completion", "created": 1, "model": "openai/gpt-4o",
        "provider": "OpenAI",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "Yes."}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12, "cost": 0.0001, "is_byok": true,
                  "cost_details": {"upstream_inference_cost": 0.002}}}"""
    server.script("openai/gpt-4o", Sends(body=body))

    usage = (await reply_from(models, "openrouter:openai/gpt-4o")).usage

    assert (usage.cost, usage.cost_is_estimate) == (Decimal("0.0021"), False)


async def test_a_free_model_costs_nothing_and_that_is_no_estimate(
    server: ModelServer, models: Models
) -> None:
    server.script("openai/gpt-4o:free", Says(text="Yes.", cost=0.0))

    usage = (await reply_from(models, "openrouter:openai/gpt-4o:free")).usage

    assert (usage.cost, usage.cost_is_estimate) == (Decimal(0), False)


@pytest.mark.parametrize("model", ["openai:gpt-4o", "anthropic:claude-haiku-4-5", "google:gemini-3.8-flash"])
async def test_where_no_cost_is_named_the_price_list_gives_an_estimate(
    model: str, server: ModelServer, models: Models
) -> None:
    server.script(name_of(model), Says(text="Yes.", tokens_in=1_000_000, tokens_out=0))

    usage = (await reply_from(models, model)).usage

    assert usage.cost_is_estimate
    assert usage.cost is not None
    assert Decimal("0.01") < usage.cost < Decimal(100), "the price of a million tokens"


@pytest.mark.parametrize("model", ["openai:a-model-of-tomorrow", "ollama:llama3.2", "compatible:gpt-oss"])
async def test_the_cost_of_what_the_price_list_does_not_know_is_unknown(
    model: str, server: ModelServer, models: Models
) -> None:
    usage = (await reply_from(models, model)).usage

    assert (usage.cost, usage.cost_is_estimate) == (None, False)


@pytest.mark.parametrize("wire", ["openai", "anthropic", "google", "compatible"])
async def test_without_a_count_nothing_is_guessed(wire: str, server: ModelServer, models: Models) -> None:
    server.script(name_of(WIRES[wire]), Says(text="Yes.", without_usage=True))

    usage = (await reply_from(models, WIRES[wire])).usage

    assert usage == Usage()


async def test_a_call_that_gave_nothing_but_was_paid_says_what_it_took(
    server: ModelServer, models: Models
) -> None:
    server.script("openai/gpt-4o", Says(text="", reasoning="Hm.", tokens_in=10, tokens_out=500, cost=0.01))

    failure = await failure_from(models, WIRES["openrouter"], QUESTION)

    assert failure.usage == Usage(tokens_in=10, tokens_out=500, cost=Decimal("0.01"))
