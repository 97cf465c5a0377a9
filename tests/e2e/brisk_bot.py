"""`python -m tests.e2e.brisk_bot [--role worker]`: `council serve`, but for one thing: Slack's posts and edits go out
as fast as this machine takes them.

Slack takes one post a second in a channel, and 45 edits a minute. Tests of a whole run would spend most of their time
waiting for that; the real rates have tests of their own in `tests/bot/platforms/slack`.
"""

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from bot.app import event_loop
from bot.app.load_settings import load_settings
from bot.app.platforms import chosen_platforms
from bot.app.process import Role
from bot.cli.errors import exit_code_of
from bot.cli.serve import until_stopped
from bot.platforms.slack.connection.installs import Installs
from bot.platforms.slack.connection.rate import Pace
from bot.platforms.slack.connection.settings import read_settings
from bot.platforms.slack.platform import SlackPlatform
from bot.ports import ChatPlatform
from bot.presentation.words import slack_words
from bot.settings.environment import Settings
from council_core.storage.secrets import Secrets

BRISK = Pace(posts_per_second=100, burst=20, seconds_between_edits=0.3, edits_per_minute=6_000)
"""Edits are still queued, which is where they could get lost."""


def brisk_platforms(settings: Settings) -> Mapping[str, ChatPlatform]:
    """Build the platforms that have a token, as `council serve` does, with a brisk Slack."""
    built = chosen_platforms(settings, [])
    if "slack" in built:
        slack = read_settings(settings.environment, [], [])
        installs = Installs(slack, Secrets(settings.secret_keys)) if slack.client_id else None
        built["slack"] = SlackPlatform(slack, labels=slack_words, installs=installs, pace=BRISK)
    return built


def main() -> int:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--role", choices=get_args(Role), default="all")
    role: Role = parser.parse_args().role

    async def serve() -> int:
        settings = load_settings(os.environ, folder=Path.cwd())
        return await until_stopped(settings, brisk_platforms, role=role, log_level=settings.log_level)

    return exit_code_of(lambda: event_loop.run(serve()))


if __name__ == "__main__":
    sys.exit(main())
