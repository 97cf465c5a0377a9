"""Show the settings of a place to everybody, and change them for people who may."""

from bot.conversation.desk import Desk
from bot.conversation.picking import models_to_pick
from bot.conversation.placed_settings import above, levels_of, texts_of
from bot.post import Form, Reply
from bot.presentation.models import Menu
from bot.presentation.phrases import estimate_sentence
from bot.presentation.replies import stored_refusal
from bot.presentation.settings_panel import settings_form, settings_reply, settings_reset, settings_saved
from bot.requests.person import Person
from bot.requests.settings import EditSettings, ResetSettings, SaveSettings, ShowSettings
from bot.settings.catalogue import names_in, read, typed
from council_core.domain.place import Level, PersonId, Place, PlaceSettings
from council_core.domain.question import Asker, Question
from council_core.domain.settings import CouncilSettings
from council_core.errors import NotAllowed, RequestError, SettingsError


async def show(desk: Desk, request: ShowSettings) -> Reply:
    """Answer with the present settings and their sources. Contradictions between settings are named."""
    levels = await desk.places.levels(request.place)
    trouble = ""
    texts: dict[str, str] = {}
    settings: CouncilSettings | None = None
    try:
        settings = desk.places.settings_for({}, texts_of(levels))
        texts = read(settings)
    except SettingsError as error:
        trouble = stored_refusal(desk.words(request.person), error)
        texts = read(desk.places.settings_for({}))
        for own in texts_of(levels):
            texts |= own
    estimate = await desk.council.estimate(sample(request.place), settings) if settings is not None else None
    editable: dict[Level, PlaceSettings] = {
        level: own for level, own in levels.items() if _may(request.person, level)
    }
    return settings_reply(
        desk.words(request.person),
        {name: texts[name] for name in names_in("all")},
        desk.places.sources(levels),
        editable,
        fields=desk.limits_of(request.place).fields,
        plain_messages=desk.limits_of(request.place).plain_messages,
        trouble=trouble,
        price="" if estimate is None else estimate_sentence(estimate, desk.words(request.person)),
    )


def sample(place: Place) -> Question:
    """Return a question of the usual length, for estimating costs."""
    return Question(text="word " * 50, asker=Asker(id=PersonId(""), name=""), place=place)


async def edit(desk: Desk, request: EditSettings) -> Form:
    """Return the form for some settings of one level, filled in with the level's own values."""
    check_level(request.person, request.place, request.level)
    levels, words = await desk.places.levels(request.place), desk.words(request.person)
    inherited = texts_of(above(levels, request.level))
    seats_members = "members" in names_in(request.group)
    limits = desk.limits_of(request.place)
    held = [*inherited, levels[request.level].values]
    return settings_form(
        words,
        request.level,
        request.group,
        levels[request.level],
        inherited=typed(desk.places.settings_for({}, inherited)),
        presets=tuple(desk.places.presets),
        models=await models_to_pick(desk, words, held, limits) if seats_members else Menu(),
    )


async def save(desk: Desk, request: SaveSettings) -> Reply:
    """Save the new settings, or show the errors of wrong ones."""
    check_level(request.person, request.place, request.level)
    errors = await desk.places.save(
        request.place, request.level, request.group, request.version, request.values, request.person
    )
    wanted = request.values.get("plain_follow_ups") == "yes"
    heard = desk.limits_of(request.place).plain_messages if wanted else "heard"
    return errors or settings_saved(desk.words(request.person), request.level, plain_messages=heard)


async def reset(desk: Desk, request: ResetSettings) -> Reply:
    """Delete the place's own settings."""
    check_level(request.person, request.place, request.level)
    await desk.places.reset(request.place, request.level, request.version, request.person.id)
    return settings_reset(desk.words(request.person), request.level)


def _may(person: Person, level: Level) -> bool:
    return person.may_configure_workspace if level == "workspace" else person.may_configure


def check_level(person: Person, place: Place, level: Level) -> None:
    """Check that this level exists and that this person may change its settings. Raises RequestError."""
    if level not in levels_of(place):
        raise RequestError("no_workspace")
    if not _may(person, level):
        raise NotAllowed("only_workspace_managers" if level == "workspace" else "only_channel_managers")
