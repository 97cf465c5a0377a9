"""The settings of a place -> a panel that shows them and where they come from, and the forms to change them."""

from collections.abc import Mapping, Sequence
from typing import Literal

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
from bot.presentation.forms import LONGEST_TEXT
from bot.presentation.phrases import listed, shortened
from bot.requests import edit_action, plain_action, reset_action, save_action
from bot.requests.forms import INHERIT, NOTHING
from bot.settings.catalogue import SETTINGS, Group, names_in
from bot.settings.languages import LANGUAGES
from council_core.domain.place_settings import Level, PlaceSettings

FORMS: Mapping[Group, str] = {
    "council": "Models and preset",
    "judging": "Judging",
    "stages": "Extra stages",
    "voting": "Voting",
    "deadlines": "Time limits",
    "material": "Files",
    "privacy": "Language and privacy",
    "budget": "Budget",
    "all": "Change settings",
}
"""What the button of each form says."""

CHOICES: Mapping[str, Mapping[str, str]] = {
    "who_reveals": {
        "asker": "Who asked, at any time",
        "anyone": "Anyone, at any time",
        "nobody": "Nobody: when the time is up or enough have voted",
    },
    "own_answer": {"excluded": "Not at all", "half": "Half", "full": "In full"},
    "rounds": {"one": "None is asked again", "on_split": "All are asked once more"},
    "read_thread": {"none": "Only the question is read", "thread": "What was said before is read"},
    "material_for_reviewers": {
        "none": "Their names",
        "head": "The first 2,000 characters of each",
        "all": "All of it",
    },
    "language": {
        "": "Language of the person who asks",
        **{code: own for code, (own, _) in LANGUAGES.items()},
    },
}
"""What the values of some settings mean; all others speak for themselves."""

Source = Level | Literal["preset"]
"""What a setting comes from that is not the bot's own."""

PLACES: Mapping[Level, str] = {"channel": "this channel", "workspace": "the whole workspace"}
SOURCES: Mapping[Source, str] = {
    "channel": "this channel",
    "workspace": "the workspace",
    "preset": "the preset",
}
BOT = "the bot's own"
CONFIRM_RESET = "Take all settings from the level above again?"
LONGEST_CELL = 80

UNHEARD: Mapping[PlainMessages, str] = {
    "heard": "",
    "no_intent": "**Plain messages do not reach Council yet.** Whoever runs it must switch on *Message Content Intent* "
    "on the page *Bot* of Discord's developer portal, and start it anew.",
    "never": "**Plain messages do not reach Council here.** It hears only what names it.",
}
"""Why a message that names nobody follows nothing up."""


def settings_reply(
    texts: Mapping[str, str],
    sources: Mapping[str, Source],
    editable: Mapping[Level, PlaceSettings],
    *,
    fields: int,
    plain_messages: PlainMessages = "heard",
    trouble: str = "",
    price: str = "",
) -> PrivateReply:
    """What holds here, and where each setting comes from.

    Args:
        texts: Each setting for reading, by its name, in the order of the table.
        sources: What each one comes from; those that are missing are the bot's own.
        editable: What the person who asks may change, and what is set there.
        fields: How many fields a form has room for.
        plain_messages: Whether messages that do not name the bot reach it.
        trouble: Why these settings cannot work together, if so.
        price: What a question costs here, in one sentence; empty where that is not known.
    """
    rows = tuple(
        (
            SETTINGS[name].label,
            shortened(in_words(name, text), LONGEST_CELL) or "none",
            SOURCES[sources[name]] if name in sources else BOT,
        )
        for name, text in texts.items()
    )
    set_here = [SETTINGS[name].label for name in texts if name in sources]
    caption = (
        f"Set here and not by the bot: {listed(set_here)}." if set_here else "All of them are the bot's own."
    )
    blocks: list[Block] = [Heading(text="How the council is held here")]
    if trouble:
        blocks.append(line(f"**These settings do not work together:** {quoted(trouble)}"))
    blocks.append(Table(columns=("Setting", "Value", "From"), rows=rows, caption=caption))
    if texts.get("plain_follow_ups") == "yes" and UNHEARD[plain_messages]:
        blocks.append(line(UNHEARD[plain_messages]))
    if price:
        blocks.append(line(quoted(price)))
    for level, own in editable.items():
        blocks += [line(f"Change for {PLACES[level]}:"), _buttons(level, own, fields)]
    if not editable:
        blocks.append(line("Those who manage this channel may change its settings.", small=True))
    tone = "warning" if trouble else "plain"
    post = Post(blocks=tuple(blocks), summary=f"The settings of the council here. {caption}", tone=tone)
    return PrivateReply(post=post, panel="Settings")


def _buttons(level: Level, own: PlaceSettings, fields: int) -> Actions:
    has_room = fields >= len(names_in("all"))
    groups: list[Group] = ["all"] if has_room else [group for group in FORMS if group != "all"]
    buttons = [Button(label=FORMS[group], action=edit_action(level, group)) for group in groups]
    if own.values:
        action = reset_action(level, own.version)
        buttons.append(
            Button(label="Reset to inherited", action=action, style="danger", confirm=CONFIRM_RESET)
        )
    return Actions(buttons=tuple(buttons))


def settings_form(
    level: Level,
    group: Group,
    own: PlaceSettings,
    *,
    inherited: Mapping[str, str],
    presets: Sequence[str],
) -> Form:
    """Some settings of one level.

    Args:
        level: Whose settings.
        group: Which of them.
        own: What the level sets itself; all else is inherited.
        inherited: What would hold without that, as one types it, by name.
        presets: The presets to choose from.
    """
    choices = {name: SETTINGS[name].kind.choices() for name in names_in(group)} | {"preset": ("", *presets)}
    made = tuple(
        _choice(name, own.values.get(name), inherited[name], choices[name])
        if choices[name]
        else _typed(name, own.values.get(name), inherited[name])
        for name in names_in(group)
    )
    return Form(
        title=f"Settings: {level}",
        action=save_action(level, group, own.version),
        fields=made,
        submit="Save",
        intro=f"For {PLACES[level]}, from the next question on. What you leave empty is inherited.",
    )


def in_words(name: str, text: str) -> str:
    """What a setting's text means, for people."""
    return CHOICES.get(name, {}).get(text, text)


def _choice(name: str, own: str | None, inherited: str, values: Sequence[str]) -> Field:
    lines = ((value or NOTHING, in_words(name, value) or "none") for value in values)
    return Field(
        name=name,
        label=SETTINGS[name].label,
        kind="choice",
        value=INHERIT if own is None else own or NOTHING,
        options=((INHERIT, f"Inherited: {in_words(name, inherited) or 'none'}"), *lines),
        hint=SETTINGS[name].hint,
        required=False,
    )


def _typed(name: str, own: str | None, inherited: str) -> Field:
    value = NOTHING if own == "" else (own or "")
    hint = f"{SETTINGS[name].hint}. Empty: {shortened(inherited, 40) or 'none'}"
    if name == "members":
        value = value.replace(", ", ",\n")
    return Field(
        name=name,
        label=SETTINGS[name].label,
        kind="text" if SETTINGS[name].is_long else "line",
        value=value,
        hint=hint,
        required=False,
        longest=LONGEST_TEXT if SETTINGS[name].is_long else None,
    )


def settings_saved(level: Level, *, plain_messages: PlainMessages = "heard") -> PrivateReply:
    """The change stands; `plain_messages` tells whether they can be heard, where they are to be."""
    said = f"Saved for {PLACES[level]}. It holds from the next question on. {UNHEARD[plain_messages]}"
    return _done(said.rstrip())


def settings_reset(level: Level) -> PrivateReply:
    """Nothing is set there any more."""
    return _done(f"Reset: {PLACES[level]} inherits all its settings again, from the next question on.")


def _done(said: str) -> PrivateReply:
    show = Button(label="Show settings", action=plain_action("settings"))
    return PrivateReply(post=Post(blocks=(line(said), Actions(buttons=(show,))), summary=said, tone="good"))
