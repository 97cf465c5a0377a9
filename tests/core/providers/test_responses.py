"""Tests of OpenAI's reasoning models with tools: their encrypted thoughts are sent back unchanged if the address allows
it."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from council_core.domain.answer import Reply
from council_core.errors import SettingsError
from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import QUESTION, failure_from, member, reply_from, said
from tests.core.providers.test_tools import OFFER, TWO, after
from tests.testbed.models import Fails, ModelServer, Says
from tests.testbed.models.wire_responses import sealed

THINKER = member("openai:gpt-5", reasoning_effort="low")
AGAIN = Says(calls=(("search", '{"query": "spa'),))
"""A call whose arguments break off."""


@pytest.fixture
async def openai(server: ModelServer) -> AsyncIterator[Models]:
    """Yield models of an address that serves responses, as OpenAI's own does."""
    environment = {**server.environment(), "OPENAI_API": "responses"}
    models = Models(replace(ProviderSettings.from_mapping(environment), first_pause=0.002))
    yield models
    await models.close()


def paths(server: ModelServer) -> list[str]:
    """Return the API of each call, and whether the call was answered."""
    return [f"{call.path.rpartition('/')[2]} {call.status}" for call in server.journal.calls]


async def two_rounds(models: Models) -> Reply:
    """Return the answer after two rounds; each reply is decoded as in a resumed run."""
    first = await reply_from(models, THINKER, OFFER)
    second = await reply_from(models, THINKER, once := after(OFFER, first, "four", "none"))
    twice = after(once, second, "The arguments are no JSON object.")
    return await reply_from(models, THINKER, replace(twice, tools_are_over=True))


async def test_encrypted_thoughts_of_every_round_go_back_unchanged(
    server: ModelServer, openai: Models
) -> None:
    server.script("gpt-5", TWO, Fails(status=429, headers={"Retry-After": "0"}), AGAIN, Says(text="Tabs."))

    reply = await two_rounds(openai)

    assert (reply.text, reply.wants, reply.work) == ("Tabs.", None, None)
    last = server.journal.calls[-1]
    thoughts = [item for item in last.body["input"] if item.get("type") == "reasoning"]
    assert [item["encrypted_content"] for item in thoughts] == [sealed("gpt-5", 0), sealed("gpt-5", 2)]
    assert [item["summary"] for item in thoughts] == [[{"type": "summary_text", "text": "Hm."}], []]
    calls = [item for item in last.body["input"] if item.get("type") == "function_call"]
    assert [item["arguments"] for item in calls] == [
        '{"query":"tabs"}',
        "{}",
        '{"INVALID_JSON":"{\\"query\\": \\"spa"}',
    ]
    assert (last.body["store"], last.body["tool_choice"], last.body["reasoning"]) == (
        False,
        "none",
        {"effort": "low"},
    )
    assert paths(server) == ["responses 200", "responses 429", "responses 200", "responses 200"]
    assert server.journal.paid_twice() == []


async def test_without_tools_a_reasoning_model_chats(server: ModelServer, openai: Models) -> None:
    await reply_from(openai, THINKER)

    assert paths(server) == ["completions 200"]


async def test_an_address_that_serves_chats_alone_is_asked_once(server: ModelServer, openai: Models) -> None:
    server.has_responses = False
    server.script("gpt-5", TWO, AGAIN, Says(text="Tabs."))

    assert (await two_rounds(openai)).text == "Tabs."
    assert paths(server) == ["responses 404", *["completions 200"] * 3]


async def test_a_model_that_takes_tools_only_by_responses_keeps_them(
    server: ModelServer, models: Models
) -> None:
    server.without_chat_tools = {"gpt-5"}
    server.script("gpt-5", TWO, AGAIN, Says(text="Tabs."), Says(text="Both."))

    assert (await two_rounds(models)).work is None
    await reply_from(models, THINKER)
    assert paths(server) == ["completions 400", *["responses 200"] * 3, "completions 200"]


async def test_a_model_without_chats_is_asked_by_responses_and_heard_while_it_writes(
    server: ModelServer, models: Models
) -> None:
    server.without_chat = {"gpt-5-pro"}
    who, heard = member("openai:gpt-5-pro"), list[str]()
    server.script("gpt-5-pro", Says(text="Tabs.\nNo.", tokens_in=11, tokens_out=7), Says(text="Tabs."))

    streamed = await reply_from(models, who, replace(QUESTION, written=heard.append))
    await reply_from(models, who)

    assert (streamed.text, heard[0], heard[-1]) == ("Tabs.\nNo.", "", "Tabs.\nNo.")
    assert (streamed.usage.tokens_in, streamed.usage.tokens_out) == (11, 7)
    assert paths(server) == ["completions 404", "responses 200", "responses 200"]


async def test_a_resumed_run_goes_on_by_the_other_api_without_the_thoughts_of_the_first(
    server: ModelServer, models: Models, openai: Models
) -> None:
    server.script("gpt-5", TWO, Says(text="Tabs."), TWO, Says(text="Tabs."))

    for first, second in ((models, openai), (openai, models)):
        begun = after(OFFER, await reply_from(first, THINKER, OFFER), "four", "none")
        assert (await reply_from(second, THINKER, begun)).text == "Tabs."
        assert "Hm." not in json.dumps(server.journal.calls[-1].body)

    assert paths(server) == ["completions 200", "responses 200", "responses 200", "completions 200"]


async def test_what_a_model_declines_by_responses_is_a_refusal(server: ModelServer, openai: Models) -> None:
    server.script("gpt-5", Says(refusal="I cannot help with that."))

    failure = await failure_from(openai, THINKER, OFFER)

    assert (failure.reason, "I cannot help with that" in said(failure)) == ("refused", True)


async def test_a_model_that_refuses_tools_by_either_api_answers_without(
    server: ModelServer, openai: Models
) -> None:
    server.refuse_forms("gpt-5", {"tool"})

    reply = await reply_from(openai, THINKER, OFFER)

    assert reply.work is not None
    assert reply.work.refused
    assert paths(server) == ["responses 400", "completions 400", "completions 200"]


def test_an_unknown_api_is_a_problem_of_the_settings() -> None:
    with pytest.raises(SettingsError, match=r"^one_of name=OPENAI_API value=both "):
        ProviderSettings.from_mapping({"OPENAI_API": "both"})
