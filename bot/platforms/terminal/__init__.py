"""The terminal as a chat platform: one question, with its progress drawn until the end."""

from bot.platforms.terminal.platform import LIMITS, PIPED, TerminalPlatform, print_posts

__all__ = ["LIMITS", "PIPED", "TerminalPlatform", "print_posts"]
