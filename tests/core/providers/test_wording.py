"""Errors of providers are quoted short and without secrets."""

import json

import pytest

from council_core.providers.complete import Models
from council_core.providers.endpoint import Endpoint
from council_core.providers.failures import message_of, quotable
from tests.core.providers.asking import THREE, WIRES, failure_from, name_of, said
from tests.testbed.models import KEYS, Fails, ModelServer, Sends

ENDPOINT = Endpoint(
    name="openai",
    title="OpenAI",
    provider="openai",
    base_url="https://api.openai.com/v1",
    key="plain-secret",
    base_url_variable="OPENAI_BASE_URL",
    key_variable="OPENAI_API_KEY",
)

SECRETS = {
    "our own key": ("The key plain-secret is wrong.", "The key [key] is wrong"),
    "a masked key": ("Incorrect API key: sk-ab***wxyz. See there.", "Incorrect API key: [key] See there"),
    "a key of OpenRouter": ("Key sk-or-v1-0123456789abcdef is disabled", "Key [key] is disabled"),
    "a key of Google": ("API key AIzaSyA-1234567890abcdefgh not valid", "API key [key] not valid"),
    "a bearer": ("Authorization: Bearer abc.def", "Authorization: Bearer [key]"),
    "a long token": ("token 0123456789abcdef0123456789abcdef expired", "token [key] expired"),
    "a UUID": ("key 123e4567-e89b-12d3-a456-426614174000 expired", "key [key] expired"),
    "a model's name is none": ("no claude-sonnet-4-5-20250929 here", "no claude-sonnet-4-5-20250929 here"),
    "a sentence on keys is none": ("API key provided is not allowed", "API key provided is not allowed"),
}


@pytest.mark.parametrize(("quote", "shown"), SECRETS.values(), ids=SECRETS)
def test_secrets_are_taken_out_of_quotes(quote: str, shown: str) -> None:
    assert quotable(quote, ENDPOINT) == shown


@pytest.mark.parametrize(
    "quote", [None, "", "  ", "<html><body>Bad Gateway</body></html>", "\n<!DOCTYPE html>"]
)
def test_pages_and_nothing_are_not_quoted(quote: str | None) -> None:
    assert quotable(quote, ENDPOINT) == ""


def test_a_long_message_is_cut_and_put_on_one_line() -> None:
    quote = quotable("One line.\nAnother " + "word " * 100, ENDPOINT)

    assert len(quote) <= 200
    assert quote.endswith("…")
    assert "\n" not in quote


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"error": {"message": "No."}}, "No."),
        ({"message": "No.", "code": 1}, "No."),
        ([{"error": {"message": "No."}}], "No."),
        ({"error": "No."}, "No."),
        ({"detail": "No."}, "No."),
        ("No.", "No."),
        ({"surprise": 1}, None),
        (None, None),
    ],
)
def test_the_message_is_found_wherever_providers_put_it(body: object, message: str | None) -> None:
    assert message_of(body) == message


@pytest.mark.parametrize("wire", THREE)
@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500])
async def test_a_provider_that_repeats_the_key_does_not_get_it_shown(
    wire: str, status: int, server: ModelServer, models: Models
) -> None:
    key = next(key for name, key in KEYS.items() if name == wire)
    echo = f"Header 'Authorization: Bearer {key}' and ?key={key} were refused."
    server.always(name_of(WIRES[wire]), Fails(status=status, message=echo))

    failure = await failure_from(models, WIRES[wire])

    assert key not in said(failure)
    assert key[:8] not in said(failure)


@pytest.mark.parametrize("wire", THREE)
async def test_a_stack_trace_in_an_error_is_not_passed_on_whole(
    wire: str, server: ModelServer, models: Models
) -> None:
    trace = "Traceback (most recent call last):\n" + '  File "/srv/app.py", line 1\n' * 50
    body = json.dumps({"error": {"message": trace, "status": "INTERNAL", "type": "api_error"}}).encode()
    server.always(name_of(WIRES[wire]), Sends(body=body, status=500))

    failure = await failure_from(models, WIRES[wire])

    assert failure.reason == "unavailable"
    assert len(said(failure)) < 400
    assert "\n" not in said(failure)
