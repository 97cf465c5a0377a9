"""Set seats one by one: role, temperature, longest answer and effort of each model, for people who manage the place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b

from bot.conversation import asking, improving
from bot.conversation.desk import Desk
from bot.conversation.drafts import keep
from bot.conversation.placed_settings import above, texts_of
from bot.conversation.settings import check_level
from bot.conversation.templating import template_named, with_preset
from bot.post import FieldErrors, Form, PrivateReply, Reply
from bot.presentation.replies import field_sentences
from bot.presentation.seats import seats_form, seats_reply
from bot.presentation.settings_panel import settings_saved
from bot.requests.actions import is_level
from bot.requests.asking import Ask
from bot.requests.forms import NOTHING
from bot.requests.improving import AskDraft
from bot.requests.person import Person
from bot.requests.settings import EditSeats, SaveSeats, SetSeats
from bot.settings.catalogue import names_in
from bot.settings.roster import SEAT_SETTINGS, changed_seat, write_seat
from council_core.domain.draft import Draft, DraftId
from council_core.domain.member import Member, Roster
from council_core.domain.place import Level, Place
from council_core.domain.question import has_words
from council_core.domain.settings import CouncilSettings
from council_core.errors import NotAllowed, Problem, QuestionRejected, RequestError, SettingsChanged
from council_core.redaction import redact

Held = Callable[[Mapping[str, str]], CouncilSettings]
"""Returns the settings of a draft or a level after these changes to it. Raises SettingsError."""


async def begin(desk: Desk, request: SetSeats) -> Reply:
    """Store a question that is not asked yet, and open the seats that would answer it."""
    _check_manages(request.person)
    asked = Ask(
        person=request.person,
        place=request.place,
        text=request.text,
        delivery=request.delivery,
        files=request.files,
        repeats=request.repeats,
        about=request.about,
        options=request.options,
        template=request.template,
        fields=request.fields,
    )
    options = await asking.options_of(desk, asked)
    if request.template:
        options = with_preset(
            await template_named(desk, request.person, request.place, request.template), options
        )
    draft = await keep(desk, asked, options)
    roster = (await _held_by(desk, request.place, draft))({}).roster
    limits = desk.limits_of(request.place)
    if limits.form_after_form and _fit(roster, limits.fields):
        return _form(desk, request.person, request.place, draft, roster)
    return _list(desk, request.person, draft, roster)


async def edit(desk: Desk, request: EditSeats) -> Reply:
    """Return the form for one seat, or for all seats if one form has room; else the list of seats."""
    owner = await _owner(desk, request.person, request.place, request.whose)
    roster = (await _held_by(desk, request.place, owner))({}).roster
    if request.seat is None and not _fit(roster, desk.limits_of(request.place).fields):
        return _list(desk, request.person, owner, roster)
    if request.seat is not None and request.seat >= len(roster.members):
        raise SettingsChanged
    return _form(desk, request.person, request.place, owner, roster, only=request.seat)


async def save(desk: Desk, request: SaveSeats) -> Reply | None:
    """Save the seats of a form, or show the errors of wrong values. The form with all seats of a draft also asks the
    draft's question."""
    owner = await _owner(desk, request.person, request.place, request.whose)
    held = await _held_by(desk, request.place, owner)
    roster = held({}).roster
    if request.mark != _mark(roster):
        raise SettingsChanged
    seats, wrong = _changed(desk, roster, request)
    if wrong:
        words = desk.words(request.person)
        return FieldErrors(
            errors=tuple((name, field_sentences(words, [each])) for name, each in wrong.items())
        )
    texts = _seating(roster, seats, held)
    if isinstance(owner, Draft):
        return await _saved_for_question(desk, request, owner, texts)
    return await _saved_here(desk, request, owner, texts)


async def _saved_for_question(
    desk: Desk, request: SaveSeats, draft: Draft, texts: Mapping[str, str]
) -> Reply | None:
    person, place = request.person, request.place
    settings = (await _held_by(desk, place, draft))(texts)
    text = draft.text if request.text is None else request.text.strip()
    draft = replace(
        draft,
        text=redact(text).text if settings.redact else text,
        options={**draft.options, **texts},
    )
    if request.seat is None and not (has_words(draft.text) or draft.files or draft.repeats):
        raise QuestionRejected("needs_words", fact=desk.command)
    await desk.improver.drafts.change(draft)
    if request.seat is not None:
        return _list(desk, person, draft, settings.roster)
    return await improving.ask(desk, AskDraft(person=person, place=place, draft_id=draft.id, choice="mine"))


async def _saved_here(desk: Desk, request: SaveSeats, level: Level, texts: Mapping[str, str]) -> Reply:
    own = (await desk.places.levels(request.place))[level]
    others = {name: own.values[name] for name in names_in("council") if name in own.values}
    errors = await desk.places.save(
        request.place, level, "council", own.version, {**others, **texts}, request.person
    )
    if errors or request.seat is None:
        return errors or settings_saved(desk.words(request.person), level)
    roster = (await _held_by(desk, request.place, level))({}).roster
    return _list(desk, request.person, level, roster)


def _changed(desk: Desk, roster: Roster, request: SaveSeats) -> tuple[Sequence[Member], dict[str, Problem]]:
    """Return the seats with the form's values, and the errors by field."""
    seats, wrong = list(roster.members), dict[str, Problem]()
    for at, seat in enumerate(roster.members):
        if request.seat not in (None, at):
            continue
        fields = {setting.name: f"{setting.name}{at}" for setting in SEAT_SETTINGS}
        texts = {name: request.values[key] for name, key in fields.items() if key in request.values}
        given = {name: "" if text == NOTHING else text for name, text in texts.items()}
        seats[at], problems = changed_seat(seat, given, desk.templates.roles)
        wrong |= {fields[name]: problem for name, problem in problems.items()}
    return seats, wrong


def _seating(roster: Roster, seats: Sequence[Member], held: Held) -> dict[str, str]:
    """Return the settings that give these members seats and keep the same chairman. Raises RequestError if a preset
    sets other members."""
    texts = {"members": ", ".join(map(write_seat, seats))}
    if held(texts).roster.chairman.id != roster.chairman.id:
        texts["chairman"] = (
            roster.chairman.id if roster.chairman in roster.members else write_seat(roster.chairman)
        )
    if [write_seat(seat) for seat in held(texts).roster.members] != [write_seat(seat) for seat in seats]:
        raise RequestError("preset_seats")
    return texts


async def _owner(desk: Desk, person: Person, place: Place, whose: str) -> Draft | Level:
    """Return the draft, or the level of settings, whose seats this person may change. Raises RequestError if they may
    not."""
    if is_level(whose):
        check_level(person, place, whose)
        return whose
    _check_manages(person)
    draft = await improving.draft_of(desk, person, place, DraftId(whose))
    if draft.place.where != place.where:
        # Only in that place is it known whether they manage it.
        raise RequestError("draft_gone")
    return draft


def _check_manages(person: Person) -> None:
    if not person.may_configure:
        raise NotAllowed("only_managers_set_seats")


async def _held_by(desk: Desk, place: Place, owner: Draft | Level) -> Held:
    levels = await desk.places.levels(place)
    if isinstance(owner, Draft):
        around, options = texts_of(levels), owner.options
        return lambda texts: desk.places.settings_for({**options, **texts}, around)
    inherited, own = texts_of(above(levels, owner)), levels[owner].values
    return lambda texts: desk.places.settings_for({}, [*inherited, {**own, **texts}])


def _mark(roster: Roster) -> str:
    """Return a short digest of the seats, which differs for other seats."""
    seats = "\n".join(map(write_seat, roster.members))
    return blake2b(seats.encode(errors="replace"), digest_size=4).hexdigest()


def _fit(roster: Roster, fields: int) -> bool:
    """Tell whether one form has room for all seats, and for the question above them."""
    return len(roster.members) * len(SEAT_SETTINGS) < fields


def _form(
    desk: Desk,
    person: Person,
    place: Place,
    owner: Draft | Level,
    roster: Roster,
    *,
    only: int | None = None,
) -> Form:
    return seats_form(
        desk.words(person),
        owner,
        roster.members,
        tuple(desk.templates.roles.values()),
        mark=_mark(roster),
        only=only,
        longest=desk.limits_of(place).field_text,
    )


def _list(desk: Desk, person: Person, owner: Draft | Level, roster: Roster) -> PrivateReply:
    return seats_reply(desk.words(person), owner, roster.members)
