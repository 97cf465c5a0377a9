"""Sends a message to one person, even if another process received their interaction or it was answered long ago.

The interaction's token is used first (for 15 minutes), because it needs no permission in the channel; after that a
direct message is the only way.
"""

import logging
from typing import Any

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.platforms.discord.connection.errors import our_errors
from bot.platforms.discord.drawing.buttons import view_of
from bot.platforms.discord.drawing.limits import Drawn
from bot.platforms.discord.drawing.post import draw
from bot.platforms.discord.payloads.parse import origin_of
from bot.platforms.discord.sending.send import NOBODY, Ready, files_of, persistently
from bot.ports.words import DiscordWords
from bot.post import Post
from council_core.domain.place import Place
from council_core.errors import PlatformError

log = logging.getLogger(__name__)


async def whisper(ready: Ready, place: Place, person: str, post: Post, words: DiscordWords) -> None:
    """Send a message to one person. Errors of Discord are logged and not raised."""
    drawn = draw(post, words, as_card=True)
    try:
        client = await ready()
        if await _by_token(client, place, drawn):
            return
        with our_errors("write a direct message"):
            channel = await persistently(lambda: client.create_dm(discord.Object(int(person))))
            await channel.send(view=view_of(drawn), files=files_of(drawn), allowed_mentions=NOBODY)
    except PlatformError as error:
        log.warning("A private reply got lost: %s (%s)", error, error.code)


async def _by_token(client: discord.Client, place: Place, drawn: Drawn) -> bool:
    """Answer the interaction for its person alone; return False if its token has expired."""
    origin = origin_of(place)
    if origin is None:
        return False
    application, token = origin
    adapter, session = async_context.get(), discord.Webhook.partial(application, token, client=client).session
    about: dict[str, Any] = {"view": view_of(drawn), "allowed_mentions": NOBODY}
    try:
        with our_errors("answer privately"):
            original: Any = await adapter.get_original_interaction_response(
                application, token, session=session
            )
            if int(original["flags"]) & discord.MessageFlags.loading.flag:
                # Otherwise the first follow-up would replace the public "thinking".
                await adapter.delete_original_interaction_response(application, token, session=session)
            with handle_message_parameters(
                flags=discord.MessageFlags(ephemeral=True), files=files_of(drawn), **about
            ) as params:
                await adapter.execute_webhook(
                    application,
                    token,
                    session=session,
                    payload=params.payload,
                    multipart=params.multipart,
                    files=params.files,
                    wait=True,
                )
    except PlatformError as error:
        log.info("An interaction could not be answered privately (%s).", error.code)
        return False
    return True
