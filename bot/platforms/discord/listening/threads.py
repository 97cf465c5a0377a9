"""Reads the messages before a question from a thread or a chain of replies on Discord."""

from dataclasses import replace

import discord

from bot.platforms.discord.connection.errors import our_errors
from bot.platforms.discord.payloads.parse import HEARD_TYPES, files_about, text_of
from bot.platforms.discord.sending.send import persistently
from council_core.domain.place import PersonId, Place
from council_core.domain.thread import MOST_MESSAGES, Said
from council_core.errors import PostRefused

FARTHEST = 200
"""Most messages of a thread that are read."""

LONGEST_CHAIN = MOST_MESSAGES
"""Longest chain of replies that is read; every second reply needs a call of its own."""

NO_MESSAGES = frozenset({50008, 50024})
"""Codes for channels that hold threads alone (docs: topics/opcodes-and-status-codes, JSON error codes)."""

IN_FORM = "in_form"
"""Third part of `about` where a form holds the text of that message, so nothing is lost if Discord hides it."""

HIDDEN = (
    "Discord hides from Council what people write. Council's operator must switch on Message Content Intent on the "
    "page Bot of Discord's developer portal and restart the bot."
)


async def said_in(client: discord.Client, place: Place, about: str) -> tuple[Said, ...]:
    """Return people's messages around a question, oldest first.

    In a thread these are its messages and the one on which it hangs. Elsewhere, and if a question is asked again in our
    thread about a message outside of it, they are the chain of replies that ends in the message `about`, and the thread
    on that message. Messages to Council and threads of ours are left out. An app's message counts only if it begins the
    thread or stands in the chain.

    Raises PlatformError, with the code `no_intent` where Discord hides what people wrote.
    """
    me = client.user
    if me is None:
        return ()
    discussed = {int(place.thread or 0)}
    with our_errors("read the thread"):
        if place.thread is not None and about.partition("/")[0] in ("", place.thread):
            found, unread = await _in_thread(client, int(place.thread), me)
            is_longer = False
        else:
            found, is_longer = await _in_chain(client, about)
            discussed |= {one.id for one in found}
            unread = 0
            if found and found[-1].flags.has_thread:
                inside, unread = await _in_thread(client, found[-1].id, me)
                found += [one for one in inside if one.id != found[-1].id]
    people = [
        one
        for one in found
        if (one.id in discussed and one.author.id != me.id if one.author.bot else one.type in HEARD_TYPES)
        and me.id not in one.raw_mentions
    ]
    shown = about.split("/")[1] if about.endswith(f"/{IN_FORM}") else ""
    if any(_is_hidden(one) and str(one.id) != shown for one in people):
        raise PostRefused(HIDDEN, code="no_intent")
    said = [
        Said(
            author=PersonId("" if one.author.bot else str(one.author.id)),
            text=text_of(one, keeps_mentions=True),
            files=tuple(file.name for file in files_about(one)),
            names={PersonId(str(each.id)): each.display_name for each in (one.author, *one.mentions)},
        )
        for one in people
        if not _is_hidden(one)
    ]
    if not said:
        return ()
    said[0] = replace(said[0], follows_unread=is_longer)
    return (*said[:-1], replace(said[-1], skipped=unread))


def _is_hidden(message: discord.Message) -> bool:
    """Return whether Discord hides what a message says: without the intent for message content it arrives without its
    text, files and other content (docs: events/gateway#message-content-intent)."""
    parts = (message.content, message.attachments, message.embeds, message.components, message.poll)
    others = (message.stickers, message.message_snapshots, message.activity, message.flags.forwarded)
    return not any(parts) and not any(others)


async def _in_thread(
    client: discord.Client, number: int, me: discord.ClientUser
) -> tuple[list[discord.Message], int]:
    """Return the first message of a thread and the latest ones, and the number of those between that were not read."""
    thread = client.get_channel(number) or await persistently(lambda: client.fetch_channel(number))
    if not isinstance(thread, discord.Thread) or thread.owner_id == me.id:
        return [], 0
    found = [message async for message in thread.history(limit=FARTHEST)][::-1]
    if any(message.id == thread.id for message in found):
        return found, 0
    is_long = len(found) == FARTHEST
    # A forum's post is in the thread itself; elsewhere the thread hangs on a message of its parent.
    root = await _one(thread, thread.id) if is_long else None
    if root is None:
        root = await _one(client.get_partial_messageable(thread.parent_id), thread.id)
    counted = await persistently(lambda: client.fetch_channel(number)) if is_long else None
    # Discord counts neither the first message nor deleted ones.
    unread = max(0, counted.message_count - len(found)) if isinstance(counted, discord.Thread) else 0
    return [root, *found] if root is not None else found, unread


async def _one(where: discord.abc.Messageable, message: int) -> discord.Message | None:
    """Return a message; None where the place holds none of this id, or no messages at all, such as a forum."""
    try:
        return await persistently(lambda: where.fetch_message(message))
    except discord.NotFound:
        return None
    except discord.HTTPException as error:
        if error.code in NO_MESSAGES:
            return None
        raise


async def _in_chain(client: discord.Client, about: str) -> tuple[list[discord.Message], bool]:
    """Return a message after those that it follows in a chain of replies, and whether the chain is longer."""
    chain: list[discord.Message] = []
    answered: object = None
    while about and len(chain) < LONGEST_CHAIN:
        one = answered if isinstance(answered, discord.Message) else await _named(client, about)
        if one is None:
            return chain[::-1], False
        chain.append(one)
        about = reply_of(one)
        # Discord sends a fetched reply with the message that it answers, but without the one before that.
        answered = one.reference.resolved if one.reference is not None else None
    return chain[::-1], bool(about)


async def _named(client: discord.Client, about: str) -> discord.Message | None:
    channel, message, *_ = about.split("/")
    return await _one(client.get_partial_messageable(int(channel)), int(message))


def reply_of(message: discord.Message) -> str:
    """Return the message that this one answers, as `channel/message`; empty if it answers none."""
    reference = message.reference
    if reference is None or reference.message_id is None or message.type != discord.MessageType.reply:
        return ""
    return f"{reference.channel_id}/{reference.message_id}"
