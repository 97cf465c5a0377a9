"""A weekly or daily digest of a channel: questions, verdicts, differing votes of the team, and the cost."""

from dataclasses import replace
from hashlib import blake2b

from bot.conversation.desk import Desk
from bot.post import Reply
from bot.presentation.digests import MOST_SHOWN, digest_key, digest_post, digest_set, digest_stopped
from bot.presentation.words import words_for
from bot.requests.memory import SetDigest
from bot.requests.schedule_times import read_when, recurrence_of
from bot.settings.languages import language_of
from council_core.domain.place import Place
from council_core.domain.schedule import DAYS_OF_A_WEEK, Recurrence, Schedule, ScheduleId
from council_core.domain.search import Wanted
from council_core.errors import NotAllowed, RequestError, RunDeleted

NINE = "9:00"
DAYS = {"weekly": "monday", "daily": "day"}
TICKS = {"weekly": 1, "daily": DAYS_OF_A_WEEK}
"""Number of posts in a week."""


async def change(desk: Desk, request: SetDigest) -> Reply:
    """Start or stop the digest of this channel. Its owner may change it, and people who manage the channel."""
    person, now = request.person, desk.clock.now()
    place = replace(request.place, thread=None, origin=None)
    # Its id was made from an earlier id of the channel, if the platform has changed that.
    kept = await desk.schedules.kept(place)
    earlier = next((each for each in kept if each.is_digest), None)
    if earlier is not None and not (person.may_configure or earlier.owner == person.id):
        name = earlier.owner_name
        raise NotAllowed("schedule_of_another", fact=name)
    if request.often == "off":
        had_one = earlier is not None and await desk.schedules.delete(earlier.id)
        return digest_stopped(desk.words(person), had_one=had_one)
    recurrence = _recurrence(request)
    schedule = Schedule(
        id=_id_for(place),
        place=place,
        owner=person.id,
        owner_name=person.name,
        locale=person.locale,
        text="",
        recurrence=recurrence,
        created_at=now,
        next_at=recurrence.after(now),
    )
    if earlier is not None:
        await desk.schedules.delete(earlier.id)
    await desk.schedules.add(schedule)
    return digest_set(desk.words(person), schedule)


def _recurrence(request: SetDigest) -> Recurrence:
    """Return the times of a digest, on Mondays at nine unless another day or time is named. Raises RequestError."""
    wrong = RequestError("digest_time", fact=request.often)
    typed = request.when or NINE
    when = read_when(typed) or read_when(f"{DAYS[request.often]} {typed}")
    if when is not None and when.time is None:
        when = read_when(f"{typed} {NINE}")
    if when is None or when.question:
        raise wrong
    try:
        recurrence = recurrence_of(when, zone=request.person.zone or "UTC")
    except RequestError as error:
        # Mistakes in days and times are shown in the form of a digest, not of a schedule.
        raise wrong if error.kind in ("schedule_day", "schedule_time") else error from error
    if len(recurrence.weekdays) != TICKS[request.often]:
        raise wrong
    return recurrence


def _id_for(place: Place) -> ScheduleId:
    """Return the id of a channel's digest; a channel has one at most."""
    origin = "\0".join(place.where)
    return ScheduleId("g" + blake2b(origin.encode(errors="replace"), digest_size=6).hexdigest())


async def post_digest(desk: Desk, schedule: Schedule) -> bool:
    """Post a digest of the questions since the tick before; post nothing if there were none. Return whether the tick is
    done. If not, another process is posting it, or it must be tried again. Raises PlatformError."""
    since, until = schedule.tick_before, schedule.next_at
    figures = await desk.history.figures(schedule.place, since=since, until=until)
    newest = await desk.history.newest(
        [schedule.place], limit=MOST_SHOWN, wanted=Wanted(since=since, until=until)
    )
    if not newest:
        return True
    runs = newest[::-1]
    words = words_for(await desk.places.language(schedule.place) or language_of(schedule.locale))
    post = digest_post(words, runs, figures, since=since, until=until)
    try:
        return await desk.publish(schedule.place, post, digest_key(since, until), [run.id for run in runs])
    except RunDeleted:
        return False  # The next digest reports the remaining runs.
