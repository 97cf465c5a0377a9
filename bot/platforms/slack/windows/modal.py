"""Draws a long private reply or a form as a modal's view."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from bot.platforms.slack.drawing import blocks
from bot.platforms.slack.drawing.blocks import Kit
from bot.platforms.slack.drawing.limits import MOST_BLOCKS
from bot.platforms.slack.drawing.markup import escaped, neutral, rich_elements, spans
from bot.platforms.slack.drawing.post import NOT_IN_MODALS, button, draw, written
from bot.platforms.slack.payloads.parse import WHERE, Memory, remember
from bot.ports.words import SlackWords
from bot.post import Field, File, Form, Post
from council_core.domain.place import Place
from council_core.domain.question import FileReference

CALLBACK = "council"
FIELD = "value"
"""Action id of every field; its block id is the field's name."""

RELOAD = "reload"
"""Action id of a field whose choice draws the form anew."""

LONGEST_INPUT = 3_000
FEW = 10
"""Most options of checkboxes (docs.slack.dev); more become a menu."""

MOST_OPTIONS = 100
"""Most options of a menu, and of each group in a menu of groups (docs.slack.dev, select menu element)."""

MOST_SHOWN = MOST_BLOCKS["modal"] - 1
"""Most blocks of a reply in a window; one more tells where the rest is."""


def panel_view(title: str, post: Post, place: Place, labels: SlackWords) -> Kit:
    """Show the post in a window of its own; the part that does not fit becomes a file (`fitted`)."""
    shown = fitted(title, post)
    made = draw(shown, NOT_IN_MODALS).blocks
    if shown.files:
        names = ", ".join(escaped(file.name) for file in shown.files)
        cut = f"{labels.rest_elsewhere} " if len(made) > MOST_SHOWN else ""
        made = [*made[:MOST_SHOWN], blocks.context(cut + labels.file_comes(names=names))]
    return _view(title, made, place) | {"close": blocks.plain(labels.close, 24)}


def fitted(title: str, post: Post) -> Post:
    """Attach the whole text as a file if a window has no room for it."""
    if len(draw(post, NOT_IN_MODALS).blocks) <= MOST_SHOWN:
        return post
    name = re.sub(r"\W+", "-", title.lower()).strip("-") or "reply"
    whole = File(name=f"{name}.txt", media_type="text/plain", content=written(post).encode(errors="replace"))
    return replace(post, files=(*post.files, whole))


def waiting_view(place: Place, labels: SlackWords) -> Kit:
    """Return a placeholder for a window that takes longer, because Slack opens none after three seconds."""
    made = _view("Council", [blocks.context(labels.one_moment)], place)
    return made | {"close": blocks.plain(labels.close, 24)}


def form_view(
    form: Form,
    place: Place,
    labels: SlackWords,
    *,
    files: tuple[FileReference, ...] = (),
    asks_where: bool = False,
) -> Kit:
    """Return the form's view; submitting it sends `form.action` and a value for each field.

    Args:
        form: The form.
        place: The place where it was opened.
        labels: The texts around it, in the person's language.
        files: Files to attach to the request.
        asks_where: Whether to ask for the channel too; `place` is then the default.
    """
    made: list[Kit] = []
    if form.intro and (intro := rich_elements(spans([form.intro]))):
        made.append(blocks.rich_text(blocks.rich_section(intro)))
    for number, one in enumerate(form.fields):
        made.append(
            blocks.field(
                one.name,
                neutral(one.label),
                _element(one),
                hint=neutral(one.hint),
                required=one.required and one.kind != "flag",
                reports=one.reloads,
            )
        )
        if number == 0 and form.aside:
            # Slack refuses equal action ids in one block.
            aside = [button(each) | {"action_id": f"aside.{at}"} for at, each in enumerate(form.aside)]
            made.append(blocks.actions(aside))
            made += [blocks.context(f"• {escaped(tip)}") for tip in form.tips if form.shows_tips]
    if files and not form.files:  # Else its field for files names them.
        names = ", ".join(file.name for file in files)
        made.append(blocks.context(labels.goes_along(names=escaped(names))))
    if asks_where:
        made.append(_where(labels))
    view = _view(form.title, made, place, form.action, files)
    return view | {"submit": blocks.plain(form.submit, 24), "close": blocks.plain(labels.cancel, 24)}


def _where(labels: SlackWords) -> Kit:
    """Return the field for the channel. Slack gives us an address for private answers in the chosen channel, even if
    the bot is not a member."""
    element: Kit = {
        "type": "conversations_select",
        "action_id": FIELD,
        "default_to_current_conversation": True,
        "response_url_enabled": True,
        "filter": {"include": ["public", "private", "im"], "exclude_bot_users": False},
    }
    return blocks.field(WHERE, labels.channel, element, hint=labels.channel_hint, required=False)


def _view(
    title: str,
    made: Sequence[Kit],
    place: Place,
    action: str = "",
    files: tuple[FileReference, ...] = (),
) -> Kit:
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": blocks.plain(neutral(title), 24),
        "blocks": list(made),
        "private_metadata": remember(Memory(place=place, action=action, files=files)),
    }


def _element(one: Field) -> Kit:
    revised = f"{FIELD}.{_digest(one)}" if one.is_revised else FIELD
    made: Kit = {"action_id": RELOAD if one.reloads else revised}
    chosen = {one.value} if isinstance(one.value, str) else set(one.value)
    options = [blocks.option(neutral(label), value) for value, label in one.options]
    initial = [option for option in options if option["value"] in chosen]
    match one.kind:
        case "line" | "text":
            longest = min(one.longest or LONGEST_INPUT, LONGEST_INPUT)
            made |= {"type": "plain_text_input", "multiline": one.kind == "text", "max_length": longest}
            return made | ({"initial_value": str(one.value)[:longest]} if one.value else {})
        case "number":
            made |= {"type": "number_input", "is_decimal_allowed": False}
            return made | ({"initial_value": str(one.value)} if one.value else {})
        case "choice":
            made |= {"type": "static_select"} | _menu(options)
            return made | ({"initial_option": initial[0]} if initial else {})
        case "choices":
            few = len(options) <= FEW
            made |= {"type": "checkboxes" if few else "multi_static_select"} | _menu(options)
            return made | ({"initial_options": initial} if initial else {})
        case "flag":
            yes = blocks.option(neutral(one.label), "yes")
            made |= {"type": "checkboxes", "options": [yes]}
            return made | ({"initial_options": [yes]} if one.value else {})
        case "files":
            return made | {"type": "file_input", "max_files": 10}


def _menu(options: Sequence[Kit]) -> Kit:
    """Return the lines of a menu: in groups by provider, as `openai` in `openai:gpt-6.1-sol`, if they are too many for
    one list. Lines without a provider stand first."""
    if len(options) <= MOST_OPTIONS:
        return {"options": list(options)}
    by_provider: dict[str, list[Kit]] = {"": []}
    for each in options:
        provider, colon, _ = str(each["value"]).partition(":")
        by_provider.setdefault(provider if colon else "", []).append(each)
    groups = [
        {"label": blocks.plain(provider or "–", 75), "options": some[at : at + MOST_OPTIONS]}
        for provider, some in by_provider.items()
        for at in range(0, len(some), MOST_OPTIONS)
    ]
    return {"option_groups": groups[:MOST_OPTIONS]}


def _digest(one: Field) -> str:
    """Return a digest of the value, which differs for another value. Slack keeps the typed text of an action id that
    the window had before (docs.slack.dev, views.update)."""
    return blake2b("".join(one.value).encode(errors="replace"), digest_size=6).hexdigest()


def working_view(view: Mapping[str, Any], labels: SlackWords) -> Kit:
    """Return the open form with "one moment" in place of its buttons; Slack keeps the typed text in its fields."""
    kept = ("type", "callback_id", "title", "submit", "close", "private_metadata")
    waits = blocks.context(labels.one_moment)
    made = [waits if one.get("type") == "actions" else one for one in view["blocks"]]
    return {name: view[name] for name in kept if view.get(name)} | {"blocks": made}


def field_errors(errors: Sequence[tuple[str, str]], fields: Sequence[str]) -> dict[str, str]:
    """Return mistakes by block id, for Slack to show at the fields; those without a field are shown at the
    first one."""
    found: dict[str, list[str]] = {}
    for name, problem in errors:
        found.setdefault(name if name in fields else fields[0], []).append(problem)
    return {name: blocks.cut(" ".join(said), 500) for name, said in found.items()}
