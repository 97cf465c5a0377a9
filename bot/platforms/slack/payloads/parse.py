"""Reads the parts of a request from Slack's JSON: the person, the place and the content. It makes no calls."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.platforms.slack.payloads.json_access import Json, first, inner, several, text
from bot.platforms.slack.payloads.view_metadata import PLATFORM, Memory, recall
from council_core.domain.place import Place
from council_core.domain.question import FileReference

WHERE = "where"
"""The field of a form that asks for the channel."""

IN_CHANNEL = "council.channel:"
"""Prefix of a channel menu's action id; the request of the menu follows it."""

SPOKEN_SUBTYPES = frozenset({None, "file_share", "thread_broadcast"})
"""Subtypes of messages that a person wrote; all others are edits, joins, topics and bots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """An action of a person, before names are looked up."""

    user_id: str
    user_name: str
    place: Place
    text: str = ""
    """Text in Slack's own form (`bot.platforms.slack.payloads.unescape` makes it readable)."""

    delivery: str = ""
    trigger_id: str = ""
    action: str = ""
    """The encoded request of a button, a menu or a form."""

    files: tuple[FileReference, ...] = ()
    values: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict[str, str | tuple[str, ...]])
    """Submitted values by field name."""

    view_id: str = ""
    """Window in which the action happened; empty outside of windows."""

    fields: tuple[str, ...] = ()
    """Names of the form's fields, from the top."""

    asks_where: bool = False
    """Whether no channel was chosen yet, so that a form for a question must ask for one."""


def workspace_of(body: Json) -> str:
    """Return the id of the team, or of the whole organisation if the app is installed for all of it.

    Commands have it as a string, interactions in objects, events in `authorizations`.
    """
    authorization = first(body, "authorizations")
    org_wide = (
        text(body, "is_enterprise_install") or text(authorization, "is_enterprise_install")
    ).lower() == "true"
    enterprise = text(body, "enterprise_id") or text(inner(body, "enterprise"), "id")
    if org_wide and (enterprise or text(authorization, "enterprise_id")):
        return enterprise or text(authorization, "enterprise_id")
    # An event about an organisation that removes the app names no team.
    return text(body, "team_id") or text(inner(body, "team"), "id") or enterprise


def file_at(reference: str) -> tuple[str, str]:
    """Return (workspace, file id) of a file's reference."""
    workspace, _, file_id = reference.rpartition("/")
    return workspace, file_id


def command(body: Json) -> Heard:
    """Read a slash command. Slack runs none inside a thread, so the place is always the channel."""
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
    """Read a mention or a direct message; None for messages by bots or Slack itself, and for edits."""
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
        # Slack may deliver one message twice under two event ids (app_mention and message).
        delivery=f"{channel}:{ts}",
        files=files_of(event, workspace_of(body)),
    )


def files_of(value: Json, workspace: str) -> tuple[FileReference, ...]:
    """Return the files attached to a message, or in a field."""
    return tuple(_file(file, workspace) for file in several(value, "files") if file.get("id"))


def _file(file: Json, workspace: str) -> FileReference:
    size = text(file, "size")
    return FileReference(
        name=text(file, "name") or text(file, "title") or text(file, "id"),
        media_type=text(file, "mimetype") or "application/octet-stream",
        size=int(size) if size.isdigit() else 0,
        reference=f"{workspace}/{text(file, 'id')}",
    )


def action(body: Json) -> Heard:
    """Read a pressed button or a chosen menu entry, in a message or in a modal."""
    done, view = first(body, "actions"), inner(body, "view")
    is_home = view.get("type") == "home"
    place, encoded = (
        _place_of_action(body),
        text(inner(done, "selected_option"), "value") or text(done, "value"),
    )
    if chosen := text(done, "selected_conversation"):
        place = replace(place, channel=chosen, thread=None, origin=None)
        encoded = text(done, "action_id").removeprefix(IN_CHANNEL)
    return Heard(
        user_id=text(inner(body, "user"), "id"),
        user_name=_user_name(body),
        place=place,
        delivery=text(body, "trigger_id"),
        trigger_id=text(body, "trigger_id"),
        action=encoded,
        view_id="" if is_home else text(view, "id"),
        asks_where=is_home,
    )


def _place_of_action(body: Json) -> Place:
    container, shown = inner(body, "container"), inner(body, "message")
    if container.get("type") == "view":
        return memory_of(body).place
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


def shortcut(body: Json) -> Heard:
    """Read a shortcut: on a message, which becomes the question and its thread the place; or from anywhere."""
    shown = inner(body, "message")
    channel = text(inner(body, "channel"), "id")
    return Heard(
        user_id=text(inner(body, "user"), "id"),
        user_name=_user_name(body),
        place=Place(
            platform=PLATFORM,
            channel=channel,
            workspace=workspace_of(body),
            thread=text(shown, "thread_ts") or text(shown, "ts") or None,
            origin=text(body, "response_url") or None,
        ),
        text=text(shown, "text"),
        delivery=text(body, "trigger_id"),
        trigger_id=text(body, "trigger_id"),
        files=files_of(shown, workspace_of(body)),
        asks_where=not channel,
    )


def home(body: Json) -> Heard | None:
    """Read a visit to the App Home; None for its other tabs. The place is the person's direct message with the
    bot."""
    event = inner(body, "event")
    if event.get("tab", "home") != "home" or not event.get("user"):
        return None
    place = Place(platform=PLATFORM, channel=text(event, "channel"), workspace=workspace_of(body))
    return Heard(user_id=text(event, "user"), user_name="", place=place)


def assistant(body: Json) -> Heard:
    """Read a newly opened thread with Slack's assistant (docs.slack.dev, assistant_thread_started)."""
    opened = inner(inner(body, "event"), "assistant_thread")
    place = Place(
        platform=PLATFORM,
        channel=text(opened, "channel_id"),
        workspace=workspace_of(body),
        thread=text(opened, "thread_ts") or None,
    )
    return Heard(user_id=text(opened, "user_id"), user_name="", place=place)


def submission(body: Json) -> Heard:
    """Read a submitted form; a channel chosen in it is the place."""
    view, memory = inner(body, "view"), memory_of(body)
    filled = inner(inner(view, "state"), "values")
    elements = {name: inner(inner(filled, name), one) for name in filled for one in inner(filled, name)}
    values = {name: _value(element) for name, element in elements.items()}
    place, chosen = memory.place, values.pop(WHERE, "")
    if isinstance(chosen, str) and chosen:
        urls = {text(one, "channel_id"): text(one, "response_url") for one in several(body, "response_urls")}
        place = replace(place, channel=chosen, thread=None, origin=urls.get(chosen) or None)
    attached = tuple(file for element in elements.values() for file in files_of(element, place.workspace))
    return Heard(
        user_id=text(inner(body, "user"), "id"),
        user_name=_user_name(body),
        place=place,
        delivery=f"{text(view, 'id')}:{text(view, 'hash')}",
        trigger_id=text(body, "trigger_id"),
        action=memory.action,
        values=values,
        files=(*memory.files, *attached),
        fields=tuple(text(one, "block_id") for one in several(view, "blocks") if one.get("type") == "input"),
    )


def as_opened(body: Json, filled: Heard) -> Heard:
    """Return an open form's content, with the place and the files with which it was opened, for drawing it again."""
    memory = memory_of(body)
    return replace(filled, place=memory.place, files=memory.files, asks_where=WHERE in filled.fields)


def _value(element: Json) -> str | tuple[str, ...]:
    match element.get("type"):
        case "checkboxes" | "multi_static_select":
            return tuple(text(chosen, "value") for chosen in several(element, "selected_options"))
        case "static_select" | "radio_buttons":
            return text(inner(element, "selected_option"), "value")
        case "conversations_select":
            return text(element, "selected_conversation")
        case "file_input":
            return tuple(text(file, "id") for file in several(element, "files"))
        case _:
            return text(element, "value")


def memory_of(body: Json) -> Memory:
    """Return the memory of the window in which the action happened."""
    return recall(text(inner(body, "view"), "private_metadata"), workspace_of(body))


def _user_name(body: Json) -> str:
    user = inner(body, "user")
    return text(user, "name") or text(user, "username")
