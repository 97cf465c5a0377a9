"""Tests of questions in people's own threads of Discord, also scheduled ones, and in threads that are hidden or locked
meanwhile."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.e2e.conftest import DEMO
from tests.e2e.discord_talk import PATIENCE, Talk, in_discord
from tests.e2e.test_digests import ticked
from tests.testbed.discord import Channel, LocalDiscord, Permission, described
from tests.testbed.discord.guild import ChannelKind
from tests.testbed.discord.threads import tell_update
from tests.testbed.models import ModelServer

QUESTION = "Tabs or spaces?"
THREAD_ON_MESSAGE = "/channels/{channel_id}/messages/{message_id}/threads"


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


async def test_in_an_announcement_channel_people_ask_vote_reveal_and_follow_up(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalDiscord(message_content=False, openapi=described()) as discord:
        discord.channel("council").kind = ChannelKind.NEWS
        async with in_discord(models, discord, tmp_path, **DEMO | {"COUNCIL_VOTE_MINUTES": "60"}) as talk:
            card = await talk.ask()
            ballot = await talk.posted("Which response is best?")
            voted = await talk.press(discord.person("bob"), ballot, "Response A")
            await talk.posted("### Verdict")
            await talk.reveal(ballot)
            await talk.alice.say(talk.thread, "And in Go?", mentions_bot=True)
            first, second = await talk.runs(2, finished=False)

        assert (card.channel.kind, talk.thread.kind) == (ChannelKind.NEWS, ChannelKind.NEWS_THREAD)
        assert "Your vote: Response A" in voted.text
        assert second.question.follows == first.id
        discord.assert_no_complaints()


async def test_a_schedule_of_a_private_thread_asks_in_it_and_can_be_followed_up(discord_demo: Talk) -> None:
    discord, alice = discord_demo.discord, discord_demo.alice
    thread = discord.private_thread("plans", discord_demo.channel, alice)
    made = await alice.slash("council every", {"when": "monday 9:00 UTC", "question": QUESTION}, thread)
    await made.private_reply(PATIENCE)
    discord.archive(thread)

    await ticked(discord_demo.served, "discord")
    await discord_demo.runs()
    discord.archive(thread)
    await alice.say(thread, "And in Go?", mentions_bot=True)
    first, second = await discord_demo.runs(2)

    assert second.question.follows == first.id
    card = next(one for one in discord.messages(thread) if "Asked by" in one.text)
    assert "no threads" not in card.text
    assert [call for call in discord.calls("POST", THREAD_ON_MESSAGE) if call.status != 201] == []
