"""Pages about templates for questions: a list for everybody, and forms for people who manage the workspace."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bot.post import FieldErrors, PrivateReply
from bot.presentation.words import Words, words_for
from bot.requests.forms import own_template_field
from bot.requests.memory import DeleteTemplate, SaveTemplate
from bot.requests.person import Person
from bot.web.page.door import Door, Refused
from bot.web.page.drawing import HEADERS, draw, page_response
from bot.web.page.form_requests import Fields, first
from bot.web.page.links import Visitor
from bot.web.page.site import Site
from council_core.domain.template import Template
from council_core.templates.written import PARTS, TemplatePart, mark_of, written

PATH = "/templates"
SUBJECT = "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartField:
    """One text of a template's form."""

    part: TemplatePart
    label: str
    hint: str
    value: str
    mistake: str
    is_long: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateEntry:
    """One template of the list, with its form."""

    name: str
    """Name; empty for the form of a new one."""

    mark: str
    """See `SaveTemplate`."""

    title: str
    summary: str
    lines: tuple[str, ...]
    instructions: str
    is_own: bool
    is_open: bool
    """Whether its form is unfolded, because it has a mistake."""

    fields: tuple[PartField, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A form that could not be saved, with its values."""

    before: str = ""
    mark: str = ""
    texts: Mapping[TemplatePart, str] = field(default_factory=dict[TemplatePart, str])
    mistakes: Mapping[str, str] = field(default_factory=dict[str, str])
    """Mistakes by the names of fields in the form in chat."""


class TemplatePages:
    """The templates of a workspace."""

    def __init__(self, site: Site, door: Door) -> None:
        """Args:
        site: The council behind the pages.
        door: Identifies the reader and their rights."""
        self._site, self._door = site, door

    async def show(self, request: Request) -> Response:
        """List the templates, with forms for people who manage the workspace."""
        visitor = self._door.visitor(request)
        return await self._page(visitor, said=self._site.links.noted(request.query_params.get("said", "")))

    async def change(self, request: Request) -> Response:
        """Save or delete a template by the same handlers as in chat. A form with mistakes is shown again with its
        values."""
        visitor = self._door.visitor(request)
        fields = await self._door.sent(request, visitor, SUBJECT)
        if not visitor.is_workspace_manager:
            raise Refused("for_managers")
        asked = _request(fields, visitor)
        reply = await self._site.handle(asked)
        typed = (
            Typed(before=asked.before, mark=asked.mark, texts=asked.texts)
            if isinstance(asked, SaveTemplate)
            else None
        )
        match reply:
            case FieldErrors(errors=errors) if typed is not None:
                return await self._page(visitor, typed=replace(typed, mistakes=dict(errors)))
            case PrivateReply(post=post) if typed is not None and post.tone in ("warning", "bad"):
                return await self._page(visitor, typed=typed, said=post.summary)
            case PrivateReply(post=post):
                query = urlencode({"said": self._site.links.note(post.summary)})
                return RedirectResponse(f"{PATH}?{query}", status_code=303, headers=HEADERS)
            case _:
                return RedirectResponse(PATH, status_code=303, headers=HEADERS)

    async def _page(self, visitor: Visitor, *, said: str = "", typed: Typed | None = None) -> Response:
        place, words = visitor.workspace_place, words_for(visitor.locale)
        known = await self._site.templates(place, words.language)
        own = await self._site.own_templates(place)
        if typed is not None and typed.before not in known:
            # It was deleted meanwhile, so the form for a new one keeps the texts.
            typed = replace(typed, before="", mark="")
        entries = [_entry(words, each, is_own=each.name in own, typed=typed) for each in known.values()]
        facts = {
            "entries": entries,
            "new": _entry(words, None, is_own=False, typed=typed),
            "may_change": visitor.is_workspace_manager,
            "form": self._site.links.form(visitor, SUBJECT),
            "said": said,
        }
        return page_response(await asyncio.to_thread(draw, "templates.html", words, **facts))


def _entry(words: Words, template: Template | None, *, is_own: bool, typed: Typed | None) -> TemplateEntry:
    texts = written(template) if template is not None else dict[TemplatePart, str]()
    name = template.name if template is not None else ""
    mine = typed if typed is not None and typed.before == name else None
    values = texts if mine is None else mine.texts
    fields = tuple(
        PartField(
            part=part,
            label=words.templates.part(part=part),
            hint=words.templates.part_hint(part=part),
            value=values.get(part, ""),
            mistake=mine.mistakes.get(own_template_field(part), "") if mine is not None else "",
            is_long=part in ("instructions", "fields"),
        )
        for part in PARTS
    )
    return TemplateEntry(
        name=name,
        mark=mine.mark if mine is not None else mark_of(template if is_own else None),
        title=template.title if template is not None else words.templates.new,
        summary=template.summary if template is not None else "",
        lines=tuple(texts.get("fields", "").splitlines()),
        instructions=template.instructions if template is not None else "",
        is_own=is_own,
        is_open=mine is not None,
        fields=fields,
    )


def _request(fields: Fields, visitor: Visitor) -> SaveTemplate | DeleteTemplate:
    """Return the request of a form. Raises Refused if it is no form of this page."""
    person = Person(
        id=visitor.person,
        name=visitor.name,
        locale=visitor.locale,
        is_present=True,
        may_configure_workspace=visitor.is_workspace_manager,
    )
    place, before = visitor.workspace_place, first(fields, "before")
    match first(fields, "do"):
        case "save":
            texts: dict[TemplatePart, str] = {part: first(fields, part) for part in PARTS}
            mark = first(fields, "mark")
            return SaveTemplate(person=person, place=place, before=before, mark=mark, texts=texts)
        case "delete" if before:
            return DeleteTemplate(person=person, place=place, name=before)
        case _:
            raise Refused("forged")
