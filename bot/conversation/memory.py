"""Answer requests about boards over many runs and templates for questions."""

import asyncio

from bot.conversation.asking import template_named
from bot.conversation.desk import Desk
from bot.post import Form, Reply
from bot.presentation import boards_reply, template_form, templates_reply
from bot.requests import ShowBoard, ShowTemplates, UseTemplate
from council_core.insights.boards import boards


async def board(desk: Desk, request: ShowBoard) -> Reply:
    """Answer with the board of this channel: the strength of each model."""
    results = await desk.results.latest(request.place)
    # Drawing runs for the intervals takes longer than others may wait.
    return boards_reply(desk.words(request.person), await asyncio.to_thread(boards, results))


async def templates(desk: Desk, request: ShowTemplates) -> Reply:
    """The templates, each with its fields."""
    return templates_reply(desk.words(request.person), tuple(desk.templates.values()), desk.command)


async def use_template(desk: Desk, request: UseTemplate) -> Form:
    """The form for a question with a template's fields."""
    template = template_named(desk, request.name)
    longest = desk.limits_of(request.place).field_text
    return template_form(desk.words(request.person), template, longest=longest)
