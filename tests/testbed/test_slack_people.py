"""People's actions in the local Slack reach a real bolt app over HTTP and Socket Mode, and its answers come back."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.testbed.sample_slack_bot import TRANSPORTS, Bot, over_http, over_socket
from tests.testbed.slack import LocalSlack


@pytest.fixture(params=TRANSPORTS)
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[tuple[LocalSlack, Bot]]:
    async with LocalSlack() as slack, TRANSPORTS[request.param](slack) as bot:
        yield slack, bot
        slack.assert_no_complaints()


async def test_a_command_is_acknowledged_and_its_card_can_be_clicked(stage: tuple[LocalSlack, Bot]) -> None:
    slack, bot = stage
    alice, bob = slack.person("alice"), slack.person("bob")

    asked = await alice.command("general", "/council", "Tabs & <spaces>, @bob?")
    card = await slack.message_with("Tabs or spaces?")
    clicked = await bob.click(card, "vote")
    await slack.wait_for(lambda: slack.ephemerals("bob"))
    with pytest.raises(LookupError, match="there is: vote"):
        await bob.click(card, "reveal")

    assert asked.acknowledged
    assert asked.acknowledged_after is not None
    assert clicked.acknowledged
    assert bot.heard[0]["text"] == "Tabs &amp; &lt;spaces&gt;, <@UBOB|bob>?"
    assert bot.heard[1]["message"]["ts"] == card.ts
    assert [message.text for message in slack.ephemerals("alice")] == ["The council is called."]
    assert slack.ephemerals("bob")[0].thread_ts == card.ts


async def test_a_late_click_on_a_button_that_is_gone_still_arrives(stage: tuple[LocalSlack, Bot]) -> None:
    slack, bot = stage
    bob = slack.person("bob")
    await slack.person("alice").command("general", "/council", "Tabs or spaces?")
    card = await slack.message_with("Tabs or spaces?")
    seen = card.as_seen_now()
    await bot.client.chat_update(channel=card.channel, ts=card.ts, text="Voting is closed.")

    late = await bob.click(seen, "vote")

    assert late.acknowledged
    with pytest.raises(LookupError, match="nothing"):
        await bob.click(card, "vote")


async def test_a_form_can_lead_to_others(stage: tuple[LocalSlack, Bot]) -> None:
    slack, _ = stage
    alice = slack.person("alice")
    await alice.shortcut("council_global")
    await slack.wait_for(lambda: slack.views("alice"))

    pushed = await alice.submit(alice.view, {"text": "more?"})
    await alice.submit(alice.view, {"text": "clear?"})

    assert pushed.acknowledged
    assert slack.views("alice") == []


async def test_a_transcript_is_what_people_see(stage: tuple[LocalSlack, Bot]) -> None:
    slack, _ = stage
    await slack.person("alice").command("general", "/council", "Tabs or spaces?")
    card = await slack.message_with("Tabs or spaces?")
    slack.person("bob").say("general", "Look at this: " + slack.permalink(card), thread_ts=card.ts)

    shown = slack.transcript("general")

    assert shown == (
        "#general\n"
        "\n"
        "Council (app) (only alice sees this)\n"
        "  The council is called.\n"
        "\n"
        "Council (app)\n"
        "  # Tabs or spaces?\n"
        "  Response  Votes\n"
        "  --------  -----\n"
        "  A            12\n"
        "  [Vote A]\n"
        "  · asked by @alice\n"
        "\n"
        "    bob\n"
        '      Look at this: [link to "Tabs or spaces?"]\n'
    )


async def test_a_form_comes_back_with_errors_and_then_closes(stage: tuple[LocalSlack, Bot]) -> None:
    slack, bot = stage
    alice = slack.person("alice")
    await alice.shortcut("council_global")
    await slack.wait_for(lambda: slack.views("alice"))

    await alice.submit(alice.view, {"text": "tabs"})
    drawn = slack.draw(alice.view)
    await alice.submit(alice.view, {"question": "tabs?"})

    assert "! Is this a question?" in drawn
    assert slack.views("alice") == []
    await slack.wait_for(lambda: len(bot.heard) == 2)


async def test_a_form_knows_its_own_rules(stage: tuple[LocalSlack, Bot]) -> None:
    slack, bot = stage
    alice = slack.person("alice")
    await alice.shortcut("council_global")
    await slack.wait_for(lambda: slack.views("alice"))

    with pytest.raises(AssertionError, match="required"):
        await alice.submit(alice.view)
    with pytest.raises(AssertionError, match="20 characters"):
        await alice.submit(alice.view, {"text": "x" * 21})
    closed = await alice.close(alice.view)
    await slack.wait_for(lambda: bot.heard)

    assert closed is not None
    assert closed.acknowledged
    assert bot.heard[0]["is_cleared"] is False


async def test_a_redelivered_mention_carries_the_same_event(stage: tuple[LocalSlack, Bot]) -> None:
    slack, bot = stage
    root = slack.person("bob").say("general", "Tabs!")

    first = await slack.person("alice").mention("general", "really?", thread_ts=root.ts)
    again = await first.redeliver("http_timeout")
    await slack.wait_for(lambda: len(bot.heard) == 2)

    assert (first.acknowledged, again.acknowledged, again.retry_number) == (True, True, 1)
    assert bot.heard[0]["event_id"] == bot.heard[1]["event_id"]
    assert bot.heard[0]["event"]["text"] == "<@UCOUNCIL> really?"
    assert bot.heard[0]["event"]["thread_ts"] == root.ts


async def test_a_direct_message_with_a_file_reaches_the_bot(stage: tuple[LocalSlack, Bot]) -> None:
    slack, bot = stage
    file = slack.add_file("notes.txt", b"notes")

    delivery = await slack.person("alice").direct_message("Read this", files=[file])
    await slack.wait_for(lambda: bot.heard)

    assert delivery.acknowledged
    event = bot.heard[0]["event"]
    assert (event["channel_type"], event["subtype"], event["files"][0]["name"]) == (
        "im",
        "file_share",
        "notes.txt",
    )


async def test_a_bot_that_is_too_slow_has_not_acknowledged() -> None:
    async with LocalSlack(ack_deadline=0.1) as slack, over_http(slack) as bot:
        bot.delay = 0.5

        delivery = await slack.person("alice").command("general", "/council", "Tabs?")

        assert (delivery.status, delivery.acknowledged_after) == (None, None)
        assert slack.ephemerals("alice") == []


@pytest.mark.parametrize("forgery", ["wrong_signature", "no_signature", "stale_timestamp"])
async def test_a_forged_delivery_is_turned_away(forgery: Any) -> None:
    async with LocalSlack() as slack, over_http(slack) as bot:
        delivery = await slack.person("alice").command("general", "/council", "Tabs?", forgery=forgery)

        assert delivery.status == 401
        assert bot.heard == []


async def test_the_request_url_can_be_verified() -> None:
    async with LocalSlack() as slack, over_http(slack):
        delivery = await slack.verify_url()

        assert delivery.reply == {"challenge": delivery.payload["challenge"]}


@pytest.mark.parametrize("way", ["disconnect", "cut"])
async def test_a_bot_comes_back_after_its_connection_is_gone(way: str) -> None:
    async with LocalSlack() as slack, over_socket(slack) as bot:
        await slack.socket.ping()

        await getattr(slack.socket, way)()
        delivery = await slack.person("alice").mention("general", "still there?")
        await slack.wait_for(lambda: bot.heard)

        assert delivery.acknowledged
        assert slack.socket.opened == 2
        assert len(bot.heard) == 1
        slack.assert_no_complaints()


async def test_a_ticket_opens_one_connection() -> None:
    async with LocalSlack() as slack:
        url = slack.socket.issue_url()
        async with slack.http.ws_connect(url) as ws:
            hello = await ws.receive_json()

        again = await slack.http.get(url.replace("ws://", "http://"))

        assert hello["type"] == "hello"
        assert again.status == 403


async def test_a_response_url_wears_out() -> None:
    async with LocalSlack() as slack:
        app = slack.installation
        url = slack.interactions.response_url("UALICE", "C1", app)
        late = slack.interactions.response_url("UALICE", "C1", app)

        statuses = [(await slack.http.post(url, json={"text": str(number)})).status for number in range(6)]
        slack.advance(31 * 60)
        expired = await slack.http.post(late, json={"text": "late"})

        assert statuses == [200] * 5 + [404]
        assert await expired.json() == {"ok": False, "error": "expired_url"}
        assert len(slack.ephemerals("alice")) == 5
        slack.reload("alice")
        assert slack.ephemerals("alice") == []


async def test_a_removed_app_hears_of_it_and_its_token_is_dead() -> None:
    async with LocalSlack() as slack, over_http(slack) as bot:
        await bot.client.auth_test()

        heard = await slack.uninstall()

        assert [delivery.payload["event"]["type"] for delivery in heard] == [
            "tokens_revoked",
            "app_uninstalled",
        ]
        with pytest.raises(Exception, match="token_revoked"):
            await bot.client.auth_test()
