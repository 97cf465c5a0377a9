"""The terminal as a chat platform: one question, drawn while the council works on it."""

from bot.platforms.terminal.platform import LIMITS, PIPED, TerminalPlatform, print_posts

__all__ = ["LIMITS", "PIPED", "TerminalPlatform", "print_posts"]
