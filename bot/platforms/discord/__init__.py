"""Discord: slash commands, mentions and buttons -> requests; posts -> cards of components and messages."""

from bot.platforms.discord.connection.settings import DiscordSettings
from bot.platforms.discord.diagnose import diagnose
from bot.platforms.discord.platform import DiscordPlatform

__all__ = ["DiscordPlatform", "DiscordSettings", "diagnose"]
