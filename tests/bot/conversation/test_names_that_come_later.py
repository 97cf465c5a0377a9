"""Tests that a question is stored before the platform reports the person's name, and that the name is filled in
later."""

import asyncio
from dataclasses import replace

from bot.requests.request import Request
from tests.bot.conversation.talk import ALICE, Talk, an_ask

PROVISIONAL = replace(ALICE, name="U1")


def unnamed(naming: asyncio.Future[str]) -> Request:
    """Return a question by a person whose name is still looked up."""

    async def name() -> str:
        return await naming

    return an_ask("Tabs?", person=PROVISIONAL, naming=name)


async def test_a_question_is_kept_under_a_provisional_name_that_is_replaced_when_the_name_comes() -> None:
    talk, naming = Talk(), asyncio.get_running_loop().create_future()
    await talk.handle(unnamed(naming))
    first = (await talk.newest()).question.asker

    naming.set_result("Alice Arden")
    for _ in range(10):
        await asyncio.sleep(0)

    run = await talk.newest()
    assert (first.name, run.question.asker.name, run.question.asker.id) == ("U1", "Alice Arden", "U1")
    assert talk.refreshed == [run.id]


async def test_a_platform_that_does_not_say_the_name_changes_nothing() -> None:
    talk, naming = Talk(), asyncio.get_running_loop().create_future()
    naming.set_result("U1")

    await talk.handle(unnamed(naming))
    for _ in range(10):
        await asyncio.sleep(0)

    assert ((await talk.newest()).question.asker.name, talk.refreshed) == ("U1", [])
