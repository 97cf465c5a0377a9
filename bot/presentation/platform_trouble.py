"""Give the reason why a chat platform refused something, by its code and the kind of its error."""

from collections.abc import Mapping

from bot.presentation.words import Words
from bot.presentation.words.settings import PlatformTrouble
from council_core.errors import MessageGone, PlaceClosed, PlaceGone, PlatformError, PostRefused

CODES: Mapping[str, PlatformTrouble] = {
    # docs.slack.dev, errors of chat.postMessage, views.open and files.*.
    **dict.fromkeys(
        ("not_in_channel", "cannot_join_channel", "method_not_supported_for_channel_type"), "not_invited"
    ),
    **dict.fromkeys(("is_archived", "channel_is_archived"), "archived"),
    **dict.fromkeys(
        ("invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive", "401"),
        "bad_token",
    ),
    **dict.fromkeys(
        (
            *("restricted_action", "restricted_action_read_only_channel"),
            *("restricted_action_thread_only_channel", "restricted_action_non_threadable_channel"),
            *("no_permission", "access_denied", "accesslimited", "ekm_access_denied"),
            *("team_access_not_granted", "user_is_restricted", "org_login_required"),
        ),
        "forbidden",
    ),
    "missing_scope": "no_scope",
    # Codes of ours: for reading, Slack's own codes have another remedy than for writing.
    "uninvited": "uninvited",
    "unscoped": "unscoped",
    "no_file_scope": "no_file_scope",
    # A code of ours: Discord has none for messages that it hides.
    "no_intent": "no_intent",
    **dict.fromkeys(("msg_too_long", "msg_blocks_too_long", "view_too_large"), "too_long"),
    **dict.fromkeys(("file_uploads_disabled", "storage_limit_reached"), "no_files"),
    "expired_trigger_id": "too_late",
    "restricted_action_thread_locked": "locked",
    # docs.discord.com, JSON error codes.
    **dict.fromkeys(("50001", "50013"), "no_rights"),
    "40005": "too_long",
    "10062": "too_late",
    "50007": "no_direct_messages",
    "160005": "locked",
    "200000": "blocked",
}
"""Platforms' codes that have sentences of their own."""


def platform_sentence(words: Words, error: PlatformError) -> str:
    """Return the reason why a chat platform refused something. In English it is the log's sentence, which has the most
    detail."""
    if words.language == "en":
        return str(error)
    name, _, fact = error.code.partition(":")
    known = CODES.get(name)
    code = fact or (name if name.isdigit() or "_" in name else "")
    return words.errors.platform(kind=known or _kind(error), code=code)


def _kind(error: PlatformError) -> PlatformTrouble:
    match error:
        case PlaceClosed():
            return "closed"
        case MessageGone():
            return "message_gone"
        case PlaceGone():
            return "place_gone"
        case PostRefused():
            return "refused"
        case _:
            return "unknown"
