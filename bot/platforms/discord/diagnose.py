"""Settings -> what `council doctor` says about Discord."""

import asyncio
from collections.abc import Sequence

import discord

from bot.platforms.discord.commands import NAME
from bot.platforms.discord.council_client import CouncilClient
from bot.platforms.discord.desk import Desk
from bot.platforms.discord.invalid import Invalid
from bot.platforms.discord.refusals import NETWORK, translated
from bot.platforms.discord.settings import DiscordSettings, point_library
from bot.ports import Finding

SECONDS = 30.0

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
    embed_links=True,
    attach_files=True,
)
"""What the bot needs on a server."""


async def diagnose(settings: DiscordSettings) -> Sequence[Finding]:
    """Checks the token, the application and its commands; asks Discord four things and changes nothing."""
    point_library(settings)
    client = CouncilClient(Desk(), settings, Invalid())
    try:
        async with asyncio.timeout(SECONDS):
            await client.login(settings.token)
            return [_token(client), await _commands(client), _servers(client)]
    except discord.LoginFailure:
        advice = "Discord does not accept it. Copy the bot's token anew: discord.com/developers, page Bot."
        return [Finding(what="Discord: the bot's token", ok=False, advice=advice)]
    except (discord.DiscordException, *NETWORK) as error:
        advice = f"{translated(error, 'ask')} Check the network and DISCORD_API_URL."
        return [Finding(what="Discord: REST", ok=False, advice=advice)]
    finally:
        await client.close()


def _token(client: discord.Client) -> Finding:
    return Finding(
        what="Discord: the bot's token",
        ok=True,
        advice=f"It belongs to {client.user}; no privileged intent is needed.",
    )


async def _commands(client: discord.Client) -> Finding:
    assert client.application_id is not None, "logged in before"
    known = {one["name"] for one in await client.http.get_global_commands(client.application_id)}
    advice = (
        f"Discord knows /{NAME}."
        if NAME in known
        else f"Discord does not know /{NAME} yet; `council serve discord` tells it."
    )
    return Finding(what="Discord: commands", ok=True, advice=advice)


def _servers(client: discord.Client) -> Finding:
    assert client.application_id is not None, "logged in before"
    url = discord.utils.oauth_url(
        client.application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
    return Finding(what="Discord: permissions", ok=True, advice=f"Invite the bot with all it needs: {url}")
