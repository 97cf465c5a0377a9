"""Counts what a run leaves in a channel: posts, characters that people read, and calls to the platform.

    python -m tests.bench.posts [--seconds 4]

Four members that take up to so many seconds answer a question in a local Slack and a local Discord. Three people vote,
the asker ends the vote, and a follow-up is asked and revealed. Posts and characters are those that stand in the end in
channel and thread; private ones are counted by themselves. Calls are all that the bot sends from the first question on,
until it has stopped. Characters are those of the whole text, without the links behind it.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.conftest import in_slack
from tests.e2e.discord_talk import in_discord
from tests.e2e.test_same_story import NEXT, QUESTION, OnDiscord, OnSlack
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

MODELS = ("gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon", "vendor/quartz")
VOTERS = (("alice", "B"), ("bob", "B"), ("carol", "A"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Posts and characters in channel and thread, and the calls so far."""

    posts: int
    characters: int
    private: int
    """Messages that one person sees."""

    calls: int

    def since(self, before: "Counted") -> "Counted":
        """Return what came after an earlier count."""
        return Counted(
            posts=self.posts - before.posts,
            characters=self.characters - before.characters,
            private=self.private - before.private,
            calls=self.calls - before.calls,
        )


HEADINGS = "| where | posts | characters | private messages | calls |\n| --- | --- | --- | --- | --- |"
Count = Callable[[], Counted]


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=4.0)
    options = parser.parse_args()
    print(HEADINGS)
    for play in (slack, discord):
        with tempfile.TemporaryDirectory() as folder:
            async with ModelServer() as models:
                models.latencies = {
                    name: options.seconds * (at + 1) / len(MODELS) for at, name in enumerate(MODELS)
                }
                await play(models, Path(folder))


async def slack(models: ModelServer, folder: Path) -> None:
    """Play and count the run in Slack."""
    async with LocalSlack() as server:

        def count() -> Counted:
            bot = [post for post in server.workspace.posts if post.bot_id and not post.deleted]
            shown = [post for post in bot if post.ephemeral_to is None]
            return Counted(
                posts=len(shown),
                characters=sum(len(server.words(post)) for post in shown),
                private=len(bot) - len(shown),
                calls=len(server.calls),
            )

        async with in_slack("socket", models, server, folder) as served:
            await conversation(OnSlack(server, served), count, "Slack")


async def discord(models: ModelServer, folder: Path) -> None:
    """Play and count the run in Discord."""
    async with LocalDiscord(message_content=False, openapi=described()) as server:

        def count() -> Counted:
            places = [server.channel("council"), *server.threads()]
            shown = [one for place in places for one in server.messages(place) if one.author is server.bot]
            private = [one for place in places for one in place.private_replies]
            # A message that opens a thread has no text; the thread's card is the post.
            worded = [one for one in shown if one.text]
            return Counted(
                posts=len(worded),
                characters=sum(len(one.text) for one in worded),
                private=len(private),
                calls=len(server.journal),
            )

        async with in_discord(models, server, folder) as talk:
            await conversation(OnDiscord(server, talk.served), count, "Discord")


async def conversation(chat: Any, count: Count, where: str) -> None:
    """Ask, vote, reveal, follow up and reveal again; print a row for each question."""
    before = count()
    await chat.ask("alice", QUESTION)
    await finished(chat, 1, "voting")
    for person, letter in VOTERS:
        await chat.vote(person, letter)
    await chat.reveal("alice")
    await finished(chat, 1, "revealed")
    first = count()
    print(row(f"{where}, a question", first.since(before)), flush=True)
    await chat.follow_up("alice", NEXT)
    await finished(chat, 2, "voting")
    await chat.reveal("alice")
    await finished(chat, 2, "revealed")
    print(row(f"{where}, a follow-up", count().since(first)), flush=True)


async def finished(chat: Any, runs: int, status: str) -> None:
    """Wait until this many runs exist, the latest has this status, and all pending edits are made."""
    while True:
        found = await chat.served.app.store.latest(limit=5)
        if len(found) == runs and found[0].status == status and (status != "voting" or found[0].verdict):
            break
        await asyncio.sleep(0.2)
    if status == "revealed":
        await chat.served.app.engine.finished(found[0].id)
    # Edits of a card are at least three seconds apart.
    await asyncio.sleep(5)


def row(what: str, counted: Counted) -> str:
    """Return one row of the table."""
    return f"| {what} | {counted.posts} | {counted.characters:,} | {counted.private} | {counted.calls} |"


if __name__ == "__main__":
    asyncio.run(main())
