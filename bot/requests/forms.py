"""Turns a submitted form into a request; a form with mistakes becomes a request to show them.

A form's `action` and the names of its fields are the whole contract between `bot.presentation`, which draws it, and
this module, which reads it. Nothing is stored in between, and nothing that was submitted is trusted. The catalogue of
settings defines the fields.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.requests.actions import ALL_SEATS, PREFIX, is_group, is_level, is_version, read_listing
from bot.requests.asking import Ask, WriteQuestion
from bot.requests.improving import FillDraft, Improve
from bot.requests.memory import RecordDecision, SaveTemplate
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import FormMistake, SearchRuns, ShowHelp, ShowHistory, ShowMistakes
from bot.requests.settings import SaveSeats, SaveSettings, SetSeats
from bot.requests.voting import CastRanking, GiveFeedback
from bot.settings.catalogue import ONE_RUN, Group, names_in
from council_core.domain.connector import NONE
from council_core.domain.draft import DraftId
from council_core.domain.place import Level, Place
from council_core.domain.question import RunId, has_words
from council_core.domain.slate import Alias
from council_core.templates.written import PARTS, TemplatePart

Values = Mapping[str, str | tuple[str, ...]]
"""Submitted values by field name; several texts for a field with several choices."""

QUESTION = "question"
FILES = "files"
"""Attached files become `Ask.files`; the platform fills them in."""

MORE_MODELS = "members_more"
"""Models that are typed in addition to picked ones."""

SERVICES, SERVICE_FIELDS = "services", "service_fields"

TEMPLATE = "template"
"""The choice of a template, and the prefix of its fields' names (`template_field`)."""

REASON, LONGEST_REASON = "reason", 1_000
"""Field for the reason why a verdict did not help, and its most characters."""

WORDS = "words"
"""The words of a search."""

DECISION, LOOK_AGAIN = "decision", "look_again"

IMPROVE_FORM = f"{PREFIX}:improve_form"
"""Action of a button in the form for a question that sends the fields as they are."""

TIPS_FORM = f"{PREFIX}:form_tips"
"""Action of a button that draws the form for a question anew with its tips."""

OWN_TEMPLATE = "own_"
"""Prefix of the names of the fields of a workspace's own template."""

REFILL_FORM = f"{PREFIX}:refill"
"""Action of a choice in the form for a question that draws it anew with the fields as they are."""

ADVANCED = "advanced"
"""A tick that opens the seats before the question is asked, for forms without a button for that."""

IMPROVE_FIRST, ADVANCED_FIRST = "+improve", "+advanced"
"""Choices beside the templates, for forms without buttons: a step before the question is asked. No template has such a
name."""

PLACE = "place"
"""Prefix of `place1`, `place2` …, the fields for the response in that place."""

INHERIT = "inherit"
"""The choice that inherits a setting from the level above. In a text field, an empty value does the same."""

NOTHING = "-"
"""Typed or chosen for no value, even if the level above has one."""


def place_field(number: int) -> str:
    """Return the field name for one place of a ranking, from 1 on."""
    return f"{PLACE}{number}"


def template_field(template: str, name: str) -> str:
    """Return the field name for one field of a template: `template_writer.reader`."""
    return f"{TEMPLATE}_{template}.{name}"


def own_template_field(part: TemplatePart) -> str:
    """Return the field name for one text of a workspace's own template."""
    return f"{OWN_TEMPLATE}{part}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sent:
    """A submitted form."""

    values: Values
    person: Person
    place: Place
    delivery: str

    @property
    def question(self) -> str:
        return _text(self.values, QUESTION)

    def mistakes(self, *mistakes: FormMistake) -> ShowMistakes:
        return ShowMistakes(person=self.person, place=self.place, mistakes=mistakes)

    @property
    def first(self) -> str:
        """Return the step before the question is asked; the name of a template, or none, if there is no such step."""
        return ADVANCED_FIRST if self.values.get(ADVANCED) else _text(self.values, TEMPLATE)

    @property
    def without_words(self) -> ShowMistakes | None:
        """Return the mistake of a form without a question; None if it has one."""
        if has_words(self.question) or self.values.get(FILES):
            return None
        return self.mistakes(FormMistake(field=QUESTION, kind="needs_words"))


def read_form(action: str, values: Values, *, person: Person, place: Place, delivery: str) -> Request:
    """Read the request of a submitted form.

    Args:
        action: The form's action, as it was submitted.
        values: The submitted values.
        person: The person who submitted it.
        place: The place where the form was opened.
        delivery: The platform's id of this submission; the same id gives the same request.

    Returns:
        The request; `ShowMistakes` if the form has mistakes. An action that no form of this version has becomes
        `ShowHelp` with a sentence about that.
    """
    prefix, *parts = action.split(":")
    sent = _Sent(values=values, person=person, place=place, delivery=delivery)
    request = _read(parts, sent) if prefix == PREFIX else None
    return request or ShowHelp(person=person, place=place, outdated="form")


def _read(parts: Sequence[str], sent: _Sent) -> Request | None:
    match parts:
        case ["write"] if sent.first == ADVANCED_FIRST:
            return sent.without_words or _set_seats(sent)
        case ["write"] if sent.first == IMPROVE_FIRST:
            return sent.without_words or replace(_improve(sent), in_form=False)
        case ["again", run] if sent.values.get(ADVANCED):
            return _set_seats(sent, run)
        case ["write"]:
            return _ask(sent)
        case ["template", name]:
            return _ask(replace(sent, values={**sent.values, TEMPLATE: name}))
        case ["improve_form"]:
            return _improve(sent)
        case ["refill" | "form_tips" as kind]:
            return _draw_anew(sent, tips=kind == "form_tips")
        case ["set_seats"]:
            return _set_seats(sent)
        case ["set_seats", run]:
            return _set_seats(sent, run)
        case ["seats", whose, mark, seat] if seat == ALL_SEATS or is_version(seat):
            return _saved_seats(sent, whose, mark, seat)
        case ["own", "edit", before, mark]:
            return _own_template(sent, before, mark)
        case ["draft", "fill", draft]:
            return _filled_draft(sent, DraftId(draft))
        case ["followup", run]:
            return sent.without_words or _follow_up(sent, RunId(run))
        case ["again", run]:
            return _again(sent, RunId(run))
        case ["decide", run]:
            return _decision(sent, RunId(run))
        case ["why", run]:
            return _reason(sent, RunId(run))
        case ["find", filters]:
            return _list(sent, filters)
        case ["rank", run]:
            return _ranking(sent, RunId(run))
        case ["save", level, group, version] if is_version(version) and is_level(level) and is_group(group):
            return _settings(sent, level, group, int(version))
        case _:
            return None


def _ask(sent: _Sent) -> Ask | ShowMistakes:
    template, fields = _template(sent.values)
    return sent.without_words or Ask(
        person=sent.person,
        place=sent.place,
        text=sent.question,
        delivery=sent.delivery,
        options=_options(sent.values),
        template=template,
        fields=fields,
        in_form=True,
        may_wait=True,
    )


def _improve(sent: _Sent) -> Improve:
    template, fields = _template(sent.values)
    return Improve(
        person=sent.person,
        place=sent.place,
        text=sent.question,
        delivery=sent.delivery,
        options=_options(sent.values),
        template=template,
        fields=fields,
        in_form=True,
    )


def _draw_anew(sent: _Sent, *, tips: bool) -> WriteQuestion:
    """Return the request for the same form with other fields or its tips."""
    template, fields = _template(sent.values)
    return WriteQuestion(
        person=sent.person,
        place=sent.place,
        text=sent.question,
        options=_options(sent.values),
        template=template,
        fields=fields,
        tips=tips,
    )


def _set_seats(sent: _Sent, run: str = "") -> SetSeats:
    template, fields = _template(sent.values)
    return SetSeats(
        person=sent.person,
        place=sent.place,
        text=sent.question,
        delivery=sent.delivery,
        options=_options(sent.values),
        template=template,
        fields=fields,
        repeats=RunId(run) if run else None,
    )


def _saved_seats(sent: _Sent, whose: str, mark: str, seat: str) -> SaveSeats:
    values = sent.values
    return SaveSeats(
        person=sent.person,
        place=sent.place,
        whose=whose,
        mark=mark,
        seat=None if seat == ALL_SEATS else int(seat),
        values={name: _text(values, name) for name in values if name != QUESTION},
        text=sent.question if QUESTION in values else None,
    )


def _own_template(sent: _Sent, before: str, mark: str) -> SaveTemplate:
    texts: dict[TemplatePart, str] = {part: _text(sent.values, own_template_field(part)) for part in PARTS}
    return SaveTemplate(person=sent.person, place=sent.place, before=before, mark=mark, texts=texts)


def _filled_draft(sent: _Sent, draft: DraftId) -> FillDraft:
    return FillDraft(
        person=sent.person, place=sent.place, draft_id=draft, fields=_template_fields(sent.values)
    )


def _follow_up(sent: _Sent, run: RunId) -> Ask:
    return Ask(person=sent.person, place=sent.place, text=sent.question, delivery=sent.delivery, follows=run)


def _again(sent: _Sent, run: RunId) -> Ask:
    return Ask(
        person=sent.person,
        place=sent.place,
        text=sent.question,
        delivery=sent.delivery,
        repeats=run,
        options=_options(sent.values),
    )


def _decision(sent: _Sent, run: RunId) -> RecordDecision:
    text, look_again = _text(sent.values, DECISION), _text(sent.values, LOOK_AGAIN)
    return RecordDecision(person=sent.person, place=sent.place, run_id=run, text=text, look_again=look_again)


def _list(sent: _Sent, filters: str) -> SearchRuns | ShowHistory:
    listing, words = read_listing(filters), _text(sent.values, WORDS)
    if not words:
        return ShowHistory(person=sent.person, place=sent.place, listing=listing)
    return SearchRuns(person=sent.person, place=sent.place, words=words, listing=listing)


def _reason(sent: _Sent, run: RunId) -> GiveFeedback:
    reason = _text(sent.values, REASON)[:LONGEST_REASON]
    return GiveFeedback(person=sent.person, place=sent.place, run_id=run, good=False, reason=reason)


def _ranking(sent: _Sent, run: RunId) -> CastRanking | ShowMistakes:
    """Read the chosen responses in order; empty places are skipped."""
    values = sent.values
    numbers = sorted(int(name.removeprefix(PLACE)) for name in values if name.removeprefix(PLACE).isdecimal())
    chosen: list[str] = []
    mistakes: list[FormMistake] = []
    for number in numbers:
        letter = _text(values, place_field(number))
        if letter in chosen:
            mistakes.append(FormMistake(field=place_field(number), kind="ranked_twice", fact=letter))
        elif letter:
            chosen.append(letter)
    if not chosen:
        mistakes.append(FormMistake(field=place_field(1), kind="needs_best"))
    if mistakes:
        return sent.mistakes(*mistakes)
    order = tuple((Alias(letter),) for letter in chosen)
    return CastRanking(person=sent.person, place=sent.place, run_id=run, order=order)


def _settings(sent: _Sent, level: Level, group: Group, version: int) -> SaveSettings:
    return SaveSettings(
        person=sent.person,
        place=sent.place,
        level=level,
        group=group,
        version=version,
        values=_setting_texts(sent.values, names_in(group)),
    )


def _text(values: Values, name: str) -> str:
    value = values.get(name, "")
    return (value if isinstance(value, str) else ", ".join(value)).strip()


def _options(values: Values) -> dict[str, str]:
    return _setting_texts(values, ONE_RUN)


def _setting_texts(values: Values, names: Sequence[str]) -> dict[str, str]:
    """Return the settings of a form by name; typed models are added to the picked ones."""
    texts = {name: setting_text(name, _text(values, name)) for name in names}
    if "members" in texts and (more := _text(values, MORE_MODELS)):
        texts["members"] = ", ".join(
            part for part in (texts["members"], _one_line(more.splitlines())) if part
        )
    if values.get(SERVICES) == ():
        # Taking away every tick does not mean that the channel's services are wanted.
        texts[SERVICES] = NONE
    return {name: text for name, text in texts.items() if text is not None}


def _template(values: Values) -> tuple[str, dict[str, str]]:
    """Return the name of the chosen template, empty for none, and the values of its fields."""
    template = _text(values, TEMPLATE)
    nothing = ("", NOTHING, IMPROVE_FIRST, ADVANCED_FIRST)
    return ("", {}) if template in nothing else (template, _template_fields(values, template))


def _template_fields(values: Values, template: str = "") -> dict[str, str]:
    """Return the values of the fields of one template, or of any, by the fields' own names."""
    filled: dict[str, str] = {}
    for name in values:
        of, dot, field = name.partition(".")
        if dot and of.startswith(f"{TEMPLATE}_") and template in ("", of.removeprefix(f"{TEMPLATE}_")):
            filled[field] = _text(values, name)
    return filled


def setting_text(name: str, text: str) -> str | None:
    """Return the value of a settings field in written form; None if the setting is inherited."""
    if text in {"", INHERIT}:
        return None
    if text == NOTHING:
        return ""
    return _one_line(text.splitlines()) if name == "members" else text


def _one_line(lines: Sequence[str]) -> str:
    """Join lines, because members may be typed one per line."""
    return ", ".join(part for line in lines if (part := line.strip().strip(",").strip()))
