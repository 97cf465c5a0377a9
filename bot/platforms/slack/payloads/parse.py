"""Reads the parts of a request from Slack's JSON: the person, the place, the content, and a window's context.

It makes no calls, and does not trust the JSON: missing objects and lists become empty ones.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from council_core.domain.place import Place
from council_core.domain.question import FileReference

Json = Mapping[str, Any]


def inner(value: Json, name: str) -> Json:
    """Return the object under a name; an empty one when there is none."""
    found: object = value.get(name)
    return cast("Json", found) if isinstance(found, Mapping) else {}


def several(value: Json, name: str) -> list[Json]:
    """Return the objects in the list under a name."""
    found: object = value.get(name)
    items = cast("list[object]", found) if isinstance(found, list) else []
    return [cast("Json", item) for item in items if isinstance(item, Mapping)]


def text(value: Json, name: str) -> str:
    """Return the string under a name; an empty one if it is missing or null."""
    found: object = value.get(name)
    return "" if found is None else str(found)


def first(value: Json, name: str) -> Json:
    """Return the first object in the list under a name; an empty one when there is none."""
    return next(iter(several(value, name)), cast("Json", {}))


PLATFORM = "slack"

LONGEST = 3_000
"""Source: docs.slack.dev, views: private_metadata."""

LONGEST_NAME = 80

LATEST_EDIT = 86_400
"""Seconds after which an edit no longer makes a question of a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Context of a window: its place and its purpose."""

    place: Place
    action: str = ""
    """The encoded request of a form."""

    files: tuple[FileReference, ...] = ()
    """Files of the message from which it was opened."""


def remember(memory: Memory) -> str:
    """Encode the memory. File names may be shortened; files that do not fit are left out."""
    place = memory.place
    kept: dict[str, Any] = {
        "channel": place.channel,
        "thread": place.thread or "",
        "origin": place.origin or "",
        "action": memory.action,
        "files": [
            {"id": one.reference, "name": one.name[-LONGEST_NAME:], "type": one.media_type, "size": one.size}
            for one in memory.files
        ],
    }
    while len(written := _written(kept)) > LONGEST and kept["files"]:
        kept["files"].pop()
    return written


def _written(kept: dict[str, Any]) -> str:
    return json.dumps(
        {name: value for name, value in kept.items() if value}, separators=(",", ":"), ensure_ascii=False
    )


def recall(written: str, workspace: str) -> Memory:
    """Decode a memory; an empty one if the text cannot be read."""
    try:
        found: object = json.loads(written or "{}")
    except ValueError:
        found = {}
    kept = inner({"kept": found}, "kept")
    return Memory(
        place=Place(
            platform=PLATFORM,
            channel=text(kept, "channel"),
            workspace=workspace,
            thread=text(kept, "thread") or None,
            origin=text(kept, "origin") or None,
        ),
        action=text(kept, "action"),
        files=tuple(
            FileReference(
                name=text(one, "name"),
                media_type=text(one, "type"),
                size=cast("int", one.get("size", 0)),
                reference=text(one, "id"),
            )
            for one in several(kept, "files")
        ),
    )


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
    """Text in Slack's own form (`bot.platforms.slack.payloads.parse` makes it readable)."""

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

    is_edited: bool = False
    """True for an edited message, whose edit may have added the mention of the bot."""

    asks_where: bool = False
    """Whether no channel was chosen yet, so that a form for a question must ask for one."""


def workspace_of(body: Json) -> str:
    """Return the id of the team, or of the whole organisation if the app is installed for all of it.

    Commands have it as a string, interactions in objects, events in `authorizations`.
    """
    authorization = first(body, "authorizations")
    org_wide = text(
        authorization if "is_enterprise_install" in authorization else body, "is_enterprise_install"
    )
    enterprise = (
        text(authorization, "enterprise_id")
        or text(body, "enterprise_id")
        or text(inner(body, "enterprise"), "id")
    )
    if org_wide.lower() == "true" and enterprise:
        return enterprise
    # In a channel of Slack Connect, the team of an event may be the one that made the channel, and the team of a form
    # is the person's (java-slack-sdk, issue 629; bolt-js, issue 1614).
    installed = text(inner(body, "view"), "app_installed_team_id") or text(authorization, "team_id")
    # An event about an organisation that removes the app names no team.
    return installed or text(body, "team_id") or text(inner(body, "team"), "id") or enterprise


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
    """Read a mention or a direct message; None for messages by bots or Slack itself, and for edits without a mention
    of the bot. An edited mention has the delivery of its message, so it begins no second run."""
    event = inner(body, "event")
    if event.get("bot_id") or event.get("bot_profile") or not event.get("user"):
        return None
    if event.get("subtype") not in SPOKEN_SUBTYPES or (event.get("edited") and not _mentions_anew(event)):
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
        text=words_of(event),
        # Slack may deliver one message twice under two event ids (app_mention and message).
        delivery=f"{channel}:{ts}",
        files=files_of(event, workspace_of(body)),
        is_edited=bool(event.get("edited")),
    )


def _mentions_anew(event: Json) -> bool:
    """Tell whether an edit may have added the mention. An older message may belong to a run that is deleted by now."""
    written, edited = (_seconds(text(each, "ts")) for each in (event, inner(event, "edited")))
    return event.get("type") == "app_mention" and edited - written < LATEST_EDIT


def _seconds(ts: str) -> int:
    whole = ts.partition(".")[0]
    return int(whole) if whole.isdecimal() else 0


def words_of(value: Json) -> str:
    """Return the text of a message, in Slack's own form, with the messages that it forwards as quotations; of an app's
    message also the texts of its blocks and cards."""
    parts = [text(value, "text")]
    if value.get("bot_id"):
        parts += [each for each in _in_cards(value) if each not in parts[0]]
    quoted = ("\n".join(f"&gt; {row}" for row in text(one, "text").splitlines()) for one in _forwarded(value))
    return "\n\n".join(part for part in (*parts, *quoted) if part.strip())


def _in_cards(value: Json) -> Iterator[str]:
    for block in several(value, "blocks"):
        for part in (inner(block, "text"), *several(block, "fields"), *several(block, "elements")):
            yield text(part, "text") if isinstance(part.get("text"), str) else ""
    for card in several(value, "attachments"):
        shown = [text(card, "title"), text(card, "text")]
        shown += [f"{text(field, 'title')}: {text(field, 'value')}" for field in several(card, "fields")]
        yield "\n".join(part for part in shown if part) or text(card, "fallback")
        yield from _in_cards({"blocks": card.get("blocks")})


def _forwarded(value: Json) -> list[Json]:
    """Return the messages that a person forwarded in this one. Of a private channel's message Slack shows some readers
    nothing, so it is none of them."""
    cards = several(value, "attachments")
    return [one for one in cards if one.get("is_share") and not one.get("private_channel_prompt")]


def files_of(value: Json, workspace: str) -> tuple[FileReference, ...]:
    """Return the files attached to a message, those of messages that it forwards, or those in a field."""
    files = [file for each in (value, *_forwarded(value)) for file in several(each, "files")]
    return tuple(_file(file, workspace) for file in files if file.get("id"))


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
        text=words_of(shown),
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


_CONTROL = re.compile(r"<([^<>\n]+)>")
_SOUGHT_CHANNEL = re.compile(r"(?<!\S)(channel:)<#([A-Z0-9]+)(?:\|[^<>]*)?>", re.IGNORECASE)
"""A channel behind `channel:`, the limit of a search. Its id stays, because names are ambiguous and may be missing."""

_PERSON = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")


def people_in(text: str) -> Iterator[str]:
    """Yield the ids of people who are mentioned without their name."""
    yield from (found[1] for found in _PERSON.finditer(text) if "|" not in found[0])


def readable(text: str, names: Mapping[str, str]) -> str:
    """Return the text as the person wrote it. `names` are those of mentioned people, by id; unknown ids stay.

    Entities are decoded last and once: `&amp;lt;` was typed as `&lt;` (docs.slack.dev, formatting text).
    """
    plain = _SOUGHT_CHANNEL.sub(r"\1\2", text)
    plain = _CONTROL.sub(lambda found: _control(found[1], names), plain)
    return plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _control(inner: str, names: Mapping[str, str]) -> str:
    target, _, label = inner.partition("|")
    match target[:1]:
        case "@":
            return f"@{label or names.get(target[1:], target[1:])}"
        case "#":
            return f"#{label or target[1:]}"
        case "!":
            return label or f"@{target[1:].partition('^')[0]}"
        case _:
            address = target.removeprefix("mailto:").removeprefix("tel:")
            same = label in ("", address) or address.rstrip("/").endswith(f"//{label}")
            return address if same else f"{label} ({address})"


def without_mention(text: str, user_id: str) -> str:
    """Remove the mention that called the bot, which is the first one of that person."""
    return re.sub(rf"<@{re.escape(user_id)}(?:\|[^<>]*)?>[:,]?", "", text, count=1).strip()
