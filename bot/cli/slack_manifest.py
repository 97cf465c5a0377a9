"""`council slack-manifest`: prints the manifest to paste into Slack."""

import argparse
import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from bot.cli.errors import exit_code_of
from bot.platforms.slack.connection.manifest import manifest
from bot.settings.addresses import URL
from bot.settings.env_file import variables_in
from council_core.errors import Problem, SettingsError


def run(parsed: argparse.Namespace) -> int:
    """Print the manifest."""
    return exit_code_of(lambda: _manifest(parsed))


def _manifest(parsed: argparse.Namespace) -> int:
    url = None if parsed.url is None else f"{_address(parsed.url).rstrip('/')}/slack/events"
    print(json.dumps(manifest(url, pages_url=_pages_url(), assistant=parsed.assistant), indent=2))
    return 0


def _pages_url() -> str:
    """Return COUNCIL_WEB_URL of the environment or of `.env`; empty if Slack would not redirect there. Other settings
    may still be missing or wrong."""
    url = {**variables_in(Path.cwd() / ".env", [], []), **os.environ}.get(URL, "").strip()
    return url if _is_https(url) else ""


def _address(typed: str) -> str:
    if not _is_https(typed):
        raise SettingsError(
            [Problem("no_web_address", name="--url", value=typed, example="https://council.example.org")]
        )
    return typed


def _is_https(url: str) -> bool:
    """Tell whether Slack takes this address: it takes no other scheme than HTTPS."""
    try:
        parts = urlsplit(url)
        return parts.scheme == "https" and bool(parts.hostname) and not parts.query and not parts.fragment
    except ValueError:
        return False
