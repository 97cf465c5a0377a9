"""Discord's part of `council doctor`."""

import asyncio
from collections.abc import Callable, Sequence

import discord

from bot.platforms.discord.connection.errors import NETWORK, translated
from bot.platforms.discord.connection.invalid_requests import InvalidRequests
from bot.platforms.discord.connection.permissions import WANTED, permission_findings
from bot.platforms.discord.connection.settings import DiscordSettings, point_library
from bot.platforms.discord.listening.answering import Answers
from bot.platforms.discord.listening.client import CouncilClient
from bot.platforms.discord.listening.commands import NAME
from bot.platforms.discord.listening.listener import DiscordListener
from bot.ports import Finding
from bot.ports.words import DiscordChecks, DiscordWords

SECONDS = 30.0


async def diagnose(
    settings: DiscordSettings, words: Callable[[str], DiscordWords], *, language: str
) -> Sequence[Finding]:
    """Check the token, the application, its commands and its permissions, with a few calls for each server. Nothing is
    changed."""
    point_library(settings)
    said = words(language).checks
    client = CouncilClient(DiscordListener(answers=Answers(words=words)), settings, InvalidRequests())
    try:
        async with asyncio.timeout(SECONDS):
            await client.login(settings.token)
            return [
                Finding(what=said.token, ok=True, advice=said.belongs_to(user=str(client.user))),
                _intent(client, said),
                await _commands(client, said),
                *await permission_findings(client, said),
                _invitation(client, said),
            ]
    except discord.LoginFailure:
        return [Finding(what=said.token, ok=False, advice=said.token_refused)]
    except (discord.DiscordException, *NETWORK) as error:
        advice = said.unreachable(why=str(translated(error, "ask")))
        return [Finding(what=said.rest, ok=False, advice=advice)]
    finally:
        await client.close()


def _intent(client: discord.Client, said: DiscordChecks) -> Finding:
    """Tell whether the bot may read messages that do not name it. It works without, so this never fails."""
    advice = said.may_read if client.intents.message_content else said.may_not_read
    return Finding(what=said.messages, ok=True, advice=advice)


async def _commands(client: discord.Client, said: DiscordChecks) -> Finding:
    assert client.application_id is not None, "logged in before"
    known = {one["name"] for one in await client.http.get_global_commands(client.application_id)}
    advice = said.command_known(name=NAME) if NAME in known else said.command_unknown(name=NAME)
    return Finding(what=said.commands, ok=True, advice=advice)


def _invitation(client: discord.Client, said: DiscordChecks) -> Finding:
    assert client.application_id is not None, "logged in before"
    url = invitation(client.application_id)
    return Finding(what=said.invitation, ok=True, advice=said.invite_at(url=url))


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
