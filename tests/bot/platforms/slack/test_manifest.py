"""Tests that the manifest asks for exactly what the code uses, and that `diagnose` names missing scopes."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import bot.platforms.slack as package
from bot.platforms.slack.connection.manifest import (
    ASSISTANT_EVENTS,
    ASSISTANT_SCOPES,
    EVENTS,
    GLOBAL_SHORTCUT,
    MESSAGE_SHORTCUT,
    SCOPES,
    manifest,
)
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.diagnose import diagnose
from bot.presentation.words import ENGLISH
from tests.testbed.slack.server import LocalSlack

FOLDER = Path(package.__file__).parent
# Names whose method cannot be guessed from them, and methods that slack-sdk calls for us.
BEHIND = {
    "assistant_threads_setStatus": {"assistant.threads.setStatus"},
    "assistant_threads_setTitle": {"assistant.threads.setTitle"},
    "assistant_threads_setSuggestedPrompts": {"assistant.threads.setSuggestedPrompts"},
    "files_upload_v2": {"files.getUploadURLExternal", "files.completeUploadExternal"},
    "apps_connections_open": {"apps.connections.open"},
    "openid_connect_token": {"openid.connect.token"},
    "openid_connect_userInfo": {"openid.connect.userInfo"},
}

WITHOUT_SCOPE = (
    *("auth.test", "apps.connections.open"),
    *("views.open", "views.push", "views.update", "views.publish"),
    *("openid.connect.token", "openid.connect.userInfo"),
)
REDIRECTS = [
    "https://council.example.com/slack/oauth_redirect",
    "https://council.example.com/sign-in/slack/back",
]
EVENTS_WITHOUT_SCOPE = ("app_home_opened", "app_uninstalled", "tokens_revoked", "team_access_granted")
"""Methods and events that Slack gives without a scope."""


def methods_called() -> set[str]:
    """Return every Web API method that this folder's code names."""
    found: set[str] = set()
    for file in FOLDER.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r"""(?:once|freely|client|web)\(\s*"([a-z]+_\w+)\"""", text))
        found |= {"auth_test"} if "client.auth_test" in text else set()
    return {method for name in found for method in BEHIND.get(name, {name.replace("_", ".", 1)})}


def test_every_method_that_we_call_has_its_scope_and_every_scope_its_use() -> None:
    every = SCOPES | ASSISTANT_SCOPES
    covered = {user for users in every.values() for user in users} | set(WITHOUT_SCOPE)
    methods = methods_called()

    assert {"chat.postMessage", "views.open", "users.info"} <= methods
    assert methods <= covered
    assert {one for one in covered if "." in one and not one.startswith("event ")} <= methods


def test_every_event_that_we_listen_to_is_subscribed() -> None:
    every = SCOPES | ASSISTANT_SCOPES
    scoped = {user for users in every.values() for user in users if user.startswith("event ")}
    registered = set(
        re.findall(
            r"""event\("(\w+)"\)""", (FOLDER / "listening" / "subscribe.py").read_text(encoding="utf-8")
        )
    )

    assert {f"event {name}" for name in EVENTS} - scoped == {f"event {name}" for name in EVENTS_WITHOUT_SCOPE}
    assert {f"event {name}" for name in ASSISTANT_EVENTS} <= scoped
    assert {name.partition(".")[0] for name in (*EVENTS, *ASSISTANT_EVENTS)} == registered


def test_every_shortcut_of_the_manifest_is_one_that_we_know() -> None:
    features = manifest(None)["features"]

    assert {(one["type"], one["callback_id"]) for one in features["shortcuts"]} == {
        ("message", MESSAGE_SHORTCUT),
        ("global", GLOBAL_SHORTCUT),
    }
    assert features["app_home"]["home_tab_enabled"] is True


def test_over_http_everything_comes_to_one_address() -> None:
    made = manifest("https://council.example.com/")

    address = "https://council.example.com/slack/events"
    assert made["features"]["slash_commands"][0]["url"] == address
    assert made["settings"]["event_subscriptions"]["request_url"] == address
    assert made["settings"]["interactivity"]["request_url"] == address
    assert made["settings"]["socket_mode_enabled"] is False
    assert made["oauth_config"]["redirect_urls"] == REDIRECTS
    assert manifest(address) == made


def test_with_socket_mode_browsers_still_come_back_to_the_pages() -> None:
    made = manifest(None, pages_url="https://council.example.com/")

    assert made["oauth_config"]["redirect_urls"] == REDIRECTS
    assert made["settings"]["socket_mode_enabled"] is True
    assert "redirect_urls" not in manifest(None)["oauth_config"]


def test_without_an_address_it_is_socket_mode() -> None:
    made = manifest(None)

    assert made["settings"]["socket_mode_enabled"] is True
    assert "url" not in made["features"]["slash_commands"][0]
    assert made["oauth_config"]["scopes"]["bot"] == sorted(SCOPES)


def test_the_assistant_is_declared_only_when_it_is_asked_for() -> None:
    without, made = manifest(None), manifest(None, assistant=True)

    assert "assistant_view" not in without["features"]
    assert made["features"]["assistant_view"]["assistant_description"]
    assert made["oauth_config"]["scopes"]["bot"] == sorted(SCOPES | ASSISTANT_SCOPES)
    assert made["settings"]["event_subscriptions"]["bot_events"] == [*EVENTS, *ASSISTANT_EVENTS]


async def test_all_is_well_with_the_scopes_of_the_manifest() -> None:
    async with LocalSlack(scopes=SCOPES) as slack:
        for app_token, secret in (("xapp-local", None), (None, "secret")):
            settings = SlackSettings(
                bot_token="xoxb-local", app_token=app_token, signing_secret=secret, api_url=slack.api_url
            )

            findings = await diagnose(settings, ENGLISH.slack.checks)

            assert [one.ok for one in findings] == [True] * 3


@pytest.mark.parametrize(
    ("settings", "advice"),
    [
        (SlackSettings(bot_token="xoxb-wrong", signing_secret="s"), "OAuth & Permissions"),
        (SlackSettings(bot_token="xoxb-local", app_token="xapp-wrong"), "connections:write"),
        (SlackSettings(bot_token="xoxb-local"), "SLACK_SIGNING_SECRET"),
    ],
)
async def test_what_is_wrong_comes_with_what_to_do(settings: SlackSettings, advice: str) -> None:
    async with LocalSlack(scopes=SCOPES) as slack:
        findings = await diagnose(replace(settings, api_url=slack.api_url), ENGLISH.slack.checks)

    assert [one.advice for one in findings if not one.ok and advice in one.advice]


@pytest.mark.parametrize(
    ("app_token", "install_url", "command"),
    [
        ("xapp-local", "", "council slack-manifest"),
        (None, "", "council slack-manifest --url https://your.host"),
        (None, "https://c.example/slack/install", "council slack-manifest --url https://c.example"),
    ],
)
async def test_missing_scopes_are_named_with_the_manifest_of_the_same_way_in(
    app_token: str | None, install_url: str, command: str
) -> None:
    async with LocalSlack(scopes=[scope for scope in SCOPES if scope != "files:write"]) as slack:
        settings = SlackSettings(
            bot_token="xoxb-local",
            app_token=app_token,
            signing_secret="s",
            install_url=install_url,
            api_url=slack.api_url,
        )

        findings = await diagnose(settings, ENGLISH.slack.checks)

    (advice,) = [one.advice for one in findings if not one.ok]
    assert advice.startswith("Missing: files:write.")
    assert f"`{command}`" in advice


async def test_a_slack_that_cannot_be_reached_is_a_finding() -> None:
    settings = SlackSettings(bot_token="xoxb-local", signing_secret="s", api_url="http://127.0.0.1:9/api/")

    findings = await diagnose(settings, ENGLISH.slack.checks)

    assert findings[0].ok is False
