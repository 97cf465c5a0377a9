"""Maps errors of Discord, its library and the network to our errors, each with a sentence for people."""

from collections.abc import Generator
from contextlib import contextmanager
from json import JSONDecodeError

import aiohttp
import discord

from bot.sending.fence import refusal_in
from bot.sending.odd_replies import ODD, is_odd_reply
from council_core.errors import (
    MessageGone,
    OutcomeUnknown,
    PlaceClosed,
    PlaceGone,
    PlatformError,
    PostRefused,
)

_RIGHTS = (
    "Council may not {what} here. Give it View Channel, Send Messages, Send Messages in Threads, Create Public "
    "Threads, Read Message History, Embed Links and Attach Files."
)

# docs: topics/opcodes-and-status-codes, JSON error codes.
REFUSED: dict[int, str] = {
    20028: "Discord does not let anybody write this much into the channel at the moment.",
    30046: "Discord does not let this message be edited any more today.",
    40005: "Discord finds this message too large.",
    40060: "This was answered already.",
    50001: _RIGHTS,
    50005: "Discord lets only the author of a message change it.",
    50007: "This person takes no direct messages from Council.",
    50008: "Discord does not take text in this kind of channel.",
    50013: _RIGHTS,
    50024: "Discord does not do that in this kind of channel.",
    50035: "Discord does not take this message in its form.",
    50083: "The thread is archived.",
    160005: "The thread is locked.",
    200000: "The server's AutoMod blocked this message.",
}
CLOSED = frozenset({50001, 50008, 50013, 50024, 160005})
"""Codes with which a refused new message closes the whole place to us."""

CLOSING = {"post": CLOSED, "post the card": CLOSED, "edit a message": frozenset({50001})}
"""Codes that close the place, by the attempt that was refused. A refused edit tells nothing about new messages, unless
the channel has become invisible."""

GONE: dict[int, str] = {
    10003: "The channel is not there any more, or Council may not see it.",
    10004: "The server is not there any more, or Council is not on it.",
}
GONE_ALONE: dict[int, str] = {
    10008: "The message is not there any more.",
    10015: "There is nothing left to answer.",
    10062: "That was too long ago to be answered.",
    50027: "That was too long ago to be answered.",
}

BAD_TOKEN = "Discord does not accept the bot's token any more. Set DISCORD_TOKEN to a new one."
STOPPING = "Council is stopping; this is done after the next start."

NETWORK = (aiohttp.ClientError, TimeoutError, OSError, JSONDecodeError)
"""Errors of broken connections and of broken replies: the library does not retry them, and the call may have taken
effect."""

READERS = ("discord.http", "discord.webhook", "discord.interactions", "discord.message", "discord.state")
"""Modules of the library that read replies; others check our own posts."""


@contextmanager
def our_errors(what: str) -> Generator[None]:
    """Raise PostRefused, PlaceGone, a subclass of either, or OutcomeUnknown for errors inside; `what` names the
    attempt."""
    try:
        yield
    except (discord.DiscordException, *NETWORK) as error:
        raise translated(error, what) from error
    except RuntimeError as error:
        # aiohttp raises this when we are shutting down.
        if str(error) != "Session is closed":
            raise
        raise OutcomeUnknown(STOPPING, code="stopping") from error
    except ODD as error:
        if not is_odd_reply(error, READERS):
            raise
        raise odd_reply(what) from error


def locked_thread() -> PlaceClosed:
    """Return the error for an archived thread that only moderators may reopen."""
    return PlaceClosed(REFUSED[160005], code="160005")


def token_refused() -> OutcomeUnknown:
    """Return the error for calls while Discord does not accept the bot's token."""
    return OutcomeUnknown(BAD_TOKEN, code="401")


def odd_reply(what: str) -> OutcomeUnknown:
    """Return the error for a reply that has not the promised form."""
    return OutcomeUnknown(f"Discord gave a reply that nobody can read as we tried to {what}.", code="odd")


def translated(error: Exception, what: str) -> PlatformError:
    """Return our error for one of discord.py's or of the network."""
    match error:
        case discord.RateLimited():
            seconds = f"{error.retry_after:.0f}"
            return OutcomeUnknown(f"Discord asks to wait {seconds} seconds before we {what}.", code="429")
        case discord.LoginFailure():
            return token_refused()
        case discord.DiscordServerError():
            return OutcomeUnknown(
                f"Discord had trouble and may have failed to {what}.", code=str(error.status)
            )
        case discord.HTTPException(status=429):
            return OutcomeUnknown(f"Discord is keeping us out for a while; we could not {what}.", code="429")
        case discord.HTTPException():
            return _refusal(error, what)
        case discord.DiscordException():
            return PostRefused(
                f"Discord's library refused to {what} ({type(error).__name__}).", code="library"
            )
        case _:
            text = f"The connection to Discord broke while we tried to {what}."
            return refusal_in(error) or OutcomeUnknown(text, code=type(error).__name__)


def _refusal(error: discord.HTTPException, what: str) -> PlatformError:
    code = str(error.code or error.status)
    if error.code in GONE:
        return PlaceGone(GONE[error.code], code=code)
    if error.code in GONE_ALONE:
        return MessageGone(GONE_ALONE[error.code], code=code)
    if error.code in CLOSING.get(what, ()):
        return PlaceClosed(REFUSED[error.code].format(what=what), code=code)
    if error.code in REFUSED:
        return PostRefused(REFUSED[error.code].format(what=what), code=code)
    if error.status == 401:
        # Nothing was posted, but it can be with the next token. A refusal would drop the post for good.
        return token_refused()
    if error.status == 404:
        return MessageGone("That is not there any more.", code=code)
    return PostRefused(f"Discord refused to {what} ({code}).", code=code)
