"""Reads the parts of a request from Discord's interactions and messages: the person, the place and the content."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import discord

from bot.requests.person import Person
from council_core.domain.place import PersonId, Place
from council_core.domain.question import FileReference

Interaction = discord.Interaction[Any]

PLATFORM = "discord"

DIRECT = "council.direct"
"""Key in `Interaction.extras` for the id of the person's direct message with the bot."""

HEARD_TYPES = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""Types of messages that people write; all others are joins, pins, threads and commands."""


def place_of(interaction: Interaction, *, with_origin: bool = False) -> Place:
    """Return the place of an interaction. A thread has its parent as channel; a private thread is a channel itself.

    Args:
        interaction: A person's action.
        with_origin: Whether its original response will become the card (`origin_of`).
    """
    if is_brought_along(interaction):
        # Their direct message with the bot, which can post nowhere else for them (`listening.at_home`).
        return Place(platform=PLATFORM, channel=str(interaction.extras.get(DIRECT, "")), workspace="")
    place = _place(interaction.channel, interaction.channel_id, interaction.guild_id)
    origin = f"{interaction.application_id}:{interaction.token}" if with_origin else None
    return replace(place, origin=origin)


def place_of_message(message: discord.Message) -> Place:
    """Return the place of a message."""
    return _place(message.channel, message.channel.id, message.guild.id if message.guild else None)


def _place(channel: object, channel_id: int | None, guild_id: int | None) -> Place:
    here = Place(platform=PLATFORM, channel=str(channel_id or ""), workspace=str(guild_id or ""))
    if not isinstance(channel, discord.Thread):
        return here
    parent, thread = str(channel.parent_id), str(channel.id)
    if channel.is_private():
        return replace(here, channel=thread, thread=thread, parent=parent)
    return replace(here, channel=parent, thread=thread)


def origin_of(place: Place) -> tuple[int, str] | None:
    """Return the application and the interaction token in a place's origin; None if it has none."""
    application, _, token = (place.origin or "").partition(":")
    return (int(application), token) if application.isdecimal() and token else None


def person_of(interaction: Interaction) -> Person:
    """Return the person who acted. They may manage their direct message with the bot, but not one of two people."""
    is_foreign = is_brought_along(interaction)
    is_own, may, user = is_foreign or _is_with_us(interaction), interaction.permissions, interaction.user
    channel = interaction.channel
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return Person(
        id=PersonId(str(user.id)),
        name=user.display_name,
        may_configure=is_own or may.manage_channels,
        locale=str(interaction.locale),
        may_configure_workspace=may.manage_guild and not is_foreign,
        # Discord sends a person's permissions in the channel, but not whether they are in a private thread.
        is_present=is_own or (interaction.guild_id is not None and may.view_channel and not is_private),
    )


def is_brought_along(interaction: Interaction) -> bool:
    """Tell whether a person acted in a place without the bot, through a command that they installed for themselves."""
    return (
        interaction.is_user_integration()
        and not interaction.is_guild_integration()
        and not _is_with_us(interaction)
    )


def _is_with_us(interaction: Interaction) -> bool:
    """Tell whether this happened in the person's direct message with the bot."""
    if interaction.guild_id is not None:
        return False
    told = interaction.context
    if told.guild or told.dm_channel or told.private_channel:
        return bool(told.dm_channel)
    return isinstance(interaction.channel, discord.DMChannel) and not interaction.is_user_integration()


def author_of(message: discord.Message) -> Person:
    """Return the author of a message."""
    author = message.author
    return Person(
        id=PersonId(str(author.id)),
        name=author.display_name,
        # A message does not say in which language its author uses Discord.
        locale=str(message.guild.preferred_locale) if message.guild else "",
        may_configure=_may_configure(message),
        is_present=True,
    )


def _may_configure(message: discord.Message) -> bool:
    if message.guild is None:
        return isinstance(message.channel, discord.DMChannel)
    if not isinstance(message.author, discord.Member):
        return False
    try:
        return message.channel.permissions_for(message.author).manage_channels
    except discord.ClientException:
        # The parent of this thread is not in the cache.
        return message.author.guild_permissions.manage_channels


def is_for_us(message: discord.Message, me: discord.abc.Snowflake) -> bool:
    """Tell whether a message addresses the bot: in a direct message, by an explicit mention, or as a reply to one of
    our messages in a thread of ours. Discord adds a mention to replies elsewhere too, without the author meaning a
    question."""
    if message.author.bot or message.type not in HEARD_TYPES:
        return False
    if message.guild is None or me.id in message.raw_mentions:
        return True
    in_our_thread = isinstance(message.channel, discord.Thread) and message.channel.owner_id == me.id
    return in_our_thread and any(user.id == me.id for user in message.mentions)


def is_overheard(message: discord.Message, me: discord.abc.Snowflake) -> bool:
    """Tell whether a message in a thread of ours mentions nobody. Without the intent for message content such a message
    has no text, and is ignored."""
    channel, answered = message.channel, message.reference.resolved if message.reference else None
    if message.author.bot or message.type not in HEARD_TYPES or not message.content.strip():
        return False
    if not isinstance(channel, discord.Thread) or channel.owner_id != me.id:
        return False
    names_others = bool(message.mentions or message.role_mentions or message.mention_everyone)
    to_others = isinstance(answered, discord.Message) and answered.author.id != me.id
    return not (names_others or to_others)


def words_of(message: discord.Message, me: discord.abc.Snowflake) -> str:
    """Return the text of a message to the bot: without the bot's mention, and with other people by name."""
    return _with_names(message, re.sub(rf"<@!?{me.id}>", " ", _text(message), count=1))


def text_of(message: discord.Message, *, keeps_mentions: bool = False) -> str:
    """Return the text of any message, with people by name, unless mentions stay."""
    text = _text(message)
    return text.replace("<@!", "<@").strip() if keeps_mentions else _with_names(message, text)


def _text(message: discord.Message) -> str:
    """Return what people read in a message: its content, components, cards and poll; messages that it forwards as
    quotations."""
    parts = [message.content]
    if message.flags.components_v2:
        view = discord.ui.LayoutView.from_message(message, timeout=None)
        parts += [one.content for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay)]
    parts += _cards(message.embeds)
    if poll := message.poll:
        parts.append(
            "\n".join([poll.question, *(f"- {one.text} ({one.vote_count})" for one in poll.answers)])
        )
    for forwarded in message.message_snapshots:
        text = "\n".join(part for part in (forwarded.content, *_cards(forwarded.embeds)) if part)
        parts.append("\n".join(f"> {row}" for row in text.splitlines()))
    return "\n".join(part for part in parts if part)


def _cards(embeds: Sequence[discord.Embed]) -> list[str]:
    """Return the texts of an app's cards; previews of links are none."""
    return [
        text
        for one in embeds
        if one.type == "rich"
        for text in (one.title, one.description, *(f"{field.name}: {field.value}" for field in one.fields))
        if text
    ]


def _with_names(message: discord.Message, text: str) -> str:
    names = {str(user.id): user.display_name for user in message.mentions}
    return re.sub(r"<@!?(\d+)>", lambda found: f"@{names.get(found[1], 'somebody')}", text).strip()


def files_of(message: discord.Message) -> tuple[FileReference, ...]:
    """Return the files of a message to the bot, with references that outlive the signed address. Without the intent for
    message content other messages hide their files, so use `files_about` for those."""
    own = tuple(
        FileReference(
            name=one.filename,
            media_type=one.content_type or "application/octet-stream",
            size=one.size,
            reference=f"{message.channel.id}/{message.id}/{one.id}",
        )
        for one in message.attachments
    )
    return (*own, *_files_forwarded(message))


def files_about(message: discord.Message) -> tuple[FileReference, ...]:
    """Return the files of any message."""
    return (*files_given(message.attachments), *_files_forwarded(message))


def _files_forwarded(message: discord.Message) -> tuple[FileReference, ...]:
    return files_given([file for each in message.message_snapshots for file in each.attachments])


def files_given(attachments: Sequence[discord.Attachment]) -> tuple[FileReference, ...]:
    """Return files that no readable message holds; their signed address is the only reference."""
    return tuple(_file(one.filename, one.content_type, one.size, one.url) for one in attachments)


def files_in_form(interaction: Interaction) -> tuple[FileReference, ...]:
    """Return the files uploaded in a form."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    found = cast("Mapping[str, Any]", data.get("resolved", {}).get("attachments", {}))
    return tuple(
        _file(one["filename"], one.get("content_type"), one["size"], one["url"]) for one in found.values()
    )


def _file(name: str, media_type: str | None, size: int, url: str) -> FileReference:
    return FileReference(
        name=name,
        media_type=media_type or "application/octet-stream",
        size=size,
        reference=f"{size}@{url}",
    )


def custom_id_of(interaction: Interaction) -> str:
    """Return the custom id of a button or form; empty for commands."""
    return str((interaction.data or {}).get("custom_id", ""))


def values_of(interaction: Interaction) -> dict[str, str | tuple[str, ...]]:
    """Return the submitted values by field name."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    found: dict[str, str | tuple[str, ...]] = {}
    for row in cast("Sequence[Mapping[str, Any]]", data.get("components", ())):
        inner = row.get("component") or next(iter(row.get("components", ())), None)
        if inner and inner.get("custom_id"):
            found[str(inner["custom_id"])] = _value(cast("Mapping[str, Any]", inner))
    return found


def _value(part: Mapping[str, Any]) -> str | tuple[str, ...]:
    value: object = part.get("value")
    if isinstance(value, bool):
        return "true" if value else ""
    if value is not None:
        return str(value)
    return tuple(str(one) for one in part.get("values") or ())
