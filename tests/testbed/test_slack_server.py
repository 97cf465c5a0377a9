"""The local Slack's Web API accepts, refuses and breaks calls of the real slack_sdk client."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from tests.testbed.slack import (
    LocalSlack,
    RateLimited,
    RateLimits,
    ResetAfterEffect,
    ResetBeforeEffect,
    ServerError,
    Sharing,
    SlackError,
)
from tests.testbed.slack_client import client, refusal


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with LocalSlack() as server:
        yield server


async def test_a_post_is_read_back_with_its_metadata_only_when_asked_for(slack: LocalSlack) -> None:
    web = client(slack)
    metadata = {"event_type": "council_part", "event_payload": {"run": "r1"}}
    root = await web.chat_postMessage(channel="C1", text="Root", metadata=metadata)
    await web.chat_postMessage(channel="C1", text="Reply", thread_ts=root["ts"])

    plain = await web.conversations_replies(channel="C1", ts=root["ts"])
    full = await web.conversations_replies(channel="C1", ts=root["ts"], include_all_metadata=True)

    assert [message["text"] for message in full["messages"]] == ["Root", "Reply"]
    assert full["messages"][0]["metadata"] == metadata
    assert "metadata" not in plain["messages"][0]
    slack.assert_no_complaints()


async def test_the_id_of_a_message_does_not_survive_as_a_number(slack: LocalSlack) -> None:
    web = client(slack)

    root = await web.chat_postMessage(channel="C1", text="Root")

    assert root["ts"] == "1700000000.000100"
    assert str(float(root["ts"])) != root["ts"]


async def test_an_edit_with_text_alone_removes_the_blocks_and_keeps_the_metadata(slack: LocalSlack) -> None:
    web = client(slack)
    metadata = {"event_type": "council_part", "event_payload": {"run": "r1"}}
    blocks = [{"type": "divider"}]
    post = await web.chat_postMessage(channel="C1", text="Before", blocks=blocks, metadata=metadata)

    await web.chat_update(channel="C1", ts=post["ts"], text="After")

    [message] = slack.messages("C1")
    assert (message.text, message.blocks, message.metadata) == ("After", [], metadata)
    assert message.versions == [("Before", blocks)]


REFUSALS: list[tuple[str, dict[str, Any], str]] = [
    ("chat_postMessage", {"channel": "C404", "text": "x"}, "channel_not_found"),
    ("chat_postMessage", {"channel": "C2", "text": "x"}, "not_in_channel"),
    ("chat_postMessage", {"channel": "C3", "text": "x"}, "is_archived"),
    ("chat_postMessage", {"channel": "C4", "text": "x"}, "channel_not_found"),
    ("chat_postMessage", {"channel": "C1"}, "no_text"),
    ("chat_postMessage", {"channel": "C1", "text": "x", "thread_ts": "1.000000"}, "thread_not_found"),
    (
        "chat_postMessage",
        {"channel": "C1", "text": "x", "metadata": {"event_type": "a"}},
        "invalid_metadata_format",
    ),
    ("chat_update", {"channel": "C1", "ts": "1.000000", "text": "x"}, "message_not_found"),
    ("chat_postEphemeral", {"channel": "C1", "user": "UDAVE", "text": "x"}, "user_not_in_channel"),
    ("conversations_replies", {"channel": "C1", "ts": "1.000000"}, "thread_not_found"),
    ("conversations_history", {"channel": "C2"}, "not_in_channel"),
    ("reactions_add", {"channel": "C1", "timestamp": "1.000000", "name": "eyes"}, "missing_scope"),
    ("users_info", {"user": "U404"}, "user_not_found"),
    ("files_info", {"file": "F404"}, "file_not_found"),
    ("views_open", {"trigger_id": "1.2.3", "view": {"type": "home", "blocks": []}}, "invalid_arguments"),
]


@pytest.mark.parametrize(("method", "arguments", "error"), REFUSALS)
async def test_calls_are_refused_as_slack_refuses_them(
    slack: LocalSlack, method: str, arguments: dict[str, Any], error: str
) -> None:
    slack.add_channel("C2", "without-us", with_bot=False)
    slack.add_channel("C3", "old", archived=True)
    slack.add_channel("C4", "secret", private=True, with_bot=False)

    refused = await refusal(getattr(client(slack), method)(**arguments))

    assert refused["error"] == error


async def test_somebody_elses_message_cannot_be_edited(slack: LocalSlack) -> None:
    theirs = slack.person("alice").say("C1", "Mine")

    refused = await refusal(client(slack).chat_update(channel="C1", ts=theirs.ts, text="Ours"))

    assert refused["error"] == "cant_update_message"


async def test_tokens_and_scopes_are_checked(slack: LocalSlack) -> None:
    slack.install("T2", token="xoxb-poor", scopes=["chat:write"])

    wrong = await refusal(client(slack, token="xoxb-wrong").auth_test())
    poor = await refusal(client(slack, token="xoxb-poor").users_info(user="UALICE"))
    other_team = await refusal(client(slack, token="xoxb-poor").chat_postMessage(channel="C1", text="x"))

    assert wrong["error"] == "invalid_auth"
    assert (poor["error"], poor["needed"]) == ("missing_scope", "users:read")
    assert other_team["error"] == "channel_not_found"


async def test_an_unknown_method_is_refused_and_remembered(slack: LocalSlack) -> None:
    with pytest.raises(SlackApiError):
        await client(slack).api_call("chat.postTelegram")

    with pytest.raises(AssertionError, match=r"chat\.postTelegram"):
        slack.assert_no_complaints()


async def test_a_client_that_heeds_retry_after_posts_once(slack: LocalSlack) -> None:
    slack.fail("chat.postMessage", times=1, with_=RateLimited(retry_after=1))

    await client(slack, AsyncRateLimitErrorRetryHandler(max_retry_count=2)).chat_postMessage(
        channel="C1", text="x"
    )

    assert [call.status for call in slack.calls] == [429, 200]
    assert len(slack.messages("C1")) == 1


async def test_a_reset_after_the_effect_doubles_the_post_of_a_client_that_retries(slack: LocalSlack) -> None:
    slack.fail("chat.postMessage", times=1, with_=ResetAfterEffect())
    slack.fail("chat.postMessage", times=1, after=2, with_=ResetAfterEffect())

    await client(slack, AsyncConnectionErrorRetryHandler()).chat_postMessage(channel="C1", text="twice")
    with pytest.raises(aiohttp.ClientConnectionError):
        await client(slack).chat_postMessage(channel="C1", text="once")

    assert [message.text for message in slack.messages("C1")] == ["twice", "twice", "once"]
    slack.assert_all_faults_met()


async def test_faults_before_the_effect_leave_nothing_behind(slack: LocalSlack) -> None:
    slack.fail("chat.postMessage", with_=ResetBeforeEffect())
    slack.fail("chat.postMessage", with_=ServerError(500), after=1)
    slack.fail("chat.postMessage", with_=SlackError("fatal_error"), after=2)
    web = client(slack)

    with pytest.raises(aiohttp.ClientConnectionError):
        await web.chat_postMessage(channel="C1", text="x")
    for _ in range(2):
        with pytest.raises(SlackApiError):
            await web.chat_postMessage(channel="C1", text="x")
    await web.chat_postMessage(channel="C1", text="at last")

    assert [message.text for message in slack.messages("C1")] == ["at last"]


async def test_posts_to_one_channel_are_limited_and_other_channels_are_free() -> None:
    async with LocalSlack(rate_limits=RateLimits(posts_per_second=0.01, burst=2)) as slack:
        slack.add_channel("C2", "other")
        web = client(slack)
        for _ in range(2):
            await web.chat_postMessage(channel="C1", text="x")

        limited = await refusal(web.chat_postMessage(channel="C1", text="x"))
        await web.chat_postMessage(channel="C2", text="x")
        slack.advance(100)
        await web.chat_postMessage(channel="C1", text="x")

        assert limited["error"] == "ratelimited"
        assert 90 <= int(limited.headers["Retry-After"]) <= 100
        assert len(slack.messages("C1")) == 3


@pytest.mark.parametrize("sharing", [Sharing(after_polls=2), Sharing(delay=0.01), Sharing(never=True)])
async def test_an_uploaded_file_appears_late_or_never(sharing: Sharing) -> None:
    async with LocalSlack(sharing=sharing) as slack:
        web = client(slack)
        root = await web.chat_postMessage(channel="C1", text="Root")

        done = await web.files_upload_v2(
            channel="C1",
            thread_ts=root["ts"],
            filename="council.md",
            content="# Verdict",
            initial_comment="Export",
        )
        polls = [await web.files_info(file=done["files"][0]["id"]) for _ in range(3)]
        if sharing.delay:
            await slack.wait_for(lambda: slack.thread("C1", root["ts"]))

        if sharing.after_polls is not None:
            assert [bool(poll["file"]["shares"]) for poll in polls] == [False, False, True]
        assert len(slack.thread("C1", root["ts"])) == (0 if sharing.never else 1)
        slack.assert_no_complaints()


async def test_a_file_is_a_login_page_for_a_wrong_token(slack: LocalSlack) -> None:
    file = slack.add_file("notes.txt", b"secret notes")
    url = file.as_slack(slack.url)["url_private_download"]

    async with aiohttp.ClientSession() as session:
        right = await session.get(url, headers={"Authorization": "Bearer xoxb-local"})
        wrong = await session.get(url, headers={"Authorization": "Bearer xoxb-wrong"})

        assert (right.status, await right.read()) == (200, b"secret notes")
        assert (wrong.status, wrong.content_type) == (200, "text/html")


async def test_history_comes_by_pages_and_within_times(slack: LocalSlack) -> None:
    web = client(slack)
    posts = [(await web.chat_postMessage(channel="C1", text=str(number)))["ts"] for number in range(5)]

    first = await web.conversations_history(channel="C1", limit=2)
    cursor = first["response_metadata"]["next_cursor"]
    second = await web.conversations_history(channel="C1", limit=2, cursor=cursor)
    later = await web.conversations_history(channel="C1", oldest=posts[2])

    assert [message["text"] for message in first["messages"]] == ["4", "3"]
    assert [message["text"] for message in second["messages"]] == ["2", "1"]
    assert [message["text"] for message in later["messages"]] == ["4", "3"]


async def test_a_code_installs_the_app_in_another_team_once(slack: LocalSlack) -> None:
    code = slack.oauth_code("T9")
    web: Any = AsyncWebClient(base_url=slack.api_url, retry_handlers=[])

    granted = await web.oauth_v2_access(client_id="1.1", client_secret="local-client-secret", code=code)
    whoami = await client(slack, token=granted["access_token"]).auth_test()
    again = await refusal(
        web.oauth_v2_access(client_id="1.1", client_secret="local-client-secret", code=code)
    )

    assert whoami["team_id"] == "T9"
    assert again["error"] == "invalid_code"


async def test_waiting_in_vain_says_what_there_was(slack: LocalSlack) -> None:
    await client(slack).chat_postMessage(channel="C1", text="Something else")

    with pytest.raises(AssertionError, match="Something else"):
        await slack.message_with("Verdict", timeout=0.05)
