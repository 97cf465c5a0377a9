"""Checks the bot's permissions on its servers, and says what fails without each and how to grant it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord

from bot.platforms.discord.payloads.parse import DIRECT, Interaction, is_brought_along
from bot.ports import Finding
from bot.post import Post, PrivateReply, line
from bot.requests.labels import DiscordWords, Right

NEEDED: Mapping[str, str] = {
    "view_channel": "nothing can be posted",
    "send_messages": "cards of mentions cannot be posted, nor answers where there is no thread",
    "send_messages_in_threads": "responses, ranking and verdict cannot be posted",
    "create_public_threads": "everything follows in the channel instead of in a thread",
    "attach_files": "long texts are cut and exports cannot be had",
    "read_message_history": "after a crash a post may come twice, and files of mentions cannot be read",
}
"""Permissions that a run needs, and what fails without each."""

WELCOME: Mapping[str, str] = {
    "embed_links": "Discord may show links more plainly",
    "manage_threads": "threads that a moderator locks stay closed to Council",
}
"""Optional permissions, and what is lost without each."""

WANTED = discord.Permissions(**dict.fromkeys((*NEEDED, *WELCOME), True))
"""All of them, for inviting the bot."""

MOST_SERVERS, MOST_CHANNELS, PAGE = 20, 5, 200
TEXT_CHANNELS = frozenset({discord.ChannelType.text.value, discord.ChannelType.news.value})
HOW = "Grant it to Council's role under Server Settings, Roles, or in a channel's own Permissions."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lack:
    """Permissions missing in one place: the server, or one of its channels."""

    where: str
    needed: tuple[str, ...]
    welcome: tuple[str, ...]


def refusal_before(interaction: Interaction, words: DiscordWords) -> PrivateReply | None:
    """Return a reply about the permissions that Council lacks for answering in the place of an interaction; None if it
    lacks none.

    Discord sends our permissions with each interaction, and accepts the answer to it without any: the card would
    appear, and every later post would be refused.
    """
    may = interaction.app_permissions
    if is_brought_along(interaction):
        return None if DIRECT in interaction.extras else _refused(words.no_direct_message)
    if interaction.guild_id is None or may.administrator:
        return None
    in_thread = isinstance(interaction.channel, discord.Thread) or may.create_public_threads
    writes: Right = "send_messages_in_threads" if in_thread else "send_messages"
    needed: tuple[Right, Right] = ("view_channel", writes)
    lacks: list[Right] = [right for right in needed if not getattr(may, right)]
    return _refused(words.may_not_write(rights=lacks)) if lacks else None


def _refused(text: str) -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(text),), summary=text, tone="warning"))


def regains(before: discord.Permissions, after: discord.Permissions) -> bool:
    """Return whether Council can now see a channel and use a permission there that it needs and lacked before."""
    return after.view_channel and any(getattr(after, name) and not getattr(before, name) for name in NEEDED)


async def permission_findings(client: discord.Client) -> Sequence[Finding]:
    """Return one finding for each server that lacks a permission, else one for all; single channels are checked on
    the first servers only. Raises DiscordException."""
    servers = await _servers(client)
    if not servers:
        advice = "The bot is on no server yet."
        return [Finding(what="Discord: servers", ok=False, advice=advice)]
    findings: list[Finding] = []
    for number, server in enumerate(servers):
        lacks = [_lack("everywhere", discord.Permissions(int(server["permissions"])))]
        if number < MOST_SERVERS and not lacks[0].needed:
            lacks += await _in_channels(client, server, known=lacks[0])
        findings += _finding(str(server["name"]), lacks)
    what = f"Discord: permissions on {len(servers)} server{'s' if len(servers) > 1 else ''}"
    return findings or [Finding(what=what, ok=True, advice="Council may do all it needs.")]


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
        lack = _lack(f"in #{channel['name']}", allowed)
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


def _lack(where: str, allowed: discord.Permissions) -> _Lack:
    def missing(names: Mapping[str, str]) -> tuple[str, ...]:
        return () if allowed.administrator else tuple(name for name in names if not getattr(allowed, name))

    return _Lack(where=where, needed=missing(NEEDED), welcome=missing(WELCOME))


def _finding(server: str, lacks: Sequence[_Lack]) -> list[Finding]:
    needed = [_said(lack.where, lack.needed, NEEDED) for lack in lacks if lack.needed]
    welcome = [_said(lack.where, lack.welcome, WELCOME) for lack in lacks[:1] if lack.welcome]
    if not needed and not welcome:
        return []
    more = len(needed) - MOST_CHANNELS
    rest = [f"And something in {more} more channels."] if more > 0 else []
    advice = " ".join([*needed[:MOST_CHANNELS], *rest, *welcome, HOW])
    return [Finding(what=f"Discord: permissions on {server}", ok=not needed, advice=advice)]


def _said(where: str, names: Sequence[str], lost: Mapping[str, str]) -> str:
    each = "; ".join(f"without {_title(name)} {lost[name]}" for name in names)
    return f"{where[0].upper()}{where[1:]}: {each}."


def _title(name: str) -> str:
    """Return a permission as Discord calls it: `send_messages_in_threads` is Send Messages in Threads."""
    words = name.replace("view_channel", "view_channels").split("_")
    return " ".join(word if word == "in" else word.capitalize() for word in words)
