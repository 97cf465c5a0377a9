"""Improve a question before it is asked: one call rewrites it, and its person takes a version, edits it, or cancels."""

import asyncio
from dataclasses import replace

from bot.conversation import asking
from bot.conversation.desk import PATIENCE_SECONDS, Desk
from bot.conversation.drafts import drafted
from bot.conversation.placed_settings import texts_of
from bot.conversation.templating import mistakes, template_named
from bot.post import FieldErrors, Form, PrivateReply, Reply, quoted
from bot.presentation.improving import improved_intro, improved_reply, improving_reply, not_improved_reply
from bot.presentation.replies import refusal
from bot.presentation.templates import fields_form
from bot.requests.asking import Ask, WriteQuestion
from bot.requests.forms import QUESTION
from bot.requests.improving import AskDraft, EditDraft, FillDraft, Improve, ImproveAgain, WriteFields
from bot.requests.person import Person
from council_core.council import check_length
from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import Place
from council_core.domain.question import has_words
from council_core.errors import QuestionRejected, RequestError, SettingsError
from council_core.stages.improve import Improved


async def improve(desk: Desk, request: Improve) -> Reply:
    """Have a question rewritten. The draft is stored first, so that the typed text is never lost."""
    if request.in_form:
        return await _in_form(desk, request)
    if refused := await asking.given_back(desk, request):
        return refused
    draft = await _drafted(desk, request)
    is_new = await desk.improver.drafts.keep(draft)
    if not is_new:
        return improving_reply(desk.words(request.person), draft)
    return await _soon(desk, request.person, request.place, draft)


async def again(desk: Desk, request: ImproveAgain) -> Reply:
    """Have a draft rewritten once more. Budgets count a draft once, so a rewritten draft is shown as it is, and one
    that is being rewritten is left alone."""
    draft = await draft_of(desk, request.person, request.place, request.draft_id)
    await _place_of(desk, request.person, request.place, draft)
    if draft.id in desk.rewriting:
        return improving_reply(desk.words(request.person), draft)
    if draft.better:
        settings = await desk.places.for_run(draft.place, draft.options)
        improved = Improved(text=draft.better, why=(), model=settings.roster.chairman.name)
        return improved_reply(desk.words(request.person), draft, improved)
    return await _soon(desk, request.person, request.place, draft)


async def ask(desk: Desk, request: AskDraft) -> Reply | None:
    """Ask a draft in the chosen version. Pressing the button again does not ask again."""
    person = request.person
    draft = await draft_of(desk, person, request.place, request.draft_id)
    text = draft.better if request.choice == "better" and draft.better else draft.text
    return await _ask(desk, person, request.place, draft, text)


async def fill(desk: Desk, request: FillDraft) -> Reply | None:
    """Ask a draft with the values of its template's fields, once; mistakes are shown at their fields."""
    draft = await draft_of(desk, request.person, request.place, request.draft_id)
    template = await template_named(desk, request.person, draft.place, draft.template)
    if wrong := mistakes(desk.words(request.person), template, request.fields):
        return wrong
    return await _ask(desk, request.person, request.place, replace(draft, fields=request.fields), draft.text)


async def write_fields(desk: Desk, request: WriteFields) -> Form:
    """Return the form with the fields of a draft's template."""
    draft = await draft_of(desk, request.person, request.place, request.draft_id)
    template = await template_named(desk, request.person, draft.place, draft.template)
    longest = desk.limits_of(request.place).field_text
    return fields_form(desk.words(request.person), template, draft, longest=longest)


async def _ask(desk: Desk, person: Person, here: Place, draft: Draft, text: str) -> Reply | None:
    place = await _place_of(desk, person, here, draft)
    asked = Ask(
        person=person,
        place=place,
        text=text,
        delivery=f"draft:{draft.id}",
        files=draft.files,
        options=draft.options,
        template=draft.template,
        fields=draft.fields,
        in_form=bool(draft.template) and draft.repeats is None,
        about=draft.about,
        repeats=draft.repeats,
    )
    reply = await asking.ask(desk, asked)
    if isinstance(reply, FieldErrors):
        return reply
    await desk.improver.drafts.delete(draft.id)
    return reply


async def edit(desk: Desk, request: EditDraft) -> Form:
    """Return the form for a question with the better text, or with the person's own if there is no better one."""
    draft = await draft_of(desk, request.person, request.place, request.draft_id)
    place = await _place_of(desk, request.person, request.place, draft)
    return await asking.write(
        desk,
        WriteQuestion(
            person=request.person,
            place=place,
            text=draft.better or draft.text,
            files=draft.files,
            options=draft.options,
            template=draft.template,
            fields=draft.fields,
            about=draft.about,
        ),
    )


async def draft_of(desk: Desk, person: Person, here: Place, draft_id: DraftId) -> Draft:
    """Return a person's own draft. Raises RequestError if it is deleted, another person's, or of another workspace."""
    draft = await desk.improver.drafts.find(draft_id)
    if draft is None or draft.person != person.id or draft.place.tenant != here.tenant:
        raise RequestError("draft_gone")
    return draft


async def _place_of(desk: Desk, person: Person, here: Place, draft: Draft) -> Place:
    """Return the place in which a draft is asked: where it was typed, if its person may still read there."""
    if draft.place.where == here.where:
        return replace(here, thread=draft.place.thread)
    await desk.admit(person, draft.place)
    return replace(draft.place, origin=None)


async def _drafted(desk: Desk, request: Improve) -> Draft:
    if not has_words(request.text):
        raise QuestionRejected("needs_words", fact=f"{desk.command} improve")
    check_length(request.text)
    return await drafted(desk, request, request.options)


async def _soon(desk: Desk, person: Person, here: Place, draft: Draft) -> Reply:
    """Return the result if it comes while the person can wait; else send it to them later."""
    found: list[PrivateReply] = []
    is_late = False

    async def work() -> None:
        try:
            reply = await _improved_reply(desk, person, draft)
        finally:
            desk.rewriting.discard(draft.id)
        if is_late:
            await desk.whisper(here, person.id, replace(reply.post, language=desk.words(person).language))
        else:
            found.append(reply)

    desk.rewriting.add(draft.id)
    task = desk.beside(work())
    await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
    if task.done():
        task.result()
        return found[0]
    is_late = True
    return improving_reply(desk.words(person), draft)


async def _improved_reply(desk: Desk, person: Person, draft: Draft) -> PrivateReply:
    words = desk.words(person)
    try:
        improved = await _improved(desk, draft)
    except (RequestError, SettingsError) as error:
        return not_improved_reply(words, draft, refusal(words, error))
    await desk.improver.drafts.improve(draft.id, improved.text)
    return improved_reply(words, draft, improved)


async def _improved(desk: Desk, draft: Draft) -> Improved:
    levels = await desk.places.levels(draft.place)
    settings = desk.places.settings_for(draft.options, texts_of(levels))
    desk.council.check(settings)
    return await desk.improver.improve(
        draft.id,
        draft.text,
        place=draft.place,
        member=settings.roster.chairman,
        seconds=settings.call_seconds,
        allowances=desk.places.allowances(draft.place, levels),
        now=desk.clock.now(),
    )


async def _in_form(desk: Desk, request: Improve) -> Form:
    """Return the form with the better question. If there is none, return the form unchanged, below the reason."""
    words = desk.words(request.person)
    text = request.text
    try:
        draft = await _drafted(desk, request)
        improved = await _improved(desk, draft)
        text, said = improved.text, improved_intro(words, draft.text, improved)
    except RequestError as error:
        said = quoted(refusal(words, error))
    again = WriteQuestion(
        person=request.person,
        place=request.place,
        text=text,
        options=request.options,
        template=request.template,
        fields=request.fields,
    )
    form = await asking.write(desk, again)
    fields = tuple(replace(each, is_revised=each.name == QUESTION) for each in form.fields)
    return replace(form, intro=said, fields=fields)
