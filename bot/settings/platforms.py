"""What the platforms' variables must look like."""

import re
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from bot.settings.readers import number

SLACK_WORKSPACE = re.compile(r"[TE][A-Z0-9]{1,30}")
"""A workspace's id, or an organisation's on Enterprise Grid."""

ANY_WORKSPACE = "any"


def is_address(text: str) -> bool:
    """Whether a server can listen there: an IP address, or the name that every machine gives itself."""
    if text == "localhost":
        return True
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether this host, a name or an address without brackets, is this machine itself and no other."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def shards_of(text: str, problems: list[str]) -> int | None:
    expected = "a whole number from 1 on, or auto"
    is_auto = text.lower() == "auto"
    return None if is_auto else number("DISCORD_SHARDS", text, int, lambda n: n > 0, expected, problems)


def slack_problems(env: Mapping[str, str]) -> Iterator[str]:
    names = ("BOT_TOKEN", "APP_TOKEN", "SIGNING_SECRET", "CLIENT_ID", "CLIENT_SECRET")
    bot, app, secret, client, client_secret = (env.get(f"SLACK_{name}", "") for name in names)
    wanted = "SLACK_BOT_TOKEN" if bot else "SLACK_CLIENT_ID" if client or client_secret else ""
    if bot and not bot.startswith("xoxb-"):
        yield "SLACK_BOT_TOKEN does not begin with 'xoxb-'. Copy the Bot User OAuth Token of your app."
    if app and not app.startswith("xapp-"):
        yield "SLACK_APP_TOKEN does not begin with 'xapp-'. Copy an App-Level Token of your app."
    if bool(client) != bool(client_secret):
        yield "SLACK_CLIENT_ID and SLACK_CLIENT_SECRET belong together, and one of them is missing."
    if bot and client:
        yield "SLACK_BOT_TOKEN is for one workspace, SLACK_CLIENT_ID for all that install the app. Set one of them."
    if wanted and not (app or secret):
        yield f"{wanted} is set, but neither SLACK_APP_TOKEN (Socket Mode) nor SLACK_SIGNING_SECRET (HTTP) is."
    if not wanted and (app or secret):
        yield "SLACK_BOT_TOKEN is missing, though other settings of Slack are there."


def discord_problems(env: Mapping[str, str]) -> Iterator[str]:
    key, receives = env.get("DISCORD_PUBLIC_KEY", ""), env.get("DISCORD_RECEIVES", "gateway")
    if receives not in {"gateway", "http", "both"}:
        yield f"DISCORD_RECEIVES is '{receives}'; expected gateway, http or both."
    elif receives != "gateway" and not key:
        yield f"DISCORD_RECEIVES is {receives}, but DISCORD_PUBLIC_KEY (page General Information) is not set."
    if key and not re.fullmatch(r"[0-9a-fA-F]{64}", key):
        yield f"DISCORD_PUBLIC_KEY is '{key}'; expected the 64 hexadecimal digits of the page General Information."


def check_override(name: str, url: str | None, problems: list[str], notices: list[str]) -> None:
    if url is None:
        return
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or not url.startswith(("http://", "https://", "ws://", "wss://")):
        problems.append(f"{name} is '{url}'; expected an address such as https://host/.")
        return
    if not is_loopback(host):
        notices.append(f"{name} sends this bot's token to {host}. Unset it unless that is what you want.")


def slack_workspaces(env: Mapping[str, str], problems: list[str], notices: list[str]) -> frozenset[str]:
    """Read which workspaces and organisations may install the app; `any` alone stands for all.

    Returns:
        Their ids. Empty where the variable is not set: then no further workspace may install the app.
    """
    name = "COUNCIL_SLACK_WORKSPACES"
    listed = [part.strip() for part in env.get(name, "").split(",") if part.strip()]
    if wrong := [part for part in listed if part != ANY_WORKSPACE and not SLACK_WORKSPACE.fullmatch(part)]:
        problems.append(
            f"{name} names '{wrong[0]}'; expected ids of workspaces (T…) or organisations (E…), or the word any."
        )
    if "SLACK_CLIENT_ID" in env and not listed:
        notices.append(
            f"{name} is not set, so no further workspace can install the app. List the ids of those that may, "
            "or write any."
        )
    return frozenset(listed)
