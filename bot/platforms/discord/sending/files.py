"""Downloads attached files.

Addresses of files are signed and expire after about a day. A file in a message to us gets a new address from its
message; for all others Discord is asked for a new signature.
"""

import discord
from discord.http import Route

from bot.platforms.discord.connection.errors import our_errors
from bot.platforms.discord.sending.send import persistently
from council_core.errors import FILE_TOO_LARGE, PlaceGone, PostRefused


async def download(client: discord.Client, reference: str, *, most: int) -> bytes:
    """Download `channel/message/attachment`, or `size@address` for a file without a message, unless it is larger than
    so many bytes. Raises PlatformError."""
    size, _, url = reference.partition("@")
    if url and size.isdecimal():
        _check(int(size), most)
        with our_errors("fetch a file"):
            return await _signed_once_more(client, url)
    channel, message, attachment = _ids(reference)
    with our_errors("fetch a file"):
        where = client.get_partial_messageable(channel)
        found = await persistently(lambda: where.fetch_message(message))
        for one in found.attachments:
            if one.id == attachment:
                _check(one.size, most)
                return await persistently(one.read)
    raise _gone()


async def _signed_once_more(client: discord.Client, url: str) -> bytes:
    """Download from the address in a command or form, or from a new one if its signature has expired."""
    try:
        return await persistently(lambda: client.http.get_from_cdn(url))
    except (discord.NotFound, discord.Forbidden):
        route, body = Route("POST", "/attachments/refresh-urls"), {"attachment_urls": [url]}
        answer = await persistently(lambda: client.http.request(route, json=body))
    signed = [str(one.get("refreshed") or "") for one in answer.get("refreshed_urls", [])]
    if not signed or not signed[0]:
        raise _expired()
    try:
        return await persistently(lambda: client.http.get_from_cdn(signed[0]))
    except (discord.NotFound, discord.Forbidden) as error:
        raise _expired() from error


def _gone() -> PlaceGone:
    return PlaceGone("The file is gone from its message.", code="file", withheld="gone")


def _expired() -> PlaceGone:
    return PlaceGone("Discord has deleted the file.", code="file", withheld="expired")


def _check(size: int, most: int) -> None:
    if size > most:
        raise PostRefused(f"The file is larger than {most / 1e6:g} MB.", code=FILE_TOO_LARGE)


def _ids(reference: str) -> tuple[int, int, int]:
    parts = reference.split("/")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        raise _gone()
    return int(parts[0]), int(parts[1]), int(parts[2])
