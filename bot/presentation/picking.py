"""Build the form's fields for members and chairman: a list to pick from if it holds them all, else text fields."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.post import Field
from bot.presentation.words import Words
from bot.requests.forms import MORE_MODELS
from bot.settings.catalogue import SETTINGS

LONGEST_TEXT = 3_000
"""Most characters of a field on every platform; Slack allows no more (docs.slack.dev, plain-text input)."""

LONGEST_PICKED = 100
"""Most characters of a seat in a menu on Discord; Slack takes 150."""

Described = Sequence[tuple[str, str]]
"""Names to choose from, each with its purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """Models to pick from."""

    lines: Described = ()
    """Models in their typed form, each with its label; empty if they must be typed."""

    most: int = 25
    """Most lines of a menu on the platform."""

    elsewhere: str = ""
    """A command that completes every model, where a menu is too short for all."""


TYPED = Menu()
"""No menu: models are typed."""


def seat_fields(
    words: Words,
    members: str,
    chairman: str,
    models: Menu,
    *,
    unchosen: Described = (),
    hint: str,
    chair_hint: str = "",
) -> tuple[Field, ...]:
    """Build the fields for members and chairman. With lists to pick from there is one more field for unlisted models.

    Args:
        words: Words in the person's language.
        members: The chosen members in their typed form.
        chairman: The chosen chairman.
        models: Models to pick from.
        unchosen: Lines of the chairman's menu that name nobody; the first one is preselected.
        hint: Hint below the members.
        chair_hint: Hint below the chairman.
    """
    picked = tuple(part for each in members.split(",") if (part := each.strip()))
    if not can_be_picked(models, (*picked, chairman)):
        return _members(words, members, hint=hint), _chairman(words, chairman, hint=chair_hint)
    labels = {value: value for value in (*picked, chairman) if value} | dict(models.lines)
    for value, _ in unchosen:
        labels.pop(value, None)
    # Chosen ones come first, because a menu that is too long is cut at its end.
    first = sorted(labels.items(), key=lambda line: line[0] not in (*picked, chairman))
    options = tuple(first[: models.most - len(unchosen)])
    if len(options) < len(first) and models.elsewhere:
        hint = words.forms.some_models(shown=len(options), of=len(first), command=models.elsewhere)
    return (
        Field(
            name="members",
            label=setting_label(words, "members"),
            kind="choices",
            value=picked,
            options=options,
            hint=hint,
            required=False,
        ),
        Field(
            name="chairman",
            label=setting_label(words, "chairman"),
            kind="choice",
            value=chairman or (unchosen[0][0] if unchosen else ""),
            options=(*unchosen, *options),
            hint=chair_hint,
            required=False,
        ),
        Field(
            name=MORE_MODELS,
            label=words.forms.more_models,
            kind="line",
            hint=words.forms.more_models_hint,
            required=False,
        ),
    )


def can_be_picked(models: Menu, chosen: Sequence[str]) -> bool:
    """Tell whether a menu can hold these seats. The same seat twice, or one with a long text, must be typed."""
    members = chosen[:-1]
    return (
        bool(models.lines)
        and len(set(members)) == len(members)
        and all(len(seat) <= LONGEST_PICKED for seat in chosen)
    )


def setting_label(words: Words, name: str) -> str:
    """Return a setting's name for people."""
    return words.settings.label(name=name, english=SETTINGS[name].label)


def _members(words: Words, text: str, *, hint: str) -> Field:
    return Field(
        name="members",
        label=setting_label(words, "members"),
        kind="text",
        value=text,
        hint=hint,
        required=False,
        longest=LONGEST_TEXT,
    )


def _chairman(words: Words, text: str, *, hint: str) -> Field:
    label = setting_label(words, "chairman")
    return Field(name="chairman", label=label, kind="line", value=text, hint=hint, required=False)
