"""Tests that after Slack's refusal nothing more is paid, and the asker reads the reason and the remedy."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.platforms.slack.connection import token_check
from council_core.domain.run import Run
from tests.e2e.council_app import Serving
from tests.e2e.slack_talk import QUESTION, told, window
from tests.e2e.watching import until
from tests.testbed.gates import Moment
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import Call, LocalSlack, SlackError, Slow

ROOM = "C9"
ALWAYS = 1_000


def outside(slack: LocalSlack) -> None:
    slack.add_channel(ROOM, "secret", members=("alice",), private=True, with_bot=False)


def archived(slack: LocalSlack) -> None:
    slack.add_channel(ROOM, "old", members=("alice",), archived=True)


def without_scope(slack: LocalSlack) -> None:
    slack.add_channel(ROOM, "room", members=("alice",))
    slack.installation.scopes -= {"chat:write"}


def refusing(code: str) -> Callable[[LocalSlack], None]:
    """Return a fault: every post into the channel is refused with this code."""

    def prepare(slack: LocalSlack) -> None:
        slack.add_channel(ROOM, "room", members=("alice",))
        for method in ("chat.postMessage", "chat.postEphemeral"):
            slack.fail(method, SlackError(code), times=ALWAYS, when=lambda call: call.get("channel") == ROOM)

    return prepare


UNPOSTABLE: dict[str, tuple[Callable[[LocalSlack], None], str]] = {
    "a private channel without the bot": (outside, "/invite @Council"),
    "an archived channel": (archived, "archived"),
    "a revoked token": (refusing("token_revoked"), "install the app again"),
    "a lost permission": (without_scope, "lacks a scope (chat:write). An admin must add it"),
    "a channel that only admins write in": (refusing("restricted_action"), "Ask an admin"),
    "a channel that is not there": (refusing("channel_not_found"), "/invite @Council"),
    "a channel that Council is not in": (refusing("not_in_channel"), "/invite @Council"),
    "a message that Slack finds too long": (refusing("msg_blocks_too_long"), "too long"),
}


async def concluded(served: Serving) -> None:
    """Wait until the only run has a verdict."""
    (latest,) = await served.app.store.latest(limit=5)

    async def verdict() -> object:
        return (await served.app.store.get(latest.id)).verdict

    await until(verdict)


async def ended(served: Serving) -> Run:
    """Return the only run, once it is over."""
    (latest,) = await served.app.store.latest(limit=5)
    await served.app.engine.finished(latest.id)
    return await served.app.store.get(latest.id)


@pytest.mark.parametrize(("prepare", "remedy"), UNPOSTABLE.values(), ids=UNPOSTABLE.keys())
async def test_a_question_that_cannot_be_posted_asks_no_model_and_tells_the_person_what_to_do(
    prepare: Callable[[LocalSlack], None],
    remedy: str,
    slack: LocalSlack,
    models: ModelServer,
    either_way: Serving,
) -> None:
    prepare(slack)

    await slack.person("alice").command(ROOM, "/council", QUESTION)

    said = await told(slack, "alice", "could not be answered")
    run = await ended(either_way)
    assert remedy in " ".join(slack.words(said).split())
    assert "it cost nothing" in slack.words(said)
    assert (run.status, models.journal.calls) == ("failed", [])


async def test_a_long_message_that_cannot_be_answered_in_its_channel_asks_no_model_and_the_person_reads_why(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    """No field is large enough for the message, so it is asked from the message's menu without a form."""
    outside(slack)
    said = slack.person("alice").say(ROOM, f"{QUESTION} {'And why? ' * 500}")

    await slack.person("alice").message_shortcut(said, "council_message")

    words = " ".join(slack.words(await told(slack, "alice", "could not be answered")).split())
    assert "/invite @Council" in words
    assert "models answered" not in words
    assert ((await ended(over_http)).status, models.journal.calls) == ("failed", [])


async def test_the_form_on_a_message_where_council_is_not_says_what_to_do_and_keeps_its_words(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    outside(slack)
    alice = slack.person("alice")
    await alice.message_shortcut(alice.say(ROOM, QUESTION), "council_message")
    form = await window(slack, "alice", "Ask the council")

    await alice.submit(form)

    assert "/invite @Council" in " ".join(form.errors.values())
    assert (await over_http.app.store.latest(limit=5), models.journal.calls) == ((), [])


async def test_the_person_is_told_at_the_verdict_when_the_card_was_refused_only_after_the_models_were_asked(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    archived(slack)

    async def refuses_late(call: Call, moment: Moment) -> bool:
        if call.method == "chat.postMessage" and call.arguments.get("channel") == ROOM and moment == "before":
            await concluded(over_http)
        return True

    slack.gate = refuses_late

    await slack.person("alice").command(ROOM, "/council", QUESTION)

    said = await told(slack, "alice", "could not be answered")
    (run,) = await over_http.app.store.latest(limit=5)
    assert f"/council show {run.id}" in " ".join(slack.words(said).split())
    assert (await over_http.app.store.get(run.id)).verdict is not None


async def test_a_mention_that_cannot_be_answered_in_its_channel_is_answered_in_a_direct_message(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    refusing("restricted_action")(slack)

    await slack.person("alice").mention(ROOM, QUESTION)

    run = await slack.wait_for(
        lambda: next(
            (one for one in slack.workspace.posts if "could not be answered" in slack.words(one)), None
        )
    )
    assert run is not None
    assert slack.workspace.channels[run.channel].kind == "im"
    assert "Ask an admin" in slack.words(run)
    assert ((await ended(over_http)).status, models.journal.calls) == ("failed", [])


async def test_a_card_that_slack_takes_late_holds_no_model_up(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    slack.add_channel(ROOM, "room", members=("alice",))
    slack.fail("chat.postMessage", Slow(300.0))

    await slack.person("alice").command(ROOM, "/council", QUESTION)

    await models.journal.until(lambda calls: len(calls) >= 4, seconds=60)
    assert slack.messages(ROOM) == []


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A way in which a channel becomes unavailable during a run."""

    happens: Callable[[LocalSlack], None]
    ends: Callable[[LocalSlack], None]


def archive(slack: LocalSlack) -> None:
    slack.channel(ROOM).archived = True


def unarchive(slack: LocalSlack) -> None:
    slack.channel(ROOM).archived = False


def kick(slack: LocalSlack) -> None:
    slack.channel(ROOM).members.discard(slack.installation.bot_user_id)


def invite(slack: LocalSlack) -> None:
    slack.channel(ROOM).members.add(slack.installation.bot_user_id)


def revoke(slack: LocalSlack) -> None:
    slack.installation.revoked = True


def accept(slack: LocalSlack) -> None:
    slack.installation.revoked = False


LOSSES = {
    "archived": Loss(happens=archive, ends=unarchive),
    "removed": Loss(happens=kick, ends=invite),
    "revoked": Loss(happens=revoke, ends=accept),
}


async def comes_back(loss: str, slack: LocalSlack) -> None:
    """Make the channel accept posts again; Slack reports that for some losses."""
    match loss:
        case "archived":
            await slack.unarchive(ROOM)
        case "removed":
            await slack.invite_bot(ROOM)
        case _:
            accept(slack)


@pytest.mark.parametrize("loss", LOSSES)
async def test_a_verdict_that_was_refused_is_posted_once_the_channel_takes_posts_again(
    loss: str, slack: LocalSlack, models: ModelServer, over_http: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(token_check, "TOKEN_SECONDS", 0.2)
    models.latency = 1.0
    slack.add_channel(ROOM, "secret", members=("alice",), private=True)
    await slack.person("alice").command(ROOM, "/council", QUESTION)
    # Four answers and four reviews; the ninth is the chairman's.
    await models.journal.until(lambda calls: len(calls) >= 9, seconds=60)

    LOSSES[loss].happens(slack)
    (run,) = await over_http.app.store.latest(limit=5)
    async with asyncio.timeout(PATIENCE):
        while (await over_http.app.store.get(run.id)).verdict is None:  # noqa: ASYNC110 - nothing is posted of it
            await asyncio.sleep(0.05)
        # Once an edit was refused, the verdict is not even tried.
        while not [call for call in slack.calls if not call.ok and call.method.startswith("chat.")]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert not [one for one in slack.messages(ROOM) if "# Verdict" in slack.words(one)]
    await comes_back(loss, slack)

    await slack.message_with("# Verdict", channel=ROOM)
    assert len(models.journal.calls) == 9


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES.keys())
async def test_a_channel_that_goes_away_while_members_answer_stops_the_paying_and_the_person_is_told(
    loss: Loss, slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    models.latency = 1.0
    slack.add_channel(ROOM, "secret", members=("alice",), private=True)
    await slack.person("alice").command(ROOM, "/council", QUESTION)
    await slack.message_with(QUESTION, channel=ROOM)
    await models.journal.until(lambda calls: len(calls) >= 4, seconds=60)

    loss.happens(slack)

    said = await told(slack, "alice", "could not be answered")
    run = await ended(over_http)
    assert run.status == "failed"
    assert len(run.outcomes) == 4
    assert len(models.journal.calls) <= 8, "the answers, and at most the reviews that began meanwhile"
    assert run.verdict is None
    assert f"/council show {run.id}" in " ".join(slack.words(said).split())


async def test_what_a_channel_refused_is_posted_once_council_is_invited_again(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    outside(slack)
    await slack.person("alice").command(ROOM, "/council", QUESTION)
    await told(slack, "alice", "could not be answered")
    run = await ended(over_http)

    await slack.invite_bot(ROOM)
    await slack.message_with("No result this time", channel=ROOM)
    await slack.invite_bot(ROOM)
    await slack.message_with("Verdict – not reached", channel=ROOM)

    posts = [slack.words(one) for one in slack.messages(ROOM)]
    assert sum(QUESTION in words for words in posts) == 1
    assert sum("No result this time" in words for words in posts) <= 1
    assert not any("models answered" in words for words in posts)
    assert any("cannot post where this was asked" in " ".join(words.split()) for words in posts)
    assert (run.status, models.journal.calls) == ("failed", [])


async def test_what_an_archived_channel_refused_is_posted_once_it_is_unarchived(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    archived(slack)
    await slack.person("alice").command(ROOM, "/council", QUESTION)
    await told(slack, "alice", "could not be answered")
    await ended(over_http)

    await slack.unarchive(ROOM)

    await slack.message_with("No result this time", channel=ROOM)
    assert models.journal.calls == []
