"""Handle decisions: record them after a reveal, list, search and export them, and remind of them."""

import asyncio
import logging
import re
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from bot.conversation.desk import Desk
from bot.post import FieldErrors, Form, Reply
from bot.presentation.decisions import (
    decision_file,
    decision_form,
    decision_recorded,
    decisions_reply,
    reminder_post,
)
from bot.presentation.documents import adr
from bot.presentation.words import words_for
from bot.requests.forms import DECISION, LOOK_AGAIN
from bot.requests.memory import ExportDecision, RecordDecision, ShowDecisions, WriteDecision
from bot.requests.person import Person
from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.place import Place
from council_core.domain.question import RunId, has_words
from council_core.domain.run import Run
from council_core.domain.search import Phrase, phrases_in, stands_in, words_of
from council_core.errors import (
    PlaceGone,
    PlatformError,
    PostRefused,
    RequestError,
    RunDeleted,
    StoreIncompatible,
    StoreUnavailable,
    UnknownRun,
)
from council_core.exports.tree import inline, plain_text
from council_core.ports import Decisions
from council_core.redaction import redact

logger = logging.getLogger(__name__)

SHOWN = 10
A_PAGE = 200
"""Decisions that a search holds at a time."""

DAY_FIRST = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
"""A day in German form: `1.3.2027`."""

YEAR_FIRST = re.compile(r"(\d{4})[-./]\s?(\d{1,2})[-./]\s?(\d{1,2})\.?")
"""A day in Korean form, or without zeros: `2027. 3. 1.`, `2027-3-1`."""

HOUR = time(9)
"""Time of day of a reminder, in the time zone of its person."""


async def write(desk: Desk, request: WriteDecision) -> Form:
    """Return the form for a decision, filled in with the earlier decision or the verdict's first sentence."""
    run = await _revealed(desk, request.person, request.place, request.run_id)
    earlier = await desk.decisions.find(run.id)
    first = run.verdict.text.strip().split("\n", 1)[0] if run.verdict is not None else ""
    again = earlier.look_again if earlier is not None else None
    if again is not None and again <= desk.clock.now():
        again = None  # The form would refuse a past day.
    return decision_form(
        desk.words(request.person),
        run.id,
        run.question.text,
        text=earlier.text if earlier is not None else plain_text(inline(first.lstrip("# "))),
        look_again="" if again is None else f"{again.astimezone(_zone(request.person)):%Y-%m-%d}",
        longest=desk.limits_of(request.place).field_text,
    )


async def record(desk: Desk, request: RecordDecision) -> Reply:
    """Record a decision in place of an earlier one."""
    run = await _revealed(desk, request.person, request.place, request.run_id)
    words, person = desk.words(request.person), request.person
    if not has_words(request.text):
        return FieldErrors(errors=((DECISION, words.decisions.needs_words),))
    try:
        look_again = _morning(request.look_again, person)
    except (ValueError, OverflowError):
        return FieldErrors(errors=((LOOK_AGAIN, words.decisions.bad_day),))
    if look_again is not None and look_again <= desk.clock.now():
        return FieldErrors(errors=((LOOK_AGAIN, words.decisions.past_day),))
    decision = Decision(
        run_id=run.id,
        place=run.question.place,
        person=person.id,
        name=person.name,
        locale=person.locale,
        text=redact(request.text).text if run.settings.redact else request.text,
        at=desk.clock.now(),
        look_again=look_again,
    )
    earlier = await desk.decisions.record(decision)
    return decision_recorded(words, decision, earlier)


async def show(desk: Desk, request: ShowDecisions) -> Reply:
    """Answer with the decisions of this channel, or those that contain all these words."""
    phrases = phrases_in(request.words)
    shown = await fitting(desk.decisions, request.place, phrases, most=SHOWN + 1)
    return decisions_reply(desk.words(request.person), shown, sought=request.words, most=SHOWN)


async def fitting(
    decisions: Decisions, place: Place | None, phrases: Sequence[Phrase], *, most: int | None = None
) -> Sequence[RecordedDecision]:
    """Return the newest decisions of a channel, or of all channels, that contain all phrases; without `most`, every
    one. The decisions are read a page at a time."""
    found: list[RecordedDecision] = []
    last: Decision | None = None
    while most is None or len(found) < most:
        page = await decisions.latest(place, limit=A_PAGE, after=last)
        # Searching hundreds of long questions takes seconds and would block other requests.
        found += await asyncio.to_thread(_with_all, page, phrases) if phrases else page
        if len(page) < A_PAGE:
            break
        last = page[-1].decision
    return found[:most]


def _with_all(page: Sequence[RecordedDecision], phrases: Sequence[Phrase]) -> Sequence[RecordedDecision]:
    def words(each: RecordedDecision) -> tuple[str, ...]:
        return (*words_of(each.question), *words_of(each.decision.text))

    return [each for each in page if all(stands_in(phrase, words(each)) for phrase in phrases)]


async def export(desk: Desk, request: ExportDecision) -> Reply:
    """Answer with a decision as an architecture decision record."""
    run = await _revealed(desk, request.person, request.place, request.run_id)
    if (decision := await desk.decisions.find(run.id)) is None:
        raise RequestError("not_decided")
    return decision_file(desk.words(request.person), adr(run, decision))


async def remind_due(desk: Desk, platforms: Collection[str]) -> None:
    """Remind once of each decision that is due, if its person may still read its channel. The post is claimed before it
    is sent and the reminder stored after, so that a crash in between neither loses nor doubles it."""
    for due in await desk.decisions.due(desk.clock.now(), platforms=platforms):
        try:
            await _remind(desk, due)
        except StoreUnavailable:
            raise
        except PlatformError as error:
            logger.info("the reminder of %s waits for the platform: %s", due.decision.run_id, error)
        except Exception:  # one decision must not delay the others, nor the schedules
            logger.exception("the reminder of %s failed and is tried again", due.decision.run_id)


async def _remind(desk: Desk, due: RecordedDecision) -> None:
    """Remind in the thread of the run, in its channel if the run cannot be read, or in private if nothing can be posted
    there. Raises PlatformError."""
    decision, there, language = due.decision, due.decision.place, due.decision.locale
    try:
        may_read = await desk.may_read(decision.person, decision.place)
    except (PlaceGone, PostRefused):
        may_read = False
    if not may_read:
        await desk.decisions.remind(decision)
        return
    try:
        run = await desk.council.run(decision.run_id)
        there, language = run.conversation, run.settings.language or language
    except (UnknownRun, RunDeleted):
        return  # The run was deleted at this very moment.
    except StoreIncompatible as error:
        logger.error(
            "the reminder of %s comes into its channel, as its run is unreadable: %s", decision.run_id, error
        )
    post = reminder_post(words_for(language), due)
    try:
        part = f"decision/{decision.look_again:%Y%m%dT%H%M}"
        if await desk.publish(there, post, part, [decision.run_id]):
            await desk.decisions.remind(decision)
    except RunDeleted:
        return
    except (PlaceGone, PostRefused):
        # Stored before it is sent, because a private message cannot be looked up.
        if await desk.decisions.remind(decision):
            await desk.whisper(there, decision.person, post)


async def _revealed(desk: Desk, person: Person, place: Place, run_id: RunId) -> Run:
    run = await desk.run_here(person, place, run_id)
    if run.status != "revealed":
        raise RequestError("not_revealed")
    return run


def _morning(typed: str, person: Person) -> datetime | None:
    """Return nine o'clock of a typed day; None if nothing was typed. Raises ValueError or OverflowError if it is no
    day."""
    if not typed.strip():
        return None
    day = typed.strip()
    if found := DAY_FIRST.fullmatch(day):
        day = f"{found[3]}-{found[2]:0>2}-{found[1]:0>2}"
    elif found := YEAR_FIRST.fullmatch(day):
        day = f"{found[1]}-{found[2]:0>2}-{found[3]:0>2}"
    return datetime.combine(date.fromisoformat(day), HOUR, tzinfo=_zone(person)).astimezone(UTC)


def _zone(person: Person) -> ZoneInfo:
    try:
        return ZoneInfo(person.zone or "UTC")
    except (LookupError, ValueError, OSError):
        return ZoneInfo("UTC")
