"""Templates that a workspace creates: everybody sees them, and people who manage the workspace change them."""

import logging

from bot.conversation.desk import Desk
from bot.conversation.templating import template_named
from bot.post import FieldErrors, Form, PrivateReply, Reply
from bot.presentation.templates import (
    own_template_form,
    template_deleted,
    template_form,
    template_mistakes,
    template_reply,
    template_saved,
    templates_reply,
)
from bot.requests import (
    DeleteTemplate,
    EditTemplate,
    LeaveWorkspace,
    Person,
    SaveTemplate,
    ShowTemplate,
    ShowTemplates,
    UseTemplate,
)
from council_core.domain.place import Place
from council_core.errors import NotAllowed, RequestError
from council_core.templates import MOST
from council_core.templates.written import Mistake, read_written

logger = logging.getLogger(__name__)


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
    longest = desk.limits_of(request.place).field_text
    return own_template_form(desk.words(request.person), template, longest=longest)


async def save(desk: Desk, request: SaveTemplate) -> Reply:
    """Store a template of the workspace, or show the mistakes at their fields."""
    _check(request.person, request.place)
    words = desk.words(request.person)
    read = read_written(request.texts, presets=desk.places.presets, roles=desk.templates.roles)
    if isinstance(read, tuple):
        return FieldErrors(errors=template_mistakes(words, read))
    own = await desk.templates.own_at(request.place)
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
