"""Shows a reply to one person: an ephemeral message or a modal, before or after an acknowledgement."""

import logging
from contextlib import suppress
from typing import Any, assert_never

import discord

from bot.platforms.discord.connection.errors import NETWORK, READERS, our_errors
from bot.platforms.discord.drawing.buttons import view_of
from bot.platforms.discord.drawing.limits import Drawn
from bot.platforms.discord.drawing.post import draw
from bot.platforms.discord.payloads.parse import Interaction
from bot.platforms.discord.sending.send import NOBODY, files_of
from bot.platforms.discord.windows.modal import modal_of
from bot.ports.words import DiscordWords
from bot.post import (
    Actions,
    Button,
    FieldErrors,
    Form,
    Heading,
    Post,
    PrivateReply,
    Reply,
    Suggestions,
    line,
    quoted,
)
from bot.sending.odd_replies import ODD, is_odd_reply
from council_core.errors import PlatformError

log = logging.getLogger(__name__)

ANSWERED = 40060

ARCHIVED = 50083
"""Code for an edit in an archived thread. A new message there is accepted, if only one person sees it."""


def sentence(text: str) -> PrivateReply:
    """Return a reply of one sentence of ours (CommonMark inline)."""
    return PrivateReply(post=Post(blocks=(line(text),), summary=text))


def behind_button(action: str, words: DiscordWords) -> PrivateReply:
    """Return the public reply to a message whose answer is private: a button that shows the answer to who presses
    it."""
    button = Button(label=words.read_answer, action=action)
    blocks = (line(words.answer_for_you), Actions(buttons=(button,)))
    return PrivateReply(post=Post(blocks=blocks, summary=words.answer_for_you))


async def acknowledge(interaction: Interaction, *, ephemeral: bool) -> bool:
    """Acknowledge within Discord's three seconds that an answer comes; return False if it is too late for any.

    If the connection breaks meanwhile, Discord may have received it, so it is sent again and counts as accepted.
    """
    for _ in range(2):
        try:
            await interaction.response.defer(ephemeral=ephemeral, thinking=True)
        except discord.InteractionResponded:
            return True
        except discord.HTTPException as error:
            if error.code == ANSWERED:
                return True
            log.warning("An interaction could not be acknowledged: %s", error)
            if error.status < 500:
                return False
        except (*NETWORK, *ODD) as error:
            if not isinstance(error, NETWORK) and not is_odd_reply(error, READERS):
                raise
            log.warning("An acknowledgement may have got lost: %s", type(error).__name__)
        else:
            return True
    return True


async def show(interaction: Interaction, reply: Reply | None, words: DiscordWords, *, late: bool) -> None:
    """Show a reply to the person of the interaction. A reply that cannot be shown is logged, because there is no other
    way.

    Args:
        interaction: The person's action.
        reply: The answer; None if the posts in the channel are the answer.
        words: The fixed texts, in their language.
        late: Whether a private "thinking" is already shown.
    """
    try:
        with our_errors("answer privately"):
            await (_late if late else _at_once)(interaction, reply, words)
    except PlatformError as error:
        if error.code != str(ANSWERED):
            log.warning("A private reply got lost: %s (%s)", error, error.code)


async def instead(interaction: Interaction, reply: Reply, words: DiscordWords) -> None:
    """Remove the public "thinking" and show the reply to the person alone."""
    try:
        with our_errors("answer privately"):
            with suppress(discord.NotFound):
                await interaction.delete_original_response()
            await interaction.followup.send(ephemeral=True, **_parts(drawn_reply(reply, words)))
    except PlatformError as error:
        log.warning("A private reply got lost: %s (%s)", error, error.code)


async def _at_once(interaction: Interaction, reply: Reply | None, words: DiscordWords) -> None:
    response = interaction.response
    if reply is None:
        is_click = interaction.type is not discord.InteractionType.application_command
        await response.defer(ephemeral=True)
        if not is_click:
            await interaction.delete_original_response()
    elif isinstance(reply, Form):
        await response.send_modal(modal_of(reply))
    elif interaction.message is not None and interaction.message.flags.ephemeral:
        drawn = drawn_reply(reply, words)
        try:
            await response.edit_message(
                view=view_of(drawn), attachments=files_of(drawn), allowed_mentions=NOBODY
            )
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await response.send_message(ephemeral=True, **_parts(drawn))
    else:
        await response.send_message(ephemeral=True, **_parts(drawn_reply(reply, words)))


async def _late(interaction: Interaction, reply: Reply | None, words: DiscordWords) -> None:
    if reply is None:
        await interaction.delete_original_response()
        return
    drawn = drawn_reply(reply, words)
    await interaction.edit_original_response(
        view=view_of(drawn), attachments=files_of(drawn), allowed_mentions=NOBODY
    )


def _parts(drawn: Drawn) -> dict[str, Any]:
    files = files_of(drawn)
    about: dict[str, Any] = {"view": view_of(drawn), "allowed_mentions": NOBODY}
    return about | ({"files": files} if files else {})


def drawn_reply(reply: Reply, words: DiscordWords) -> Drawn:
    """Draw a reply as a card, because a message that may have buttons later must not be plain."""
    match reply:
        case PrivateReply(post=post, panel=""):
            return draw(post, words, as_card=True)
        case PrivateReply(post=post, panel=title):
            has_title = bool(post.blocks) and isinstance(post.blocks[0], Heading)
            titled = Post(
                blocks=post.blocks if has_title else (Heading(text=title), *post.blocks),
                summary=post.summary,
                files=post.files,
                tone=post.tone,
            )
            return draw(titled, words, as_card=True)
        case FieldErrors(errors=errors):
            return draw(sentence(" ".join(problem for _, problem in errors)).post, words, as_card=True)
        case Form():
            return draw(sentence(words.form_too_late).post, words, as_card=True)
        case Suggestions(members=members):
            return draw(sentence(quoted(", ".join(members))).post, words, as_card=True)
        case _:
            assert_never(reply)


async def reply_to(message: discord.Message, reply: Reply, words: DiscordWords) -> None:
    """Answer a message in its place; Discord has no private answer to a public message."""
    if isinstance(reply, Form):
        reply = sentence(words.only_commands)
    try:
        with our_errors("answer"):
            await message.reply(mention_author=False, **_parts(drawn_reply(reply, words)))
    except PlatformError as error:
        log.warning("A reply got lost: %s (%s)", error, error.code)
