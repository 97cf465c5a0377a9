"""Tests of threads longer than a page of Slack's: the bot reads their root and latest messages in few calls."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from council_core.domain.place import Place
from council_core.errors import OutcomeUnknown
from tests.bot.platforms.slack.talk import Talk, post_of, talking
from tests.testbed.slack.faults import RateLimited, ResetAfterEffect
from tests.testbed.slack.workspace import FIRST_SECOND, Message

HOUR, DAY, MONTH = 3_600, 86_400, 30 * 86_400
STEADY = [n * 60 for n in range(25_000)]
SPARSE = [*(n * 3 for n in range(4_940)), *(DAY + n * MONTH for n in range(1, 61))]
"""A busy day, then a message a month."""

BUSY = [*(n * DAY for n in range(2_000)), *(2_000 * DAY + n / 10 for n in range(4_000))]
"""A message a day for years, then a burst."""


def thread_of(talk: Talk, seconds: Sequence[float], *, people_every: int = 1) -> Place:
    """Return a thread with a reply at each of these past seconds; the others are an app's."""
    start = Decimal(FIRST_SECOND - DAY) - Decimal(str(seconds[-1]))
    root = f"{start:.6f}"
    posts = [Message(ts=root, text="root", thread_ts=root, channel="C1", user="UALICE", team_id="T1")]
    for number, second in enumerate(seconds, start=1):
        ts = f"{start + 1 + Decimal(str(second)):.6f}"
        reply = Message(ts=ts, text=f"m{number}", thread_ts=root, channel="C1", user="UALICE", team_id="T1")
        reply.bot_id = reply.app_id = "BOTHER" if number % people_every else None
        posts.append(reply)
    talk.slack.workspace.posts += posts
    return Place(platform="slack", channel="C1", workspace="T1", thread=root)


@pytest.mark.parametrize(
    ("seconds", "calls"),
    [(STEADY, 2), (SPARSE, 7), (BUSY, 6), (STEADY[:998], 1), (STEADY[:1_500], 2)],
    ids=["steady", "sparse", "busy at the end", "one page", "two pages"],
)
async def test_the_root_and_the_latest_messages_of_a_thread_are_read_in_few_calls(
    seconds: list[float], calls: int
) -> None:
    async with talking() as talk:
        place = thread_of(talk, seconds)

        said = await talk.platform.read_thread(place, "")

        latest = [f"m{number}" for number in range(len(seconds) - 48, len(seconds) + 1)]
        assert said[0].text == "root"
        assert [each.text for each in said[-49:]] == latest
        assert len(said) + sum(each.skipped for each in said) == len(seconds) + 1
        assert len(talk.slack.journal.calls_of("conversations.replies")) <= calls


@pytest.mark.parametrize(
    ("seconds", "calls", "first"),
    [(STEADY[:14], 1, 1), (STEADY[:15], 2, 1), (STEADY[:110], 8, 1), (STEADY, 6, 24_952), (BUSY, 45, 5_952)],
    ids=["one page", "two pages", "eight pages", "steady", "busy at the end"],
)
async def test_small_pages_are_followed_to_the_end_of_a_thread(
    seconds: list[float], calls: int, first: int
) -> None:
    async with talking() as talk:
        talk.slack.largest_page = 15
        place = thread_of(talk, seconds)

        said = await talk.platform.read_thread(place, "")

        texts = [each.text for each in said]
        latest = [f"m{number}" for number in range(max(first, len(seconds) - 48), len(seconds) + 1)]
        assert texts[0] == "root"
        assert texts[-len(latest) :] == latest
        assert len(said) + sum(each.skipped for each in said) == len(seconds) + 1
        assert len(talk.slack.journal.calls_of("conversations.replies")) <= calls


async def test_messages_of_apps_do_not_count_among_the_latest_ones() -> None:
    async with talking() as talk:
        place = thread_of(talk, STEADY[:5_000], people_every=10)

        said = await talk.platform.read_thread(place, "")

        assert said[0].text == "root"
        assert [each.text for each in said[-49:]] == [f"m{number}" for number in range(4_520, 5_001, 10)]
        assert len(talk.slack.journal.calls_of("conversations.replies")) <= 5


async def test_a_post_of_unknown_outcome_at_the_end_of_a_long_thread_is_found() -> None:
    async with talking() as talk:
        place = thread_of(talk, STEADY[:5_000])
        talk.slack.fail("chat.postMessage", ResetAfterEffect())
        with pytest.raises(OutcomeUnknown):
            await talk.platform.post(place, post_of("Tea."), key="r/answer", again=False)

        message = await talk.platform.post(place, post_of("Tea."), key="r/answer", again=True)

        ours = [one.ts for one in talk.slack.thread("general", place.thread or "") if one.text == "Tea."]
        assert ours == [message.id]


async def test_where_slack_lets_nobody_read_a_second_page_the_first_one_is_read_and_the_rest_is_counted() -> (
    None
):
    """As for apps that are distributed outside of Slack's Marketplace: 15 messages at a time, once a minute."""
    async with talking() as talk:
        talk.slack.largest_page = 15
        place = thread_of(talk, STEADY[:99])
        talk.slack.fail("conversations.replies", RateLimited(retry_after=60), after=1)

        said = await talk.platform.read_thread(place, "")

        assert [each.text for each in said] == ["root", *(f"m{number}" for number in range(1, 15))]
        assert [each.skipped_after for each in said if each.skipped_after] == [85]
