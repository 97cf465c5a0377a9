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
        (
            *("invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive", "401"),
            "not_allowed_token_type",
        ),
        "bad_token",
    ),
    **dict.fromkeys(
        (
            *("restricted_action", "restricted_action_read_only_channel"),
            *("restricted_action_thread_only_channel", "restricted_action_non_threadable_channel"),
            *("no_permission", "access_denied", "accesslimited", "ekm_access_denied"),
            *("team_access_not_granted", "user_is_restricted", "org_login_required", "user_is_bot"),
            *("two_factor_setup_required", "enterprise_is_restricted", "messages_tab_disabled"),
            *("slack_connect_file_upload_sharing_blocked", "as_user_not_supported"),
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
    **dict.fromkeys(
        ("msg_too_long", "msg_blocks_too_long", "metadata_too_large", "view_too_large"), "too_long"
    ),
    **dict.fromkeys(("file_uploads_disabled", "storage_limit_reached"), "no_files"),
    "expired_trigger_id": "too_late",
    "restricted_action_thread_locked": "locked",
    "cant_update_message": "not_author",
    "edit_window_closed": "edited_too_late",
    "user_not_in_channel": "person_absent",
    "channel_not_found": "unseen_channel",
    "thread_not_found": "thread_gone",
    **dict.fromkeys(("team_not_found", "not_installed"), "workspace_gone"),
    **dict.fromkeys(("ratelimited", "rate_limited", "message_limit_exceeded"), "busy"),
    # Codes of ours, for both platforms.
    "stopping": "stopping",
    "not_served": "not_served",
    # docs.discord.com, JSON error codes.
    **dict.fromkeys(("50001", "50013"), "no_rights"),
    "40005": "too_long",
    **dict.fromkeys(("10062", "10015", "50027"), "too_late"),
    "10004": "workspace_gone",
    **dict.fromkeys(("20028", "429", "quiet"), "busy"),
    "30046": "edited_too_late",
    "50005": "not_author",
    **dict.fromkeys(("50008", "50024"), "wrong_channel"),
    "50083": "locked",
    "50007": "no_direct_messages",
    "160005": "locked",
    "200000": "blocked",
}
"""Platforms' codes that have sentences of their own."""


def platform_sentence(words: Words, error: PlatformError) -> str:
    """Return the reason why a chat platform refused something; the log has the platform's own words."""
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
