"""The fields of a form for members and chairman: picked from a list where one holds them all, else typed."""

from collections.abc import Sequence

from bot.post import Field
from bot.presentation.words import Words
from bot.requests.forms import MORE_MODELS
from bot.settings.catalogue import SETTINGS

LONGEST_TEXT = 3_000
"""Characters of a field that every platform takes; Slack takes no more (docs.slack.dev, plain-text input)."""

LONGEST_PICKED, MOST_PICKED = 100, 25
"""Characters of a seat in a menu, and lines in one: what Discord takes."""

Described = Sequence[tuple[str, str]]
"""Names to choose from, each with what it is for."""


def seat_fields(
    words: Words,
    members: str,
    chairman: str,
    models: Described,
    *,
    unchosen: Described = (),
    hint: str,
    chair_hint: str = "",
) -> tuple[Field, ...]:
    """Build the fields for members and chairman, and one for models that no list names where they are picked.

    Args:
        words: The person's language.
        members: The members chosen already, as they are typed.
        chairman: The chairman chosen already.
        models: Models to pick from as they are typed, each with its label; empty where they have to be typed.
        unchosen: Lines of the chairman's menu that name nobody; the first one counts until another is chosen.
        hint: What is below the members.
        chair_hint: What is below the chairman.
    """
    picked = tuple(part for each in members.split(",") if (part := each.strip()))
    if not can_be_picked(models, (*picked, chairman)):
        return _members(words, members, hint=hint), _chairman(words, chairman, hint=chair_hint)
    labels = {value: value for value in (*picked, chairman) if value} | dict(models)
    for value, _ in unchosen:
        labels.pop(value, None)
    # What is chosen is first: a menu that is too long loses its end.
    first = sorted(labels.items(), key=lambda line: line[0] not in (*picked, chairman))
    options = tuple(first[: MOST_PICKED - len(unchosen)])
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


def can_be_picked(models: Described, chosen: Sequence[str]) -> bool:
    """Tell whether a menu holds these seats: the same one twice, or one with a long text, has to be typed."""
    members = chosen[:-1]
    return (
        bool(models)
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
