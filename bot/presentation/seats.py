"""Draw the seats of a council: a form with role, temperature, longest answer and effort, or a list with buttons."""

from collections.abc import Sequence

from bot.post import Actions, Block, Button, Field, Form, Heading, Post, PrivateReply, line, quoted
from bot.presentation.models import LONGEST_TEXT
from bot.presentation.words import Words
from bot.requests.actions import draft_action, save_seats_action, seat_action
from bot.requests.forms import NOTHING, QUESTION
from bot.settings.roster import SEAT_SETTINGS, SeatSetting, seat_texts
from council_core.domain.draft import Draft
from council_core.domain.member import Member, Role
from council_core.domain.place import Level
from council_core.domain.title import cut_at_word
from council_core.templates.spoken import role_title

LONGEST_NUMBER = 20
"""Most characters of a number."""

LONGEST_SEAT = 24
"""Most characters of a model's name in front of a field's label."""


def seats_form(
    words: Words,
    owner: Draft | Level,
    seats: Sequence[Member],
    roles: Sequence[Role],
    *,
    mark: str,
    only: int | None = None,
    longest: int = LONGEST_TEXT,
) -> Form:
    """Return the form for the seats of a question or of a place. A form with all seats of a question also asks it.

    Args:
        words: Words in the person's language.
        owner: The draft of the question, or the level of settings.
        seats: All seats.
        roles: Roles to choose from.
        mark: Digest of these seats, so that a form for other seats is refused.
        only: Index of the only seat in the form; None for all of them.
        longest: Most characters of a question; a longer one is not shown, and asked as it is.
    """
    page = words.seats
    shown = range(len(seats)) if only is None else (only,)
    fields = [
        _field(words, setting, seats[at], at, roles, is_alone=only is not None)
        for at in shown
        for setting in SEAT_SETTINGS
    ]
    draft = owner if isinstance(owner, Draft) and only is None else None
    if draft is not None and len(draft.text) <= longest:
        fields.insert(0, _question(words, draft, longest))
    whose = owner.id if isinstance(owner, Draft) else owner
    return Form(
        title=page.title if only is None else cut_at_word(seats[only].name, LONGEST_SEAT),
        action=save_seats_action(whose, mark, only),
        fields=tuple(fields),
        submit=words.settings.save if draft is None else words.forms.ask,
        intro=page.intro_question if isinstance(owner, Draft) else page.intro_place,
    )


def seats_reply(words: Words, owner: Draft | Level, seats: Sequence[Member]) -> PrivateReply:
    """Show each seat with its settings and a button, and for a question the button that asks it."""
    page = words.seats
    is_draft = isinstance(owner, Draft)
    whose = owner.id if isinstance(owner, Draft) else owner
    blocks: list[Block] = [Heading(text=page.title)]
    if isinstance(owner, Draft) and owner.text:
        blocks.append(line(quoted(cut_at_word(owner.text, 150))))
    blocks += [line(f"**{quoted(seat.name)}** · {_summary(words, seat)}") for seat in seats]
    blocks.append(line(page.intro_question if is_draft else page.intro_place, small=True))
    buttons = [Button(label=seat.name, action=seat_action(whose, at)) for at, seat in enumerate(seats)]
    blocks.append(Actions(buttons=tuple(buttons)))
    if isinstance(owner, Draft):
        ask = Button(label=words.forms.ask, action=draft_action("mine", owner.id), style="primary")
        edit = Button(label=words.improving.edit, action=draft_action("edit", owner.id))
        blocks.append(Actions(buttons=(ask,) if owner.repeats else (ask, edit)))
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=page.title), panel=page.title)


def _summary(words: Words, seat: Member) -> str:
    """Return the settings of a seat in words: `Sceptic · Temperature: 0.2`."""
    texts = seat_texts(seat)
    said = [
        f"{_label(words, setting)}: {quoted(_shown(words, setting, texts[setting.name], seat))}"
        for setting in SEAT_SETTINGS
        if texts[setting.name]
    ]
    return " · ".join(said) or words.seats.unset


def _shown(words: Words, setting: SeatSetting, text: str, seat: Member) -> str:
    if setting.name == "role" and seat.role is not None:
        return role_title(seat.role.title, words.language)
    return words.settings.means(name=setting.name, text=text)


def _question(words: Words, draft: Draft, longest: int) -> Field:
    is_new = draft.repeats is None
    return Field(
        name=QUESTION,
        label=words.forms.question,
        kind="text",
        value=draft.text,
        hint="" if is_new else words.forms.same_question,
        required=is_new and not draft.files,
        longest=longest,
    )


def _field(
    words: Words, setting: SeatSetting, seat: Member, at: int, roles: Sequence[Role], *, is_alone: bool
) -> Field:
    label, text = _label(words, setting), seat_texts(seat)[setting.name]
    name = f"{setting.name}{at}"
    label = label if is_alone else f"{cut_at_word(seat.name, LONGEST_SEAT)}: {label}"
    hint = words.settings.hint(name=setting.name, english=setting.hint) if setting.hint else ""
    if setting.is_typed:
        return Field(
            name=name, label=label, kind="line", value=text, hint=hint, required=False, longest=LONGEST_NUMBER
        )
    chosen = (
        [(role.name, role_title(role.title, words.language)) for role in roles]
        if setting.name == "role"
        else [(each, words.settings.means(name=setting.name, text=each)) for each in setting.choices]
    )
    none = words.seats.no_role if setting.name == "role" else words.seats.as_usual
    options = ((NOTHING, none), *chosen)
    return Field(
        name=name,
        label=label,
        kind="choice",
        value=text or NOTHING,
        options=options,
        hint=hint,
        required=False,
    )


def _label(words: Words, setting: SeatSetting) -> str:
    return words.settings.label(name=setting.name, english=setting.label)
