"""Tests that a private thread of Discord is no part of its parent channel: nobody there learns of a question in it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from council_core.domain.run import Run
from tests.e2e.discord_talk import PATIENCE, Talk, in_discord
from tests.testbed.discord import Channel, LocalDiscord, Message, Person, described
from tests.testbed.models import ModelServer

SECRET = "Shall we sell the walrus division?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Alice's question in a private thread, with its verdict, and Eve, who is in the parent channel."""

    talk: Talk
    thread: Channel
    run: Run

    @property
    def eve(self) -> Person:
        return self.talk.discord.person("eve")

    async def told(self, who: Person, word: str, where: Channel, **options: str | bool) -> Message:
        """Return the private reply to a command."""
        typed = await who.slash(f"council {word}", options, where)
        return await typed.private_reply(PATIENCE)


@pytest.fixture
async def case(models: ModelServer, tmp_path: Path) -> AsyncIterator[Case]:
    """Yield a finished run in a private thread."""
    async with (
        LocalDiscord(openapi=described()) as server,
        in_discord(models, server, tmp_path, COUNCIL_VOTE_MINUTES="0") as talk,
    ):
        thread = server.private_thread("board", talk.channel, talk.alice)
        await talk.alice.slash("council ask", {"question": SECRET}, thread)
        await server.wait_for_message(thread, "Ranking and names")
        (run,) = await talk.runs()
        yield Case(talk=talk, thread=thread, run=run)
        server.assert_no_complaints()


WORDS = (
    "history",
    "search",
    "show",
    "show RUN",
    "export",
    "export RUN",
    "stats",
    "board",
    "decisions",
    "schedules",
)


async def test_the_parent_channel_learns_nothing_of_a_private_thread(case: Case) -> None:
    before = len(case.talk.discord.messages(case.thread))

    for word in WORDS:
        name, _, copied = word.partition(" ")
        options = {"run": case.run.id} if copied else {"words": "walrus"} if name == "search" else {}
        told = await case.told(case.eve, name, case.talk.channel, **options)

        assert len(case.talk.discord.messages(case.thread)) == before, word
        assert "walrus division" not in told.text, word
        assert "Onyx" not in told.text, word
        assert told.files == {}, word
        assert case.run.id not in told.text or "There is no run" in told.text, word


async def test_the_thread_itself_and_its_asker_find_what_was_asked(case: Case) -> None:
    inside = await case.told(case.talk.alice, "history", case.thread)
    found = await case.told(case.talk.alice, "search", case.talk.channel, words="walrus")

    assert SECRET in inside.text
    assert SECRET in found.text


async def test_settings_of_the_parent_channel_hold_in_a_private_thread(case: Case) -> None:
    boss, talk = case.talk.boss, case.talk
    panel = await case.told(boss, "settings", talk.channel)
    form = await talk.opened(boss, panel, "Judging")
    await (await boss.submit_modal(form, {"Rubric": "code"})).acknowledged()
    await talk.discord.wait_for(lambda: "Saved for this channel" in panel.text)

    await talk.alice.slash("council ask", {"question": "And when?"}, case.thread)
    await talk.discord.wait_for(
        lambda: sum("Ranking and names" in one.text for one in talk.discord.messages(case.thread)) == 2,
    )

    _, second = await talk.runs(2)
    assert second.settings.rubric == "code"
    assert [turn.question for turn in second.question.earlier] == [SECRET]
