"""Build the forms that people fill in; `bot.requests.forms` reads the submitted ones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Literal

from bot.post import Button, Field, Form, quoted
from bot.presentation.models import LONGEST_TEXT, TYPED, Described, Menu, seat_fields, setting_label
from bot.presentation.templates import template_choice, template_fields
from bot.presentation.words import Words
from bot.requests.actions import plain_action, run_action, set_seats_action
from bot.requests.forms import (
    ADVANCED,
    ADVANCED_FIRST,
    FILES,
    IMPROVE_FIRST,
    IMPROVE_FORM,
    INHERIT,
    MORE_MODELS,
    NOTHING,
    QUESTION,
    REFILL_FORM,
    SERVICE_FIELDS,
    SERVICES,
    TEMPLATE,
    TIPS_FORM,
    place_field,
)
from bot.settings.lookups import LONGEST_FIELDS
from council_core.domain.ballot import Order
from council_core.domain.connector import Service, is_all, named
from council_core.domain.question import FileReference, RunId
from council_core.domain.slate import Alias
from council_core.domain.title import cut_at_word
from council_core.templates import Template

LONGEST_HINT = 100
"""Most characters of a hint that every platform shows whole."""

Advanced = Literal["button", "tick"]
"""Way from a form to the settings of single models: a button in the form, or a tick that is sent with it."""

MOST_WANTED = (
    QUESTION,
    TEMPLATE,
    "preset",
    FILES,
    SERVICES,
    SERVICE_FIELDS,
    "members",
    ADVANCED,
    "rubric",
    "chairman",
)
"""Fields of a question; the first ones stay if a form has little room."""

MOST_ROOM = 100
"""Number of fields with which a form counts as having room for all."""

NOTHING_GIVEN: Mapping[str, str] = MappingProxyType({})


def question_form(
    words: Words,
    text: str,
    *,
    inherited: Mapping[str, str],
    rubrics: Sequence[str],
    presets: Described,
    files: Sequence[FileReference] = (),
    about: str = "",
    given: Mapping[str, str] = NOTHING_GIVEN,
    models: Menu = TYPED,
    services: Sequence[Service] = (),
    templates: Sequence[Template] = (),
    template: str = "",
    filled: Mapping[str, str] = NOTHING_GIVEN,
    tips: bool = False,
    longest: int = LONGEST_TEXT,
    room: int,
    advanced: Advanced | None = None,
    has_buttons: bool = True,
) -> Form:
    """Build the form for a question, with settings for this run.

    Args:
        words, text: Words in the person's language, and the initial text.
        inherited: Settings of this place, by name.
        rubrics, presets: Names to choose from.
        files, about: Files that are attached in any case, and the message that the question answers.
        given: Earlier choices, by the settings' names; these settings always have a field.
        models: Models to pick from.
        services, templates: Connectors that may be asked here, and templates to choose from.
        template, filled: Name of the chosen template, empty for none, and the values of its fields.
        tips: Whether tips are shown in forms that can fold them.
        longest, room: Most characters of a question, and most fields of the form.
        advanced: The form's way to the settings of single models; None for no such way.
        has_buttons: Whether it can hold buttons; otherwise the menu of templates offers what they do.
    """
    first = () if has_buttons else _first(words, advanced, services)
    choice, chosen = _template_menu(words, templates, template, first)
    own = template_fields(chosen, filled, longest) if chosen is not None else ()
    preset = (chosen and chosen.preset) or inherited["preset"]
    fields = (
        _question(words, text, longest),
        *choice,
        *own,
        _preset(words, given.get("preset"), presets, preset),
        *_seats_and_rubric(words, given, inherited, models, rubrics),
        *_tools_and_files(words, given, files),
        *_services(words, given, services, inherited),
        *(() if choice and first else _tick(words, advanced)),
    )
    form = Form(
        title=words.forms.ask_title,
        action=plain_action("write"),
        fields=_wanted(fields, room, given, own, has_template=chosen is not None),
        submit=words.forms.ask,
        files=tuple(files),
        about=about,
    )
    return _with_tips(form, words, advanced, shown=tips)


def _seats_and_rubric(
    words: Words,
    given: Mapping[str, str],
    inherited: Mapping[str, str],
    models: Menu,
    rubrics: Sequence[str],
) -> tuple[Field, ...]:
    names = ", ".join(inherited["members"].replace("\n", " ").split(","))
    page = words.forms
    seats = seat_fields(
        words,
        given.get("members", ""),
        given.get("chairman", ""),
        models,
        unchosen=((INHERIT, page.as_here(value=inherited["chairman"])),),
        hint=page.members_here(names=cut_at_word(names, 70)),
        chair_hint="" if models.lines else page.chairman_here,
    )
    return (*seats, _rubric(words, given.get("rubric", ""), rubrics, inherited["rubric"]))


def _tools_and_files(
    words: Words, given: Mapping[str, str], files: Sequence[FileReference]
) -> tuple[Field, ...]:
    label, value = setting_label(words, "tools"), given.get("tools", "")
    attached = _attached(words, files)
    return (
        Field(name="tools", label=label, kind="line", value=value, required=False),
        Field(name=FILES, label=words.forms.files, kind="files", hint=attached, required=False),
    )


def _wanted(
    fields: Sequence[Field],
    room: int,
    given: Iterable[str],
    own: Sequence[Field],
    *,
    has_template: bool,
) -> tuple[Field, ...]:
    """Return the fields for which a form has room.

    Args:
        fields: All fields of a question.
        room: Most fields of the form.
        given: Names of settings that always have a field.
        own: Fields of the chosen template.
        has_template: Whether a template is chosen.
    """
    there = [field.name for field in fields]
    # A template's fields are shown together or not at all; Discord asks for them in a form of their own.
    own_names = [field.name for field in own] if len(fields) <= room else []
    chosen = (TEMPLATE,) if has_template else ()
    # Where a form is small and nothing looks up, models count more than template and preset, which commands can name.
    first = (FILES, "members", "chairman", ADVANCED) if SERVICES not in there else ()
    wanted = [QUESTION, *given, *chosen, *own_names, *first, *MOST_WANTED, MORE_MODELS]
    if not has_template and SERVICE_FIELDS in there:
        # A person who chooses a service needs its fields; templates have a command of their own.
        wanted = [*(name for name in wanted if name != TEMPLATE), TEMPLATE]
    fitting = [name for name in dict.fromkeys(wanted) if name in there][:room]
    return tuple(field for field in fields if field.name in fitting)


def _with_tips(form: Form, words: Words, advanced: Advanced | None, *, shown: bool) -> Form:
    """Return the form with tips on asking well, and with the buttons beside it."""
    said = words.improving
    turned = (
        Button(label=said.hide_tips, action=REFILL_FORM)
        if shown
        else Button(label=said.how_to_ask, action=TIPS_FORM)
    )
    improve = Button(label=said.improve, action=IMPROVE_FORM)
    return replace(
        form,
        tips=tuple(said.tip_list()),
        tips_title=said.how_to_ask,
        shows_tips=shown,
        aside=(improve, turned, *_button(words, advanced, None)),
    )


def _template_menu(
    words: Words, templates: Sequence[Template], template: str, first: Sequence[tuple[str, str]]
) -> tuple[tuple[Field, ...], Template | None]:
    """Return the menu of templates, if there are any, and the chosen one."""
    chosen = next((each for each in templates if each.name == template), None)
    return ((template_choice(words, templates, chosen, first),) if templates else ()), chosen


def _first(
    words: Words, advanced: Advanced | None, services: Sequence[Service]
) -> tuple[tuple[str, str], ...]:
    """Return the steps that a form without buttons offers before the question is asked."""
    if any(each.asks for each in services):
        # The fields of services take the room of the menu that offers it.
        return ()
    ticked = ((ADVANCED_FIRST, words.seats.advanced_tick),) if advanced == "tick" else ()
    return ((IMPROVE_FIRST, words.improving.improve_first), *ticked)


def _tick(words: Words, advanced: Advanced | None) -> tuple[Field, ...]:
    page = words.seats
    tick = Field(
        name=ADVANCED, label=page.advanced_tick, kind="flag", hint=page.advanced_next, required=False
    )
    return (tick,) if advanced == "tick" else ()


def _button(words: Words, advanced: Advanced | None, run_id: RunId | None) -> tuple[Button, ...]:
    button = Button(label=words.seats.advanced, action=set_seats_action(run_id))
    return (button,) if advanced == "button" else ()


def _services(
    words: Words, given: Mapping[str, str], services: Sequence[Service], inherited: Mapping[str, str]
) -> tuple[Field, ...]:
    """Return fields for choosing connectors and for the values that they ask for; none if there are no connectors."""
    if not services:
        return ()
    setting = given.get(SERVICES, inherited[SERVICES])
    chosen = tuple(each.name for each in services if is_all(setting) or each.name in named(setting))
    choice = Field(
        name=SERVICES,
        label=setting_label(words, SERVICES),
        kind="choices",
        value=chosen,
        options=tuple((each.name, each.title) for each in services),
        required=False,
    )
    labels = {name: label for each in services for name, label in each.asks.items()}
    if not labels:
        return (choice,)
    values = {name: each.fields.get(name, "") for each in services for name in each.asks}
    empty = "\n".join(f"{name}: {value}".rstrip() for name, value in values.items())
    explained = ", ".join(f"{name}: {label}" for name, label in labels.items())
    details = Field(
        name=SERVICE_FIELDS,
        label=setting_label(words, SERVICE_FIELDS),
        kind="text",
        value=given.get(SERVICE_FIELDS, empty).replace("; ", "\n"),
        hint=cut_at_word(explained, LONGEST_HINT),
        required=False,
        longest=LONGEST_FIELDS,
    )
    return choice, details


def _attached(words: Words, files: Sequence[FileReference]) -> str:
    names = ", ".join(file.name for file in files)
    return words.forms.come_along(names=cut_at_word(names, 60)) if names else ""


def follow_up_form(
    words: Words, run_id: RunId, question: str, *, suggestion: str = "", longest: int = LONGEST_TEXT
) -> Form:
    """Build the form for a follow-up, filled in with `suggestion`."""
    page = words.forms
    return Form(
        title=page.follow_up_title,
        action=run_action("followup", run_id),
        fields=(_question(words, suggestion, longest, label=page.follow_up),),
        submit=page.ask,
        intro=page.follow_up_intro(question=quoted(cut_at_word(question, 150))),
    )


def again_form(
    words: Words,
    run_id: RunId,
    question: str,
    texts: Mapping[str, str],
    *,
    rubrics: Sequence[str],
    presets: Described,
    models: Menu = TYPED,
    longest: int = LONGEST_TEXT,
    room: int = MOST_ROOM,
    advanced: Advanced | None = None,
) -> Form:
    """Return the form for a repetition, filled in with the earlier question and choices.

    Args:
        words: Words in the person's language.
        run_id: The earlier run.
        question: Its question.
        texts: Its settings in their typed form, by name.
        rubrics: Rubrics to choose from.
        presets: Presets to choose from.
        models: Models to pick from.
        longest: Most characters of a question.
        room: Most fields of the form.
        advanced: The form's way to the settings of single models; None for no such way.
    """
    page = words.forms
    members = texts["members"] if len(texts["members"]) <= LONGEST_TEXT else ""
    seats = seat_fields(
        words,
        members,
        texts["chairman"],
        models,
        hint=page.same_as_before if models.lines else page.same_members,
        chair_hint=page.same_chairman,
    )
    return Form(
        title=page.again_title,
        action=run_action("again", run_id),
        fields=(
            _same_question(words, question, longest),
            _preset_field(words, texts["preset"] or NOTHING, ((NOTHING, page.none), *_lines(words, presets))),
            *seats[:2],
            *_tick(words, advanced),
            _rubric(words, texts["rubric"], rubrics, ""),
            *seats[2:],
        )[:room],
        submit=page.ask,
        intro=page.again_intro,
        aside=_button(words, advanced, run_id),
    )


def ranking_form(words: Words, run_id: RunId, aliases: Sequence[Alias], own: Order, *, places: int) -> Form:
    """Return a form with one choice for each place.

    Args:
        words: Words in the person's language.
        run_id: The run.
        aliases: Responses to rank.
        own: The person's vote so far.
        places: Most places of the form; responses without a place count as tied behind the others.
    """
    page = words.forms
    options = tuple((str(alias), words.phrases.responses(aliases=(alias,))) for alias in aliases)
    chosen = [alias for group in own for alias in group]
    shown = min(len(aliases), places)
    fields = tuple(
        Field(
            name=place_field(number),
            label=page.best if number == 1 else page.place(number=number),
            kind="choice",
            value=str(chosen[number - 1]) if number <= len(chosen) else "",
            options=options,
            required=number == 1,
        )
        for number in range(1, shown + 1)
    )
    return Form(
        title=page.rank_title,
        action=run_action("rank", run_id),
        fields=fields,
        submit=page.vote,
        intro=page.rank_intro,
    )


def _question(words: Words, text: str, longest: int, *, label: str = "") -> Field:
    page = words.forms
    tips = "" if label else words.improving.tips  # A follow-up has its context already.
    hint = page.too_long(characters=len(text), kept=longest) if len(text) > longest else tips
    return Field(
        name=QUESTION,
        label=label or page.question,
        kind="text",
        value=text[:longest],
        hint=hint,
        longest=longest,
    )


def _same_question(words: Words, text: str, longest: int) -> Field:
    """Return the field for the question. A question that is too long for it is not shown, because a cut one would
    differ."""
    shown = text if len(text) <= longest else ""
    return replace(_question(words, shown, longest), hint=words.forms.same_question, required=False)


def _preset(words: Words, chosen: str | None, presets: Described, inherited: str) -> Field:
    """Return the field for a preset, with a line for this place's own, and one for no preset if that differs."""
    as_here = (INHERIT, words.forms.as_here(value=inherited or words.settings.none))
    none = ((NOTHING, words.forms.none),) if inherited else ()
    value = INHERIT if chosen is None else chosen or NOTHING
    return _preset_field(words, value, (as_here, *none, *_lines(words, presets)))


def _preset_field(words: Words, value: str, options: Described) -> Field:
    label = setting_label(words, "preset")
    return Field(
        name="preset", label=label, kind="choice", value=value, options=tuple(options), required=False
    )


def _lines(words: Words, presets: Described) -> Described:
    told = words.settings.preset_summary
    return tuple((name, f"{name}: {told(english=summary)}") for name, summary in presets)


def _rubric(words: Words, chosen: str, rubrics: Sequence[str], inherited: str) -> Field:
    """Return the field for a rubric, with a line for this place's own if it has one."""
    as_here = ((INHERIT, words.forms.as_here(value=inherited)),) if inherited else ()
    options = (*as_here, *((rubric, rubric) for rubric in rubrics))
    value = chosen or (INHERIT if inherited else "")
    label = setting_label(words, "rubric")
    return Field(name="rubric", label=label, kind="choice", value=value, options=options, required=False)
