"""Handle schedules: people create, list, pause and delete them; each tick asks one question, once."""

import logging
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2b

from bot.conversation import asking, digests
from bot.conversation.desk import Desk
from bot.conversation.templating import templated
from bot.post import Reply
from bot.presentation.replies import refusal
from bot.presentation.schedules import (
    schedule_changed,
    schedule_closed_post,
    schedule_made,
    schedule_refused_post,
    schedules_reply,
)
from bot.presentation.words import words_for
from bot.requests.asking import Ask
from bot.requests.memory import AddSchedule, ChangeSchedule, ShowSchedules
from bot.requests.person import Person
from bot.requests.schedule_times import read_every, read_when, recurrence_of
from bot.requests.typed import command_alone, read_options, read_template
from council_core.admission import run_id_for
from council_core.council import check_length
from council_core.domain.place import Place
from council_core.domain.question import has_words
from council_core.domain.schedule import Schedule, ScheduleId
from council_core.domain.settings import CouncilSettings
from council_core.errors import (
    NotAllowed,
    PlaceGone,
    PlatformError,
    PostRefused,
    RequestError,
    RunDeleted,
    SettingsError,
    StoreIncompatible,
    StoreUnavailable,
    UnknownRun,
)
from council_core.redaction import redact

logger = logging.getLogger(__name__)

MOST_HERE = 12
"""Most schedules in one channel."""

TOO_LATE = timedelta(hours=12)
"""Age at which a missed tick is skipped, because no process was running to ask its question."""


async def add(desk: Desk, request: AddSchedule) -> Reply:
    """Create a schedule, and say in words when it asks. Raises RequestError."""
    when = read_every(request.when) or read_when(request.when)
    if when is None or (request.text and when.question):
        raise RequestError("schedule_day", fact=request.when[:60])
    if when.time is None and when.question:
        typed = " ".join(when.days)
        raise RequestError("schedule_or_question", fact=typed)
    recurrence = recurrence_of(when, zone=request.person.zone)
    text = " ".join(filter(None, (request.settings, (request.text or when.question).strip())))
    settings = await _checked(desk, request, text, " ".join(when.days))
    now, person = desk.clock.now(), request.person
    schedule = Schedule(
        id=_id_of(request),
        place=replace(request.place, thread=None, origin=None),
        owner=person.id,
        owner_name=person.name,
        locale=person.locale,
        text=redact(text).text if settings.redact else text,
        recurrence=recurrence,
        created_at=now,
        next_at=recurrence.after(now),
    )
    here = await desk.schedules.kept(schedule.place)
    if len(here) >= MOST_HERE and schedule.id not in {each.id for each in here}:
        raise RequestError("schedule_too_many", fact=str(MOST_HERE))
    await desk.schedules.add(schedule)
    return schedule_made(desk.words(person), schedule)


async def _checked(desk: Desk, request: AddSchedule, text: str, days: str) -> CouncilSettings:
    """Return the settings of a schedule's questions. Raises RequestError and SettingsError if it could not ask."""
    asked = _asked(request.person, request.place, text, request.delivery)
    if not has_words(asked.text):
        raise RequestError("schedule_question", fact=days)
    if not asked.template and (command := command_alone(asked.text, request.person, request.place)):
        raise RequestError("schedule_digest" if command == "digest" else "schedule_command", fact=command)
    check_length(text)
    options, _ = await templated(desk, asked)
    settings = await desk.places.for_run(request.place, options)
    desk.council.check(settings)
    return settings


def _asked(person: Person, place: Place, text: str, delivery: str) -> Ask:
    """Return the question of a schedule, whose text may begin with settings and a template."""
    options, rest = read_options(text)
    template, fields, question, slips = read_template(rest)
    return Ask(
        person=person,
        place=place,
        text=question,
        delivery=delivery,
        options=options,
        template=template,
        fields=fields,
        slips=slips,
    )


def _id_of(request: AddSchedule) -> ScheduleId:
    """Return the id of a new schedule. The same delivery always gives the same id."""
    origin = f"{request.place.platform}\0{request.place.workspace}\0{request.delivery}"
    return ScheduleId("s" + blake2b(origin.encode(errors="replace"), digest_size=6).hexdigest())


async def show(desk: Desk, request: ShowSchedules) -> Reply:
    """Answer with the schedules of this channel."""
    found = await desk.schedules.kept(request.place)
    person = request.person
    own = frozenset(each.id for each in found if person.may_configure or each.owner == person.id)
    return schedules_reply(desk.words(person), found, may_change=own)


async def change(desk: Desk, request: ChangeSchedule) -> Reply:
    """Show, pause, resume or delete a schedule. Its owner may do that, and people who manage the channel."""
    schedule = await desk.schedules.find(request.schedule_id)
    person = request.person
    if schedule is None or schedule.place.where != request.place.where:
        raise RequestError("schedule_unknown")
    if not (person.may_configure or schedule.owner == person.id):
        name = schedule.owner_name
        raise NotAllowed("schedule_of_another", fact=name)
    if request.change == "show":
        return schedule_changed(desk.words(person), schedule, "show")
    if request.change == "delete":
        is_there = await desk.schedules.delete(schedule.id)
    else:
        state = "paused" if request.change == "pause" else "active"
        # A paused schedule does not catch up on missed ticks.
        next_at = schedule.recurrence.after(desk.clock.now())
        is_there = await desk.schedules.change(schedule.id, state, next_at)
        schedule = replace(schedule, state=state, next_at=next_at, trouble="")
    if not is_there:
        raise RequestError("schedule_unknown")
    return schedule_changed(desk.words(person), schedule, request.change)


async def ask_due(desk: Desk, platforms: Collection[str]) -> int:
    """Ask the questions of all due schedules, and return the number of these schedules. A tick has one run, however
    many processes ask: its delivery names the tick, and the same delivery begins the same run."""
    due = await desk.schedules.due(desk.clock.now(), platforms=platforms)
    for schedule in due:
        try:
            # It may have been paused or deleted, or another process may have asked, while earlier ones were asked.
            if await desk.schedules.find(schedule.id) == schedule:
                await _tick(desk, schedule)
        except StoreUnavailable:
            raise
        except StoreIncompatible as error:
            logger.error("schedule %s cannot ask until this is mended: %s", schedule.id, error)
        except Exception:  # one schedule must not delay the others
            logger.exception(
                "schedule %s could not ask; it tries again until its tick is too old", schedule.id
            )
    return len(due)


async def _tick(desk: Desk, schedule: Schedule) -> None:
    now = desk.clock.now()
    next_at = schedule.recurrence.after(max(now, schedule.next_at))
    try:
        may_read = await desk.may_read(schedule.owner, schedule.place)
    except (PlaceGone, PostRefused):
        may_read = False
    except PlatformError as error:
        if now - schedule.next_at < TOO_LATE:
            logger.info("schedule %s waits until the platform answers: %s", schedule.id, error)
            return
        may_read = True  # Asking reports the error.
    if not may_read or await _was_refused(desk, schedule):
        await _close(desk, schedule, next_at)
    elif now - schedule.next_at > TOO_LATE:
        missed = words_for(schedule.locale).errors.refused(kind="schedule_missed", fact="")
        await desk.schedules.advance(schedule, next_at, trouble=missed)
    elif schedule.is_digest:
        await _digest(desk, schedule, next_at)
    else:
        trouble = await _ask(desk, schedule)
        is_ours = await desk.schedules.advance(schedule, next_at, trouble=trouble)
        # The list of schedules names the trouble of each tick; a message each day would only annoy.
        if is_ours and trouble and not schedule.trouble:
            words = words_for(schedule.locale)
            await desk.whisper(
                schedule.place, schedule.owner, schedule_refused_post(words, schedule, trouble)
            )


async def _was_refused(desk: Desk, schedule: Schedule) -> bool:
    """Tell whether the place refused the card of the tick before, and has not taken it since."""
    if schedule.is_digest:
        return False
    try:
        run = await desk.council.run(run_id_for(schedule.place, _delivery(schedule, schedule.tick_before)))
    except (UnknownRun, RunDeleted):
        return False
    return run.ending is not None and run.ending.kind == "unreadable" and run.thread is None


def _delivery(schedule: Schedule, tick: datetime) -> str:
    return f"schedule:{schedule.id}:{tick:%Y%m%dT%H%M}"


async def _digest(desk: Desk, schedule: Schedule, next_at: datetime) -> None:
    """Post the digest of a tick. The post is claimed before it is sent and the tick stored after, so that a crash in
    between neither loses nor doubles it."""
    try:
        if await digests.post_digest(desk, schedule):
            await desk.schedules.advance(schedule, next_at)
    except (PlaceGone, PostRefused):
        await _close(desk, schedule, next_at)
    except PlatformError as error:
        logger.info("the digest of schedule %s waits for the platform: %s", schedule.id, error)


async def _ask(desk: Desk, schedule: Schedule) -> str:
    """Ask the question of this tick. Return the reason in its owner's language if it was refused; empty otherwise."""
    person = Person(id=schedule.owner, name=schedule.owner_name, locale=schedule.locale)
    request = _asked(person, schedule.place, schedule.text, _delivery(schedule, schedule.next_at))
    words = words_for(schedule.locale)
    try:
        await asking.ask(desk, request)
    except RunDeleted:
        return ""  # The question was asked, and its run was deleted since.
    except (RequestError, SettingsError) as error:
        logger.info("schedule %s: its question was refused: %s", schedule.id, type(error).__name__)
        return refusal(words, error)
    return ""


async def _close(desk: Desk, schedule: Schedule, next_at: datetime) -> None:
    """Pause a schedule whose place takes no posts or whose owner may not read it, and tell them."""
    words = words_for(schedule.locale)
    trouble = words.schedules.place_gone
    if await desk.schedules.advance(schedule, next_at, trouble=trouble):
        await desk.schedules.change(schedule.id, "closed", next_at, trouble=trouble)
        await desk.whisper(schedule.place, schedule.owner, schedule_closed_post(words, schedule))
