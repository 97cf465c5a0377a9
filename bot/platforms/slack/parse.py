"""Jsons of Slack -> who, where and what: the parts of a request, without asking anybody anything."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from bot.platforms.slack.shapes import Json, first, inner, several, text
from council_core.domain.place import Place
from council_core.domain.question import FileReference

PLATFORM = "slack"

SPOKEN_SUBTYPES = frozenset({None, "file_share", "thread_broadcast"})
"""Messages that a person wrote; all other subtypes tell of edits, joins, topics and bots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What somebody did, before names are looked up."""

    user_id: str
    user_name: str
    place: Place
    text: str = ""
    """As Slack sends it (`bot.platforms.slack.typed` makes it readable)."""

    delivery: str = ""
    trigger_id: str = ""
    action: str = ""
    """The encoded request of a button, a menu or a form."""

    files: tuple[FileReference, ...] = ()
    values: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict[str, str | tuple[str, ...]])
    """What was filled in, by the fields' names."""


def workspace_of(body: Json) -> str:
    """The team, or the whole organisation where the app is installed for all of it.

    Commands say it flat, interactions in objects, events in `authorizations`.
    """
    authorization = first(body, "authorizations")
    org_wide = (
        text(body, "is_enterprise_install") or text(authorization, "is_enterprise_install")
    ).lower() == "true"
    enterprise = text(body, "enterprise_id") or text(inner(body, "enterprise"), "id")
    if org_wide and (enterprise or text(authorization, "enterprise_id")):
        return enterprise or text(authorization, "enterprise_id")
    return text(body, "team_id") or text(inner(body, "team"), "id")


def command(body: Json) -> Heard:
    """A slash command. Slack runs none inside a thread, so the place is always the channel."""
    place = Place(
        platform=PLATFORM,
        channel=text(body, "channel_id"),
        workspace=workspace_of(body),
        origin=text(body, "response_url") or None,
    )
    return Heard(
        user_id=text(body, "user_id"),
        user_name=text(body, "user_name"),
        place=place,
        text=text(body, "text"),
        delivery=text(body, "trigger_id"),
        trigger_id=text(body, "trigger_id"),
    )


def message(body: Json) -> Heard | None:
    """A mention or a direct message; None for what bots, Slack itself and edits cause."""
    event = inner(body, "event")
    if event.get("bot_id") or event.get("bot_profile") or not event.get("user"):
        return None
    if event.get("subtype") not in SPOKEN_SUBTYPES or event.get("edited"):
        return None
    channel, ts, thread = text(event, "channel"), text(event, "ts"), text(event, "thread_ts")
    return Heard(
        user_id=text(event, "user"),
        user_name="",
        place=Place(
            platform=PLATFORM,
            channel=channel,
            workspace=workspace_of(body),
            thread=thread if thread not in ("", ts) else None,
        ),
        text=text(event, "text"),
        # Slack may tell of one message twice under two event ids (app_mention and message).
        delivery=f"{channel}:{ts}",
        files=tuple(_file(file) for file in several(event, "files") if file.get("id")),
    )


def _file(file: Json) -> FileReference:
    size = text(file, "size")
    return FileReference(
        name=text(file, "name") or text(file, "title") or text(file, "id"),
        media_type=text(file, "mimetype") or "application/octet-stream",
        size=int(size) if size.isdigit() else 0,
        reference=text(file, "id"),
    )


def action(body: Json) -> Heard:
    """A pressed button or a chosen line of a menu, in a message or in a modal."""
    done = first(body, "actions")
    return Heard(
        user_id=text(inner(body, "user"), "id"),
        user_name=_user_name(body),
        place=_place_of_action(body),
        delivery=text(body, "trigger_id"),
        trigger_id=text(body, "trigger_id"),
        action=text(inner(done, "selected_option"), "value") or text(done, "value"),
    )


def _place_of_action(body: Json) -> Place:
    container, shown = inner(body, "container"), inner(body, "message")
    if container.get("type") == "view":
        return _place_of_view(body)
    ts = text(container, "message_ts") or text(shown, "ts")
    thread = text(shown, "thread_ts") or text(container, "thread_ts")
    return Place(
        platform=PLATFORM,
        channel=text(container, "channel_id") or text(inner(body, "channel"), "id"),
        workspace=workspace_of(body),
        # The card's own buttons are answered in the channel, where the person is looking.
        thread=thread if thread not in ("", ts) else None,
        origin=text(body, "response_url") or None,
    )


def interaction(body: Json) -> Heard:
    """Any other interaction (a shortcut, say): who and where, as far as it tells."""
    channel = text(inner(body, "channel"), "id")
    origin = text(body, "response_url") or None
    return Heard(
        user_id=text(inner(body, "user"), "id"),
        user_name=_user_name(body),
        place=Place(platform=PLATFORM, channel=channel, workspace=workspace_of(body), origin=origin),
        delivery=text(body, "trigger_id"),
        trigger_id=text(body, "trigger_id"),
    )


def submission(body: Json) -> Heard:
    """A form that was sent."""
    view = inner(body, "view")
    filled = inner(inner(view, "state"), "values")
    values = {name: _value(inner(inner(filled, name), one)) for name in filled for one in inner(filled, name)}
    return Heard(
        user_id=text(inner(body, "user"), "id"),
        user_name=_user_name(body),
        place=_place_of_view(body),
        delivery=f"{text(view, 'id')}:{text(view, 'hash')}",
        trigger_id=text(body, "trigger_id"),
        action=_private(view).get("action", ""),
        values=values,
    )


def _value(element: Json) -> str | tuple[str, ...]:
    match element.get("type"):
        case "checkboxes" | "multi_static_select":
            return tuple(text(chosen, "value") for chosen in several(element, "selected_options"))
        case "static_select" | "radio_buttons":
            return text(inner(element, "selected_option"), "value")
        case "file_input":
            return tuple(text(file, "id") for file in several(element, "files"))
        case _:
            return text(element, "value")


def _user_name(body: Json) -> str:
    user = inner(body, "user")
    return text(user, "name") or text(user, "username")


def private_metadata(place: Place, action: str = "") -> str:
    """What a modal must remember, as text: it has no channel of its own (3,000 characters: docs.slack.dev,
    views)."""
    kept = {
        "channel": place.channel,
        "thread": place.thread or "",
        "origin": place.origin or "",
        "action": action,
    }
    return json.dumps({name: value for name, value in kept.items() if value}, separators=(",", ":"))


def _private(view: Json) -> dict[str, str]:
    try:
        kept: object = json.loads(text(view, "private_metadata") or "{}")
    except ValueError:
        return {}
    if not isinstance(kept, dict):
        return {}
    return {name: str(value) for name, value in cast("dict[str, object]", kept).items()}


def _place_of_view(body: Json) -> Place:
    kept = _private(inner(body, "view"))
    return Place(
        platform=PLATFORM,
        channel=kept.get("channel", ""),
        workspace=workspace_of(body),
        thread=kept.get("thread"),
        origin=kept.get("origin"),
    )
