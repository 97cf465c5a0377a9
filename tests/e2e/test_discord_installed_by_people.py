"""Tests of a person who installs the command for themselves: if the bot is no member, only they are answered."""

from pathlib import Path

from tests.e2e.conftest import DEMO
from tests.e2e.discord_talk import PATIENCE, QUESTION, in_discord
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.models import ModelServer

END = "That is all."
LONG = f"{QUESTION} {'We have used both for years. ' * 100}{END}"


async def test_where_the_bot_is_no_member_the_answer_comes_in_private(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        server.people_install = True
        async with in_discord(models, server, tmp_path, **DEMO) as talk:
            alice, elsewhere = talk.alice, server.foreign_channel()

            form = await alice.slash("council ask", {}, elsewhere)
            await form.opened_modal(PATIENCE)
            told = await (await alice.submit_modal(form, {"Question": LONG})).private_reply(PATIENCE)
            direct = server.dm(alice)
            card = await server.wait_for_message(direct, QUESTION)
            await server.wait_for_message(direct, "here is the verdict")
            listed = await (await alice.slash("council history", {}, elsewhere)).private_reply(PATIENCE)
            assert QUESTION in listed.text
            await talk.press(alice, listed, "Show")
            whole = await talk.press(alice, card, "Read the whole question")

            assert "I am not in this channel" in told.text
            assert "### Answered" in listed.text
            assert END not in card.text
            assert END in whole.text
            assert server.messages(elsewhere) == []
            assert card.channel is direct
            (run,) = await talk.served.app.store.latest(limit=5)
            assert (run.question.place.workspace, run.question.place.channel) == ("", str(direct.id))
        server.assert_no_complaints()
