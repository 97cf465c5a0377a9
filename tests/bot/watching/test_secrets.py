"""Secrets are removed from lines before they are logged."""

import pytest

from bot.watching.logs import mask_for, secrets_among, trace_of, words_of
from council_core.errors import StoreUnavailable
from tests.planted_secrets import SECRETS

SAID = "The wombat eats grass."
VARIABLES = {
    "OPENAI_API_KEY": "planted-key-of-openai",
    "SLACK_BOT_TOKEN": "xoxb-planted",
    "DATABASE_URL": "postgresql://council:planted-password@db/council",
    "COUNCIL_LOG": "DEBUG-is-no-secret",
    "SOME_KEY": "short",
    "COUNCIL_API_TOKENS": "ci=planted-token-of-ci, ada=planted-token-of-ada",
}


def test_keys_tokens_and_passwords_of_the_environment_are_known() -> None:
    assert secrets_among(VARIABLES) >= {"planted-key-of-openai", "xoxb-planted", "planted-password"}
    assert secrets_among(VARIABLES) >= {"planted-token-of-ci", "planted-token-of-ada"}
    assert not secrets_among(VARIABLES) & {"DEBUG-is-no-secret", "short", "ci", "ada"}


@pytest.mark.parametrize(
    ("line", "logged"),
    [
        ("Incorrect API key provided: planted-key-of-openai.", "Incorrect API key provided: [masked]."),
        (
            "POST https://slack/api?token=xoxb-1-22-abcdefgh HTTP",
            "POST https://slack/api?token=[masked] HTTP",
        ),
        ("xapp-1-A02-333-abcdef", "[masked]"),
        ("Authorization: Bearer abcdefghijklmnop", "Authorization: [masked]"),
        ("sk-ant-api03-abcdefghijklmnop and AIzaSyA0123456789abcdefghijklmnopqrstu", "[masked] and [masked]"),
        (
            "run r1a2b3c4d5e6f: the task-force asked gpt-6.1-sol",
            "run r1a2b3c4d5e6f: the task-force asked gpt-6.1-sol",
        ),
    ],
)
def test_a_line_loses_what_is_secret_and_nothing_else(line: str, logged: str) -> None:
    assert mask_for(secrets_among(VARIABLES))(line) == logged


@pytest.mark.parametrize(("kind", "secret"), SECRETS, ids=lambda value: value if " " in value[:20] else "")
def test_what_is_masked_in_questions_by_its_shape_is_masked_in_lines_as_well(kind: str, secret: str) -> None:
    if "\n" in secret or "AccountKey" in secret:
        pytest.skip("known by its surroundings, and no line of a log")

    assert mask_for(())(f"refused: {secret} since Monday") == "refused: [masked] since Monday"


def test_a_foreign_error_keeps_its_kind_and_place_and_its_words_to_itself() -> None:
    try:
        try:
            raise ValueError(SAID)
        except ValueError as error:
            raise StoreUnavailable("disk_full", database="it") from error
    except StoreUnavailable as error:
        told = trace_of(error, error.__traceback__)

    assert "StoreUnavailable: disk_full database=it" in told
    assert "\nValueError" in told
    assert "test_secrets.py" in told
    assert SAID not in told
    assert (words_of(ValueError("wombat")), words_of(OSError("No space left"))) == ("", "No space left")
