"""A schema for the reply: how strictly a model is held to it, and what happens when it refuses."""

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.providers.openrouter import OpenRouterProvider

from council_core.envelope.seal import reply_schema
from council_core.ports import Prompt
from council_core.providers.complete import Models
from council_core.rubrics import rubric_for
from tests.core.providers.asking import QUESTION, WIRES, failure_from, name_of, reply_from
from tests.testbed.models import Fails, ModelServer, Says
from tests.testbed.models.asked import Form

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "ranking": {"type": "array", "items": {"type": "string"}},
        "comment": {"type": "string"},
    },
    "required": ["ranking", "comment"],
    "additionalProperties": False,
}
REVIEW = replace(QUESTION, reply_schema=SCHEMA, purpose="review")


def forms_of(server: ModelServer) -> list[Form]:
    return [call.asked.form for call in server.journal.calls if call.asked]


@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_that_can_is_held_to_the_schema(wire: str, server: ModelServer, models: Models) -> None:
    reply = await reply_from(models, WIRES[wire], REVIEW)

    assert forms_of(server) == ["schema"]
    assert json.loads(reply.text) == {"ranking": [], "comment": "text"}
    assert reply.finish_reason == "stop"


PROFILES = {
    "OpenAI": OpenAIProvider.model_profile("gpt-5"),
    "OpenAI, fine-tuned": OpenAIProvider.model_profile("ft:gpt-4o:acme"),
    "OpenRouter, Google": OpenRouterProvider.model_profile("google/gemini-2.5-pro"),
    "OpenRouter, Anthropic": OpenRouterProvider.model_profile("anthropic/claude-sonnet-4.5"),
    "OpenRouter, Qwen": OpenRouterProvider.model_profile("qwen/qwen3-max"),
    "Ollama": OllamaProvider.model_profile("llama3.2"),
    "Ollama, Google": OllamaProvider.model_profile("gemma3"),
    "Ollama, gpt-oss": OllamaProvider.model_profile("gpt-oss:20b"),
    "another service": OpenAICompatibleProvider.model_profile("some-model"),
    "another service, Meta": OpenAICompatibleProvider.model_profile("meta-llama/llama-3.3-70b"),
}


@pytest.mark.parametrize("whose", PROFILES)
@pytest.mark.parametrize("rubric", ["ranking", "quality"])
def test_fitting_a_reviews_schema_to_a_provider_would_change_nothing(whose: str, rubric: str) -> None:
    schema = dict(reply_schema(("k7f4", "m3n9"), "0a1b", rubric_for(rubric, "")))
    transformer = (PROFILES[whose] or {}).get("json_schema_transformer")
    assert transformer is not None

    fitting = transformer(schema)

    assert json.dumps(fitting.walk()) == json.dumps(schema)
    assert fitting.is_strict_compatible


LADDERS: dict[str, list[Form]] = {
    "openai": ["schema", "tool", "json", "text"],
    "openrouter": ["schema", "tool", "json", "text"],
    "ollama": ["schema", "tool", "json", "text"],
    "compatible": ["schema", "tool", "json", "text"],
    "anthropic": ["schema", "tool", "text"],
    "google": ["schema", "tool", "json", "text"],
}


@pytest.mark.parametrize("refused", [1, 2, 3])
@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_that_refuses_a_form_is_asked_in_the_next_one_and_only_there_the_next_time(
    wire: str, refused: int, server: ModelServer, models: Models
) -> None:
    ladder = LADDERS[wire]
    refused = min(refused, len(ladder) - 1)
    server.refuse_forms(name_of(WIRES[wire]), ladder[:refused])

    replies = [await reply_from(models, WIRES[wire], REVIEW) for _ in range(2)]

    assert forms_of(server) == [*ladder[: refused + 1], ladder[refused]]
    assert [json.loads(reply.text)["comment"] for reply in replies] == ["text", "text"]
    assert {reply.finish_reason for reply in replies} == {"stop"}


async def test_in_words_the_schema_stands_in_the_instructions(server: ModelServer, models: Models) -> None:
    server.refuse_forms("some-model", ["schema", "tool", "json"])

    await reply_from(models, WIRES["compatible"], REVIEW)

    asked = server.journal.calls[-1].asked
    assert asked is not None
    assert asked.system.startswith("Answer well.\n\nReply with one JSON object")
    assert json.dumps(SCHEMA) in asked.system


async def test_free_text_is_asked_without_any_form_whatever_was_refused(
    server: ModelServer, models: Models
) -> None:
    server.refuse_forms("some-model", ["schema"])

    await reply_from(models, WIRES["compatible"], REVIEW)
    await reply_from(models, WIRES["compatible"])

    assert forms_of(server) == ["schema", "tool", "text"]


async def test_what_one_model_refuses_is_still_asked_of_another(server: ModelServer, models: Models) -> None:
    server.refuse_forms("some-model", ["schema"])

    await reply_from(models, "compatible:some-model", REVIEW)
    await reply_from(models, "compatible:another", REVIEW)

    assert forms_of(server) == ["schema", "tool", "schema"]


async def test_a_request_that_is_refused_in_every_form_was_not_refused_for_its_form(
    server: ModelServer, models: Models
) -> None:
    server.script("some-model", *[Fails(status=400, message="temperature is out of range")] * 4)

    failure = await failure_from(models, WIRES["compatible"], REVIEW)
    await reply_from(models, WIRES["compatible"], REVIEW)

    assert failure.reason == "bad_request"
    assert forms_of(server) == ["schema", "tool", "json", "text", "schema"]


async def test_openrouters_404_for_want_of_tools_is_a_refusal_of_the_form(
    server: ModelServer, models: Models
) -> None:
    server.refuse_forms("openai/gpt-4o", ["schema"])
    server.script("openai/gpt-4o", Fails(status=404, message="No endpoints found that support tool use."))

    reply = await reply_from(models, WIRES["openrouter"], REVIEW)

    assert json.loads(reply.text)["comment"] == "text"
    assert forms_of(server) == ["schema", "tool", "json"]


@pytest.mark.parametrize("status", [401, 402, 403, 404])
async def test_other_refusals_end_the_call_at_once(status: int, server: ModelServer, models: Models) -> None:
    server.script("openai/gpt-4o", Fails(status=status))

    await failure_from(models, WIRES["openrouter"], REVIEW)

    assert len(server.journal.calls) == 1


async def test_a_reviewer_that_talks_instead_of_calling_the_tool_is_heard_all_the_same(
    server: ModelServer, models: Models
) -> None:
    server.refuse_forms("some-model", ["schema"])
    server.script("some-model", Says(text="I rank B above A."))

    reply = await reply_from(models, WIRES["compatible"], REVIEW)

    assert reply.text == "I rank B above A."


BLOCKS = """Judge these.
<<<RESPONSE q7 n0nce>>>
Use SQLite.
<<<END q7 n0nce>>>
<<<RESPONSE k2 n0nce>>>
Use Postgres, because it is there already.
<<<END k2 n0nce>>>
"""


@pytest.mark.parametrize("wire", WIRES)
async def test_without_a_script_the_server_gives_a_ballot_about_what_it_was_shown(
    wire: str, server: ModelServer, models: Models
) -> None:
    prompt = Prompt(instructions="Review.", text=BLOCKS, reply_schema=SCHEMA, purpose="review")
    server.prefer(name_of(WIRES[wire]), "SQLite")

    reply = await reply_from(models, WIRES[wire], prompt)

    assert json.loads(reply.text)["ranking"] == ["q7", "k2"]
