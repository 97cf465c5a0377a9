"""A question's template: find it among those of its place, check it, fill it in, and deal its roles. People who manage
a workspace create templates, which everybody there sees."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import SystemRandom

from bot.conversation.desk import Desk
from bot.post import FieldErrors, Form, PrivateReply, Reply
from bot.presentation.templates import (
    own_template_form,
    template_deleted,
    template_form,
    template_mistake,
    template_mistakes,
    template_reply,
    template_saved,
    templates_reply,
)
from bot.presentation.words import Words
from bot.requests.asking import Ask
from bot.requests.forms import template_field
from bot.requests.improving import Improve
from bot.requests.memory import (
    DeleteTemplate,
    EditTemplate,
    LeaveWorkspace,
    SaveTemplate,
    ShowTemplate,
    ShowTemplates,
    UseTemplate,
)
from bot.requests.person import Person
from council_core.domain.member import Member
from council_core.domain.place import Place
from council_core.domain.question import FilledTemplate, Question
from council_core.domain.settings import CouncilSettings
from council_core.domain.template import Template
from council_core.errors import NotAllowed, RequestError, UnknownChoice
from council_core.redaction import redact
from council_core.templates import MOST
from council_core.templates.spoken import role_title
from council_core.templates.written import Mistake, mark_of, read_written

logger = logging.getLogger(__name__)


async def template_named(desk: Desk, person: Person, place: Place, name: str) -> Template:
    """Return a template in a person's language. Raises UnknownChoice with the names of all templates."""
    known = await desk.templates.at(place, desk.words(person).language)
    if name not in known:
        raise UnknownChoice("template", name, tuple(known))
    return known[name]


async def templated(desk: Desk, request: Ask) -> tuple[Mapping[str, str], FilledTemplate | None]:
    """Return the options with the template's preset unless one is chosen, and the filled template. Raises
    RequestError."""
    if not request.template:
        return request.options, None
    template = await template_named(desk, request.person, request.place, request.template)
    for mistake in typed_mistakes(template, request):
        raise mistake
    return with_preset(template, request.options), template.filled(request.fields)


def typed_mistakes(template: Template, request: Ask | Improve) -> Sequence[RequestError]:
    """Return all mistakes in a typed template; a field that cannot be read is not called empty as well."""
    slips = [RequestError(kind, fact=name) for kind, name in request.slips]
    unread = {name for _, name in request.slips}
    return [*slips, *(error for name, error in template.mistakes(request.fields) if name not in unread)]


def with_preset(template: Template, options: Mapping[str, str]) -> Mapping[str, str]:
    """Return the options with the template's preset, unless one is chosen."""
    return {"preset": template.preset, **options} if template.preset else options


def mistakes(words: Words, template: Template, values: Mapping[str, str]) -> FieldErrors | None:
    """Return the mistakes in a form with the fields of a template, by field; None if there are none."""
    found = tuple(
        (template_field(template.name, name), template_mistake(words, error))
        for name, error in template.mistakes(values)
    )
    return FieldErrors(errors=found) if found else None


def instructed(settings: CouncilSettings, question: Question) -> CouncilSettings:
    """Return the settings with the template's instructions after the house instructions, with secrets masked if the
    settings ask for it."""
    if question.template is None or not question.template.instructions:
        return settings
    instructions = question.template.instructions
    added = redact(instructions).text if settings.redact else instructions
    return replace(settings, instructions=f"{settings.instructions or ''}\n\n{added}".strip())


def dealt(desk: Desk, settings: CouncilSettings, question: Question) -> CouncilSettings:
    """Return the settings with the template's roles for members without one, and with titles of roles in the run's
    language. The order is drawn from nothing that people know, because a response shows the role of its author."""
    names = question.template.roles if question.template is not None else ()
    roles = [desk.templates.roles[name] for name in names if name in desk.templates.roles]
    roster = settings.roster
    free = [seat.id for seat in roster.members if seat.role is None and seat.answers]
    given = dict(zip(SystemRandom().sample(free, len(free)), roles, strict=False))

    def seated(seat: Member) -> Member:
        role = given.get(seat.id, seat.role)
        if role is None:
            return seat
        # The whole run speaks one language, in which its names are revealed too.
        return replace(seat, role=replace(role, title=role_title(role.title, settings.language)))

    members = tuple(map(seated, roster.members))
    return replace(settings, roster=replace(roster, members=members))


def undealt(settings: CouncilSettings, question: Question) -> CouncilSettings:
    """Return the settings without the roles that a template dealt, for asking once more: they are dealt anew, and no
    form reveals which member had which."""
    names = question.template.roles if question.template is not None else ()

    def bare(seat: Member) -> Member:
        return replace(seat, role=None) if seat.role is not None and seat.role.name in names else seat

    roster = settings.roster
    return replace(settings, roster=replace(roster, members=tuple(map(bare, roster.members))))


async def show(desk: Desk, request: ShowTemplates) -> PrivateReply:
    """Answer with the templates and their fields, and with buttons to change them for people who manage the
    workspace."""
    known = await desk.templates.at(request.place, desk.words(request.person).language)
    may_change = bool(request.place.workspace) and request.person.may_configure_workspace
    return templates_reply(
        desk.words(request.person), tuple(known.values()), desk.command, may_change=may_change
    )


async def use(desk: Desk, request: UseTemplate) -> Form:
    """Return the form for a question with a template's fields."""
    template = await template_named(desk, request.person, request.place, request.name)
    longest = desk.limits_of(request.place).field_text
    return template_form(desk.words(request.person), template, longest=longest)


async def show_one(desk: Desk, request: ShowTemplate) -> PrivateReply:
    """Answer with one whole template and the buttons to change it."""
    _check(request.person, request.place)
    template = await template_named(desk, request.person, request.place, request.name)
    own = await desk.templates.own_at(request.place)
    return template_reply(desk.words(request.person), template, is_own=template.name in own)


async def edit(desk: Desk, request: EditTemplate) -> Form:
    """Return the form for a template of the workspace; an operator's template is copied into it."""
    _check(request.person, request.place)
    template = (
        await template_named(desk, request.person, request.place, request.name) if request.name else None
    )
    mark = mark_of((await desk.templates.own_at(request.place)).get(request.name))
    longest = desk.limits_of(request.place).field_text
    return own_template_form(desk.words(request.person), template, mark=mark, longest=longest)


async def save(desk: Desk, request: SaveTemplate) -> Reply:
    """Store a template of the workspace, or show the mistakes at their fields."""
    _check(request.person, request.place)
    words = desk.words(request.person)
    read = read_written(request.texts, presets=desk.places.presets, roles=desk.templates.roles)
    if isinstance(read, tuple):
        return FieldErrors(errors=template_mistakes(words, read))
    own = await desk.templates.own_at(request.place)
    if mark_of(own.get(request.before)) != request.mark:
        wrong = Mistake(part="name", kind="changed")
        return FieldErrors(errors=template_mistakes(words, (wrong,)))
    if read.name != request.before and read.name in own:
        wrong = Mistake(part="name", kind="taken", fact=read.name)
        return FieldErrors(errors=template_mistakes(words, (wrong,)))
    if len({*desk.templates.shipped, *(own.keys() - {request.before}), read.name}) > MOST:
        raise RequestError("too_many_templates", fact=str(MOST))
    before = request.before if request.before in own else ""
    await desk.templates.own.save(request.place, read, before=before, by=request.person.id)
    logger.info("a template of a workspace was saved by %s", request.person.id)
    return template_saved(words, read, desk.command)


async def delete(desk: Desk, request: DeleteTemplate) -> Reply:
    """Delete a template of the workspace. Runs that were asked with it keep it."""
    _check(request.person, request.place)
    is_gone = await desk.templates.own.delete(request.place, request.name)
    back = request.name in desk.templates.shipped
    return template_deleted(desk.words(request.person), request.name, is_gone=is_gone, back=back)


async def leave(desk: Desk, request: LeaveWorkspace) -> None:
    """Delete all templates of a workspace."""
    await desk.templates.own.delete_all(request.place)


def _check(person: Person, place: Place) -> None:
    if not place.workspace:
        raise RequestError("no_workspace")
    if not person.may_configure_workspace:
        raise NotAllowed("only_template_managers")
