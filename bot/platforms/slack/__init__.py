"""Slack: slash commands, mentions and buttons -> requests; posts -> Block Kit."""

from bot.platforms.slack.clients import SlackSettings
from bot.platforms.slack.diagnose import diagnose
from bot.platforms.slack.installs import Installs
from bot.platforms.slack.platform import SlackPlatform

__all__ = ["Installs", "SlackPlatform", "SlackSettings", "diagnose"]
