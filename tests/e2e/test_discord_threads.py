"""Tests of questions in people's own threads of Discord that are hidden or locked meanwhile."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.e2e.discord_talk import Talk, in_discord
from tests.testbed.discord import Channel, LocalDiscord, Permission, described
from tests.testbed.discord.threads import tell_update
from tests.testbed.models import ModelServer

QUESTION = "Tabs or spaces?"


async def public(talk: Talk) -> Channel:
    return talk.discord.thread_on(await talk.alice.say(talk.channel, "Tabs?"), "tabs", talk.alice)


async def private(talk: Talk) -> Channel:
    return talk.discord.private_thread("plans", talk.channel, talk.alice)


async def post_of_a_forum(talk: Talk) -> Channel:
    return talk.discord.forum_post("idea", talk.alice, "What about spaces?")


def hide(discord: LocalDiscord, thread: Channel) -> Callable[[], None]:
    assert thread.parent is not None
    channel = thread.parent
    discord.deny(channel, Permission.VIEW_CHANNEL)
    return lambda: discord.allow(channel, Permission.VIEW_CHANNEL)


def lock(discord: LocalDiscord, thread: Channel) -> Callable[[], None]:
    def unlock() -> None:
        thread.archived = thread.locked = False
        tell_update(discord, thread)

    discord.archive(thread, locked=True)
    return unlock


@pytest.mark.parametrize("close", [hide, lock])
@pytest.mark.parametrize("opened", [public, private, post_of_a_forum])
async def test_what_a_persons_thread_refused_is_posted_once_it_is_open_again(
    models: ModelServer,
    tmp_path: Path,
    opened: Callable[[Talk], Awaitable[Channel]],
    close: Callable[[LocalDiscord, Channel], Callable[[], None]],
) -> None:
    models.latency = 1.0
    async with LocalDiscord(message_content=False, openapi=described()) as discord:
        discord.guild.owner_id = discord.person("ann").user.id
        async with in_discord(models, discord, tmp_path, COUNCIL_VOTE_MINUTES="0") as talk:
            thread = await opened(talk)
            await talk.alice.slash("council ask", {"question": QUESTION}, thread)
            # Four answers and four reviews; the ninth is the chairman's.
            await models.journal.until(lambda calls: len(calls) >= 9, seconds=60)

            open_again = close(discord, thread)
            (run,) = await talk.served.app.store.latest(limit=9)
            await talk.served.app.engine.finished(run.id)
            texts = lambda: [one.text for one in thread.messages.values()]  # noqa: E731  # asked again and again
            before = texts()
            open_again()
            await discord.wait_for(lambda: any("### Verdict" in text for text in texts()), what="the verdict")

        assert not any("### Verdict" in text for text in before)
        assert len(models.journal.calls) == 9
        discord.assert_no_complaints()
