"""Tests of environment variables as endpoints; every mistake is reported at once."""

import subprocess
import sys

import pytest

from council_core.errors import MissingKey, SettingsError, UnknownChoice
from council_core.providers import DEMO_ROSTER, PROVIDERS
from council_core.providers.complete import Models
from council_core.providers.settings import DEMO_PAUSES, ProviderSettings
from tests.core.providers.asking import failure_from, member, said


def models_with(**variables: str) -> Models:
    return Models(ProviderSettings.from_mapping(variables))


def test_nothing_set_leaves_the_demo_and_local_models() -> None:
    models = models_with()

    for model in (*DEMO_ROSTER, "ollama:llama3.2"):
        models.check(member(model))


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openrouter:openai/gpt-4o", "OPENROUTER_API_KEY"),
        ("openai:gpt-4o", "OPENAI_API_KEY"),
        ("anthropic:claude-haiku-4-5", "ANTHROPIC_API_KEY"),
        ("google:gemini-3.8-flash", "GOOGLE_API_KEY"),
    ],
)
def test_a_missing_key_names_its_variable(model: str, variable: str) -> None:
    with pytest.raises(MissingKey, match=f"variable={variable}") as raised:
        models_with().check(member(model))

    assert raised.value.variable == variable
    models_with(**{variable: "some-key"}).check(member(model))


def test_an_empty_key_is_no_key() -> None:
    with pytest.raises(MissingKey):
        models_with(OPENAI_API_KEY="  ").check(member("openai:gpt-4o"))


def test_googles_older_variable_is_read_too() -> None:
    settings = ProviderSettings.from_mapping({"GEMINI_API_KEY": "older"})
    both = ProviderSettings.from_mapping({"GEMINI_API_KEY": "older", "GOOGLE_API_KEY": "newer"})

    assert settings.endpoints["google"].key == "older"
    assert both.endpoints["google"].key == "newer"


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("mystery:model", r"thing=provider value=mystery known=openrouter, .*compatible \(COMPATIBLE_BASE_URL\)"),
        ("gpt-4o", r"thing=provider value=gpt-4o known=openrouter"),
        ("compatible:some-model", r"thing=provider value=compatible known="),
        ("openai:", r"thing=model value=openai: known=openai:gpt-5"),
        ("openrouter:gpt-4o", r"thing=model value=openrouter:gpt-4o known=openrouter:VENDOR/MODEL"),
        ("demo:eve", r"thing=model value=demo:eve known=demo:ada, demo:blaise, demo:carl, demo:dorothy"),
    ],
)  # fmt: skip
def test_a_model_that_cannot_be_is_told_what_can(model: str, says: str) -> None:
    models = models_with(OPENAI_API_KEY="key", OPENROUTER_API_KEY="key")

    with pytest.raises(UnknownChoice, match=says):
        models.check(member(model))


@pytest.mark.parametrize(
    ("model", "reason"), [("mystery:model", "unknown_model"), ("openai:gpt-4o", "unauthorized")]
)
async def test_asking_one_that_cannot_be_asked_fails_and_says_why(model: str, reason: str) -> None:
    models = models_with()

    failure = await failure_from(models, model)

    with pytest.raises((UnknownChoice, MissingKey)):
        models.check(member(model))
    assert failure.reason == reason
    assert ("'mystery'" if reason == "unknown_model" else "OPENAI_API_KEY") in said(failure)


def test_compatible_services_have_names_of_their_own() -> None:
    settings = ProviderSettings.from_mapping(
        {
            "COMPATIBLE_BASE_URL": "http://localhost:8000/v1",
            "COMPATIBLE_GROQ_BASE_URL": "https://api.groq.com/openai/v1",
            "COMPATIBLE_GROQ_API_KEY": "gsk_1",
            "COMPATIBLE_MY_BOX_BASE_URL": "http://10.0.0.7:8080/v1",
        }
    )
    models = Models(settings)

    for model in ("compatible:some-model", "groq:llama-3.3", "my_box:qwen3"):
        models.check(member(model))
    assert settings.endpoints["groq"].key == "gsk_1"
    assert settings.endpoints["my_box"].key is None


def test_all_mistakes_are_named_at_once() -> None:
    variables = {
        "OPENAI_BASE_URL": "api.openai.com",
        "OPENAI_API_KEY": "sk-1\nsk-2",
        "COMPATIBLE_OPENAI_BASE_URL": "https://elsewhere.example/v1",
        "OPENROUTER_CALLS_AT_ONCE": "many",
        "HTTPS_PROXY": "http://",
        "COUNCIL_DEMO_SECONDS": "-1",
    }

    with pytest.raises(SettingsError) as raised:
        ProviderSettings.from_mapping(variables)

    assert [problem.facts["name"] for problem in raised.value.problems] == [
        "COMPATIBLE_OPENAI_BASE_URL",
        "OPENAI_BASE_URL",
        "OPENAI_API_KEY",
        "OPENROUTER_CALLS_AT_ONCE",
        "HTTPS_PROXY",
        "COUNCIL_DEMO_SECONDS",
    ]
    assert "sk-1" not in str(raised.value)


def test_calls_at_once_are_set_per_provider() -> None:
    settings = ProviderSettings.from_mapping({"OLLAMA_CALLS_AT_ONCE": "2", "OPENAI_CALLS_AT_ONCE": "40"})

    assert settings.calls_at_once == {"ollama": 2, "openai": 40}


def test_demo_models_take_a_part_of_a_second_or_the_time_that_is_set() -> None:
    settings = ProviderSettings.from_mapping({"COUNCIL_DEMO_SECONDS": "2.5"})

    assert (settings.demo_seconds, ProviderSettings.from_mapping({}).demo_seconds) == (
        (2.5, 2.5),
        DEMO_PAUSES,
    )


@pytest.mark.parametrize(
    ("variables", "proxy"),
    [
        ({"HTTPS_PROXY": "http://proxy:3128"}, "http://proxy:3128"),
        ({"https_proxy": "proxy:3128"}, "http://proxy:3128"),
        ({"ALL_PROXY": "socks5://proxy:1080"}, None),
        ({}, None),
    ],
)
def test_a_proxy_is_taken_from_where_everybody_puts_it(variables: dict[str, str], proxy: str | None) -> None:
    assert ProviderSettings.from_mapping(variables).proxy == proxy


def test_no_key_shows_when_settings_are_printed() -> None:
    settings = ProviderSettings.from_mapping(
        {"OPENAI_API_KEY": "sk-secret", "HTTPS_PROXY": "http://me:secret@proxy"}
    )

    assert "secret" not in repr(settings)


def test_nobody_pays_for_an_sdk_before_a_member_needs_it() -> None:
    code = (
        "import sys, council_core.providers.complete, council_core.providers.settings;"
        "print(sorted({'pydantic_ai', 'openai', 'anthropic', 'google.genai', 'httpx'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", PROVIDERS)
def test_every_provider_says_how_its_models_are_written(name: str) -> None:
    assert all(example.startswith(f"{name}:") for example in PROVIDERS[name].examples)
