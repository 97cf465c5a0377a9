"""Tests of refusals, losses, repetitions and removals by Slack: a run still ends once, and its result is never lost."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.e2e.council_app import Serving
from tests.e2e.slack_talk import QUESTION, verdicts
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack, RateLimited, ResetAfterEffect, ServerError

ROOM = "C9"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A fault of a private channel during a run."""

    happens: Callable[[LocalSlack], None]
    ends: Callable[[LocalSlack], None] = lambda _: None
    """Ends the fault, so that the person can be answered again."""

    said: str
    """The problem as the log names it."""

    hides: bool = False
    """Whether Slack can no longer report who may read the channel; then its runs are shown to nobody."""


def archived(slack: LocalSlack) -> None:
    slack.channel(ROOM).archived = True


def deleted(slack: LocalSlack) -> None:
    del slack.workspace.channels[ROOM]


def without_card(slack: LocalSlack) -> None:
    next(post for post in slack.workspace.posts if post.channel == ROOM).deleted = True


def removed(slack: LocalSlack) -> None:
    slack.channel(ROOM).members.discard(slack.installation.bot_user_id)


def revoked(slack: LocalSlack) -> None:
    slack.installation.revoked = True


def accepted(slack: LocalSlack) -> None:
    slack.installation.revoked = False


def forbidden(slack: LocalSlack) -> None:
    slack.installation.scopes -= {"chat:write"}


def allowed(slack: LocalSlack) -> None:
    slack.installation.scopes |= {"chat:write"}


TROUBLES = {
    "the channel is archived": Trouble(happens=archived, said="The channel is archived."),
    "the channel is deleted": Trouble(happens=deleted, said="The channel is not there any more", hides=True),
    "somebody deletes the card": Trouble(happens=without_card, said="The thread is not there any more."),
    "the bot is removed": Trouble(happens=removed, said="The channel is not there any more", hides=True),
    "the token is revoked": Trouble(happens=revoked, ends=accepted, said="does not accept the bot token"),
    "a permission is lost": Trouble(happens=forbidden, ends=allowed, said="Slack app lacks a scope"),
}


@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES.keys())
async def test_a_run_whose_channel_is_lost_ends_and_its_answers_are_shown_later(
    trouble: Trouble,
    slack: LocalSlack,
    models: ModelServer,
    over_http: Serving,
    caplog: pytest.LogCaptureFixture,
) -> None:
    models.latency = 0.3
    slack.add_channel(ROOM, "secret", members=("alice",), private=True)
    alice = slack.person("alice")
    caplog.set_level(logging.INFO)
    await alice.command(ROOM, "/council", QUESTION)
    await slack.message_with(QUESTION, channel=ROOM)

    trouble.happens(slack)
    before = len(slack.calls)
    run = (await over_http.app.store.latest(limit=1))[0]
    async with asyncio.timeout(PATIENCE):
        await over_http.app.engine.finished(run.id)
    trouble.ends(slack)
    await alice.direct_message(f"show {run.id}")

    words = "may read" if trouble.hides else "answers.md"
    shown = await slack.wait_for(
        lambda: next((one for one in slack.workspace.posts if words in slack.words(one)), None)
    )
    assert shown is not None
    assert (QUESTION in slack.words(shown)) is not trouble.hides
    assert (await over_http.app.store.get(run.id)).status == "failed"
    assert len(models.journal.calls) <= 8, "the answers, and at most the reviews that began meanwhile"
    tried = Counter(
        str(call.arguments.get("metadata"))
        for call in slack.calls[before:]
        if call.method == "chat.postMessage"
    )
    assert max(tried.values(), default=0) <= 2, "a post that is refused for good is not tried again and again"
    warned = [
        record.getMessage()
        for record in caplog.records
        if record.name == "bot.announcing.announced_run"
        and record.levelno == logging.WARNING
        and trouble.said in record.getMessage()
    ]
    posts = [one for one in warned if "was refused" in one or "could not be told" in one]
    assert len(posts) == 1, warned


STORMS = {
    "too many requests": (RateLimited(1), "chat.postMessage"),
    "connections that break after the post was taken": (ResetAfterEffect(), "chat.postMessage"),
    "errors of a proxy": (ServerError(503), "chat.postMessage"),
    "edits that are refused for a while": (RateLimited(1), "chat.update"),
}


@pytest.mark.parametrize(("fault", "method"), STORMS.values(), ids=STORMS.keys())
async def test_each_post_stands_in_the_thread_once_whatever_weather(
    fault: RateLimited | ResetAfterEffect | ServerError, method: str, slack: LocalSlack, over_http: Serving
) -> None:
    # # A waiting edit absorbs later ones, so a quick run may have no second edit.
    times, after = (3, 1) if method == "chat.postMessage" else (1, 0)
    slack.fail(method, fault, times=times, after=after)

    asked = await slack.person("alice").command("C1", "/council", QUESTION)
    await asked.redeliver()
    await slack.message_with("# Verdict", channel="C1")
    await slack.message_with("How the models rank", channel="C1")
    await slack.message_with("Answered, vote open", channel="C1")
    await asked.redeliver()

    heads = Counter(
        slack.words(post).splitlines()[0] for post in slack.workspace.posts if post.ephemeral_to is None
    )
    assert {head: count for head, count in heads.items() if count > 1} == {}
    assert sum(head.startswith("# Response") for head in heads) == 4
    assert len(await over_http.app.store.latest(limit=5)) == 1
    slack.assert_all_faults_met()


async def test_a_mention_that_is_told_again_after_everything_is_over_asks_nothing(
    slack: LocalSlack, either_way: Serving
) -> None:
    first = await slack.person("alice").mention("C1", QUESTION)
    await slack.message_with("# Verdict", channel="C1")
    second = await slack.person("bob").mention("C1", "Tea or coffee?")
    await verdicts(slack, 2)

    await first.redeliver()
    await second.redeliver()
    await first.redeliver()

    assert len(await either_way.app.store.latest(limit=5)) == 2
