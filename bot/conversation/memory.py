"""What a team learns from many runs: the boards."""

import asyncio

from bot.conversation.desk import Desk
from bot.post import Reply
from bot.presentation import boards_reply
from bot.requests import ShowBoard
from council_core.insights.boards import boards


async def board(desk: Desk, request: ShowBoard) -> Reply:
    """How strong the models are, over the runs of this channel."""
    results = await desk.results.latest(request.place)
    # Drawing runs for the intervals takes longer than others may wait.
    return boards_reply(desk.words(request.person), await asyncio.to_thread(boards, results))
