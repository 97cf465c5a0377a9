"""Answer requests about models: boards and statistics over many runs, and providers' offers."""

import asyncio

from bot.conversation.desk import Desk
from bot.conversation.placed_settings import texts_of
from bot.post import Reply
from bot.presentation.boards import boards_reply, stats_reply
from bot.presentation.documents.board_charts import board_picture
from bot.presentation.models import models_reply
from bot.requests.memory import ShowBoard, ShowModels
from bot.requests.running import ShowStats
from council_core.domain.member_result import ALL_RESULTS
from council_core.errors import NotAllowed, RequestError, SettingsError
from council_core.insights.boards import boards, dispensable
from council_core.insights.place_stats import place_stats

SECONDS_FOR_LISTS = 1.8
"""Time limit in seconds for providers' lists, because a person must be answered within three."""

STATS = 300
"""Most runs that statistics read, the newest ones."""


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
    levels = texts_of(await desk.places.levels(request.place))

    def may_choose(model: str) -> bool:
        try:
            desk.places.settings_for({"members": model, "quorum": "1"}, levels)
        except SettingsError:
            return False
        return True

    ids = [offer.model for one in offered for offer in one.models]
    allowed = await asyncio.to_thread(lambda: frozenset(filter(may_choose, ids)))
    return models_reply(desk.words(request.person), offered, desk.command, allowed=allowed)


async def stats(desk: Desk, request: ShowStats) -> Reply:
    """Answer with the models' results in this channel."""
    return stats_reply(
        desk.words(request.person), place_stats(await desk.council.ranked_runs(request.place, limit=STATS))
    )
