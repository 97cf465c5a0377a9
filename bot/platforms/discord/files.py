"""A reference to an attached file -> its bytes.

Addresses of files are signed and expire, so those on messages are asked anew; those of commands and forms stand on no
message and can be fetched for about a day.
"""

import discord

from bot.platforms.discord.refusals import our_errors
from bot.platforms.discord.sending import persistently
from council_core.errors import PlaceGone, PostRefused

LARGEST = 25 * 1024 * 1024


async def download(client: discord.Client, reference: str) -> bytes:
    """Fetches `channel/message/attachment`, or `size@address` where there is no message. Raises PlatformError."""
    size, _, url = reference.partition("@")
    if url and size.isdecimal():
        _check(int(size))
        with our_errors("fetch a file"):
            return await persistently(lambda: client.http.get_from_cdn(url))
    channel, message, attachment = _ids(reference)
    with our_errors("fetch a file"):
        where = client.get_partial_messageable(channel)
        found = await persistently(lambda: where.fetch_message(message))
        for one in found.attachments:
            if one.id == attachment:
                _check(one.size)
                return await persistently(one.read)
    raise PlaceGone("The file is not there any more.", code="file")


def _check(size: int) -> None:
    if size > LARGEST:
        raise PostRefused(f"The file is larger than {LARGEST // 1024 // 1024} MiB.", code="size")


def _ids(reference: str) -> tuple[int, int, int]:
    parts = reference.split("/")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        raise PlaceGone("The file is not there any more.", code="file")
    return int(parts[0]), int(parts[1]), int(parts[2])
