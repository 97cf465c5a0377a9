"""Tests that one person's quick clicks are handled in order, and that nobody waits for another person."""

import asyncio

from bot.platforms.slack.listening.acknowledge import ClickQueues
from bot.post import Actions, Button, Post, line
from bot.requests.actions import vote_action
from bot.requests.voting import CastVote
from council_core.domain.question import RunId
from council_core.domain.slate import Alias
from tests.bot.platforms.slack.talk import GENERAL, Talk
from tests.testbed.slack import Slow

RUN = RunId("r0123456789ab")
BALLOT = Post(
    blocks=(
        line("Which is best?"),
        Actions(
            buttons=tuple(
                Button(label=f"Response {letter}", action=vote_action(RUN, Alias(letter))) for letter in "AB"
            )
        ),
    ),
    summary="Which is best?",
)


async def test_of_two_quick_clicks_the_later_one_is_handled_later_though_its_look_up_ends_first(
    talk: Talk,
) -> None:
    await talk.platform.post(GENERAL, BALLOT, key="r/voting", again=False)
    ballot = await talk.slack.message_with("Which is best?")
    talk.slack.fail("users.info", Slow(0.5))
    alice = talk.slack.person("alice")

    for letter in "AB":
        await alice.click(
            ballot.as_seen_now(), lambda element, letter=letter: f"Response {letter}" in str(element)
        )

    votes = [one for one in await talk.handler.requests(2) if isinstance(one, CastVote)]
    assert [vote.alias for vote in votes] == ["A", "B"]
    talk.slack.assert_all_faults_met()


async def test_nobody_waits_for_somebody_elses_click(talk: Talk) -> None:
    await talk.platform.post(GENERAL, BALLOT, key="r/voting", again=False)
    ballot = await talk.slack.message_with("Which is best?")
    talk.handler.until = asyncio.Event()

    for name in ("alice", "bob"):
        await talk.slack.person(name).click(
            ballot.as_seen_now(), lambda element: "Response A" in str(element)
        )

    assert {str(one.person.id) for one in await talk.handler.requests(2)} == {"UALICE", "UBOB"}
    talk.handler.until.set()


async def test_whoever_leaves_early_lets_nobody_past_the_one_before() -> None:
    queues, done = ClickQueues(), list[str]()
    first, second, third = (queues.take("alice") for _ in range(3))

    async def last() -> None:
        async with third:
            done.append("third")

    second.leave()
    waiting = asyncio.create_task(last())
    await asyncio.sleep(0)
    async with first:
        done.append("first")
    await waiting

    assert done == ["first", "third"]
