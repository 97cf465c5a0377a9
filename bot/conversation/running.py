"""Answer requests about whole runs: status, statistics, cancel, export."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.conversation.desk import Desk, is_at
from bot.conversation.finding import LOOKED_AT, channel_in, limits_in, with_channel_named
from bot.post import Form, Reply
from bot.presentation import (
    Page,
    cancel_accepted,
    export_menu,
    export_started,
    find_form,
    form_mistakes,
    help_reply,
    history_reply,
    page_reply,
    private_export,
    question_reply,
    raw_reviews_reply,
    reviewer_names,
    reviews_reply,
    search_reply,
    sharing_reply,
    start_reply,
    stats_reply,
    status_reply,
    tips_reply,
    tool_calls_reply,
)
from bot.presentation.documents import export_run
from bot.presentation.words import words_for
from bot.requests import (
    CancelRun,
    ExportRun,
    FindRuns,
    Listing,
    OpenPage,
    SearchRuns,
    ShareRun,
    ShowHelp,
    ShowHistory,
    ShowMistakes,
    ShowQuestion,
    ShowReviews,
    ShowStats,
    ShowStatus,
    ShowTips,
    ShowToolCalls,
    TellAgain,
)
from council_core.domain.events import VerdictShared
from council_core.domain.run import Run
from council_core.domain.run_view import Viewer
from council_core.domain.search import Wanted
from council_core.domain.summary import summarize
from council_core.errors import RequestError
from council_core.exports import check_exportable
from council_core.insights.place_stats import place_stats
from council_core.view import view

HISTORY = 10
STATS = 500
"""Number of runs that statistics read, the newest ones."""


async def cancel(desk: Desk, request: CancelRun) -> Reply:
    """Stops a run: the person's own latest one here unless they name one."""
    person, run_id = request.person, request.run_id
    if run_id is None:
        own = await desk.own_here(person, request.place)
        under_way = [run for run in own if not run.is_finished]
        going = min(under_way, key=lambda run: run.status == "voting", default=None)
        if going is None:
            raise RequestError(
                "You have no question under way here, so nothing was stopped.", kind="nothing_under_way"
            )
        run_id = going.id
    run = await desk.run_here(person, request.place, run_id)
    may_stop = person.may_configure or person.id == run.question.asker.id
    if may_stop and run.status == "voting":
        raise RequestError("This question has its verdict; nothing is left to stop.", kind="answered_already")
    if not await desk.council.cancel(run_id, person.id, person.name, may_configure=person.may_configure):
        raise RequestError(
            "This run has ended already; there is nothing left to cancel.", kind="ended_already"
        )
    return cancel_accepted(desk.words(request.person))


async def tell_again(desk: Desk, request: TellAgain) -> None:
    """Retries the posts that a channel, or a whole workspace, had refused. Each post is sent once."""
    await desk.retell(request.place)


async def reviews(desk: Desk, request: ShowReviews) -> Reply:
    """Each review of a run."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    limits = desk.limits_of(request.place)
    seen = view(run, Viewer(person=request.person.id))
    words, demo = words_for(request.person.locale), seen.summary.demo
    if request.raw:
        return raw_reviews_reply(seen.reviews, limits, words, demo=demo)
    return reviews_reply(seen.reviews, limits, words, run.id, names=reviewer_names(seen), demo=demo)


async def read_more(desk: Desk, request: ShowToolCalls | ShowQuestion) -> Reply:
    """The whole of a question, or each call of a tool behind a run's responses."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    if isinstance(request, ShowQuestion):
        return question_reply(desk.words(request.person), run.question.text, desk.limits_of(request.place))
    seen = view(run, Viewer(person=request.person.id))
    return tool_calls_reply(seen, desk.limits_of(request.place), words_for(request.person.locale))


async def status(desk: Desk, request: ShowStatus) -> Reply:
    """Answer with the state of a run."""
    run = await _wanted(desk, request)
    if run is None:
        return history_reply(desk.words(request.person), Page(runs=()))
    person = request.person
    may_forget = person.id == run.question.asker.id or (person.may_configure and is_at(request.place, run))
    waits = await desk.waits(run.id) if run.status == "asked" else None
    return status_reply(
        desk.words(person),
        view(run, Viewer(person=person.id)),
        desk.limits_of(request.place),
        may_forget=may_forget,
        waits=waits,
    )


async def history(desk: Desk, request: ShowHistory) -> Reply:
    """Runs from here, or the person's own of the whole workspace, page by page."""
    person, place, mine = request.person, request.place, request.listing.mine

    async def read(wanted: Wanted) -> Sequence[Run]:
        if mine:
            return await desk.council.runs_by(person.id, place, limit=HISTORY + 1, wanted=wanted)
        return await desk.council.runs(limit=HISTORY + 1, place=place, wanted=wanted)

    page = await _page(request.listing, read)
    if mine:
        page = replace(page, runs=await desk.readable(person, place, page.runs))
    return history_reply(desk.words(person), page)


async def search(desk: Desk, request: SearchRuns) -> Reply:
    """Runs with these words, of those that this person may see anyway, page by page."""
    person, mine = request.person, request.listing.mine
    words, channel = channel_in(request.words)
    place = await desk.channel_called(person, request.place, channel) if channel else request.place

    async def latest() -> Sequence[Run]:
        return await desk.council.runs(limit=LOOKED_AT, place=place)

    words, limits = await limits_in(words, latest, me=person.id)
    owner = None if channel else person.id

    async def read(wanted: Wanted) -> Sequence[Run]:
        asker = person.id if mine else limits.asker
        wanted = replace(wanted, asker=asker, first=limits.first, since=limits.since)
        if channel and not words:
            return await desk.council.runs(limit=HISTORY + 1, place=place, wanted=wanted)
        return await desk.council.search(words, person=owner, place=place, limit=HISTORY + 1, wanted=wanted)

    page = await _page(request.listing, read)
    found = await desk.readable(person, request.place, page.runs)
    here = frozenset(run.id for run in found if is_at(request.place, run))
    shown = with_channel_named(request.words, await desk.channel_name(place) if channel else "")
    return search_reply(desk.words(person), request.words, replace(page, runs=found), here=here, shown=shown)


async def find(desk: Desk, request: FindRuns) -> Form:
    """The form for the words of a search."""
    return find_form(desk.words(request.person), request.listing)


async def _page(listing: Listing, read: Callable[[Wanted], Awaitable[Sequence[Run]]]) -> Page:
    """Return a page, read with one run more to see whether there is another beside it."""
    wanted = Wanted(
        is_revealed=listing.is_revealed, older_than=listing.older_than, newer_than=listing.newer_than
    )
    found = await read(wanted)
    has_more = len(found) > HISTORY
    if listing.newer_than is not None and len(found) >= HISTORY:
        runs = found[-HISTORY:]
        return Page(
            runs=runs, listing=listing, older_than=runs[-1].id, newer_than=runs[0].id if has_more else None
        )
    if listing.newer_than is not None:
        # Too few are left for a page: the first one is shown whole.
        found = await read(replace(wanted, newer_than=None))
        has_more = len(found) > HISTORY
    runs = found[:HISTORY]
    begins_later = listing.older_than is not None and bool(runs)
    return Page(
        runs=runs,
        listing=listing,
        older_than=runs[-1].id if has_more else None,
        newer_than=runs[0].id if begins_later else None,
    )


async def stats(desk: Desk, request: ShowStats) -> Reply:
    """Answer with the models' results in this channel."""
    return stats_reply(
        desk.words(request.person), place_stats(await desk.council.ranked_runs(request.place, limit=STATS))
    )


async def take_away(desk: Desk, request: ExportRun) -> Reply:
    """A run as a file: all formats to choose from, then the chosen one for this person, or for the run's thread."""
    run = await _wanted(desk, request)
    words = desk.words(request.person)
    if run is None:
        return history_reply(words, Page(runs=()))
    check_exportable(run)
    if request.format is None:
        return export_menu(words, run.id, demo=run.settings.roster.is_demo)
    # Other people's requests go on meanwhile: a long document takes a second.
    async with desk.exporting:
        made = await asyncio.to_thread(export_run, run, by=request.person.name, formats=(request.format,))
    here = is_at(request.place, run)
    if request.to_thread and here:
        await desk.start(desk.announcer.announce(run.id, made))
        return export_started(words)
    return private_export(words, made, thread_takes=request.format if here else None)


async def open_page(desk: Desk, request: OpenPage) -> Reply:
    """A personal link to the run's page."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    if desk.page_link is None:
        raise RequestError("COUNCIL_WEB_URL is not set, so there are no pages.", kind="no_pages")
    # Who manages the place where they press has no rights in another one.
    person = request.person if is_at(request.place, run) else replace(request.person, may_configure=False)
    return page_reply(desk.words(person), desk.page_link(person, run))


async def share(desk: Desk, request: ShareRun) -> Reply:
    """The verdict, from its thread into the channel."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    words = words_for(request.person.locale)
    if run.verdict is None or summarize(run).hides_result:
        raise RequestError("There is no verdict on this question yet.", kind="no_verdict_yet")
    event = VerdictShared(
        run_id=run.id, person=request.person.id, by=request.person.name, demo=run.settings.roster.is_demo
    )
    await desk.start(desk.announcer.announce(run.id, event))
    return sharing_reply(words)


async def _wanted(desk: Desk, request: ShowStatus | ExportRun) -> Run | None:
    """Return the run that is asked for, or else the latest one here; read from elsewhere, without its thread's earlier
    questions. None where nothing was asked."""
    if request.run_id is not None:
        run = await desk.run_here(request.person, request.place, request.run_id)
        return run if is_at(request.place, run) else run.alone()
    latest = await desk.council.runs(limit=1, place=request.place)
    return latest[0] if latest else None


async def tips(desk: Desk, request: ShowTips) -> Reply:
    """Answer with tips for asking well."""
    return tips_reply(desk.words(request.person))


async def mistakes(desk: Desk, request: ShowMistakes) -> Reply:
    """Answer with the mistakes of a form, each beside its field."""
    return form_mistakes(desk.words(request.person), request.mistakes)


async def help_people(desk: Desk, request: ShowHelp) -> Reply:
    """Answer with the help text, or with something to begin with."""
    if request.is_start:
        return start_reply(desk.words(request.person))
    words = desk.words(request.person)
    trouble = "" if request.outdated is None else words.help.outdated(what=request.outdated)
    return help_reply(words, desk.command, trouble, demo=desk.places.settings_for({}).roster.is_demo)
