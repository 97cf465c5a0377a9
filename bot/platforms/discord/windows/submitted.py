"""Reads submitted forms, builds replies with their mistakes, and keeps the values, so that nobody types them twice.

Discord can neither show mistakes in a form nor open a form in answer to one, so mistakes are a message with a button.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe

from bot.platforms.discord.drawing.buttons import draft_action
from bot.ports.words import DiscordWords
from bot.post import Actions, Block, Button, Field, FieldErrors, Form, Post, PrivateReply, line, quoted
from bot.requests.actions import edit_action, is_group, is_level, is_version, seat_action
from bot.requests.forms import Values
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference


def opening_action(action: str) -> str:
    """Return the action that opens the form with this action: the same action, except for settings and seats."""
    match action.split(":"):
        case [_, "save", level, group, _] if is_level(level) and is_group(group):
            return edit_action(level, group)
        case [_, "seats", whose, _, seat]:
            return seat_action(whose, int(seat) if is_version(seat) else None)
        case _:
            return action


def filled(form: Form, values: Values) -> Form:
    """Fill in the form with a person's earlier values."""
    return replace(form, fields=tuple(_filled(field, values) for field in form.fields))


def _filled(field: Field, values: Values) -> Field:
    if field.name not in values or field.kind == "files":
        return field
    value = values[field.name]
    if field.kind == "choice" and not isinstance(value, str):
        value = "".join(value[:1])
    return replace(field, value=value)


def mistakes(errors: FieldErrors, labels: Mapping[str, str]) -> PrivateReply:
    """Return the mistakes by field, as a reply.

    Args:
        errors: Mistakes by field name.
        labels: The fields' labels for people.
    """
    rows: list[Block] = []
    for name, problem in errors.errors:
        label = labels.get(name, name)
        named = "" if label in problem else f"**{quoted(label)}**: "
        rows.append(line(f"{named}{quoted(problem)}"))
    summary = " ".join(problem for _, problem in errors.errors)
    return PrivateReply(post=Post(blocks=tuple(rows), summary=summary, tone="warning"))


def is_refusal(reply: PrivateReply) -> bool:
    """Tell whether a reply refuses the request."""
    return reply.post.tone in {"warning", "bad"}


def lost(action: str, words: DiscordWords) -> PrivateReply:
    """Return a reply that says that a draft was dropped, with a button for the empty form."""
    button = Button(label=words.open_empty, action=action, style="primary")
    blocks = (line(words.draft_lost), Actions(buttons=(button,)))
    return PrivateReply(post=Post(blocks=blocks, summary=words.draft_lost, tone="warning"))


def without_files(words: DiscordWords) -> PrivateReply:
    """Return a reply that says that the files to attach were dropped."""
    text = words.files_lost
    return PrivateReply(post=Post(blocks=(line(text),), summary=text, tone="warning"))


def with_way_back(reply: PrivateReply, words: DiscordWords, *, action: str, draft: str) -> PrivateReply:
    """Return the reply with a button that opens the form again with its values."""
    opens = draft_action(draft, opening_action(action))
    button = Button(label=words.open_again, action=opens, style="primary")
    blocks = (*reply.post.blocks, Actions(buttons=(button,)))
    return replace(reply, post=replace(reply.post, blocks=blocks))


MOST = 1_000
"""Most drafts. Older ones are dropped, and a restart drops all of them; the person is then told so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A form with a person's values."""

    values: Values
    files: tuple[FileReference, ...] = ()
    """Files of a message that the question is to attach."""

    about: str = ""
    """Message whose thread is read with the question. It is kept here, because a submitted form may be forged."""


@dataclass(slots=True)
class Drafts:
    """Drafts, each with a name that is part of the button back to its form."""

    _kept: dict[str, tuple[PersonId, Draft]] = field(default_factory=dict[str, tuple[PersonId, Draft]])

    def keep(self, person: PersonId, draft: Draft) -> str:
        """Store a draft and return its name."""
        name = token_urlsafe(6)
        self._kept[name] = (person, draft)
        while len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return name

    def of(self, person: PersonId, name: str) -> Draft | None:
        """Return this person's draft; None if it was dropped, or is another person's."""
        kept = self._kept.get(name)
        return kept[1] if kept is not None and kept[0] == person else None
