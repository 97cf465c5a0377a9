"""A form that came back -> its request, or what is wrong with which field and the form once more.

Discord shows no mistakes in a form and opens none in answer to one, so mistakes come as a message with a button.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.platforms.discord.drawing.buttons import draft_action
from bot.post import Actions, Block, Button, Field, FieldErrors, Form, Post, PrivateReply, line, quoted
from bot.requests import edit_action, is_group, is_level
from bot.requests.forms import Values

OPEN_AGAIN, OPEN_EMPTY = "Open the form again", "Open an empty form"
LOST = "What you had filled in is not here any more, because Council was started anew. Sorry for that."
FILES_LOST = (
    "The files of that message did not come along, because Council was started anew, so nothing was asked yet. "
    "Choose *Ask the council* on the message once more, or open the form again and ask without them."
)


def opening_action(action: str) -> str:
    """What opens the form that asks for this action: the same text, except for settings."""
    match action.split(":"):
        case [_, "save", level, group, _] if is_level(level) and is_group(group):
            return edit_action(level, group)
        case _:
            return action


def filled(form: Form, values: Values) -> Form:
    """The form with what somebody had filled in before."""
    return replace(form, fields=tuple(_filled(field, values) for field in form.fields))


def _filled(field: Field, values: Values) -> Field:
    if field.name not in values or field.kind == "files":
        return field
    value = values[field.name]
    if field.kind == "choice" and not isinstance(value, str):
        value = "".join(value[:1])
    return replace(field, value=value)


def mistakes(errors: FieldErrors, labels: Mapping[str, str]) -> PrivateReply:
    """What is wrong with which field.

    Args:
        errors: By the fields' names.
        labels: What people call the fields.
    """
    rows: list[Block] = [
        line(f"**{quoted(labels.get(name, name))}**: {quoted(problem)}") for name, problem in errors.errors
    ]
    summary = " ".join(problem for _, problem in errors.errors)
    return PrivateReply(post=Post(blocks=tuple(rows), summary=summary, tone="warning"))


def is_refusal(reply: PrivateReply) -> bool:
    """Whether a reply says that nothing was done."""
    return reply.post.tone in {"warning", "bad"}


def lost(action: str) -> PrivateReply:
    """That a draft was forgotten, with a button for the form as it is the first time."""
    button = Button(label=OPEN_EMPTY, action=action, style="primary")
    return PrivateReply(
        post=Post(blocks=(line(LOST), Actions(buttons=(button,))), summary=LOST, tone="warning")
    )


def without_files() -> PrivateReply:
    """That it was forgotten which files were to come along from a message."""
    return PrivateReply(post=Post(blocks=(line(FILES_LOST),), summary=FILES_LOST, tone="warning"))


def with_way_back(reply: PrivateReply, *, action: str, draft: str) -> PrivateReply:
    """A reply with a button that opens the form again, as it was filled in."""
    button = Button(label=OPEN_AGAIN, action=draft_action(draft, opening_action(action)), style="primary")
    blocks = (*reply.post.blocks, Actions(buttons=(button,)))
    return replace(reply, post=replace(reply.post, blocks=blocks))
