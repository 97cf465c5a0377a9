"""Answer with lists: runs found or kept, page by page, boards and statistics over many runs, and providers' offers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.conversation.desk import Desk, is_at
from bot.conversation.search_limits import channel_in, limits_in, with_channel_named
from bot.post import Form, Reply
from bot.presentation.boards import boards_reply, stats_reply
from bot.presentation.documents.board_charts import board_picture
from bot.presentation.history import Page, find_form, history_reply, search_reply
from bot.presentation.models import models_reply
from bot.requests.memory import ShowBoard, ShowModels
from bot.requests.running import FindRuns, Listing, SearchRuns, ShowHistory, ShowStats
from council_core.domain.member_result import ALL_RESULTS
from council_core.domain.run import Run
from council_core.domain.search import Wanted
from council_core.errors import NotAllowed, RequestError, SettingsError
from council_core.insights.boards import boards, dispensable
from council_core.insights.place_stats import place_stats

HISTORY = 10
"""Runs on one page."""

SECONDS_FOR_LISTS = 1.8
"""Time limit in seconds for providers' lists, because a person must be answered within three."""

STATS = 300
"""Most runs that statistics read, the newest ones."""


async def history(desk: Desk, request: ShowHistory) -> Reply:
    """Answer with the runs of this channel, or with the person's own of the whole workspace, page by page."""
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
    """Answer with the runs that contain these words, among those that this person may see, page by page."""
    person, mine = request.person, request.listing.mine
    words, channel = channel_in(request.words)
    place = await desk.channel_called(person, request.place, channel) if channel else request.place

    words, limits = await limits_in(words, desk.history, [place], me=person.id)
    owner = None if channel else person.id

    async def read(wanted: Wanted) -> Sequence[Run]:
        askers = (person.id,) if mine else limits.askers
        wanted = replace(wanted, askers=askers, firsts=limits.firsts, since=limits.since, until=limits.until)
        if channel and not words:
            return await desk.council.runs(limit=HISTORY + 1, place=place, wanted=wanted)
        return await desk.council.search(words, person=owner, place=place, limit=HISTORY + 1, wanted=wanted)

    page = await _page(request.listing, read)
    found = await desk.readable(person, request.place, page.runs)
    here = frozenset(run.id for run in found if is_at(request.place, run))
    shown = with_channel_named(request.words, await desk.channel_name(place) if channel else "")
    return search_reply(desk.words(person), request.words, replace(page, runs=found), here=here, shown=shown)


async def find(desk: Desk, request: FindRuns) -> Form:
    """Return the form for the words of a search."""
    return find_form(desk.words(request.person), request.listing)


async def _page(listing: Listing, read: Callable[[Wanted], Awaitable[Sequence[Run]]]) -> Page:
    """Return a page. One run more is read, to know whether there is another page."""
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
        # Too few runs are left for a page, so the first page is shown whole.
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


async def board(desk: Desk, request: ShowBoard) -> Reply:
    """Answer with the board of this channel, or of its whole workspace: the strength of each model."""
    limits = request.limits
    if request.unread:
        raise RequestError("board_limits", fact=request.unread[:60])
    if limits.workspace and not request.person.may_configure_workspace:
        # The workspace's board includes runs of channels that this person may not read.
        raise NotAllowed("workspace_board")
    results = await desk.results.latest(request.place, limits)
    # Resampling runs for the intervals takes too long to block other requests.
    drawn = await asyncio.to_thread(boards, results)
    words = desk.words(request.person)
    if request.as_picture and (drawn.models.lines or drawn.team.lines):
        async with desk.exporting:
            return await asyncio.to_thread(
                board_picture, words, drawn, everywhere=limits.workspace, limits=limits
            )
    advice = dispensable(results) if request.person.may_configure and limits == ALL_RESULTS else None
    return boards_reply(words, drawn, everywhere=limits.workspace, advice=advice, limits=limits)


async def models(desk: Desk, request: ShowModels) -> Reply:
    """Answer with the models that providers offer now, and the ones that may be chosen here."""
    names = (request.provider,) if request.provider else desk.offers.providers
    offered = await asyncio.gather(*(desk.offers.of(name, seconds=SECONDS_FOR_LISTS) for name in names))

    def may_choose(model: str) -> bool:
        # A place may only choose among the operator's models, and its own settings may have become wrong.
        try:
            desk.places.settings_for({"members": model, "quorum": "1"})
        except SettingsError:
            return False
        return True

    ids = [offer.model for one in offered for offer in one.models]
    allowed = await asyncio.to_thread(lambda: frozenset(filter(may_choose, ids)))
    return models_reply(desk.words(request.person), offered, desk.command, allowed=allowed)


async def stats(desk: Desk, request: ShowStats) -> Reply:
    """Answer with the models' results in this channel."""
    runs = await desk.council.ranked_runs(request.place, limit=STATS)
    return stats_reply(desk.words(request.person), await asyncio.to_thread(place_stats, runs))
