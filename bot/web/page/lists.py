"""Pages over many runs: the history with its search, the boards, the decisions. They contain only channels that the
reader may read now."""

import asyncio
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from bot.conversation.deciding import fitting
from bot.conversation.search_limits import MOST_CHANNELS, channel_called, channel_in, limits_in
from bot.presentation.replies import refusal
from bot.presentation.words import words_for
from bot.web.page.board_page import board_page
from bot.web.page.door import Door
from bot.web.page.drawing import draw, page_response
from bot.web.page.home import DAYS, LONGEST_ID, Sought, askers, entries, sought_in, templates_of
from bot.web.page.links import Visitor
from bot.web.page.site import Site
from council_core.domain.member_result import ALL_RESULTS, MemberResult, ResultLimits
from council_core.domain.place import Place
from council_core.domain.run import Run
from council_core.domain.search import EVERYTHING, template_in
from council_core.errors import RequestError
from council_core.insights.boards import Boards, Dispensable, boards, dispensable
from council_core.ports import MemberResults
from council_core.rubrics import known as known_rubrics

LISTED = 30
READ_CHANNELS = 30
"""Channels of a workspace whose runs are listed together, the latest asked in: the chat is asked who may read each."""

MOST_RESULTS = 4_000
"""Most results from which a board is computed, those of some thousand runs; more would take seconds."""

SHOWN_DECISIONS = 50
BOARDS_AT_ONCE = 1
BOARD_SECONDS, MOST_BOARDS = 20.0, 64
"""Seconds for which computed boards are cached, and most sets of channels in the cache."""

Computed = tuple[Boards, Dispensable | None]


class Lists:
    """The pages over many runs."""

    def __init__(self, site: Site, door: Door) -> None:
        """Args:
        site: The council behind the pages.
        door: Identifies the reader and their rights."""
        self._site, self._door = site, door
        self._computing = asyncio.Semaphore(BOARDS_AT_ONCE)
        self._boards: dict[tuple[tuple[Place, ...], ResultLimits, bool], tuple[float, Computed]] = {}

    async def home(self, request: Request) -> Response:
        """List the newest runs of the channels that this person may read now, or the runs of their search."""
        visitor, sought = self._door.visitor(request), sought_in(request.query_params)
        words = words_for(visitor.locale)
        readable, channels = await self._channels(visitor, sought.channel)
        nothing, trouble = words.lists.none_such if sought.is_limited else words.lists.none_yet, ""
        runs: Sequence[Run] = []
        try:
            sought, channels = await self._limited(visitor, sought, channels)
        except RequestError as error:
            trouble = refusal(words, error)
        if not trouble and sought.is_empty:
            trouble = words.errors.refused(kind="nothing_to_search", fact="")
        elif not trouble and channels:
            runs = await self._runs(sought, channels)
        if sought.text:
            nothing = words.history.none_found(words=sought.text, in_chat=False)
        shown = runs[:LISTED]
        firsts = await self._site.results.leaders([run.id for run in shown])
        names = await self._names_of({run.question.place.channel for run in shown}, readable)

        def html() -> str:
            facts = {
                "sought": sought,
                "trouble": trouble,
                "nothing": nothing,
                "channels": len(readable),
                "names": names,
                "reader": visitor.name,
                "me": visitor.person,
                "days": DAYS,
                "askers": askers(shown, visitor.person),
                "leaders": sorted(firsts.items(), key=lambda each: each[1].casefold()),
                "used": templates_of(shown),
                "older": sought.address(before=shown[-1].id) if len(runs) > LISTED else "",
            }
            listed = entries(shown, visitor.person, words, sought.phrases)
            return draw("home.html", words, entries=listed, **facts)

        return page_response(await asyncio.to_thread(html))

    async def _names_of(self, shown: Collection[str], readable: Sequence[Place]) -> dict[str, str]:
        """Return the names of channels by id, if the reader has several."""
        channels = [place for place in readable if len(readable) > 1 and place.channel in shown]
        names = await asyncio.gather(*map(self._site.channel_name, channels))
        return {place.channel: name for place, name in zip(channels, names, strict=True)}

    async def boards(self, request: Request) -> Response:
        """Show the strength of the models over the runs of these channels."""
        visitor, sought = self._door.visitor(request), sought_in(request.query_params)
        words = words_for(visitor.locale)
        readable, channels = await self._channels(visitor, sought.channel)
        limits = _limits(request)
        may_choose = visitor.is_workspace_manager or visitor.is_manager_of(sought.channel)
        computed, advice = await self._boards_of(
            tuple(channels), limits, advises=may_choose and limits == ALL_RESULTS
        )
        shown = board_page(computed, words, everywhere=not sought.channel, limits=limits, advice=advice)
        used = await self._templates_of(visitor)
        members = sorted({name for _, name in await self._site.history.seats(channels)}, key=str.casefold)
        facts = {"board": shown, "sought": sought, "channels": len(readable), "used": used, "limits": limits}
        facts |= {"rubrics": known_rubrics(), "members": members}
        return page_response(draw("boards.html", words, **facts))

    async def _templates_of(self, visitor: Visitor) -> list[tuple[str, str]]:
        """Return the templates of a visitor's workspace, name and title."""
        language = words_for(visitor.locale).language
        known = await self._site.templates(visitor.workspace_place, language)
        return [(each.name, each.title) for each in known.values()]

    async def _boards_of(
        self, channels: tuple[Place, ...], limits: ResultLimits, *, advises: bool
    ) -> Computed:
        """Return the boards of these channels, and if asked a member that the council could do without. They are cached
        for a while because reading thousands of results takes long."""
        key = (channels, limits, advises)
        async with self._computing:
            until, kept = self._boards.get(key, (0.0, None))
            now = time.monotonic()
            if kept is not None and now < until:
                return kept
            results = await newest_results(self._site.results, channels, limits, most=MOST_RESULTS)
            computed = await asyncio.to_thread(
                lambda: (boards(results), dispensable(results) if advises else None)
            )
            self._boards = {key: each for key, each in self._boards.items() if now < each[0]}
            if len(self._boards) < MOST_BOARDS:
                self._boards[key] = time.monotonic() + BOARD_SECONDS, computed
            return computed

    async def decisions(self, request: Request) -> Response:
        """List the decisions in these channels, newest first."""
        visitor, sought = self._door.visitor(request), sought_in(request.query_params)
        words = words_for(visitor.locale)
        readable, channels = await self._channels(visitor, sought.channel)
        found = [
            each
            for place in channels
            for each in await fitting(self._site.decisions, place, sought.phrases, most=SHOWN_DECISIONS + 1)
        ]
        found.sort(key=lambda each: each.decision.at, reverse=True)
        shown, more = found[:SHOWN_DECISIONS], len(found) > SHOWN_DECISIONS
        nothing = words.decisions.none_found(words=sought.text) if sought.text else words.lists.none_decided
        facts = {
            "found": shown,
            "more": more,
            "nothing": nothing,
            "sought": sought,
            "channels": len(readable),
        }
        return page_response(draw("decisions.html", words, now=datetime.now(UTC), **facts))

    async def _channels(self, visitor: Visitor, only: str) -> tuple[list[Place], list[Place]]:
        """Return the channels that a person may read now, and those of them that they chose."""
        workspace = Place(platform=visitor.platform, workspace=visitor.workspace, channel=only)
        asked_in = await self._site.history.channels(workspace, limit=READ_CHANNELS)
        if only and only not in {place.channel for place in asked_in}:
            asked_in = (*asked_in, workspace)
        readable = await self._door.readable_of(visitor, asked_in)
        return readable, [place for place in readable if only in ("", place.channel)]

    async def _limited(
        self, visitor: Visitor, sought: Sought, channels: list[Place]
    ) -> tuple[Sought, list[Place]]:
        """Return the search with the limits in its text, as in chat, and the channels within these limits. Raises
        RequestError if a limit cannot be read."""
        text, channel = channel_in(sought.text)
        if channel:
            channels = [await self._channel_called(visitor, channel)]
        text, typed = await limits_in(text, self._site.history, channels, me=visitor.person)
        text, template = template_in(text)
        typed = replace(typed, template=template)
        has_limits = bool(channel) or typed != EVERYTHING
        return replace(sought, rest=text if has_limits else None, typed=typed), channels

    async def _channel_called(self, visitor: Visitor, typed: str) -> Place:
        known = await self._site.history.channels(visitor.workspace_place, limit=MOST_CHANNELS)
        readable = partial(self._door.readable_of, visitor)
        return await channel_called(typed, known, readable, self._site.channel_name)

    async def _runs(self, sought: Sought, channels: Sequence[Place]) -> Sequence[Run]:
        """Return the runs of a page and one more, which tells whether there is another page."""
        history, wanted = self._site.history, sought.wanted(datetime.now(UTC))
        if sought.phrases:
            return await history.search(sought.phrases, channels, limit=LISTED + 1, wanted=wanted)
        return await history.newest(channels, limit=LISTED + 1, wanted=wanted)


async def newest_results(
    results: MemberResults, channels: Sequence[Place], limits: ResultLimits, *, most: int
) -> tuple[MemberResult, ...]:
    """Return the newest results of all these channels together, the newest first and of whole runs alone."""
    found: list[MemberResult] = []
    for place in channels:
        if len(found) >= most:
            # Nothing that is older than enough others is among the newest.
            oldest = _asked(found[most - 1]).date()
            limits = replace(limits, since=max(oldest, limits.since or oldest))
        found = sorted([*found, *await results.latest(place, limits)], key=_asked, reverse=True)
    cut = found[most].run_id if len(found) > most else None
    return tuple(result for result in found[:most] if result.run_id != cut)


def _asked(result: MemberResult) -> datetime:
    return result.asked_at or datetime.min.replace(tzinfo=UTC)


def _limits(request: Request) -> ResultLimits:
    """Read which questions a board counts."""
    query = request.query_params
    return ResultLimits(
        template=query.get("template", "")[:LONGEST_ID].lower(),
        rubric=query.get("rubric", "")[:LONGEST_ID].lower(),
        member=query.get("member", "")[:LONGEST_ID],
        since=_day(query.get("since", "")),
        until=_day(query.get("until", "")),
    )


def _day(text: str) -> date | None:
    """Read a day; None for an unreadable one."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
