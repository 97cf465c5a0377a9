"""Find a question's template, check what was filled into it, and put its instructions behind those of the house."""

from collections.abc import Mapping
from dataclasses import replace

from bot.conversation.desk import Desk
from bot.post import FieldErrors
from bot.presentation import template_mistake
from bot.presentation.words import Words
from bot.requests import Ask
from bot.requests.forms import template_field
from council_core.domain.place import Place
from council_core.domain.question import FilledTemplate, Question
from council_core.domain.settings import CouncilSettings
from council_core.errors import UnknownChoice
from council_core.redaction import redact
from council_core.templates import Template, Templates


async def templates_at(desk: Desk, place: Place) -> Templates:
    """Return the templates of a place by name."""
    del place
    return desk.templates


async def template_named(desk: Desk, place: Place, name: str) -> Template:
    """Return a template. Raises UnknownChoice with the names of those that exist."""
    known = await templates_at(desk, place)
    if name not in known:
        raise UnknownChoice("template", name, tuple(known))
    return known[name]


async def templated(desk: Desk, request: Ask) -> tuple[Mapping[str, str], FilledTemplate | None]:
    """Return the options with the template's preset unless one is chosen, and the filled template. Raises
    RequestError."""
    if not request.template:
        return request.options, None
    template = await template_named(desk, request.place, request.template)
    preset = {"preset": template.preset} if template.preset else {}
    return {**preset, **request.options}, template.filled(request.fields)


def mistakes(words: Words, template: Template, values: Mapping[str, str]) -> FieldErrors | None:
    """Return what is wrong in a form with the fields of a template, each at its field; None where nothing is."""
    found = tuple(
        (template_field(template.name, name), template_mistake(words, error))
        for name, error in template.mistakes(values)
    )
    return FieldErrors(errors=found) if found else None


def instructed(settings: CouncilSettings, question: Question) -> CouncilSettings:
    """The same with the template's instructions behind those of the house, their secrets masked where that is
    wanted."""
    if question.template is None or not question.template.instructions:
        return settings
    instructions = question.template.instructions
    added = redact(instructions).text if settings.redact else instructions
    return replace(settings, instructions=f"{settings.instructions or ''}\n\n{added}".strip())
