"""Draw the settings of a place: a panel that shows them and their origins, and the forms to change them."""

from collections.abc import Mapping, Sequence
from typing import get_args

from bot.post import (
    Actions,
    Block,
    Button,
    Field,
    Form,
    Heading,
    PlainMessages,
    Post,
    PrivateReply,
    Table,
    line,
    quoted,
)
from bot.presentation.models import LONGEST_TEXT, TYPED, Menu, can_be_picked, seat_fields, setting_label
from bot.presentation.phrases import confirmation
from bot.presentation.words import Words
from bot.presentation.words.settings import Source
from bot.requests.actions import edit_action, plain_action, reset_action, save_action, seat_action
from bot.requests.forms import INHERIT, MORE_MODELS, NOTHING
from bot.settings.catalogue import SETTINGS, Group, names_in
from council_core.domain.place import Level, PlaceSettings
from council_core.domain.title import cut_at_word

__all__ = ["Source", "settings_form", "settings_reply", "settings_reset", "settings_saved"]

LONGEST_CELL = 80


def settings_reply(
    words: Words,
    texts: Mapping[str, str],
    sources: Mapping[str, Source],
    editable: Mapping[Level, PlaceSettings],
    *,
    fields: int,
    plain_messages: PlainMessages = "heard",
    trouble: str = "",
    price: str = "",
) -> PrivateReply:
    """Return the present settings with their sources, those that differ from the default first.

    Args:
        words: Words in the person's language.
        texts: Each setting for reading, by its name.
        sources: Source of each setting; missing ones are defaults.
        editable: Levels that the person may change, with their own settings.
        fields: Most fields of a form.
        plain_messages: Whether messages that do not name the bot reach it.
        trouble: Reason why these settings cannot work together, if they cannot.
        price: Price of a question here, in one sentence; empty if unknown.
    """
    page = words.settings
    set_here = [name for name in texts if name in sources]
    in_order = [*set_here, *(name for name in texts if name not in sources)]
    rows = tuple(_row(words, name, texts[name], sources.get(name, "bot")) for name in in_order)
    caption = (
        page.differs(names=[setting_label(words, name) for name in set_here])
        if set_here
        else page.nothing_differs
    )
    blocks: list[Block] = [Heading(text=page.heading)]
    if trouble:
        blocks.append(line(page.contradict(trouble=quoted(trouble))))
    blocks.append(Table(columns=(page.setting, page.value, page.source), rows=rows, caption=caption))
    if texts.get("plain_follow_ups") == "yes" and plain_messages != "heard":
        blocks.append(line(page.unheard(kind=plain_messages)))
    if price:
        blocks.append(line(quoted(price)))
    for level, own in editable.items():
        blocks += [line(page.change(level=level)), _buttons(words, level, own, fields)]
    if not editable:
        blocks.append(line(page.who_may, small=True))
    tone = "warning" if trouble else "plain"
    post = Post(blocks=tuple(blocks), summary=f"{page.summary} {caption}", tone=tone)
    return PrivateReply(post=post, panel=words.help.settings)


def _row(words: Words, name: str, text: str, source: Source) -> tuple[str, str, str]:
    page = words.settings
    value = cut_at_word(page.means(name=name, text=text), LONGEST_CELL) or page.none
    return setting_label(words, name), value, page.comes_from(source=source)


def _hint(words: Words, name: str) -> str:
    hint = SETTINGS[name].hint
    return words.settings.hint(name=name, english=hint) if hint else ""


def _buttons(words: Words, level: Level, own: PlaceSettings, fields: int) -> Actions:
    page = words.settings
    has_room = fields >= len(names_in("all"))
    groups: list[Group] = ["all"] if has_room else [group for group in get_args(Group) if group != "all"]
    buttons = [Button(label=page.group(group=group), action=edit_action(level, group)) for group in groups]
    buttons.append(Button(label=words.seats.title, action=seat_action(level)))
    if own.values:
        action = reset_action(level, own.version)
        sure = confirmation(page.confirm_reset, words)
        buttons.append(Button(label=page.reset, action=action, style="danger", confirm=sure))
    return Actions(buttons=tuple(buttons))


def settings_form(
    words: Words,
    level: Level,
    group: Group,
    own: PlaceSettings,
    *,
    inherited: Mapping[str, str],
    presets: Sequence[str],
    models: Menu = TYPED,
) -> Form:
    """Return the form for some settings of one level.

    Args:
        words: Words in the person's language.
        level: Level of the settings.
        group: Group of settings in the form.
        own: The level's own settings; all others are inherited.
        inherited: Settings that would apply without these, in their typed form, by name.
        presets: The presets to choose from.
        models: Models to pick from.
    """
    choices = {name: SETTINGS[name].kind.choices() for name in names_in(group)} | {"preset": ("", *presets)}
    fields = {
        name: _choice(words, name, own.values.get(name), inherited[name], choices[name])
        if choices[name]
        else _typed(words, name, own.values.get(name), inherited[name])
        for name in names_in(group)
    }
    if "members" in fields:
        fields = _with_picked(words, fields, own.values, inherited, models)
    page = words.settings
    return Form(
        title=page.title(level=level),
        action=save_action(level, group, own.version),
        fields=tuple(fields.values()),
        submit=page.save,
        intro=page.intro(level=level),
    )


def _with_picked(
    words: Words,
    fields: Mapping[str, Field],
    own: Mapping[str, str],
    inherited: Mapping[str, str],
    models: Menu,
) -> dict[str, Field]:
    """Return the fields, with lists for members and chairman if the lists hold the present ones."""
    members, chairman = own.get("members", ""), own.get("chairman")
    if not can_be_picked(models, (*_parts(members), chairman or "")):
        return dict(fields)
    page = words.settings
    unchosen = [
        (INHERIT, page.inherited(value=inherited["chairman"] or page.none)),
        (NOTHING, page.first_model),
    ]
    picked = seat_fields(
        words,
        members,
        NOTHING if chairman == "" else chairman or "",
        models,
        unchosen=unchosen,
        hint=words.forms.members_here(names=cut_at_word(", ".join(_parts(inherited["members"])), 70)),
    )
    found: dict[str, Field] = {}
    for name, field in fields.items():
        found[name] = {"members": picked[0], "chairman": picked[1]}.get(name, field)
        if name == "chairman":
            found[MORE_MODELS] = picked[2]
    return found


def _parts(members: str) -> tuple[str, ...]:
    return tuple(part for each in members.split(",") if (part := each.strip()))


def _choice(words: Words, name: str, own: str | None, inherited: str, values: Sequence[str]) -> Field:
    page = words.settings
    lines = ((value or NOTHING, page.means(name=name, text=value) or page.none) for value in values)
    held = page.inherited(value=page.means(name=name, text=inherited) or page.none)
    return Field(
        name=name,
        label=setting_label(words, name),
        kind="choice",
        value=INHERIT if own is None else own or NOTHING,
        options=((INHERIT, held), *lines),
        hint=_hint(words, name),
        required=False,
    )


def _typed(words: Words, name: str, own: str | None, inherited: str) -> Field:
    page = words.settings
    value = NOTHING if own == "" else (own or "")
    held = cut_at_word(inherited, 40) or page.none
    if name == "members":
        value = value.replace(", ", ",\n")
    return Field(
        name=name,
        label=setting_label(words, name),
        kind="text" if SETTINGS[name].is_long else "line",
        value=value,
        hint=page.left_empty(hint=_hint(words, name), value=held),
        required=False,
        longest=LONGEST_TEXT if SETTINGS[name].is_long else None,
    )


def settings_saved(words: Words, level: Level, *, plain_messages: PlainMessages = "heard") -> PrivateReply:
    """Confirm the change. `plain_messages` tells whether messages without a mention can reach the bot, if the setting
    needs them."""
    unheard = "" if plain_messages == "heard" else words.settings.unheard(kind=plain_messages)
    return _done(words, f"{words.settings.saved(level=level)} {unheard}".rstrip())


def settings_reset(words: Words, level: Level) -> PrivateReply:
    """Say that the place has no settings of its own any more."""
    return _done(words, words.settings.was_reset(level=level))


def _done(words: Words, said: str) -> PrivateReply:
    show = Button(label=words.settings.show, action=plain_action("settings"))
    return PrivateReply(post=Post(blocks=(line(said), Actions(buttons=(show,))), summary=said, tone="good"))
