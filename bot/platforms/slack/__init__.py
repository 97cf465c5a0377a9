"""Slack: slash commands, mentions and buttons -> requests; posts -> Block Kit."""

from bot.platforms.slack.connection.installs import Installs
from bot.platforms.slack.connection.web_api import SlackSettings
from bot.platforms.slack.diagnose import diagnose
from bot.platforms.slack.platform import SlackPlatform

__all__ = ["Installs", "SlackPlatform", "SlackSettings", "diagnose"]
