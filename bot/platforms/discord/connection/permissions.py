"""Checks the bot's permissions on its servers, and reports what fails without each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord

from bot.platforms.discord.connection.errors import NETWORK
from bot.platforms.discord.payloads.parse import DIRECT, Interaction, is_brought_along
from bot.ports import Finding
from bot.ports.words import DiscordChecks, DiscordWords, Permission, Right
from bot.post import Post, PrivateReply, line

NEEDED: tuple[Permission, ...] = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "attach_files",
    "read_message_history",
)
"""Permissions that a run needs."""

WELCOME: tuple[Permission, ...] = ("embed_links", "manage_threads")
"""Optional permissions."""

WANTED = discord.Permissions(**dict.fromkeys((*NEEDED, *WELCOME), True))
"""All of these permissions, for inviting the bot."""

INVISIBLE = 50001
"""Code for a channel that we may not see (docs: topics/opcodes-and-status-codes)."""

MOST_SERVERS, MOST_CHANNELS, PAGE = 20, 5, 200
TEXT_CHANNELS = frozenset({discord.ChannelType.text.value, discord.ChannelType.news.value})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lack:
    """Permissions missing on a server, or in one of its channels; `channel` is empty for the server."""

    channel: str
    needed: tuple[Permission, ...]
    welcome: tuple[Permission, ...]


async def refusal_before(interaction: Interaction, words: DiscordWords) -> PrivateReply | None:
    """Return a reply about what Council lacks for answering in the place of an interaction; None if it lacks nothing.

    Discord sends our permissions with each interaction, and accepts the answer to it without any: the card would
    appear, and every later post would be refused.
    """
    may = interaction.app_permissions
    if is_brought_along(interaction):
        return None if DIRECT in interaction.extras else _refused(words.no_direct_message)
    if interaction.guild_id is None or may.administrator:
        return None
    here = interaction.channel
    # The chat of a voice channel has no threads.
    has_threads = not isinstance(here, discord.VoiceChannel | discord.StageChannel)
    in_thread = isinstance(here, discord.Thread) or (may.create_public_threads and has_threads)
    writes: Right = "send_messages_in_threads" if in_thread else "send_messages"
    needed: tuple[Right, Right] = ("view_channel", writes)
    lacks: list[Right] = [right for right in needed if not getattr(may, right)]
    return _refused(words.may_not_write(rights=lacks)) if lacks else await refusal_outside(interaction, words)


async def refusal_outside(interaction: Interaction, words: DiscordWords) -> PrivateReply | None:
    """Return a reply about a private thread that Council was not added to, which its permissions there do not tell;
    None elsewhere."""
    thread = interaction.channel
    is_elsewhere = is_brought_along(interaction)
    if is_elsewhere or not isinstance(thread, discord.Thread) or not thread.is_private():
        return None
    try:
        await interaction.client.http.get_channel(thread.id)
    except (discord.DiscordException, *NETWORK) as error:
        return _refused(words.not_in_thread) if getattr(error, "code", None) == INVISIBLE else None
    return None


def _refused(text: str) -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(text),), summary=text, tone="warning"))


def regains(before: discord.Permissions, after: discord.Permissions) -> bool:
    """Return whether Council can now see a channel and use a permission there that it needs and lacked before."""
    return after.view_channel and any(getattr(after, name) and not getattr(before, name) for name in NEEDED)


async def permission_findings(client: discord.Client, said: DiscordChecks) -> Sequence[Finding]:
    """Return one finding for each server that lacks a permission, else one for all; single channels are checked on
    the first servers only. Raises DiscordException."""
    servers = await _servers(client)
    if not servers:
        return [Finding(what=said.servers, ok=False, advice=said.no_server)]
    findings: list[Finding] = []
    for number, server in enumerate(servers):
        lacks = [_lack("", discord.Permissions(int(server["permissions"])))]
        if number < MOST_SERVERS and not lacks[0].needed:
            lacks += await _in_channels(client, server, known=lacks[0])
        findings += _finding(str(server["name"]), lacks, said)
    what = said.permissions_everywhere(count=len(servers))
    return findings or [Finding(what=what, ok=True, advice=said.permissions_suffice)]


async def _servers(client: discord.Client) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    while True:
        after = discord.Object(int(found[-1]["id"])).id if found else None
        page = await client.http.get_guilds(PAGE, after=cast("Any", after))
        found += page
        if len(page) < PAGE:
            return found


async def _in_channels(client: discord.Client, server: Mapping[str, Any], *, known: _Lack) -> list[_Lack]:
    """Yield the visible channels in which less is allowed than on the whole server."""
    assert client.user is not None, "logged in before"
    number, base = int(server["id"]), discord.Permissions(int(server["permissions"]))
    member = await client.http.get_member(number, client.user.id)
    ours = {str(one) for one in (client.user.id, *member["roles"])}
    lacks: list[_Lack] = []
    for channel in cast("Sequence[Mapping[str, Any]]", await client.http.get_all_guild_channels(number)):
        if channel["type"] not in TEXT_CHANNELS:
            continue
        allowed = allowed_in(base, channel.get("permission_overwrites", ()), everyone=str(number), ours=ours)
        lack = _lack(str(channel["name"]), allowed)
        if allowed.view_channel and (lack.needed, lack.welcome) != (known.needed, known.welcome):
            lacks.append(lack)
    return lacks


def allowed_in(
    base: discord.Permissions, overwrites: Sequence[Mapping[str, Any]], *, everyone: str, ours: set[str]
) -> discord.Permissions:
    """Return a member's permissions in a channel; `ours` holds the member's roles and own id.

    docs: topics/permissions, permission overwrites: first everybody's, then all roles together, then the member's own.
    """
    if base.administrator:
        return discord.Permissions.all()
    value = base.value
    for each in (
        [one for one in overwrites if one["id"] == everyone],
        [one for one in overwrites if one["id"] in ours and int(one["type"]) == 0],
        [one for one in overwrites if one["id"] in ours and int(one["type"]) == 1],
    ):
        for one in each:
            value &= ~int(one["deny"])
        for one in each:
            value |= int(one["allow"])
    return discord.Permissions(value)


def _lack(channel: str, allowed: discord.Permissions) -> _Lack:
    def missing(names: Sequence[Permission]) -> tuple[Permission, ...]:
        return () if allowed.administrator else tuple(name for name in names if not getattr(allowed, name))

    return _Lack(channel=channel, needed=missing(NEEDED), welcome=missing(WELCOME))


def _finding(server: str, lacks: Sequence[_Lack], said: DiscordChecks) -> list[Finding]:
    needed = [_lost(lack.channel, lack.needed, said) for lack in lacks if lack.needed]
    welcome = [_lost(lack.channel, lack.welcome, said) for lack in lacks[:1] if lack.welcome]
    if not needed and not welcome:
        return []
    more = len(needed) - MOST_CHANNELS
    rest = [said.more_channels(count=more)] if more > 0 else []
    advice = " ".join([*needed[:MOST_CHANNELS], *rest, *welcome, said.how_to_grant])
    return [Finding(what=said.permissions_on(server=server), ok=not needed, advice=advice)]


def _lost(channel: str, names: Sequence[Permission], said: DiscordChecks) -> str:
    return said.lost_without(channel=channel, rights={_title(name): name for name in names})


def _title(name: str) -> str:
    """Return a permission as Discord calls it: `send_messages_in_threads` is Send Messages in Threads."""
    words = name.replace("view_channel", "view_channels").split("_")
    return " ".join(word if word == "in" else word.capitalize() for word in words)
