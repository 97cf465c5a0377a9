"""Handle questions: new ones, follow-ups and repetitions."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.conversation.asked_before import earlier_questions
from bot.conversation.desk import Desk
from bot.conversation.drafts import keep
from bot.conversation.picking import has_seats_of_its_own, members_suggested, models_to_pick, seats_typed
from bot.conversation.placed_settings import texts_of
from bot.conversation.templating import (
    dealt,
    instructed,
    mistakes,
    template_named,
    templated,
    typed_mistakes,
    undealt,
)
from bot.post import FieldErrors, Form, Limits, Reply, Suggestions
from bot.presentation.forms import Advanced, again_form, follow_up_form, question_form
from bot.presentation.improving import asked_before_reply, models_refused_reply, template_refused_reply
from bot.presentation.material import short_name
from bot.presentation.replies import (
    asked_elsewhere,
    asked_in_private,
    refusal,
    retry_started,
    slip_reply,
    still_in_message,
    vague_hint,
)
from bot.presentation.templates import template_fields_reply
from bot.presentation.words import words_for
from bot.requests.asking import Ask, Clarify, FollowUp, Overhear, Retry, RunAgain, Suggest, WriteQuestion
from bot.requests.forms import template_field
from bot.requests.improving import Improve
from bot.requests.person import Person
from bot.requests.slips import command_meant, is_asked, is_hardly_a_question
from bot.settings.catalogue import ONE_RUN, typed
from bot.settings.languages import language_of
from bot.settings.presets import RESETS, Presets
from bot.settings.roster import write_seat
from council_core.admission import run_id_for
from council_core.domain.place import Level, PlaceSettings
from council_core.domain.question import Asker, Question, RunId, has_words
from council_core.domain.run import Run
from council_core.domain.run_view import Viewer
from council_core.domain.settings import CouncilSettings
from council_core.domain.similarity import EarlierQuestion, is_vague
from council_core.errors import (
    ModelsRefused,
    QuestionRejected,
    RequestError,
    RunDeleted,
    SettingsError,
    UnknownChoice,
)
from council_core.redaction import redact
from council_core.rubrics import known as known_rubrics
from council_core.view import view

SEATS = ("members", "chairman")


async def ask(desk: Desk, request: Ask) -> Reply | None:
    """Ask the council a question. A follow-up or a repetition goes into the thread of its earlier run."""
    before = None
    if about := request.repeats or request.follows:
        before = await desk.run_here(request.person, request.place, about)
    question = _question(desk, request, before)
    if before is not None and request.repeats:
        return await _repeat(desk, request, question, before)
    if request.in_form and (reply := await _still_to_fill(desk, request)):
        return reply
    is_lost = request.may_wait and not (request.in_form or request.stands_in_message)
    if is_lost and (reply := await given_back(desk, request)):
        return reply
    options, template = await templated(desk, request)
    question = replace(question, template=template)
    if earlier := await _asked_before(desk, request, question):
        return await _offer(desk, request, earlier)
    levels = await desk.places.levels(question.place)
    settings = instructed(desk.places.settings_for(options, texts_of(levels)), question)
    settings = _spoken(_masked_fields(settings), request.person)
    run_id, is_new = await _put(desk, question, settings, request.delivery, levels)
    if is_new and request.naming is not None:
        desk.beside(_name_asker(desk, run_id, request.naming, request.person.name))
    if is_new and settings.redact and request.stands_in_message:
        masked = (await desk.council.run(run_id)).question.masked
        return still_in_message(desk.words(request.person), masked) if masked else None
    if is_new and await _is_hinted(desk, request):
        return vague_hint(desk.words(request.person), desk.command)
    return _pointer(request, question)


def _question(desk: Desk, request: Ask, before: Run | None) -> Question:
    """Return the question of a request.

    Args:
        desk: Services.
        request: What somebody asks.
        before: The run that it repeats or follows.

    Raises:
        QuestionRejected: It has neither words nor files.
    """
    # A repetition without words of its own asks the same question.
    same = before.question.text if before is not None and request.repeats else ""
    text = request.text.strip() or same
    about_files = _about_files(desk, request)
    is_wordless = bool(about_files) and (not has_words(text) or text == about_files)
    if is_wordless:
        text = about_files
    if not has_words(text):
        raise QuestionRejected("needs_words", fact=desk.command)
    return Question(
        text=text,
        asker=Asker(id=request.person.id, name=request.person.name),
        place=before.conversation if before is not None else request.place,
        files=request.files,
        follows=request.follows,
        about=request.about,
        is_wordless=is_wordless,
    )


async def _is_hinted(desk: Desk, request: Ask) -> bool:
    """Tell whether this person gets advice about their question: it is vague, nothing around it names the thing that it
    points to, and they never got advice before."""
    has_more = request.files or request.about or request.follows or request.place.thread or request.template
    if not request.may_wait or request.stands_in_message or has_more or not is_vague(request.text):
        return False
    return await desk.improver.drafts.hint(request.place.platform, request.person.id)


async def _asked_before(desk: Desk, request: Ask, question: Question) -> tuple[EarlierQuestion, ...]:
    """Return earlier questions to offer in place of asking at once."""
    # `ask` warns a person at once that their message still contains a secret.
    if not request.may_wait or (request.stands_in_message and redact(request.text).masked):
        return ()
    earlier = await earlier_questions(desk, question)
    # A platform tells of one message again when it is edited, or when the first time got lost.
    own = run_id_for(question.place, request.delivery)
    return () if own in {each.run_id for each in earlier} else earlier


async def _offer(desk: Desk, request: Ask, earlier: tuple[EarlierQuestion, ...]) -> Reply:
    """Store the question until its person decides whether to ask it again."""
    draft = await keep(desk, request, request.options)
    return asked_before_reply(desk.words(request.person), draft, earlier, now=desk.clock.now())


async def _still_to_fill(desk: Desk, request: Ask) -> Reply | None:
    """Return the mistakes in a template's fields. If the form did not show the fields, return the form with them, or a
    way to it if one form has no room for all. None if all fields are filled in."""
    if not request.template:
        return None
    words = desk.words(request.person)
    try:
        template = await template_named(desk, request.person, request.place, request.template)
    except UnknownChoice:
        return await given_back(desk, request)
    if request.fields or not template.fields:
        return mistakes(words, template, request.fields)
    chosen = WriteQuestion(
        person=request.person,
        place=request.place,
        text=request.text,
        files=request.files,
        about=request.about,
        options=request.options,
        template=request.template,
    )
    form = await write(desk, chosen)
    shown = {field.name for field in form.fields}
    if all(template_field(template.name, field.name) in shown for field in template.fields):
        return form
    return template_fields_reply(words, template, await keep(desk, request, request.options))


async def given_back(desk: Desk, request: Ask | Improve) -> Reply | None:
    """Return the mistakes in a typed template, and store the question for a form; None if there are none."""
    if not request.template:
        return None
    words = desk.words(request.person)
    try:
        template = await template_named(desk, request.person, request.place, request.template)
    except UnknownChoice as error:
        draft = await keep(desk, replace(request, template="", fields={}), request.options)
        return template_refused_reply(words, draft, (refusal(words, error),), None)
    if not (wrong := typed_mistakes(template, request)):
        return None
    known = {field.name for field in template.fields}
    fields = {name: value for name, value in request.fields.items() if name in known}
    draft = await keep(desk, replace(request, fields=fields), request.options)
    return template_refused_reply(words, draft, [refusal(words, each) for each in wrong], template)


async def offer_others(desk: Desk, request: Ask, error: ModelsRefused) -> Reply | None:
    """Store a question whose models were refused, and offer the form in which its person picks others. None if the
    place itself names such models, or if the person can send the question again without a form. Raises StoreError."""
    if request.repeats or request.follows or request.stands_in_message:
        return None
    options = {name: text for name, text in request.options.items() if name not in SEATS}
    try:
        draft = await keep(desk, request, options)
    except SettingsError:
        return None
    words = desk.words(request.person)
    return models_refused_reply(words, draft, refusal(words, error))


async def options_of(desk: Desk, request: Ask) -> Mapping[str, str]:
    """Return the settings of a question's run; a repetition takes those of its earlier run by default. Raises
    UnknownRun."""
    if request.repeats is None:
        return request.options
    before = await desk.run_here(request.person, request.place, request.repeats)
    return _as_before(_one_run(before), request.options, desk.places.presets)


def _masked_fields(settings: CouncilSettings) -> CouncilSettings:
    """Return the settings, with secrets masked in the values for connectors if the settings ask for it."""
    fields = settings.connector_fields
    if not settings.redact or not fields:
        return settings
    return replace(settings, connector_fields=redact(fields).text)


async def _name_asker(
    desk: Desk, run_id: RunId, naming: Callable[[], Awaitable[str]], provisional: str
) -> None:
    """Store the asker's name once the platform tells it."""
    if (name := await naming()) != provisional:
        await desk.council.name_asker(run_id, name)
        desk.refresh(run_id)


def _spoken(settings: CouncilSettings, asker: Person) -> CouncilSettings:
    """Return the settings with the asker's language if the place has none, so that all posts of the run use one
    language."""
    return settings if settings.language else replace(settings, language=language_of(asker.locale))


async def _put(
    desk: Desk,
    question: Question,
    settings: CouncilSettings,
    delivery: str,
    levels: Mapping[Level, PlaceSettings],
) -> tuple[RunId, bool]:
    if has_seats_of_its_own(settings, desk.places, levels):
        settings = replace(settings, not_blind=True)
    settings = dealt(desk, settings, question)
    allowances = desk.places.allowances(question.place, levels)
    return await desk.council.ask(question, settings, delivery=delivery, allowances=allowances)


async def _repeat(desk: Desk, request: Ask, question: Question, before: Run) -> Reply | None:
    texts = _one_run(before)
    options = _as_before(texts, request.options, desk.places.presets)
    question = replace(
        question,
        files=request.files or before.question.files,
        is_wordless=question.is_wordless
        or (before.question.is_wordless and question.text == before.question.text),
        follows=before.question.follows,
        about=request.about or before.question.about,
        repeats=before.id,
        masked=before.question.masked if question.text == before.question.text else (),
        template=before.question.template,
    )
    levels = await desk.places.levels(question.place)
    try:
        settings = desk.places.settings_for(options, texts_of(levels))
        desk.council.check(settings)
    except ModelsRefused as error:
        return FieldErrors(errors=(("members", refusal(desk.words(request.person), error)),))
    except SettingsError as error:
        words = desk.words(request.person)
        # A value of the earlier run that the form replaces says nothing about the form's other fields.
        kept = {name: text for name, text in texts.items() if name not in request.options}
        problems = desk.places.problems(
            request.options, lambda some: desk.places.settings_for(kept | some, texts_of(levels)), words
        )
        return FieldErrors(errors=problems or (("members", refusal(words, error)),))
    settings = instructed(_spoken(settings, request.person), question)
    await _put(desk, question, settings, request.delivery, levels)
    return _pointer(request, question)


def _one_run(run: Run) -> dict[str, str]:
    """Return those settings of a run that people choose for one run."""
    settings = undealt(run.settings, run.question)
    return {name: text for name, text in typed(settings).items() if name in ONE_RUN}


def _as_before(texts: Mapping[str, str], options: Mapping[str, str], presets: Presets) -> Mapping[str, str]:
    """Merge the new options over the earlier ones. A newly chosen preset overrides values that the form merely
    repeated."""
    chosen = {**texts, **options}
    preset = presets.get(chosen["preset"])
    if preset is None or preset.name == texts["preset"]:
        return chosen
    named = {*preset.values, *(RESETS["members"] if "members" in preset.values else ())}
    return {name: text for name, text in chosen.items() if name not in named or text != texts[name]}


def _pointer(request: Ask, question: Question) -> Reply | None:
    """Return a line that links to a thread which the person may not have open."""
    if request.from_elsewhere:
        return asked_in_private(words_for(request.person.locale))
    is_here = request.place.thread == question.place.thread
    return None if is_here else asked_elsewhere(words_for(request.person.locale))


async def clarify(desk: Desk, request: Clarify) -> Reply:
    """Ask whether a short text was meant as a command or as a question."""
    return slip_reply(
        desk.words(request.person),
        desk.command,
        request.text,
        meant=request.command,
        delivery=request.delivery,
    )


async def overhear(desk: Desk, request: Overhear) -> Reply | None:
    """Ask a plain message as a follow-up, if its place allows that. A command or a single word such as `thanks!` is no
    question."""
    is_command = command_meant(request.text) and not is_asked(request.text)
    if not request.text.strip() or is_command or is_hardly_a_question(request.text, in_thread=True):
        return None
    try:
        settings = await desk.places.for_run(request.place, {})
    except SettingsError:
        return None
    if not settings.plain_follow_ups:
        return None
    said = Ask(
        person=request.person,
        place=request.place,
        text=request.text,
        delivery=request.delivery,
        files=request.files,
        stands_in_message=True,
    )
    return await ask(desk, said)


def _about_files(desk: Desk, request: Ask | WriteQuestion) -> str:
    """Return the question of a person who attached files and wrote nothing; empty without files."""
    names = [short_name(file.name) for file in request.files]
    return desk.words(request.person).material.question(files=names) if names else ""


async def write(desk: Desk, request: WriteQuestion) -> Form:
    """Return the form for a question, with the settings of this place and earlier choices. Raises SettingsError."""
    levels = texts_of(await desk.places.levels(request.place))
    # This reports wrong settings before a person writes a question.
    desk.places.settings_for(request.options, levels)
    limits, words = desk.limits_of(request.place), desk.words(request.person)
    templates = await desk.templates.at(request.place, words.language)
    return question_form(
        words,
        request.text if has_words(request.text) else _about_files(desk, request),
        inherited=typed(desk.places.settings_for({}, levels)),
        rubrics=tuple(known_rubrics()),
        presets=desk.places.described,
        files=request.files,
        about=request.about,
        given=request.options,
        models=await models_to_pick(desk, words, levels, limits),
        services=desk.services(request.place),
        templates=tuple(templates.values()),
        template=request.template,
        filled=request.fields,
        tips=request.tips,
        longest=limits.field_text,
        room=limits.fields,
        advanced=_advanced(request.person, limits),
        has_buttons=limits.form_after_form,
    )


def _advanced(person: Person, limits: Limits) -> Advanced | None:
    """Return the form's way to the settings of single seats; None for people who may not change them."""
    if not person.may_configure:
        return None
    return "button" if limits.form_after_form else "tick"


async def suggest(desk: Desk, request: Suggest) -> Suggestions:
    """Suggest models: those of this place first, then the default ones, then others that the operator allows."""
    anywhere = desk.places.settings_for({})
    try:
        here = await desk.places.for_run(request.place, {})
    except SettingsError:
        here = anywhere
    seats = (*seats_typed(here), *seats_typed(anywhere))
    members, prices = await members_suggested(desk, desk.words(request.person), seats)
    return Suggestions(
        members=members,
        prices=prices,
        rubrics=tuple(known_rubrics()),
        presets=desk.places.described,
        roles=tuple(desk.templates.roles),
        providers=desk.offers.providers,
    )


async def follow_up(desk: Desk, request: FollowUp) -> Form:
    """Return the form for a follow-up."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    verdict = view(run, Viewer(person=request.person.id)).verdict
    suggested = verdict.points.ask if verdict is not None else ()
    at = request.suggestion
    return follow_up_form(
        desk.words(request.person),
        run.id,
        run.question.text,
        suggestion=suggested[at] if at is not None and at < len(suggested) else "",
        longest=desk.limits_of(request.place).field_text,
    )


async def again(desk: Desk, request: RunAgain) -> Form:
    """Return the form for a repetition, filled in with the earlier question and choices."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    levels = texts_of(await desk.places.levels(run.question.place))
    # Written as in the menu for members. With an id alone, the menu would list the same seat twice.
    texts = typed(undealt(run.settings, run.question)) | {
        "chairman": write_seat(run.settings.roster.chairman)
    }
    limits = desk.limits_of(request.place)
    return again_form(
        desk.words(request.person),
        run.id,
        run.question.text,
        texts,
        rubrics=tuple(known_rubrics()),
        presets=desk.places.described,
        models=await models_to_pick(desk, desk.words(request.person), levels, limits),
        longest=limits.field_text,
        room=limits.fields,
        advanced=_advanced(request.person, limits),
    )


async def retry(desk: Desk, request: Retry) -> Reply:
    """Ask the same members the same question once more, if one of them could not take part. Masking, deadlines and all
    other settings are those that hold now. Pressing the button again does not ask again, unless the retry was deleted.

    Raises:
        RunDeleted: The run was deleted at this moment.
        SettingsError: These members may not be asked any more.
    """
    run = await desk.run_here(request.person, request.place, request.run_id)
    if not run.is_finished:
        raise RequestError("not_over")
    if run.status != "failed" and not run.is_incomplete:
        raise RequestError("nobody_missing")
    question = replace(
        run.question,
        asker=Asker(id=request.person.id, name=request.person.name),
        place=run.conversation,
        repeats=run.id,
    )
    levels = await desk.places.levels(question.place)
    options = _as_before(_one_run(run), {}, desk.places.presets)
    settings = desk.places.settings_for(options, texts_of(levels))
    settings = instructed(_spoken(settings, request.person), question)
    before = run.id
    while True:
        try:
            run_id, is_new = await _put(desk, question, settings, f"retry:{before}", levels)
        except RunDeleted as deleted:
            if deleted.run_id == run.id:
                raise
            before = deleted.run_id  # An earlier retry was deleted, and a new one is named after it.
        else:
            return retry_started(desk.words(request.person), run_id, is_new=is_new)
