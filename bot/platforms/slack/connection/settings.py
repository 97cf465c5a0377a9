"""Reads Slack's own variables and reports errors in them. Imports nothing of Slack's SDK."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.settings.addresses import check_override, check_pair
from council_core.errors import Problem
from council_core.proxies import proxy_to

SLACK_ITSELF = "https://slack.com/api/"
WORKSPACES = "COUNCIL_SLACK_WORKSPACES"
ASSISTANT = "SLACK_ASSISTANT"
INSTALL_PATH = "/slack/install"
REDIRECT_PATH = "/slack/oauth_redirect"
SIGN_IN = ("SLACK_SIGN_IN_ID", "SLACK_SIGN_IN_SECRET")
VARIABLES = (WORKSPACES,)
"""Variables for Slack with names that begin with `COUNCIL_`."""

ANY_WORKSPACE = "any"

SEALED = {
    "slack_bots": ("bot_token", "bot_refresh_token"),
    "slack_installations": (
        *("bot_token", "bot_refresh_token", "user_token", "user_refresh_token"),
        "incoming_webhook_url",
    ),
}
"""Columns of slack-sdk's tables of installations that hold sealed texts, by table."""

WORKSPACE_ID = re.compile(r"[TE][A-Z0-9]{1,30}")
"""The id of a workspace, or of an organisation on Enterprise Grid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSettings:
    """Access to one workspace or, with `client_id` and `client_secret`, to all workspaces that install the app.

    With `app_token` events arrive over Socket Mode; without it over HTTP, signed with `signing_secret`.
    """

    bot_token: str = field(default="", repr=False)
    app_token: str | None = field(default=None, repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    sign_in_id: str = ""
    sign_in_secret: str = field(default="", repr=False)
    """The app's id and secret, with which people sign in to the pages; empty if signing in is not set up."""

    workspaces: frozenset[str] = frozenset()
    """Ids of the workspaces and organisations that may install the app; `any` allows all."""

    assistant: bool = False
    """Whether the app's manifest declares Slack's assistant surface, so that an installation requests its scope."""

    install_url: str = ""
    """Page from which workspaces install the app; empty if our address is not set."""

    api_url: str = SLACK_ITSELF
    proxy: str | None = field(default=None, repr=False)
    """Address of the proxy through which Slack is reached, which may hold a password; None for none."""

    @property
    def install_redirect(self) -> str | None:
        """Return the address to which Slack redirects after an installation; None for the one that the app lists."""
        is_known = self.install_url.startswith("https:")
        return self.install_url.removesuffix(INSTALL_PATH) + REDIRECT_PATH if is_known else None

    @property
    def is_wanted(self) -> bool:
        """Tell whether Slack should be served."""
        return bool(self.bot_token or self.client_id)


def read_settings(env: Mapping[str, str], problems: list[Problem], notices: list[Problem]) -> SlackSettings:
    """Read Slack's settings.

    Args:
        env: Variables by name, none of them empty.
        problems: Takes each wrong variable.
        notices: Takes what the operator should know.
    """
    problems += _problems(env)
    check_pair("SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", env, problems)
    check_pair(*SIGN_IN, env, problems)
    check_override("SLACK_API_URL", env.get("SLACK_API_URL"), problems, notices)
    if "SLACK_CLIENT_ID" in env and not env.get("COUNCIL_SECRET_KEYS", "").replace(",", "").strip():
        notices.append(Problem("unsealed_tokens", name="COUNCIL_SECRET_KEYS"))
    api_url = env.get("SLACK_API_URL", SLACK_ITSELF)
    return SlackSettings(
        bot_token=env.get("SLACK_BOT_TOKEN", ""),
        app_token=env.get("SLACK_APP_TOKEN"),
        signing_secret=env.get("SLACK_SIGNING_SECRET"),
        client_id=env.get("SLACK_CLIENT_ID"),
        client_secret=env.get("SLACK_CLIENT_SECRET"),
        sign_in_id=env.get(SIGN_IN[0], ""),
        sign_in_secret=env.get(SIGN_IN[1], ""),
        workspaces=_workspaces(env, problems, notices),
        assistant=_assistant(env, problems),
        install_url=f"{env['COUNCIL_WEB_URL'].rstrip('/')}{INSTALL_PATH}" if "COUNCIL_WEB_URL" in env else "",
        api_url=api_url,
        proxy=proxy_to(api_url, env),
    )


def _problems(env: Mapping[str, str]) -> Iterator[Problem]:
    names = ("BOT_TOKEN", "APP_TOKEN", "SIGNING_SECRET", "CLIENT_ID", "CLIENT_SECRET")
    bot, app, secret, client, client_secret = (env.get(f"SLACK_{name}", "") for name in names)
    wanted = "SLACK_BOT_TOKEN" if bot else "SLACK_CLIENT_ID" if client or client_secret else ""
    if bot and not bot.startswith("xoxb-"):
        yield Problem("bot_token_form", name="SLACK_BOT_TOKEN")
    if app and not app.startswith("xapp-"):
        yield Problem("app_token_form", name="SLACK_APP_TOKEN")
    if bot and client:
        yield Problem("one_of_both", name="SLACK_BOT_TOKEN", other="SLACK_CLIENT_ID")
    if wanted and not (app or secret):
        yield Problem("no_transport", name=wanted)
    if not wanted and (app or secret):
        yield Problem("no_bot_token", name="SLACK_BOT_TOKEN")


def _assistant(env: Mapping[str, str], problems: list[Problem]) -> bool:
    said = env.get(ASSISTANT, "no").strip().casefold()
    if said not in {"yes", "no"}:
        problems.append(Problem("yes_no", name=ASSISTANT, value=env[ASSISTANT]))
    return said == "yes"


def _workspaces(env: Mapping[str, str], problems: list[Problem], notices: list[Problem]) -> frozenset[str]:
    """Return the ids of workspaces and organisations that may install the app; empty if no other may."""
    listed = [part.strip() for part in env.get(WORKSPACES, "").split(",") if part.strip()]
    if wrong := [part for part in listed if part != ANY_WORKSPACE and not WORKSPACE_ID.fullmatch(part)]:
        problems.append(Problem("workspace_ids", name=WORKSPACES, value=wrong[0]))
    if "SLACK_CLIENT_ID" in env and not listed:
        notices.append(Problem("nobody_installs", name=WORKSPACES))
    return frozenset(listed)
