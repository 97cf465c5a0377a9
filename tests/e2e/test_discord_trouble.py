"""Tests of refusals, losses, repetitions and disconnections by Discord, and of a killed bot: one question still becomes
one whole thread."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import MEMBERS, environment
from tests.stored import newest_run
from tests.testbed.discord import (
    Channel,
    Fault,
    LocalDiscord,
    LostReply,
    Refusal,
    Slow,
    Status,
    TooManyRequests,
    described,
)
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE

QUESTION = "Tabs or spaces?"
SEND = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
THREAD = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")
ANSWER = ("PATCH", "/webhooks/{webhook_id}/{token}/messages/{message_id}")


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """Yield a strict local Discord; its complaints fail the test."""
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        yield server
        server.assert_no_complaints()


def variables(models: ModelServer, server: LocalDiscord, folder: Path, **changes: str) -> dict[str, str]:
    """Return settings that lead to both local servers."""
    return environment(
        models, folder, DISCORD_TOKEN=server.token, DISCORD_API_URL=server.rest_url,
        DISCORD_GATEWAY_URL=server.gateway_url, **changes,
    )  # fmt: skip


def headings(server: LocalDiscord, place: Channel) -> Counter[str]:
    """Count the bot's messages in a place by their first line."""
    ours = [one for one in server.messages(place) if one.author is server.bot and one.text]
    return Counter(one.text.splitlines()[0] for one in ours)


POINTS = {
    "while members answer": "The models are answering",
    "while members review": "Response D",
    "while people vote": "# Verdict",
}


@pytest.mark.parametrize("words", POINTS.values(), ids=POINTS.keys())
async def test_a_power_cut_loses_nothing_and_repeats_nothing(
    words: str, discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = 0.3
    channel = discord_server.channel("council")
    settings = variables(models, discord_server, tmp_path, COUNCIL_VOTE_MINUTES="0.05")
    async with bot_process(settings, tmp_path) as bot:
        await discord_server.ready(PATIENCE)
        await discord_server.person("alice").slash("council ask", {"question": QUESTION}, channel)
        await discord_server.wait_for(lambda: words in discord_server.transcript(channel))

        await bot.kill()
        await bot.start()

        for ending in ("Ranking and names", "Best: "):
            await discord_server.wait_for(lambda ending=ending: ending in discord_server.transcript(channel))
        assert await bot.stop() == 0
    run = await newest_run(tmp_path)
    (thread,) = discord_server.threads()
    assert headings(discord_server, channel) == {"### Answered": 1}
    assert set(headings(discord_server, thread).values()) == {1}
    assert (run.status, len(run.outcomes), len(run.reviews)) == ("revealed", 4, 4)
    assert len(models.journal.paid_twice()) <= len(MEMBERS), "more than what was under way at the kill"


FAULTS: dict[str, list[tuple[tuple[str, str], Fault, int]]] = {
    "429 for a post": [(SEND, TooManyRequests(retry_after=0.2), 2)],
    "429 for everything": [(SEND, TooManyRequests(retry_after=0.2, scope="global"), 3)],
    "500 after a post stood": [(SEND, LostReply(how=500), 1), (SEND, LostReply(how=500), 4)],
    "resets after posts stood": [(SEND, LostReply(), n) for n in (1, 3, 5)],
    "a reset after the card stood": [(ANSWER, LostReply(), 1)],
    "a thread whose reply got lost, so that it exists": [(THREAD, LostReply(), 1)],
    "a thread that may not be made": [(THREAD, Refusal(code=50013), 1)],
    "edits that are refused": [(EDIT, Refusal(code=50013), n) for n in (1, 2)],
    "an edit into a thread that was archived": [(EDIT, Refusal(code=50083), 1)],
    "503s without an effect": [(SEND, Status(status=503), n) for n in (1, 4)],
    "a card and a post that take longer than three seconds": [
        (ANSWER, Slow(seconds=3.5), 1),
        (SEND, Slow(seconds=3.5, late_reply=True), 2),
    ],
    "a token of the interaction that is over": [(ANSWER, Refusal(code=50027), 1)],
}


@pytest.mark.parametrize("faults", FAULTS.values(), ids=FAULTS.keys())
async def test_whatever_discord_does_every_post_stands_once(
    faults: list[tuple[tuple[str, str], Fault, int]],
    discord_server: LocalDiscord,
    models: ModelServer,
    tmp_path: Path,
) -> None:
    channel = discord_server.channel("council")
    for route, fault, nth in faults:
        discord_server.fail(*route, fault, nth=nth)
    settings = variables(models, discord_server, tmp_path, COUNCIL_VOTE_MINUTES="0")

    async with bot_process(settings, tmp_path):
        await discord_server.ready(PATIENCE)
        await discord_server.person("alice").slash("council ask", {"question": QUESTION}, channel)
        for ending in ("Ranking and names", "Best: "):
            await discord_server.wait_for(lambda ending=ending: ending in discord_server.transcript(channel))

    run = await newest_run(tmp_path)
    everywhere = Counter[str]()
    for place in (channel, *discord_server.threads()):
        everywhere += headings(discord_server, place)
    assert run.status == "revealed"
    assert set(everywhere.values()) == {1}
    assert {f"**Response {letter}" for letter in "ABCD"} <= {
        heading.partition(" ·")[0] for heading in everywhere
    }


async def test_a_click_while_the_gateway_is_away_counts_when_it_is_back(
    discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    channel, bob = discord_server.channel("council"), discord_server.person("bob")
    settings = variables(models, discord_server, tmp_path)
    async with bot_process(settings, tmp_path):
        await discord_server.ready(PATIENCE)
        asked = await discord_server.person("alice").slash("council ask", {"question": QUESTION}, channel)
        thread = await discord_server.wait_for_thread(await asked.reply(PATIENCE))
        ballot = await discord_server.wait_for_message(thread, "Which response")
        await discord_server.wait_for_message(thread, "# Verdict")

        async with discord_server.gateway_down():
            clicked = await bob.click(ballot, "Response B")
        await discord_server.wait_for(lambda: clicked.answered_at or clicked.refusals)
        await discord_server.wait_for(lambda: "1 vote so far" in ballot.text)

    run = await newest_run(tmp_path)
    assert (discord_server.resumes, discord_server.identifies) == (1, 1)
    assert [(vote.voter, vote.order) for vote in run.ballots] == [(str(bob.id), (("B",),))]
