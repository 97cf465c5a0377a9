"""Tests of the same conversation on Slack and on Discord: one script, one resulting story."""

import re
from pathlib import Path
from typing import Any, Protocol

from council_core.domain.ranking import Ranking
from council_core.domain.run import Run
from tests.e2e.conftest import in_slack
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import PATIENCE, in_discord
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack, Message

QUESTION = "Tabs or spaces?"
NEXT = "And how many?"


class Chat(Protocol):
    """People's actions on any platform; each returns once the council has shown its result."""

    served: Serving

    async def ask(self, person: str, question: str) -> None: ...

    async def vote(self, person: str, letter: str) -> None: ...

    async def reveal(self, person: str) -> None: ...

    async def follow_up(self, person: str, question: str) -> None: ...

    async def shown(self, text: str, *, times: int = 1) -> None: ...

    def headlines(self) -> list[str]: ...


class OnSlack:
    """The script's actions in a workspace."""

    def __init__(self, slack: LocalSlack, served: Serving) -> None:
        self.slack = slack
        self.served = served

    async def ask(self, person: str, question: str) -> None:
        await self.slack.person(person).command("C1", "/council", question)

    async def vote(self, person: str, letter: str) -> None:
        await self._press(person, f"Response {letter}")

    async def reveal(self, person: str) -> None:
        await self._press(person, "End the vote and reveal")

    async def _press(self, person: str, label: str) -> None:
        ballot = await self.slack.message_with("Which response is best?", channel="C1")
        told = len(self.slack.ephemerals(person))
        await self.slack.person(person).click(ballot.as_seen_now(), lambda element: label in str(element))
        await self.slack.wait_for(lambda: len(self.slack.ephemerals(person)) > told)

    async def follow_up(self, person: str, question: str) -> None:
        await self.slack.person(person).mention("C1", question, thread_ts=self._card)

    async def shown(self, text: str, *, times: int = 1) -> None:
        await self.slack.wait_for(
            lambda: sum(text in self.slack.words(one) for one in self._messages()) >= times
        )

    def _messages(self) -> list[Message]:
        """Return the card and all posts below it."""
        return [
            each for card in self.slack.messages("C1") for each in (card, *self.slack.thread("C1", card.ts))
        ]

    @property
    def _card(self) -> str:
        return self.slack.messages("C1")[0].ts

    def headlines(self) -> list[str]:
        people = {self.slack.person(name).id for name in ("alice", "bob", "carol")}
        return [bare(self.slack.words(one)) for one in self._messages() if one.user not in people]


class OnDiscord:
    """The script's actions on a server."""

    def __init__(self, discord: LocalDiscord, served: Serving) -> None:
        self.discord = discord
        self.served = served

    async def ask(self, person: str, question: str) -> None:
        asked = await self.discord.person(person).slash(
            "council ask", {"question": question}, self.discord.channel("council")
        )
        await self.discord.wait_for_thread(await asked.reply(PATIENCE))

    async def vote(self, person: str, letter: str) -> None:
        ballot = await self.discord.wait_for_message(self._thread, "Which response is best?")
        await (await self.discord.person(person).click(ballot, f"Response {letter}")).private_reply()

    async def reveal(self, person: str) -> None:
        ballot = await self.discord.wait_for_message(self._thread, "Which response is best?")
        sure = await (
            await self.discord.person(person).click(ballot, "End the vote and reveal")
        ).private_reply()
        await (await self.discord.person(person).click(sure, "End the vote and reveal")).acknowledged()

    async def follow_up(self, person: str, question: str) -> None:
        await self.discord.person(person).say(self._thread, question, mentions_bot=True)

    async def shown(self, text: str, *, times: int = 1) -> None:
        def enough() -> bool:
            places = [self.discord.channel("council"), *self.discord.threads()]
            messages = [one for place in places for one in self.discord.messages(place)]
            return sum(text in one.text for one in messages) >= times

        await self.discord.wait_for(enough, what=f"{times} x {text!r}")

    @property
    def _thread(self) -> Any:
        return self.discord.threads()[0]

    def headlines(self) -> list[str]:
        card, *_ = self.discord.messages(self.discord.channel("council"))
        ours = [one for one in self.discord.messages(self._thread) if one.author is self.discord.bot]
        return [bare(one.text) for one in (card, *ours) if one.text]


def bare(text: str) -> str:
    """Return the first line without the marks that only one platform has."""
    return re.sub(r"[#*\s]+", " ", text.strip().splitlines()[0]).strip()


async def whole_conversation(chat: Chat) -> None:
    """Play the script: ask, vote, reveal, follow up, reveal again."""
    await chat.ask("alice", QUESTION)
    await chat.shown("# Verdict")
    await chat.vote("bob", "B")
    await chat.vote("carol", "A")
    await chat.vote("bob", "C")
    await chat.reveal("alice")
    await chat.shown("Ranking and names")
    await chat.shown("revealed the names")
    await chat.follow_up("alice", NEXT)
    await chat.shown("# Verdict", times=2)
    await chat.reveal("alice")
    await chat.shown("Ranking and names", times=2)
    await chat.shown("revealed the names", times=2)


def story(run: Run) -> dict[str, Any]:
    """Return the events without ids of places, people and times."""
    assert run.slate is not None
    assert run.key is not None
    assert run.verdict is not None
    assert run.tally is not None
    return {
        "status": run.status,
        "question": run.question.text,
        "asked by": run.question.asker.name.lower(),
        "earlier": tuple((turn.question, turn.verdict) for turn in run.question.earlier),
        "outcomes": [(one.kind, one.member) for one in run.outcomes],
        "responses": run.slate.responses,
        "reviews": [(review.reviewer, review.shown, review.reading) for review in run.reviews],
        "ranking": run.ranking,
        "votes": sorted(ballot.order for ballot in run.ballots),
        "votes counted": run.tally.ballots,
        "agreement": run.tally.agreement,
        "team's ranking": places(run.tally.ranking),
        "joint ranking": places(run.tally.joint),
        "verdict": run.verdict.text,
    }


def places(ranking: Ranking | None) -> list[tuple[int, str]]:
    """Return the places in the ranking; ties are in no order, since people's ids decide which is counted first."""
    return sorted((standing.place, standing.alias) for standing in ranking.standings) if ranking else []


async def stories(chat: Chat) -> list[dict[str, Any]]:
    """Return the events of both runs, the first one first."""
    runs = (await chat.served.app.store.latest(limit=5))[::-1]
    for run in runs:
        await chat.served.app.engine.finished(run.id)
    return [story(await chat.served.app.store.get(run.id)) for run in runs]


async def test_slack_and_discord_tell_the_same_story(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    told: list[tuple[list[dict[str, Any]], list[str]]] = []
    for name in ("slack", "discord"):
        (tmp_path / name).mkdir()
    async with in_slack("socket", models, slack, tmp_path / "slack") as served:
        on_slack = OnSlack(slack, served)
        await whole_conversation(on_slack)
        told.append((await stories(on_slack), on_slack.headlines()))
    async with LocalDiscord(message_content=False, openapi=described()) as discord:
        async with in_discord(models, discord, tmp_path / "discord") as talk:
            on_discord = OnDiscord(discord, talk.served)
            await whole_conversation(on_discord)
            told.append((await stories(on_discord), on_discord.headlines()))
        discord.assert_no_complaints()

    (slack_runs, slack_lines), (discord_runs, discord_lines) = told
    first, second = slack_runs
    assert slack_runs == discord_runs
    assert slack_lines == discord_lines
    assert (first["status"], second["status"]) == ("revealed", "revealed")
    assert first["votes"] == [(("A",),), (("C",),)]
    responses = len(first["responses"]), len(second["responses"])
    assert len(discord_lines) == sum(responses) + 3 + 1, "card, board and verdict, then one post"
    assert second["earlier"] == ((QUESTION, first["verdict"]),)
