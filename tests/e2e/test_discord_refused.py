"""Tests that after Discord's refusal nothing more is paid, and the asker reads the reason and the remedy."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from council_core.domain.run import Run
from tests.e2e.discord_talk import PATIENCE, QUESTION, Talk, in_discord
from tests.testbed.discord import LocalDiscord, Permission, Refusal, Slow, described
from tests.testbed.models import ModelServer

SEND = ("POST", "/channels/{channel_id}/messages")
ANSWER = ("PATCH", "/webhooks/{webhook_id}/{token}/messages/{message_id}")


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """Yield a strict local Discord; its complaints fail the test."""
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        yield server
        server.assert_no_complaints()


async def ended(talk: Talk) -> Run:
    """Return the only run, once it is over."""
    store = talk.served.app.store
    (latest,) = await store.latest(limit=5)
    await talk.served.app.engine.finished(latest.id)
    return await store.get(latest.id)


LACKING: dict[str, tuple[tuple[Permission, ...], str]] = {
    "it may not view the channel": ((Permission.VIEW_CHANNEL,), "View Channels"),
    "it may not write in threads": ((Permission.SEND_MESSAGES_IN_THREADS,), "Send Messages in Threads"),
    "it may neither write nor make threads": (
        (Permission.SEND_MESSAGES, Permission.CREATE_PUBLIC_THREADS),
        "Send Messages",
    ),
}


@pytest.mark.parametrize("receives", ["gateway", "http"])
@pytest.mark.parametrize(("denied", "named"), LACKING.values(), ids=LACKING.keys())
async def test_a_command_where_council_may_not_write_is_refused_before_anything_is_kept(
    denied: tuple[Permission, ...],
    named: str,
    receives: str,
    discord_server: LocalDiscord,
    models: ModelServer,
    tmp_path: Path,
) -> None:
    key = (
        {"DISCORD_PUBLIC_KEY": discord_server.endpoint.public_key, "PORT": "0"} if receives == "http" else {}
    )
    async with in_discord(models, discord_server, tmp_path, DISCORD_RECEIVES=receives, **key) as talk:
        discord_server.deny(talk.channel, *denied)

        asked = await talk.alice.slash("council ask", {"question": QUESTION}, talk.channel)

        said = (await asked.private_reply(PATIENCE)).text
        kept = await talk.served.app.store.latest(limit=5)
    assert named in said
    assert "no model was asked" in said
    assert (kept, models.journal.calls) == ((), [])


@pytest.mark.parametrize("receives", ["gateway", "http"])
async def test_in_the_chat_of_a_voice_channel_council_needs_no_right_for_threads(
    receives: str, discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    variables = {"DISCORD_RECEIVES": receives, "COUNCIL_VOTE_MINUTES": "0"}
    if receives == "http":
        variables |= {"DISCORD_PUBLIC_KEY": discord_server.endpoint.public_key, "PORT": "0"}
    async with in_discord(models, discord_server, tmp_path, **variables) as talk:
        standup = discord_server.voice_channel("standup")
        discord_server.deny(standup, Permission.SEND_MESSAGES)
        asked = await talk.alice.slash("council ask", {"question": QUESTION}, standup)
        said = (await asked.private_reply(PATIENCE)).text
        kept = await talk.served.app.store.latest(limit=5)
        discord_server.allow(standup, Permission.SEND_MESSAGES)
        discord_server.deny(standup, Permission.SEND_MESSAGES_IN_THREADS)
        await talk.alice.slash("council ask", {"question": QUESTION}, standup)
        await discord_server.wait_for_message(standup, QUESTION)
        run = await ended(talk)
    assert "Send Messages" in said
    assert kept == ()
    assert run.verdict is not None


async def test_a_form_where_council_may_not_write_comes_back_with_its_words(
    discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    async with in_discord(models, discord_server, tmp_path) as talk:
        discord_server.deny(talk.channel, Permission.VIEW_CHANNEL)
        opened = await talk.alice.slash("council ask", {}, talk.channel)
        await opened.opened_modal()
        sent = await talk.alice.submit_modal(opened, {"Question": QUESTION})

        said = await sent.private_reply(PATIENCE)
    assert "View Channels" in said.text
    assert "Open the form again" in said.labels
    assert models.journal.calls == []


async def test_in_a_private_thread_without_council_each_command_says_how_to_add_it(
    discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    async with in_discord(models, discord_server, tmp_path) as talk:
        thread = discord_server.private_thread("board", talk.channel, talk.alice, with_bot=False)

        said: set[str] = set()
        for command, options in (("ask", {"question": QUESTION}), ("ask", {}), ("history", {})):
            typed = await talk.alice.slash(f"council {command}", options, thread)
            said.add((await typed.private_reply(PATIENCE)).text)
        kept = await talk.served.app.store.latest(limit=5)
    (only,) = said
    assert "Mention Council in a message here, which adds it" in only
    assert (kept, models.journal.calls) == ((), [])


async def test_a_mention_that_cannot_be_answered_in_its_channel_is_answered_in_a_direct_message(
    discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    async with in_discord(models, discord_server, tmp_path) as talk:
        discord_server.deny(talk.channel, Permission.SEND_MESSAGES)

        await talk.alice.say(talk.channel, QUESTION, mentions_bot=True)

        said = await discord_server.wait_for_message(discord_server.dm(talk.alice), "could not be answered")
        run = await ended(talk)
    assert "Give it View Channel, Send Messages" in said.text
    assert "it cost nothing" in said.text
    assert (run.status, models.journal.calls) == ("failed", [])


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_a_card_that_discord_refuses_after_all_asks_no_model_and_tells_the_person(
    code: int, discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    discord_server.fail(*ANSWER, Refusal(code=code), times=9)
    discord_server.fail(*SEND, Refusal(code=code), times=9)
    async with in_discord(models, discord_server, tmp_path) as talk:
        asked = await talk.alice.slash("council ask", {"question": QUESTION}, talk.channel)

        said = (await asked.private_reply(PATIENCE)).text
        run = await ended(talk)
    assert "could not be answered" in said
    assert "it cost nothing" in said
    assert (run.status, models.journal.calls) == ("failed", [])


@pytest.mark.parametrize("known_before", [True, False])
async def test_a_message_put_to_the_council_where_it_may_not_write_asks_no_model_and_the_person_reads_why(
    known_before: bool, discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    if not known_before:
        discord_server.fail(*ANSWER, Refusal(code=50013), times=9)
        discord_server.fail(*SEND, Refusal(code=50013), times=9)
    async with in_discord(models, discord_server, tmp_path) as talk:
        theirs = await discord_server.person("bob").say(talk.channel, QUESTION)
        if known_before:
            discord_server.deny(talk.channel, Permission.SEND_MESSAGES, Permission.CREATE_PUBLIC_THREADS)
        opened = await talk.alice.context_menu("Ask the council", theirs)
        await opened.opened_modal()

        sent = await talk.alice.submit_modal(opened, {})

        said = (await sent.private_reply(PATIENCE)).text
        kept = await talk.served.app.store.latest(limit=5)
    assert "Send Messages" in said
    assert "models answered" not in said
    assert (len(kept), models.journal.calls) == (0 if known_before else 1, [])


async def test_a_card_that_discord_takes_late_holds_no_model_up(
    discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    discord_server.fail(*ANSWER, Slow(seconds=300))
    async with in_discord(models, discord_server, tmp_path) as talk:
        await talk.alice.slash("council ask", {"question": QUESTION}, talk.channel)

        await models.journal.until(lambda calls: len(calls) >= 4, seconds=PATIENCE)
        assert discord_server.threads() == []


def hide(talk: Talk) -> None:
    talk.discord.deny(talk.channel, Permission.VIEW_CHANNEL)


def delete(talk: Talk) -> None:
    talk.discord.delete_channel(talk.channel)


@pytest.mark.parametrize("happens", [hide, delete], ids=["hidden", "deleted"])
async def test_a_channel_that_goes_away_while_members_answer_stops_the_paying_and_the_person_is_told(
    happens: Callable[[Talk], None], discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = 1.0
    async with in_discord(models, discord_server, tmp_path, COUNCIL_VOTE_MINUTES="0") as talk:
        asked = await talk.alice.slash("council ask", {"question": QUESTION}, talk.channel)
        await models.journal.until(lambda calls: len(calls) >= 4, seconds=PATIENCE)
        direct = discord_server.dm(talk.alice)
        happens(talk)

        run = await ended(talk)
        told = [*asked.ephemerals, *discord_server.messages(direct)]
    assert (run.status, len(run.outcomes), run.verdict) == ("failed", 4, None)
    assert len(models.journal.calls) <= 8, "the answers, and at most the reviews that began meanwhile"
    assert [f"/council show {run.id}" in one.text for one in told] == [True]
