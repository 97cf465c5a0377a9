"""Maps errors of Slack and of the network to our errors, each with a sentence for people."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError, SlackRequestError

from bot.platforms.slack.payloads.parse import inner
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

INVITE = (
    "Council may not write here. In a channel, invite it with `/invite @Council` and ask again; "
    "elsewhere, write to Council itself."
)
UNINVITED = (
    "Council is not in this channel, so it may not read what was said there. Invite it with `/invite @Council` and ask "
    "again."
)
UNSCOPED = (
    "Council may not read this conversation, because its Slack app lacks a scope ({scopes}). An admin must add it to "
    "the app under OAuth & Permissions and reinstall the app."
)
_UNPERMITTED = (
    "Council's Slack app lacks a scope{scopes}. An admin must add it to the app under OAuth & Permissions and "
    "reinstall the app."
)
UNSCOPED_FILES = (
    "Council may not read files, because its Slack app lacks the scope files:read. An admin must add it to the app "
    "under OAuth & Permissions and reinstall the app."
)
_TOKEN = "Slack does not accept the bot token any more. Install the app again and set SLACK_BOT_TOKEN."
_FORBIDDEN = "This workspace does not allow Council to write here. Ask an admin of the workspace."
_ARCHIVED = "The channel is archived. Ask in another one, or have it unarchived."
_TOO_LONG = "Slack finds this message too long."

# docs.slack.dev, errors of chat.postMessage, chat.update, chat.postEphemeral, views.open, conversations.*,
# files.*.
TOKEN_CODES = ("invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive")

KEPT_OUT = ("team_access_not_granted", "org_login_required", "two_factor_setup_required", "ekm_access_denied")
"""Codes with which an organisation keeps the whole app out, such as after `team_access_revoked`."""

CLOSED = {
    "not_in_channel": INVITE,
    "cannot_join_channel": INVITE,
    "method_not_supported_for_channel_type": INVITE,
    **dict.fromkeys(
        (
            "restricted_action",
            "restricted_action_read_only_channel",
            "restricted_action_thread_only_channel",
            "restricted_action_non_threadable_channel",
            "restricted_action_thread_locked",
            "no_permission",
            "access_denied",
            "accesslimited",
            "ekm_access_denied",
            "team_access_not_granted",
            "user_is_restricted",
            "user_is_bot",
            "org_login_required",
            "two_factor_setup_required",
            "enterprise_is_restricted",
            "messages_tab_disabled",
        ),
        _FORBIDDEN,
    ),
}
"""Codes of a place that accepts no posts from us, though perhaps from others."""

REFUSED = {
    **CLOSED,
    "not_allowed_token_type": "SLACK_BOT_TOKEN is not a bot token; those begin with xoxb-.",
    **dict.fromkeys(TOKEN_CODES, _TOKEN),
    "slack_connect_file_upload_sharing_blocked": _FORBIDDEN,
    "as_user_not_supported": _FORBIDDEN,
    **dict.fromkeys(
        ("msg_too_long", "msg_blocks_too_long", "metadata_too_large", "view_too_large"), _TOO_LONG
    ),
    "cant_update_message": "Slack lets only the author of a message change it.",
    "edit_window_closed": "This message is too old; the workspace does not let it be changed.",
    "user_not_in_channel": "This person is not in the channel.",
    "expired_trigger_id": "That took too long for Slack to open a window. Please press the button again.",
    "file_uploads_disabled": "This workspace does not take files.",
    "storage_limit_reached": "This workspace has no room for files.",
}
GONE = {
    "channel_not_found": "The channel is not there any more, or Council may not see it. If it is, invite Council there "
    "with `/invite @Council`.",
    "is_archived": _ARCHIVED,
    "channel_is_archived": _ARCHIVED,
    "thread_not_found": "The thread is not there any more.",
    "message_not_found": "The message is not there any more.",
    "team_not_found": "The workspace is not there any more.",
}
WRITING = frozenset({"post", "edit a message"})
"""Methods that need the scope `chat:write`; a missing scope for any other method closes no place."""

PASSING = frozenset(
    {
        "ratelimited",
        "rate_limited",
        "internal_error",
        "fatal_error",
        "service_unavailable",
        "request_timeout",
        "team_added_to_org",
        "org_level_email_domain_conflict",
        "message_limit_exceeded",
    }
)
"""Codes of passing trouble. Some occur before Slack has acted and some after, so the sender must look before it
repeats."""


@contextmanager
def our_errors(what: str, *, but: frozenset[str] = frozenset()) -> Generator[None]:
    """Raise PostRefused, PlaceGone, a subclass of either, or OutcomeUnknown for errors inside; `what` names the
    attempt.

    Slack's refusals with a code in `but` pass through unchanged, for the caller to handle.
    """
    try:
        yield
    except SlackApiError as error:
        if code_of(error) in but:
            raise
        raise translated(error, what) from error
    except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError) as error:
        raise translated(error, what) from error
    except ODD as error:
        if not is_odd_reply(error, ("slack_sdk",)):
            raise
        raise OutcomeUnknown(
            f"Slack gave a reply that nobody can read as we tried to {what}.", code="odd"
        ) from error


def translated(error: Exception, what: str) -> PlatformError:
    """Return our error for one of slack-sdk or of the network."""
    if not isinstance(error, SlackApiError):
        if isinstance(error, SlackRequestError):
            return PostRefused(f"Slack could not {what}.", code="request")
        return refusal_in(error) or OutcomeUnknown(
            f"The connection to Slack broke while we tried to {what}.", code=type(error).__name__
        )
    code = code_of(error)
    if code == "missing_scope":
        scopes = ", ".join(_needed(error))
        said = _UNPERMITTED.format(scopes=f" ({scopes})" if scopes else "")
        kind = PlaceClosed if what in WRITING else PostRefused
        return kind(said, code=f"{code}:{scopes}" if scopes else code)
    if code in CLOSED or code in TOKEN_CODES:
        return PlaceClosed(REFUSED[code], code=code)
    if code in REFUSED:
        return PostRefused(REFUSED[code], code=code)
    if code == "message_not_found":
        return MessageGone(GONE[code], code=code)
    if code in GONE:
        return PlaceGone(GONE[code], code=code)
    if code in PASSING or not code:
        return OutcomeUnknown(f"Slack had trouble and may have failed to {what}.", code=code or "http")
    return PostRefused(f"Slack refused to {what} ({code}).", code=code)


def unreadable(error: SlackApiError, channel: str) -> PlatformError:
    """Return our error for Slack's refusal to show the messages of a channel."""
    match code_of(error):
        case "not_in_channel":
            return PostRefused(UNINVITED, code="uninvited")
        case "missing_scope":
            scopes = ", ".join(_lacking(error, channel))
            return PostRefused(UNSCOPED.format(scopes=scopes), code=f"unscoped:{scopes}")
        case _:
            return translated(error, "read the thread")


def _lacking(error: SlackApiError, channel: str) -> list[str]:
    """Return the scopes that would let Council read a channel; several where Slack does not say which."""
    if channel.startswith("D"):
        return ["im:history"]
    lacking = [scope for scope in _needed(error) if scope.endswith(":history") and scope != "im:history"]
    return lacking or ["channels:history", "groups:history", "mpim:history"]


def _needed(error: SlackApiError) -> list[str]:
    """Return the scopes that Slack says a method needs and that the app lacks."""
    answer = _answer(error)
    needed, has = (str(answer.get(name) or "").replace(" ", "").split(",") for name in ("needed", "provided"))
    return [scope for scope in needed if scope and scope not in has]


def _answer(error: SlackApiError) -> dict[str, Any]:
    # `response` is a response of slack-sdk, of aiohttp, or a dict, depending on the error.
    response: object = error.response  # pyright: ignore[reportUnknownMemberType]
    answer: object = getattr(response, "data", response)
    return cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}


def code_of(error: SlackApiError) -> str:
    """Return Slack's own code; empty when the response was no JSON (an error of a proxy or of Slack's edge)."""
    return str(_answer(error).get("error", ""))


def explanations(error: SlackApiError) -> list[str]:
    """Return the parts of a block that Slack refused, each with a JSON pointer."""
    lines: object = inner(_answer(error), "response_metadata").get("messages")
    return [str(one) for one in cast("list[object]", lines)] if isinstance(lines, list) else []
