"""Tests that the result is never lost when people delete parts of a run in progress, or a token is revoked."""

import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from council_core.domain.run import Run
from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.discord_talk import PATIENCE, QUESTION, Talk, in_discord
from tests.stored import newest_run
from tests.testbed.discord import LocalDiscord, Message, Permission, described
from tests.testbed.models import ModelServer


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """Yield a strict local Discord; its complaints fail the test."""
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        yield server
        server.assert_no_complaints()


async def finished(talk: Talk) -> Run:
    """Return the only run, once it is over."""
    store = talk.served.app.store
    (latest,) = await store.latest(limit=5)
    await talk.served.app.engine.finished(latest.id)
    return await store.get(latest.id)


def delete_card(talk: Talk, card: Message) -> None:
    talk.discord.remove_message(card)


def delete_thread(talk: Talk, _: Message) -> None:
    talk.discord.delete_channel(talk.thread)


def lock_thread(talk: Talk, _: Message) -> None:
    talk.discord.archive(talk.thread, locked=True)


def forbid_threads(talk: Talk, _: Message) -> None:
    talk.discord.deny(talk.channel, Permission.SEND_MESSAGES_IN_THREADS)


def hide_channel(talk: Talk, _: Message) -> None:
    talk.discord.deny(talk.channel, Permission.VIEW_CHANNEL)


# # The removed part, and the sentence on the card after that; None if no card can show one.
TAKEN: list[tuple[Callable[[Talk, Message], None], str | None]] = [
    (delete_card, None),
    (delete_thread, "The channel is not there any more"),
    (lock_thread, "The thread is locked"),
    (forbid_threads, "Council may not do that here"),
    (hide_channel, None),
]


@pytest.mark.parametrize(("take_away", "said"), TAKEN, ids=[row[0].__name__ for row in TAKEN])
async def test_what_came_of_a_run_is_kept_and_shown_and_nothing_more_is_paid_where_nobody_can_read_it(
    take_away: Callable[[Talk, Message], None],
    said: str | None,
    discord_server: LocalDiscord,
    models: ModelServer,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    models.latency = 0.3
    async with in_discord(models, discord_server, tmp_path, COUNCIL_VOTE_MINUTES="0") as talk:
        card = await talk.ask()
        with caplog.at_level(logging.WARNING):
            take_away(talk, card)
            run = await finished(talk)
        if said is not None:
            await discord_server.wait_for(lambda: "### No result" in card.text)
        refused = [call for call in discord_server.journal if call.status in {401, 403, 429}]
        shown = await (await talk.alice.slash("council show", {"run": run.id}, talk.channel)).private_reply()

    if take_away is delete_card:
        # # A thread outlives its message, so everything was posted.
        assert (run.status, "Verdict: done" in shown.text) == ("revealed", True)
    else:
        assert (run.status, len(run.outcomes), run.verdict) == ("failed", 4, None)
        assert [file.upload.name for file in shown.attachments] == ["answers.md"]
        assert len(models.journal.calls) <= 8, "the answers, and at most the reviews that began meanwhile"
    assert len(refused) < 40
    assert not any(record.exc_info for record in caplog.records)
    if said is not None:
        assert f"Something could not be posted.** {said}" in card.text
        assert f"/council show {run.id}" in card.text


@pytest.mark.parametrize("gone", ["channel", "bot"])
async def test_a_run_whose_place_is_gone_ends_in_the_store(
    gone: str, discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = 0.3
    async with in_discord(models, discord_server, tmp_path, COUNCIL_VOTE_MINUTES="0") as talk:
        await talk.ask()
        channel, elsewhere = talk.channel, discord_server.channel("elsewhere")
        discord_server.remove_bot() if gone == "bot" else discord_server.delete_channel(channel)
        run = await finished(talk)
        told = ""
        if gone == "channel":
            mine = await talk.alice.slash("council history", {"mine": True}, elsewhere)
            told = (await mine.private_reply()).text
        refused = [call for call in discord_server.journal if call.status in {401, 403, 429}]

    assert (run.status, len(run.outcomes), run.verdict) == ("failed", 4, None)
    assert len(refused) < 40
    # # Discord can no longer report who may read the channel, so its runs are shown to nobody.
    assert run.id not in told


async def test_with_a_revoked_token_the_bot_says_so_once_and_the_next_start_finishes(
    discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = 0.5
    channel = discord_server.channel("council")

    def variables() -> dict[str, str]:
        return environment(
            models, tmp_path, DISCORD_TOKEN=discord_server.token, DISCORD_API_URL=discord_server.rest_url,
            DISCORD_GATEWAY_URL=discord_server.gateway_url, COUNCIL_VOTE_MINUTES="0", COUNCIL_LOG="INFO",
        )  # fmt: skip

    async with bot_process(variables(), tmp_path) as bot:
        await discord_server.ready(PATIENCE)
        asked = await discord_server.person("alice").slash("council ask", {"question": QUESTION}, channel)
        thread = await discord_server.wait_for_thread(await asked.reply(PATIENCE))
        await discord_server.revoke_token()
        code = await bot.ended()
        log = bot.log.read_text()
    async with bot_process(variables(), tmp_path):
        await discord_server.ready(PATIENCE, identifies=2)
        for ending in ("Ranking and names", "Best: "):
            await discord_server.wait_for(lambda ending=ending: ending in discord_server.transcript(channel))

    run = await newest_run(tmp_path)
    texts = [one.text.splitlines()[0] for one in discord_server.messages(thread) if one.text]
    assert code != 0
    assert log.count("Discord does not accept DISCORD_TOKEN") == 1
    assert run.status == "revealed"
    assert len(texts) == len(set(texts))
