"""The platforms read their settings from the environment and name those that they cannot read."""

import pytest

from bot.app.platforms import PLATFORMS
from bot.platforms.discord.connection import settings as discord_settings
from bot.platforms.slack.connection import settings as slack_settings
from council_core.errors import Problem
from tests.samples import in_english


def said_of(environment: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return the problems and notices of all platforms."""
    problems: list[Problem] = []
    notices: list[Problem] = []
    for entry in PLATFORMS.values():
        entry.read(environment, problems, notices)
    return list(in_english(problems)), list(in_english(notices))


def problems_of(**environment: str) -> list[str]:
    return said_of(environment)[0]


def notices_of(**environment: str) -> list[str]:
    return said_of(environment)[1]


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        (
            {"SLACK_BOT_TOKEN": "xoxp-1", "SLACK_SIGNING_SECRET": "s"},
            "SLACK_BOT_TOKEN does not begin with 'xoxb-'.",
        ),
        (
            {"SLACK_BOT_TOKEN": "xoxb-1"},
            "neither SLACK_APP_TOKEN (Socket Mode) nor SLACK_SIGNING_SECRET (HTTP)",
        ),
        (
            {"SLACK_APP_TOKEN": "xapp-1"},
            "SLACK_BOT_TOKEN is missing, though other settings of Slack are there.",
        ),
        ({"DISCORD_API_URL": "localhost"}, "DISCORD_API_URL is 'localhost'; expected an address"),
    ],
)
def test_what_is_wrong_is_said_with_its_value(environment: dict[str, str], sentence: str) -> None:
    (problem,) = problems_of(**environment)

    assert sentence in problem


def test_no_token_is_ever_part_of_the_text_of_settings() -> None:
    slack = {
        "SLACK_BOT_TOKEN": "xoxb-planted",
        "SLACK_APP_TOKEN": "xapp-planted",
        "SLACK_SIGNING_SECRET": "planted",
        "SLACK_CLIENT_SECRET": "planted",
    }

    assert "planted" not in repr(slack_settings.read_settings(slack, [], []))
    assert "planted" not in repr(discord_settings.read_settings({"DISCORD_TOKEN": "planted"}, [], []))


@pytest.mark.parametrize("name", ["SLACK_API_URL", "DISCORD_API_URL", "DISCORD_GATEWAY_URL"])
def test_a_token_sent_elsewhere_than_this_machine_is_noticed(name: str) -> None:
    here = notices_of(**{name: "http://127.0.0.1:4000/api/"})
    there = notices_of(**{name: "https://slack.example.com/api/"})

    assert here == []
    assert there == [
        f"{name} sends this bot's token to slack.example.com. Unset it unless that is what you want.",
    ]


@pytest.mark.parametrize(
    "host", ["localhost.evil.example", "127.0.0.1.evil.example", "evil.example", "127.0.0.1@evil.example"]
)
def test_a_host_that_only_begins_like_this_machine_is_not_this_machine(host: str) -> None:
    assert len(notices_of(SLACK_API_URL=f"https://{host}/api/")) == 1


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.9.1", "[::1]"])
def test_this_machine_is_known_by_all_its_names(host: str) -> None:
    assert notices_of(SLACK_API_URL=f"http://{host}:4000/api/") == []


def test_workspaces_that_may_install_the_app_are_listed_by_id() -> None:
    app = {"SLACK_CLIENT_ID": "1.1", "SLACK_CLIENT_SECRET": "s", "SLACK_SIGNING_SECRET": "s"}

    assert slack_settings.read_settings({**app, "COUNCIL_SLACK_WORKSPACES": "T1, E2"}, [], []).workspaces == {
        "T1",
        "E2",
    }
    assert slack_settings.read_settings(app, [], []).workspaces == frozenset()
    assert any("no further workspace can install the app" in each for each in notices_of(**app))
    (problem,) = problems_of(**app, COUNCIL_SLACK_WORKSPACES="T1, acme")
    assert problem.startswith("COUNCIL_SLACK_WORKSPACES has 'acme'; expected ids of workspaces (T…)")
