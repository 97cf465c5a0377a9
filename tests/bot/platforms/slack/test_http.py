"""Tests that requests without Slack's signature get only 401."""

import time
from collections.abc import AsyncIterator

import httpx2
import pytest
from slack_sdk.signature import SignatureVerifier

from bot.requests.asking import Ask
from tests.bot.platforms.slack.talk import talking
from tests.testbed.slack.deliveries import Forgery

BODY = "command=%2Fcouncil&text=Tea&user_id=UALICE&channel_id=C1&team_id=T1&trigger_id=1.1"


def signed(secret: str, body: bytes, *, age: int = 0) -> dict[str, str]:
    timestamp = str(int(time.time()) - age)
    signature = SignatureVerifier(secret).generate_signature(timestamp=timestamp, body=body)
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": str(signature)}


@pytest.mark.parametrize("forgery", ["wrong_signature", "stale_timestamp", "no_signature"])
async def test_a_forged_command_gets_401_and_nothing_else(forgery: Forgery) -> None:
    async with talking("http") as talk:
        delivery = await talk.slack.person("alice").command(
            "general", "/council", "Tea now?", forgery=forgery
        )

        assert delivery.status == 401
        assert not delivery.reply
        assert talk.handler.asked == []
        assert {call.method for call in talk.slack.calls} <= {"auth.test"}


async def test_a_command_with_the_word_payload_is_read_like_any_other() -> None:
    async with talking("http") as talk:
        words = "What is the payload= of a {JWT} & why?"

        delivery = await talk.slack.person("alice").command("general", "/council", words)

        (asked,) = await talk.handler.requests(1)
        assert isinstance(asked, Ask)
        assert (delivery.status, asked.text, asked.place.channel) == (200, words, "C1")


@pytest.mark.parametrize(
    ("body", "headers", "why"),
    [
        (b"ssl_check=1&" + BODY.encode(), {}, "bolt lets these through without a signature"),
        (b'{"type":"url_verification","challenge":"x"}', {}, "Slack signs these too"),
        (BODY.encode(), {"X-Slack-Request-Timestamp": "soon", "X-Slack-Signature": "v0=0"}, "no number"),
        (BODY.encode(), {"X-Slack-Request-Timestamp": "-1", "X-Slack-Signature": "v0=0"}, "before 1970"),
        (
            b"\xff\xfe",
            {"X-Slack-Request-Timestamp": str(int(time.time())), "X-Slack-Signature": "v0=0"},
            "bytes",
        ),
        (b"", {}, "nothing at all"),
        (b"x" * (2**20 + 1), {}, "more than Slack ever sends"),
    ],
)
async def test_odd_requests_get_401(body: bytes, headers: dict[str, str], why: str) -> None:
    async with talking("http") as talk, httpx2.AsyncClient() as client:
        answer = await client.post(str(talk.slack.bot_url), content=body, headers=headers)

        assert (answer.status_code, answer.content) == (401, b""), why
        assert talk.handler.asked == []


async def test_a_timestamp_of_tomorrow_is_refused_like_a_stale_one() -> None:
    async with talking("http") as talk, httpx2.AsyncClient() as client:
        headers = signed(talk.slack.signing_secret, BODY.encode(), age=-86_400)

        answer = await client.post(str(talk.slack.bot_url), content=BODY, headers=headers)

        assert answer.status_code == 401


@pytest.mark.parametrize(("age", "when"), [(7_200, "7200 seconds ago"), (-7_200, "7200 seconds from now")])
async def test_a_clock_that_is_wrong_is_told_of_once(
    age: int, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with talking("http") as talk, httpx2.AsyncClient() as client:
        for _ in range(3):
            headers = signed(talk.slack.signing_secret, BODY.encode(), age=age)
            await client.post(str(talk.slack.bot_url), content=BODY, headers=headers)
        await client.post(
            str(talk.slack.bot_url), content=BODY, headers=signed("guessed", BODY.encode(), age=age)
        )

    (said,) = [
        one.getMessage() for one in caplog.records if one.name == "bot.platforms.slack.connection.http"
    ]
    assert when.partition(" ")[2] in said
    assert "this clock is wrong" in said


async def test_slack_can_verify_the_address() -> None:
    async with talking("http") as talk, httpx2.AsyncClient() as client:
        body = b'{"type":"url_verification","challenge":"abc","token":"x"}'
        headers = signed(talk.slack.signing_secret, body) | {"Content-Type": "application/json"}

        answer = await client.post(str(talk.slack.bot_url), content=body, headers=headers)

        assert (answer.status_code, "abc" in answer.text) == (200, True)


async def test_in_socket_mode_there_is_no_http_route() -> None:
    async with talking("socket") as talk:
        assert talk.platform.routes(talk.handler) == []


async def test_a_body_without_end_is_not_read_to_the_end() -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b"x" * 2**16

    async with talking("http") as talk, httpx2.AsyncClient() as client:
        answer = await client.post(str(talk.slack.bot_url), content=chunks())

        assert answer.status_code == 401
