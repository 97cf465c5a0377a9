"""Finds out whether a place already has the post of a key.

Discord recognises a nonce for minutes only, so the history is searched for permanent marks: the id of a card's first
component, and the text of a plain message.
"""

import base64
from hashlib import blake2b

import discord

from bot.platforms.discord.drawing.limits import Drawn, marker
from bot.platforms.discord.drawing.markup import NOTHING

FARTHEST = 200
"""Most messages that are searched: the post was sent minutes ago, or never."""

LONGEST_NONCE = 25


def nonce_of(key: str) -> str:
    """Return the nonce that makes Discord accept a post only once: equal keys give equal nonces (docs:
    resources/message, 25 characters)."""
    return base64.b32encode(blake2b(key.encode(), digest_size=16).digest()).decode()[:LONGEST_NONCE].lower()


async def standing(
    where: discord.PartialMessageable, key: str, drawn: Drawn, me: discord.abc.Snowflake
) -> int | None:
    """Return the id of the message, or None. Only our own messages count, because others may write anything."""
    async for message in where.history(limit=FARTHEST):
        if message.author.id == me.id and _is_it(message, key, drawn):
            return message.id
    return None


def _is_it(message: discord.Message, key: str, drawn: Drawn) -> bool:
    if message.nonce is not None and str(message.nonce) == nonce_of(key):
        return True
    if message.components and getattr(message.components[0], "id", None) == marker(key):
        return True
    return bool(drawn.content) and _bare(message.content) == _bare(drawn.content)


def _bare(text: str) -> str:
    """Normalize a text, since Discord trims what it stores."""
    return "".join(text.replace(NOTHING, "").split())
