"""Tests of tools on every wire: offered, calls returned with their ids, results sent, and none on the last turn."""

import json
from dataclasses import replace

import pytest

from council_core.domain.answer import Reply
from council_core.domain.tool import Exchange, ToolSpec, Work
from council_core.ports import Prompt
from council_core.providers.complete import Models
from tests.core.providers.asking import QUESTION, WIRES, failure_from, member, name_of, reply_from
from tests.testbed.models import Fails, ModelServer, Says

SEARCH = ToolSpec(
    name="search",
    about="Searches.",
    schema={"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)
SUM = ToolSpec(name="git__log", about="Of a server.", schema={"type": "object", "properties": {}})
OFFER = replace(QUESTION, tools=(SEARCH, SUM))
TWO = Says(calls=(("search", '{"query": "tabs"}'), ("git__log", "{}")), text="Let me see.", reasoning="Hm.")


def after(prompt: Prompt, reply: Reply, *results: str) -> Prompt:
    """Return the prompt with these results added."""
    assert reply.wants is not None
    return replace(prompt, exchanges=(*prompt.exchanges, Exchange(wants=reply.wants, results=results)))


@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_calls_tools_and_answers_with_their_results(
    wire: str, server: ModelServer, models: Models
) -> None:
    who = member(WIRES[wire])
    server.script(
        name_of(who.model), TWO, Says(calls=(("search", '{"query": "spaces"}'),)), Says(text="Tabs.")
    )

    first = await reply_from(models, who, OFFER)
    assert first.wants is not None
    assert [(call.name, json.loads(call.arguments)) for call in first.wants.calls] == [
        ("search", {"query": "tabs"}),
        ("git__log", {}),
    ]
    second = await reply_from(models, who, once := after(OFFER, first, "four", "none"))
    last = await reply_from(models, who, replace(after(once, second, "eight"), tools_are_over=True))

    assert (last.text, last.wants) == ("Tabs.", None)
    asked = [call.asked for call in server.journal.calls if call.asked]
    assert [each.may_call for each in asked] == [True, True, False]
    assert [each.tools for each in asked] == [("search", "git__log")] * 3
    assert [len(each.results) for each in asked] == [0, 2, 3]
    assert "eight" in asked[-1].results[-1]


@pytest.mark.parametrize("wire", ["anthropic", "google", "openrouter"])
async def test_signatures_of_thinking_go_back_unchanged(
    wire: str, server: ModelServer, models: Models
) -> None:
    who = member(WIRES[wire], reasoning_effort="low") if wire == "anthropic" else member(WIRES[wire])
    server.script(name_of(who.model), TWO, Says(text="Tabs."))

    first = await reply_from(models, who, OFFER)
    await reply_from(models, who, after(OFFER, first, "four", "none"))

    sent = json.dumps(server.journal.calls[-1].body)
    signed = {
        "anthropic": "c2lnbmF0dXJl", "google": "c2lnbmVkIHRob3VnaHQ=", "openrouter": "c2lnbmVkIGRldGFpbHM=",
    }  # fmt: skip
    assert signed[wire] in sent


@pytest.mark.parametrize("wire", ["openai", "ollama", "compatible"])
async def test_thoughts_without_a_signature_go_back_in_the_field_in_which_they_came(
    wire: str, server: ModelServer, models: Models
) -> None:
    who = member(WIRES[wire])
    server.script(name_of(who.model), TWO, Says(text="Tabs."))

    first = await reply_from(models, who, OFFER)
    await reply_from(models, who, after(OFFER, first, "four", "none"))

    (said,) = (each for each in server.journal.calls[-1].body["messages"] if each["role"] == "assistant")
    field = "reasoning" if wire == "ollama" else "reasoning_content"
    assert (said[field], said["content"]) == (TWO.reasoning, TWO.text)
    assert [call["id"] for call in said["tool_calls"]] == ["call_0_0", "call_0_1"]


@pytest.mark.parametrize("wire", ["openai", "openrouter", "ollama", "compatible"])
async def test_broken_arguments_come_back_as_the_model_wrote_them(
    wire: str, server: ModelServer, models: Models
) -> None:
    who = member(WIRES[wire])
    server.script(name_of(who.model), Says(calls=(("search", '{"query": "ta'),)), Says(text="Tabs."))

    first = await reply_from(models, who, OFFER)
    last = await reply_from(models, who, after(OFFER, first, "Failed: no JSON."))

    assert first.wants is not None
    assert first.wants.calls[0].arguments == '{"query": "ta'
    assert last.text == "Tabs."


@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_that_takes_no_tools_answers_without_them_and_is_remembered(
    wire: str, server: ModelServer, models: Models
) -> None:
    who = member(WIRES[wire])
    server.refuse_forms(name_of(who.model), {"tool"})

    replies = [await reply_from(models, who, OFFER) for _ in range(2)]

    assert [reply.work for reply in replies] == [Work(refused=True)] * 2
    assert [bool(call.asked and call.asked.tools) for call in server.journal.calls] == [True, False, False]


async def test_a_model_that_breaks_off_over_a_call_is_asked_for_an_answer(
    server: ModelServer, models: Models
) -> None:
    who = member(WIRES["google"])
    server.script(name_of(who.model), Says(is_null=True, finish="error"), Says(text="Tabs."))

    assert (await reply_from(models, who, OFFER)).text == "Tabs."


async def test_a_model_that_calls_all_the_same_in_its_last_turn_has_said_nothing(
    server: ModelServer, models: Models
) -> None:
    who = member(WIRES["openai"])
    server.script(name_of(who.model), Says(is_null=True))

    failure = await failure_from(models, who, replace(OFFER, tools_are_over=True))

    assert failure.reason == "empty"


async def test_a_refusal_for_another_reason_is_a_failure(server: ModelServer, models: Models) -> None:
    who = member(WIRES["openai"])
    server.script(name_of(who.model), Fails(status=400, message="Your prompt is too long."))

    assert (await failure_from(models, who, OFFER)).reason == "bad_request"
    assert len(server.journal.calls) == 1


@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_that_declines_after_a_round_has_refused(
    wire: str, server: ModelServer, models: Models
) -> None:
    who = member(WIRES[wire])
    server.script(name_of(who.model), TWO, Says(refusal="I would rather not."))

    first = await reply_from(models, who, OFFER)

    assert (await failure_from(models, who, after(OFFER, first, "four", "none"))).reason == "refused"


@pytest.mark.parametrize("wire", WIRES)
async def test_a_pause_in_the_middle_of_the_rounds_is_waited_for(
    wire: str, server: ModelServer, models: Models
) -> None:
    who = member(WIRES[wire])
    server.script(
        name_of(who.model), TWO, Fails(status=429, headers={"Retry-After": "0"}), Says(text="Tabs.")
    )

    first = await reply_from(models, who, OFFER)
    last = await reply_from(models, who, after(OFFER, first, "four", "none"))

    assert last.text == "Tabs."
    asked = [call.asked for call in server.journal.calls if call.asked]
    assert [len(each.results) for each in asked] == [0, 2, 2]
    assert server.journal.paid_twice() == []
