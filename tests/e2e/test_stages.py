"""Golden files of a whole run, stage by stage, as teammates see it: what is new or different in each stage.

Models answer only when the test lets them, so each stage stands still while it is read. Of the responses only the
headings are drawn, because the whole thread is in `slack.txt` and `discord.txt`.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from bot.presentation.words import LANGUAGES, Words, words_for
from tests.e2e.conftest import in_slack
from tests.e2e.discord_talk import in_discord
from tests.e2e.test_same_story import OnDiscord, OnSlack
from tests.e2e.times import TIMES
from tests.golden_files import assert_golden
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.discord.transcript import drawn as drawn_in_discord
from tests.testbed.gates import Moment
from tests.testbed.models import Call, ModelServer
from tests.testbed.slack import LocalSlack
from tests.testbed.slack.drawing import draw_message
from tests.testbed.slack.transcripts import Names

QUESTION = "Tabs or spaces?"
LAST = "gpt-6.1-sol"
"""The model that answers last."""

STAGES = ("answers", "reviews", "verdict")
ENDINGS = {
    r"(?m)^(.*(?:run|Lauf|실행|실행 번호) )r[0-9a-hjkmnp-tv-z]{16}": r"\1RUN",
    r"\br[0-9a-hjkmnp-tv-z]{16}\b": "RUN",
    r"(?:\d{4}-\d\d-\d\d |\d\d\.\d\d\.\d{4},? |\d{4}\. ?\d\d?\. ?\d\d?\. )?\d\d:\d\d(?: UTC)?": "HH:MM",
    r"\d+(?:[.,]\d+)? ?(?:s|초)\b": "N s",
}


class Chat(Protocol):
    """A chat in which people act, and all that they see."""

    async def ask(self, person: str, question: str) -> None: ...

    async def vote(self, person: str, letter: str) -> None: ...

    async def reveal(self, person: str) -> None: ...

    def seen(self) -> dict[str, list[str]]: ...


class InSlack(OnSlack):
    """A run in Slack in one language."""

    words: Words

    async def vote(self, person: str, letter: str) -> None:
        await self._press_label(person, self.words.buttons.response(alias=letter))

    async def reveal(self, person: str) -> None:
        await self._press_label(person, self.words.buttons.reveal)

    async def _press_label(self, person: str, label: str) -> None:
        ballot = await self.slack.message_with(self.words.board.question, channel="C1")
        told = len(self.slack.ephemerals(person))
        await self.slack.person(person).click(ballot.as_seen_now(), lambda element: label in str(element))
        await self.slack.wait_for(lambda: len(self.slack.ephemerals(person)) > told)

    def seen(self) -> dict[str, list[str]]:
        names = Names(self.slack.workspace, self.slack.url)
        posts = [post for post in self.slack.workspace.posts if not post.deleted and post.bot_id]
        return {
            post.ts: [
                *([f"({names.user(post.ephemeral_to)})"] if post.ephemeral_to else []),
                *draw_message(post, names),
            ]
            for post in posts
        }


class InDiscord(OnDiscord):
    """A run in Discord in one language."""

    words: Words

    async def vote(self, person: str, letter: str) -> None:
        label = self.words.buttons.response(alias=letter)
        ballot = await self.discord.wait_for_message(self._thread, self.words.board.question)
        await (await self.discord.person(person).click(ballot, label)).private_reply()

    async def reveal(self, person: str) -> None:
        ballot = await self.discord.wait_for_message(self._thread, self.words.board.question)
        label = self.words.buttons.reveal
        sure = await (await self.discord.person(person).click(ballot, label)).private_reply()
        await (await self.discord.person(person).click(sure, label)).acknowledged()

    def seen(self) -> dict[str, list[str]]:
        places = [self.discord.channel("council"), *self.discord.threads()]
        shown = [one for place in places for one in (*self.discord.messages(place), *place.private_replies)]
        ours = [one for one in shown if one.author is self.discord.bot and one.text and not one.deleted]
        return {
            str(one.id): [
                *([f"({one.seen_by.name})"] if one.seen_by is not None else []),
                *drawn_in_discord(self.discord, one),
            ]
            for one in sorted(ours, key=lambda each: each.id)
        }


class Held:
    """Holds the calls of a stage until the test lets them go; the last model's answer by itself."""

    def __init__(self, models: ModelServer) -> None:
        self._calls: Counter[str] = Counter()
        self._open = {stage: asyncio.Event() for stage in (*STAGES, "last")}
        models.gate = self._passes

    def let(self, *stages: str) -> None:
        """Let the calls of these stages go."""
        for stage in stages:
            self._open[stage].set()

    async def _passes(self, call: Call, _moment: Moment) -> bool:
        stage = STAGES[min(self._calls[call.model], 2)]
        self._calls[call.model] += 1
        await self._open["last" if stage == "answers" and call.model == LAST else stage].wait()
        return True


async def told(
    chat: Chat, wait_for: Callable[..., Awaitable[object]], *wanted: str, gone: str = ""
) -> dict[str, list[str]]:
    """Return all posts, once they show these texts and no longer the one that is to go."""

    def shows() -> bool:
        everything = "\n".join(line for post in chat.seen().values() for line in post)
        return all(text in everything for text in wanted) and not (gone and gone in everything)

    await wait_for(shows)
    return chat.seen()


def changes(before: dict[str, list[str]], after: dict[str, list[str]]) -> list[str]:
    """Return the new posts of a stage, and of those that differ the first line and the new ones; of responses only the
    first line."""
    lines: list[str] = []
    for key, post in after.items():
        if (known := before.get(key)) == post:
            continue
        is_response = re.match(r"[#*| ]*(?:Response|Antwort|답변) [A-D]\b", post[0]) is not None
        shown = post if known is None else [post[0], *(each for each in post[1:] if each not in known)]
        lines += post[:1] if is_response else [*shown, ""]
    return lines


async def whole_run(
    chat: InSlack | InDiscord, models: ModelServer, wait_for: Callable[..., Awaitable[object]]
) -> str:
    """Play a run, and return it stage by stage."""
    words, held = chat.words, Held(models)
    stages: list[tuple[str, dict[str, list[str]]]] = []
    heading = words.card.heading

    asking = asyncio.create_task(chat.ask("alice", QUESTION))
    held.let("answers")
    three = words.stages.answered(done=3, of=4, missing=0)
    stages.append(("Three of four have answered", await told(chat, wait_for, three)))
    held.let("last")
    await asking
    await told(chat, wait_for, heading(state="reviewing"), words.board.question)
    await chat.vote("bob", "B")
    none, one = (words.card.so_many_votes(count=count, blind=count) for count in (0, 1))
    stages.append(("All have answered, Bob votes blind", await told(chat, wait_for, one, gone=none)))
    held.let("reviews")
    ranked = await told(chat, wait_for, heading(state="concluding"), words.board.ranking)
    stages.append(("The models have ranked", ranked))
    held.let("verdict")
    await told(chat, wait_for, words.verdict.title(is_ranked=True), words.buttons.read_verdict)
    await chat.vote("carol", "A")
    two = words.card.so_many_votes(count=2, blind=1)
    stages.append(("The verdict is there, Carol votes", await told(chat, wait_for, two, gone=one)))
    await chat.reveal("alice")
    await told(chat, wait_for, words.board.names)
    await chat.served.app.engine.finished((await chat.served.app.store.latest(limit=1))[0].id)
    stages.append(("Alice ends the vote", chat.seen()))
    return drawn(stages)


def drawn(stages: Sequence[tuple[str, dict[str, list[str]]]]) -> str:
    """Return the stages as text, without ids and times."""
    lines: list[str] = []
    before: dict[str, list[str]] = {}
    for number, (title, after) in enumerate(stages, start=1):
        lines += [f"== {number}. {title} ==", "", *changes(before, after), ""]
        before = after
    text = "\n".join(lines)
    for pattern, name in (TIMES | ENDINGS).items():
        text = re.sub(pattern, name, text)
    return re.sub(r"\n{3,}", "\n\n", text)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_whole_run_in_slack(
    language: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.has_points = True
    async with in_slack("socket", models, slack, tmp_path, COUNCIL_LANGUAGE=language) as served:
        chat = InSlack(slack, served)
        chat.words = words_for(language)
        assert_golden(f"e2e/stages-slack-{language}.txt", await whole_run(chat, models, slack.wait_for))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_whole_run_in_discord(language: str, models: ModelServer, tmp_path: Path) -> None:
    models.has_points = True
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        async with in_discord(models, server, tmp_path, COUNCIL_LANGUAGE=language) as talk:
            chat = InDiscord(server, talk.served)
            chat.words = words_for(language)
            assert_golden(
                f"e2e/stages-discord-{language}.txt", await whole_run(chat, models, server.wait_for)
            )
        server.assert_no_complaints()
