"""Tests of Discord over real sockets: from a command to a vote, with faults on the way."""

from dataclasses import replace

from bot.platforms.discord.platform import DiscordPlatform
from bot.presentation.posts import posts_for
from bot.presentation.words import ENGLISH
from bot.requests.voting import CastVote
from council_core.domain.place import Place
from tests.bot.platforms.discord.wire import (
    ANSWER,
    CARD,
    DONE,
    EDIT,
    QUESTION,
    RESPONSE,
    RUN,
    SEND,
    VOTING,
    Council,
)
from tests.bot.presentation.examples import RANKED, REVEALED, SLATE_OPENED, VERDICT
from tests.bot.presentation.test_posts import VOTING as VOTING_OPENED
from tests.golden_files import assert_golden
from tests.testbed.discord import Interaction, LocalDiscord


async def asked(
    server: LocalDiscord, council: Council, question: str = QUESTION
) -> tuple[Interaction, Place]:
    interaction = await server.person("ann").slash("council ask", {"question": question}, server.channel())
    await server.wait_for(lambda: council.asked, what="a question")
    return interaction, council.asked[-1].place


async def test_a_question_goes_all_the_way_from_command_to_vote(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    interaction, place = await asked(server, council)
    thread = await platform.open_thread(place, CARD, key=f"{RUN}/card", again=False)
    await platform.post(thread.place, RESPONSE, key=f"{RUN}/slate/A/1", again=False)
    voting = await platform.post(thread.place, VOTING, key=f"{RUN}/voting", again=False)
    ballot = await server.wait_for_message(server.threads()[0], "Which response")
    clicked = await server.person("bob").click(ballot, "Response B")
    reply = await clicked.private_reply()
    await platform.edit(thread.card, DONE)
    await platform.edit(voting, replace(VOTING, blocks=VOTING.blocks[:2]))

    assert interaction.acknowledged_after is not None
    assert thread.missing is None
    assert council.asked[0].delivery == str(interaction.id)
    assert council.asked[0].person.name == "Ann"
    assert reply.text == "Noted."
    vote = council.requests[-1]
    assert isinstance(vote, CastVote)
    assert (vote.run_id, vote.alias, vote.place.channel, vote.place.thread) == (
        RUN,
        "B",
        place.channel,
        thread.place.thread,
    )
    sent = [call.form() for route in (ANSWER, SEND, EDIT) for call in server.calls(*route)]
    allowed = [body["allowed_mentions"] for body in sent]
    assert len(allowed) == 5
    assert all(one["parse"] == [] and not one.get("users") and not one.get("roles") for one in allowed)
    assert_golden("discord/conversation.txt", server.transcript(server.channel()))


async def test_of_all_posts_of_a_run_the_verdict_alone_notifies_and_the_asker_alone(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    _, place = await asked(server, council)
    thread = await platform.open_thread(place, CARD, key=f"{RUN}/card", again=False)
    asker = council.asked[0].person
    verdict = replace(
        VERDICT, text="It depends on the release. " * 200, asker=asker.id, asker_name=asker.name
    )
    events = [SLATE_OPENED, VOTING_OPENED, RANKED, verdict, REVEALED]
    posts = [each for event in events for each in posts_for(event, platform.limits, ENGLISH)]

    rung: dict[str, list[object]] = {}
    for keyed in posts:
        before = len(server.calls(*SEND))
        await platform.post(thread.place, keyed.post, key=f"{RUN}/{keyed.key}", again=False)
        (call,) = server.calls(*SEND)[before:]
        allowed = call.form()["allowed_mentions"]
        assert (allowed["parse"], allowed.get("roles", [])) == ([], []), keyed.key
        rung[keyed.key] = allowed.get("users", [])

    assert {"slate/A/1", "verdict/2"} <= rung.keys()
    assert {key: people for key, people in rung.items() if people} == {"verdict/1": [int(asker.id)]}
