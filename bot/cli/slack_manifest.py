"""`council slack-manifest`: prints the manifest to paste into Slack."""

import argparse
import json
from urllib.parse import urlsplit

from bot.cli.errors import exit_code_of
from bot.platforms.slack.connection.manifest import manifest
from council_core.errors import Problem, SettingsError


def run(parsed: argparse.Namespace) -> int:
    """Print the manifest."""
    return exit_code_of(lambda: _manifest(parsed))


def _manifest(parsed: argparse.Namespace) -> int:
    url = None if parsed.url is None else f"{_address(parsed.url).rstrip('/')}/slack/events"
    print(json.dumps(manifest(url, assistant=parsed.assistant), indent=2))
    return 0


def _address(typed: str) -> str:
    """Return the address. Slack takes no other scheme than HTTPS."""
    try:
        parts = urlsplit(typed)
        is_good = parts.scheme == "https" and bool(parts.hostname) and not parts.query and not parts.fragment
    except ValueError:
        is_good = False
    if not is_good:
        raise SettingsError(
            [Problem("no_web_address", name="--url", value=typed, example="https://council.example.org")]
        )
    return typed
