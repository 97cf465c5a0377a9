"""Discord's part of `council doctor`."""

import asyncio
from collections.abc import Callable, Sequence

import discord

from bot.platforms.discord.connection.errors import NETWORK, translated
from bot.platforms.discord.connection.invalid_requests import InvalidRequests
from bot.platforms.discord.connection.permissions import WANTED, permission_findings
from bot.platforms.discord.connection.settings import DiscordSettings, point_library
from bot.platforms.discord.listening.answering import Answers
from bot.platforms.discord.listening.commands import NAME
from bot.platforms.discord.listening.council_client import CouncilClient
from bot.platforms.discord.listening.listener import DiscordListener
from bot.ports import Finding
from bot.requests.labels import DiscordWords

SECONDS = 30.0


async def diagnose(settings: DiscordSettings, words: Callable[[str], DiscordWords]) -> Sequence[Finding]:
    """Check the token, the application, its commands and its permissions, with a few calls for each server. Nothing is
    changed."""
    point_library(settings)
    client = CouncilClient(DiscordListener(answers=Answers(words=words)), settings, InvalidRequests())
    try:
        async with asyncio.timeout(SECONDS):
            await client.login(settings.token)
            return [
                _token(client),
                _intent(client),
                await _commands(client),
                *await permission_findings(client),
                _invitation(client),
            ]
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
        advice=f"It belongs to {client.user}.",
    )


def _intent(client: discord.Client) -> Finding:
    """Tell whether the bot may read messages that do not name it. It works without, so this never fails."""
    advice = (
        "It may read what people write: the discussion around a question, and plain messages that follow up."
        if client.intents.message_content
        else "Discord hides what people write, so the models get no discussion around a question and plain messages do "
        "not follow up. To change that, switch on Message Content Intent at discord.com/developers, page Bot, and "
        "restart the bot."
    )
    return Finding(what="Discord: messages", ok=True, advice=advice)


async def _commands(client: discord.Client) -> Finding:
    assert client.application_id is not None, "logged in before"
    known = {one["name"] for one in await client.http.get_global_commands(client.application_id)}
    advice = (
        f"Discord knows /{NAME}."
        if NAME in known
        else f"Discord does not know /{NAME} yet; `council serve discord` tells it."
    )
    return Finding(what="Discord: commands", ok=True, advice=advice)


def _invitation(client: discord.Client) -> Finding:
    assert client.application_id is not None, "logged in before"
    url = invitation(client.application_id)
    return Finding(what="Discord: invitation", ok=True, advice=f"Invite the bot with all it needs: {url}")


def invitation(application: int, *, for_a_person: bool = False) -> str:
    """Return the address that invites an application's bot to a server, with every permission it needs; or the address
    with which a person installs its commands for themselves."""
    if for_a_person:
        address = discord.utils.oauth_url(application, scopes=("applications.commands",))
        # docs: resources/application, application integration types; 1 is USER_INSTALL.
        return f"{address}&integration_type=1"
    return discord.utils.oauth_url(application, permissions=WANTED, scopes=("bot", "applications.commands"))


async def application_of(settings: DiscordSettings, words: Callable[[str], DiscordWords]) -> int:
    """Return the id of the application that the token belongs to.

    Raises:
        PlatformError: Discord does not accept the token, or cannot be reached.
    """
    point_library(settings)
    client = CouncilClient(DiscordListener(answers=Answers(words=words)), settings, InvalidRequests())
    try:
        async with asyncio.timeout(SECONDS):
            await client.login(settings.token)
        assert client.application_id is not None, "logged in before"
        return client.application_id
    except (discord.DiscordException, *NETWORK) as error:
        raise translated(error, "ask for the application") from error
    finally:
        await client.close()
