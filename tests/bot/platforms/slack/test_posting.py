"""Tests of posts in Slack: each exists once, despite any fault on the way."""

import asyncio
from dataclasses import replace

import pytest

from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.platform import SlackPlatform
from bot.platforms.slack.sending.send import metadata
from bot.post import Mention, Post, line
from bot.presentation.words import slack_words
from bot.watching.ports import WatchedPlatform
from council_core.domain.observations import Observation, PlatformWaited, PostSent
from council_core.domain.place import PersonId, Place
from council_core.errors import OutcomeUnknown, PlaceClosed, PlaceGone, PostRefused
from tests.bot.platforms.slack.talk import CARD, GENERAL, Talk, card_in, post_of, talking
from tests.testbed.slack.faults import (
    Fault,
    Garbled,
    RateLimited,
    ResetAfterEffect,
    ResetBeforeEffect,
    ServerError,
    SlackError,
)
from tests.testbed.slack.rate_limits import RateLimits


async def test_a_card_in_a_channel_carries_its_own_thread() -> None:
    async with talking() as talk:
        thread = await card_in(talk)
        answer = await talk.platform.post(thread.place, post_of("Tea."), key="r/answer", again=False)

        card = talk.slack.messages("general")[0]
        assert (thread.card.id, thread.place.thread, thread.missing) == (card.ts, card.ts, None)
        assert [reply.ts for reply in talk.slack.thread("general", card.ts)] == [answer.id]
        assert card.metadata == metadata("r/card")


async def test_a_card_asked_for_in_a_thread_stays_in_it() -> None:
    async with talking() as talk:
        root = talk.slack.person("alice").say("general", "We should decide.")
        place = Place(platform="slack", channel="C1", workspace="T1", thread=root.ts)

        thread = await card_in(talk, place)

        assert thread.place.thread == root.ts
        assert [reply.ts for reply in talk.slack.thread("general", root.ts)] == [thread.card.id]


async def test_only_people_whom_a_post_notifies_are_called_by_their_ids() -> None:
    async with talking() as talk:
        alice = Mention(person=PersonId("UALICE"), name="Alice Arden")
        rung = replace(alice, rings=True)
        post = Post(
            blocks=(line("Asked by ", alice, "."), line("For ", rung, small=True)),
            summary="Asked by Alice Arden.",
        )

        await talk.platform.post(GENERAL, post, key="r/x", again=False)

        assert talk.slack.words(talk.slack.messages("general")[0]).split("\n") == [
            "Asked by Alice Arden.",
            "· For @alice",
        ]


LOST = [
    ResetAfterEffect(),
    ResetBeforeEffect(),
    ServerError(503),
    Garbled("upstream ok", "text/plain"),
    Garbled('["ok"]'),
    Garbled('{"ok": tr'),
    Garbled("null"),
    Garbled('{"ok": true}'),
]


@pytest.mark.parametrize("fault", LOST, ids=str)
async def test_a_post_of_unknown_outcome_is_not_repeated_but_looked_for(fault: Fault) -> None:
    async with talking() as talk:
        thread = await card_in(talk)
        talk.slack.fail("chat.postMessage", fault)
        with pytest.raises(OutcomeUnknown):
            await talk.platform.post(thread.place, post_of("Tea."), key="r/answer", again=False)

        message = await talk.platform.post(thread.place, post_of("Tea."), key="r/answer", again=True)

        assert [one.ts for one in talk.slack.thread("general", thread.card.id)] == [message.id]


async def test_a_card_of_unknown_outcome_is_found_in_the_channel() -> None:
    async with talking() as talk:
        talk.slack.fail("chat.postMessage", ResetAfterEffect())
        with pytest.raises(OutcomeUnknown):
            await card_in(talk)

        thread = await talk.platform.open_thread(GENERAL, CARD, key="r/card", again=True)

        assert [one.ts for one in talk.slack.messages("general")] == [thread.card.id]
        assert thread.place.thread == thread.card.id


async def test_only_our_own_messages_are_taken_for_ours() -> None:
    async with talking() as talk:
        forged = talk.slack.person("alice").say("general", "fake")
        forged.metadata = metadata("r/card")

        thread = await talk.platform.open_thread(GENERAL, CARD, key="r/card", again=True)

        assert thread.card.id != forged.ts


async def test_two_tries_that_both_got_lost_end_in_one_post() -> None:
    async with talking() as talk:
        thread = await card_in(talk)
        talk.slack.fail("chat.postMessage", ResetAfterEffect(), times=1)
        talk.slack.fail("conversations.replies", SlackError("internal_error"))
        with pytest.raises(OutcomeUnknown):
            await talk.platform.post(thread.place, post_of("Tea."), key="r/a", again=False)
        with pytest.raises(OutcomeUnknown):
            await talk.platform.post(thread.place, post_of("Tea."), key="r/a", again=True)

        await talk.platform.post(thread.place, post_of("Tea."), key="r/a", again=True)

        assert len(talk.slack.thread("general", thread.card.id)) == 1


async def test_slack_is_given_the_time_it_asks_for() -> None:
    async with talking() as talk:
        talk.slack.fail("chat.postMessage", RateLimited(retry_after=1), times=2)

        await card_in(talk)

        assert [call.status for call in talk.slack.journal.calls_of("chat.postMessage")] == [429, 429, 200]
        assert len(talk.slack.messages("general")) == 1


async def test_the_time_that_slack_asks_for_is_seen_by_whoever_watches() -> None:
    seen: list[Observation] = []
    async with talking() as talk:
        talk.slack.fail("chat.postMessage", RateLimited(retry_after=1))
        platform = WatchedPlatform(talk.platform, seen.append)

        await platform.open_thread(GENERAL, post_of("Tea now?"), key="r/card", again=False)

    assert seen[0] == PlatformWaited(platform="slack", seconds=1.0)
    assert [(each.what, each.outcome) for each in seen[1:] if isinstance(each, PostSent)] == [("card", "ok")]


async def test_a_wait_that_is_too_long_is_left_to_whoever_tries_again() -> None:
    async with talking() as talk:
        talk.slack.fail("chat.postMessage", RateLimited(retry_after=3_600))

        with pytest.raises(OutcomeUnknown) as error:
            await card_in(talk)

        assert error.value.code == "ratelimited"


async def test_posts_of_one_channel_stand_in_the_order_in_which_they_were_sent() -> None:
    async with talking(latency=0.01, rate_limits=RateLimits(posts_per_second=50, burst=2)) as talk:
        async with asyncio.TaskGroup() as group:
            for at in range(5):
                group.create_task(
                    talk.platform.post(GENERAL, post_of(f"Part {at}"), key=f"r/{at}", again=False)
                )

        words = [talk.slack.words(message) for message in talk.slack.messages("general")]
        assert words == [f"Part {at}" for at in range(5)]


async def test_a_public_channel_is_joined() -> None:
    async with talking() as talk:
        talk.slack.add_channel("C2", "random", members=("alice",), with_bot=False)

        await card_in(talk, Place(platform="slack", channel="C2", workspace="T1"))

        assert len(talk.slack.messages("random")) == 1


async def test_in_a_private_channel_the_asker_reads_how_to_invite_council(talk: Talk) -> None:
    talk.slack.add_channel("C3", "secret", members=("alice",), private=True, with_bot=False)
    await talk.slack.person("alice").command("secret", "/council", "Tea now?")
    place = (await talk.handler.requests(1))[0].place

    with pytest.raises(PlaceClosed) as error:
        await card_in(talk, place)

    await talk.platform.whisper(place, talk.slack.person("alice").id, post_of(str(error.value)))
    assert error.value.code == "not_in_channel"
    assert "/invite @Council" in talk.slack.words(talk.slack.ephemerals("alice")[0])


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("channel_not_found", PlaceGone),
        ("is_archived", PlaceGone),
        ("thread_not_found", PlaceGone),
        ("missing_scope", PlaceClosed),
        ("token_revoked", PlaceClosed),
        ("restricted_action_read_only_channel", PlaceClosed),
        ("a_code_that_slack_adds_next_year", PostRefused),
        ("internal_error", OutcomeUnknown),
        ("service_unavailable", OutcomeUnknown),
    ],
)
async def test_each_refusal_becomes_an_error_of_ours(code: str, kind: type[Exception]) -> None:
    async with talking() as talk:
        thread = await card_in(talk)
        talk.slack.fail("chat.postMessage", SlackError(code))

        with pytest.raises(kind) as error:
            await talk.platform.post(thread.place, post_of("Tea."), key="r/a", again=False)

        assert getattr(error.value, "code", "") == code


async def test_a_slack_that_cannot_be_reached_is_an_unknown_outcome() -> None:
    settings = SlackSettings(bot_token="xoxb", signing_secret="x", api_url="http://127.0.0.1:9/api/")
    platform = SlackPlatform(settings, labels=slack_words, pace=None)
    platform._clients.once.client.retry_handlers.clear()  # pyright: ignore[reportPrivateUsage]

    with pytest.raises(OutcomeUnknown):
        await platform.post(GENERAL, CARD, key="r/card", again=False)

    await platform.aclose()


async def test_what_is_said_one_after_another_goes_over_one_connection() -> None:
    async with talking() as talk:
        thread = await card_in(talk)

        for number in range(3):
            await talk.platform.post(thread.place, post_of("Tea."), key=f"r/{number}", again=False)

        assert len({call.port for call in talk.slack.calls if call.method == "chat.postMessage"}) == 1
