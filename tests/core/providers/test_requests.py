"""Requests to the provider hold the member's settings, the prompt, and nothing from the environment."""

from typing import Any

import pytest

from council_core.domain.member import ReasoningEffort
from council_core.ports import Prompt
from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import QUESTION, WIRES, member, name_of, reply_from
from tests.testbed.models import ModelServer, Says


@pytest.mark.parametrize("wire", WIRES)
async def test_the_members_settings_reach_the_wire(wire: str, server: ModelServer, models: Models) -> None:
    who = member(WIRES[wire], temperature=0.3, max_tokens=321, system_prompt="You are terse.")

    await reply_from(models, who)

    asked = server.journal.calls[0].asked
    assert asked is not None
    assert (asked.temperature, asked.max_tokens) == (0.3, 321)
    assert asked.system == "You are terse.\n\nAnswer well."
    assert asked.turns == (("user", "Which database shall we use?"),)


@pytest.mark.parametrize(
    ("wire", "name"),
    [
        ("openai", "max_completion_tokens"),
        ("openrouter", "max_tokens"),
        ("ollama", "max_tokens"),
        ("compatible", "max_tokens"),
    ],
)
async def test_the_limit_goes_by_the_name_that_the_server_knows(
    wire: str, name: str, server: ModelServer, models: Models
) -> None:
    await reply_from(models, member(WIRES[wire], max_tokens=321))

    assert server.journal.calls[0].body[name] == 321


@pytest.mark.parametrize("wire", WIRES)
async def test_what_a_member_leaves_open_is_left_to_the_provider(
    wire: str, server: ModelServer, models: Models
) -> None:
    await reply_from(models, WIRES[wire])

    asked = server.journal.calls[0].asked
    assert asked is not None
    assert (asked.temperature, asked.thinking) == (None, None)
    assert asked.max_tokens is None or wire == "anthropic", "Anthropic alone wants a limit with every request"


EFFORTS: list[tuple[str, ReasoningEffort, Any]] = [
    ("openai:gpt-5", "minimal", "minimal"),
    ("openai:gpt-5", "high", "high"),
    ("openrouter:vendor/model", "medium", {"effort": "medium", "enabled": True}),
    ("anthropic:claude-haiku-4-5", "low", {"type": "enabled", "budget_tokens": 2048}),
    ("anthropic:claude-sonnet-5-5", "high", {"type": "adaptive"}),
    ("google:gemini-2.5-flash", "low", {"include_thoughts": True, "thinking_budget": 2048}),
    ("google:gemini-3.8-flash", "high", {"include_thoughts": True, "thinking_level": "HIGH"}),
    ("ollama:gpt-oss", "low", "low"),
    ("compatible:some-model", "low", "low"),
]


@pytest.mark.parametrize(("model", "effort", "sent"), EFFORTS)
async def test_reasoning_effort_is_said_in_the_providers_own_words(
    model: str, effort: ReasoningEffort, sent: Any, server: ModelServer, models: Models
) -> None:
    await reply_from(models, member(model, reasoning_effort=effort))

    asked = server.journal.calls[0].asked
    assert asked is not None
    assert asked.thinking == sent


@pytest.mark.parametrize("wire", WIRES)
async def test_earlier_turns_go_before_the_question_and_blank_ones_are_left_out(
    wire: str, server: ModelServer, models: Models
) -> None:
    prompt = Prompt(
        instructions="", text="And then?", history=(("First?", "One."), ("Lost?", " "), ("Second?", "Two."))
    )

    await reply_from(models, WIRES[wire], prompt)

    asked = server.journal.calls[0].asked
    assert asked is not None
    assert [text for _, text in asked.turns] == ["First?", "One.", "Second?", "Two.", "And then?"]
    assert asked.system == ""


@pytest.mark.parametrize("wire", WIRES)
async def test_thoughts_are_kept_apart_from_the_text(wire: str, server: ModelServer, models: Models) -> None:
    server.script(name_of(WIRES[wire]), Says(text="SQLite.<|im_end|>", reasoning="It is small."))

    reply = await reply_from(models, WIRES[wire])

    assert (reply.text, reply.reasoning, reply.finish_reason) == ("SQLite.", "It is small.", "stop")


@pytest.mark.parametrize("wire", WIRES)
async def test_thoughts_within_the_text_are_taken_out_of_it(
    wire: str, server: ModelServer, models: Models
) -> None:
    server.script(name_of(WIRES[wire]), Says(text="<think>It is small.</think>\n\nSQLite, not `<think>`."))

    reply = await reply_from(models, WIRES[wire])

    assert (reply.text, reply.reasoning) == ("SQLite, not `<think>`.", "It is small.")


async def test_the_environment_changes_nothing_about_a_request(
    server: ModelServer, settings: ProviderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI", "OPENROUTER", "ANTHROPIC", "OLLAMA", "GOOGLE", "GEMINI", "GOOGLE_GEMINI"):
        monkeypatch.setenv(f"{name}_BASE_URL", "http://127.0.0.1:9/wrong")
        monkeypatch.setenv(f"{name}_API_KEY", "wrong-key")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "wrong-token")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "wrong-key")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-from-environment")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-from-environment")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-From-Environment: openai")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-From-Environment: anthropic")
    monkeypatch.setenv("OPENROUTER_APP_TITLE", "from-environment")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    models = Models(settings)

    for model in WIRES.values():
        await reply_from(models, model)

    await models.close()
    headers = [call.headers for call in server.journal.calls]
    assert len(headers) == len(WIRES)
    assert not [each for each in headers if "from-environment" in str(each) or "wrong" in str(each)]
    assert not {"x-from-environment", "openai-organization", "openai-project"} & {
        name for h in headers for name in h
    }


async def test_a_gateway_that_wants_no_key_is_sent_none_of_ours(server: ModelServer, models: Models) -> None:
    await reply_from(models, WIRES["ollama"], QUESTION)

    assert server.journal.calls[0].headers["authorization"] == "Bearer no-key"
