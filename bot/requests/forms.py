"""Turns a submitted form into a request, or into its mistakes by field.

A form's `action` and the names of its fields are the whole contract between `bot.presentation`, which draws it, and
this module, which reads it. Nothing is stored in between, and nothing that comes back is trusted. The catalogue of
settings defines the fields.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from bot.post import FieldErrors
from bot.requests import (
    ALL_SEATS,
    PREFIX,
    Ask,
    CastRanking,
    FillDraft,
    GiveFeedback,
    Improve,
    Person,
    RecordDecision,
    Request,
    SaveSeats,
    SaveSettings,
    SaveTemplate,
    SearchRuns,
    SetSeats,
    ShowHelp,
    ShowHistory,
    WriteQuestion,
    is_group,
    is_level,
    is_version,
    read_listing,
)
from bot.settings.catalogue import ONE_RUN, Group, names_in
from council_core.domain.ballot import Order
from council_core.domain.connector import NONE
from council_core.domain.draft import DraftId
from council_core.domain.place import Place
from council_core.domain.place_settings import Level
from council_core.domain.question import RunId, has_words
from council_core.domain.slate import Alias
from council_core.templates.written import PARTS, TemplatePart

Values = Mapping[str, str | tuple[str, ...]]
"""Submitted values by field name; several texts for a field with several choices."""

QUESTION = "question"
FILES = "files"
"""Attached files become `Ask.files`; the platform fills them in."""

MORE_MODELS = "members_more"
"""Models that are typed beside those that are picked."""

SERVICES, SERVICE_FIELDS = "services", "service_fields"

TEMPLATE = "template"
"""The choice of a template, and the beginning of the names of its fields (`template_field`)."""

REASON, LONGEST_REASON = "reason", 1_000
"""The reason for which a verdict did not help."""

WORDS = "words"
"""The words of a search."""

DECISION, LOOK_AGAIN = "decision", "look_again"

IMPROVE_FORM = f"{PREFIX}:improve_form"
"""The action of a button in the form for a question, which is pressed with the fields as they stand."""

TIPS_FORM = f"{PREFIX}:form_tips"
"""The action of a button that draws the form for a question anew with its tips."""

OWN_TEMPLATE = "own_"
"""The beginning of the names of the fields of a workspace's own template."""

REFILL_FORM = f"{PREFIX}:refill"
"""The action of a choice in the form for a question that draws it anew with the fields as they stand."""

ADVANCED = "advanced"
"""A tick that opens the seats before the question is asked, where a form holds no button for that."""

PLACE = "place"
"""`place1`, `place2` …: the response in that place."""

INHERIT = "inherit"
"""The choice that inherits a setting from the level above. In a text field, an empty value does the same."""

NOTHING = "-"
"""Typed or chosen to mean no value, even where the level above has one."""

NEEDS_WORDS = "A question needs words in it."
NEEDS_FIRST = "Choose at least the best one."


def place_field(number: int) -> str:
    """Return the field name for one place of a ranking, from 1 on."""
    return f"{PLACE}{number}"


def template_field(template: str, name: str) -> str:
    """Return the field name for one field of a template: `template_writer.reader`."""
    return f"{TEMPLATE}_{template}.{name}"


def own_template_field(part: TemplatePart) -> str:
    """Return the field name for one text of a workspace's own template."""
    return f"{OWN_TEMPLATE}{part}"


def read_form(
    action: str, values: Values, *, person: Person, place: Place, delivery: str
) -> Request | FieldErrors:
    """Read the request that a submitted form makes.

    Args:
        action: The form's action, as it was sent back.
        values: The submitted values.
        person: The person who submitted it.
        place: The place where the form was opened.
        delivery: The platform's id of this submission: the same id again is the same request again.

    Returns:
        The request, or the mistakes by field. An action that no form of this version has becomes `ShowHelp` with a
        sentence that says so.
    """
    seats = _about_seats(action, values, person=person, place=place, delivery=delivery)
    if seats is not None:
        return seats
    match action.split(":"):
        case [prefix, "write" | "improve_form" | "refill" | "form_tips" as kind] if prefix == PREFIX:
            return _new_question(kind, values, person, place, delivery)
        case [prefix, "template", name] if prefix == PREFIX:
            return _new_question("write", {**values, TEMPLATE: name}, person, place, delivery)
        case [prefix, "own", "edit", before] if prefix == PREFIX:
            texts: dict[TemplatePart, str] = {part: _text(values, own_template_field(part)) for part in PARTS}
            return SaveTemplate(person=person, place=place, before=before, texts=texts)
        case [prefix, "draft", "fill", draft] if prefix == PREFIX:
            fields = _template_fields(values)
            return FillDraft(person=person, place=place, draft_id=DraftId(draft), fields=fields)
        case [prefix, "followup", run] if prefix == PREFIX:
            return _question(values) or Ask(
                person=person,
                place=place,
                text=_text(values, QUESTION),
                delivery=delivery,
                follows=RunId(run),
            )
        case [prefix, "again", run] if prefix == PREFIX:
            return Ask(
                person=person,
                place=place,
                text=_text(values, QUESTION),
                delivery=delivery,
                repeats=RunId(run),
                options=_options(values),
            )
        case [prefix, "decide", run] if prefix == PREFIX:
            text, look_again = _text(values, DECISION), _text(values, LOOK_AGAIN)
            return RecordDecision(
                person=person, place=place, run_id=RunId(run), text=text, look_again=look_again
            )
        case [prefix, "why", run] if prefix == PREFIX:
            return _reason(values, RunId(run), person, place)
        case [prefix, "find", filters] if prefix == PREFIX:
            return _list(values, filters, person, place)
        case [prefix, "rank", run] if prefix == PREFIX:
            return _ranking(values, RunId(run), person, place)
        case [prefix, "save", level, group, version] if prefix == PREFIX and is_version(version):
            if is_level(level) and is_group(group):
                return _settings(values, person, place, level, group, int(version))
        case _:
            pass
    return ShowHelp(person=person, place=place, outdated="form")


def _new_question(
    kind: Literal["write", "improve_form", "refill", "form_tips"],
    values: Values,
    person: Person,
    place: Place,
    delivery: str,
) -> Ask | Improve | WriteQuestion | FieldErrors:
    """Read the form for a new question: sent, to be improved, or to be drawn anew for another template."""
    text, options, (template, fields) = _text(values, QUESTION), _options(values), _template(values)
    match kind:
        case "improve_form":
            return Improve(
                person=person,
                place=place,
                text=text,
                delivery=delivery,
                options=options,
                template=template,
                fields=fields,
                in_form=True,
            )
        case "refill" | "form_tips":
            return WriteQuestion(
                person=person,
                place=place,
                text=text,
                options=options,
                template=template,
                fields=fields,
                tips=kind == "form_tips",
            )
        case "write":
            return _question(values) or Ask(
                person=person,
                place=place,
                text=text,
                delivery=delivery,
                options=options,
                template=template,
                fields=fields,
                in_form=True,
                may_wait=True,
            )


def _about_seats(
    action: str, values: Values, *, person: Person, place: Place, delivery: str
) -> SetSeats | SaveSeats | FieldErrors | None:
    """Return the request of a form for seats, or of one that asks for them first; None for any other form."""
    repeats: RunId | None = None
    match action.split(":"):
        case [prefix, *_] if prefix != PREFIX:
            return None
        case [_, "seats", whose, mark, seat] if seat == ALL_SEATS or is_version(seat):
            return _saved_seats(values, whose, mark, seat, person, place)
        case [_, "write"] if values.get(ADVANCED):
            if wrong := _question(values):
                return wrong
        case [_, "set_seats"]:
            pass
        case [_, "again", run] if values.get(ADVANCED):
            repeats = RunId(run)
        case [_, "set_seats", run]:
            repeats = RunId(run)
        case _:
            return None
    template, fields = _template(values)
    return SetSeats(
        person=person,
        place=place,
        text=_text(values, QUESTION),
        delivery=delivery,
        options=_options(values),
        template=template,
        fields=fields,
        repeats=repeats,
    )


def _saved_seats(values: Values, whose: str, mark: str, seat: str, person: Person, place: Place) -> SaveSeats:
    return SaveSeats(
        person=person,
        place=place,
        whose=whose,
        mark=mark,
        seat=None if seat == ALL_SEATS else int(seat),
        values={name: _text(values, name) for name in values if name != QUESTION},
        text=_text(values, QUESTION) if QUESTION in values else None,
    )


def _list(values: Values, filters: str, person: Person, place: Place) -> SearchRuns | ShowHistory:
    listing, words = read_listing(filters), _text(values, WORDS)
    if not words:
        return ShowHistory(person=person, place=place, listing=listing)
    return SearchRuns(person=person, place=place, words=words, listing=listing)


def _ranking(values: Values, run_id: RunId, person: Person, place: Place) -> CastRanking | FieldErrors:
    if isinstance(order := _order(values), FieldErrors):
        return order
    return CastRanking(person=person, place=place, run_id=run_id, order=order)


def _reason(values: Values, run_id: RunId, person: Person, place: Place) -> GiveFeedback:
    return GiveFeedback(
        person=person, place=place, run_id=run_id, good=False, reason=_text(values, REASON)[:LONGEST_REASON]
    )


def _text(values: Values, name: str) -> str:
    value = values.get(name, "")
    return (value if isinstance(value, str) else ", ".join(value)).strip()


def _question(values: Values) -> FieldErrors | None:
    is_something = has_words(_text(values, QUESTION)) or bool(values.get(FILES))
    return None if is_something else FieldErrors(errors=((QUESTION, NEEDS_WORDS),))


def _options(values: Values) -> dict[str, str]:
    return _setting_texts(values, ONE_RUN)


def _setting_texts(values: Values, names: Sequence[str]) -> dict[str, str]:
    """Return the settings that a form sets, by name; models that were typed sit beside those that were picked."""
    texts = {name: setting_text(name, _text(values, name)) for name in names}
    if "members" in texts and (more := _text(values, MORE_MODELS)):
        texts["members"] = ", ".join(
            part for part in (texts["members"], _one_line(more.splitlines())) if part
        )
    if values.get(SERVICES) == ():
        # Nobody who takes every tick away wants what the channel asks.
        texts[SERVICES] = NONE
    return {name: text for name, text in texts.items() if text is not None}


def _template(values: Values) -> tuple[str, dict[str, str]]:
    """Return the name of the chosen template, empty for none, and what was filled into it."""
    template = _text(values, TEMPLATE)
    return ("", {}) if template in ("", NOTHING) else (template, _template_fields(values, template))


def _template_fields(values: Values, template: str = "") -> dict[str, str]:
    """Return what was filled into the fields of one template, or of any, by the fields' own names."""
    filled: dict[str, str] = {}
    for name in values:
        of, dot, field = name.partition(".")
        if dot and of.startswith(f"{TEMPLATE}_") and template in ("", of.removeprefix(f"{TEMPLATE}_")):
            filled[field] = _text(values, name)
    return filled


def _order(values: Values) -> Order | FieldErrors:
    """Return the chosen responses in order; empty places are skipped."""
    numbers = sorted(int(name.removeprefix(PLACE)) for name in values if name.removeprefix(PLACE).isdecimal())
    chosen: list[str] = []
    errors: list[tuple[str, str]] = []
    for number in numbers:
        letter = _text(values, place_field(number))
        if letter in chosen:
            errors.append((place_field(number), f"Response {letter} has a better place already."))
        elif letter:
            chosen.append(letter)
    if not chosen:
        errors.append((place_field(1), NEEDS_FIRST))
    return FieldErrors(errors=tuple(errors)) if errors else tuple((Alias(letter),) for letter in chosen)


def _settings(
    values: Values, person: Person, place: Place, level: Level, group: Group, version: int
) -> SaveSettings:
    return SaveSettings(
        person=person,
        place=place,
        level=level,
        group=group,
        version=version,
        values=_setting_texts(values, names_in(group)),
    )


def setting_text(name: str, text: str) -> str | None:
    """Return the value of a settings field as settings are written; None where the setting is to be inherited."""
    if text in {"", INHERIT}:
        return None
    if text == NOTHING:
        return ""
    return _one_line(text.splitlines()) if name == "members" else text


def _one_line(lines: Sequence[str]) -> str:
    """Join lines, since members may be typed one per line."""
    return ", ".join(part for line in lines if (part := line.strip().strip(",").strip()))
