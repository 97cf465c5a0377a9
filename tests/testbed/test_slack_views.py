"""The local Slack refuses bad modals and App Homes, and ends triggers in time."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from tests.testbed.slack import LocalSlack
from tests.testbed.slack_client import client, refusal


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with LocalSlack() as server:
        yield server


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


SECTION = {"type": "section", "text": plain("x")}
TABLE = {"type": "table", "rows": [[{"type": "raw_text", "text": "x"}]]}


def modal(**more: Any) -> dict[str, Any]:
    return {"type": "modal", "title": plain("Ask"), "blocks": [SECTION], **more}


BAD_VIEWS: list[tuple[str, dict[str, Any]]] = [
    ("a title over 24", modal(title=plain("x" * 25))),
    ("private metadata over 3,000", modal(private_metadata="x" * 3001)),
    ("101 blocks", modal(blocks=[{"type": "divider"}] * 101)),
    ("markdown in a modal", modal(blocks=[{"type": "markdown", "text": "x"}])),
    ("a table in a modal", modal(blocks=[TABLE])),
    (
        "a field without a submit button",
        modal(blocks=[{"type": "input", "label": plain("Q"), "element": {"type": "plain_text_input"}}]),
    ),
]


@pytest.mark.parametrize(("reason", "view"), BAD_VIEWS, ids=[reason for reason, _ in BAD_VIEWS])
async def test_views_beyond_the_limits_are_refused(
    slack: LocalSlack, reason: str, view: dict[str, Any]
) -> None:
    trigger = slack.interactions.trigger("UALICE")

    refused = await refusal(client(slack).views_open(trigger_id=trigger, view=view))

    assert refused["error"] == "invalid_arguments", reason
    assert slack.views("alice") == []


async def test_a_trigger_opens_one_view_within_three_seconds(slack: LocalSlack) -> None:
    web = client(slack)
    fresh, late = slack.interactions.trigger("UALICE"), slack.interactions.trigger("UALICE")

    opened = await web.views_open(trigger_id=fresh, view=modal())
    again = await refusal(web.views_open(trigger_id=fresh, view=modal()))
    slack.advance(3.1)
    expired = await refusal(web.views_open(trigger_id=late, view=modal()))
    await web.views_update(view_id=opened["view"]["id"], view=modal(), hash=opened["view"]["hash"])
    stale = await refusal(
        web.views_update(view_id=opened["view"]["id"], view=modal(), hash=opened["view"]["hash"])
    )

    assert again["error"] == "exchanged_trigger_id"
    assert expired["error"] == "expired_trigger_id"
    assert stale["error"] == "hash_conflict"


async def test_the_home_takes_tables_and_no_markdown(slack: LocalSlack) -> None:
    web = client(slack)

    await web.views_publish(user_id="UALICE", view={"type": "home", "blocks": [TABLE]})
    with pytest.raises(SlackApiError):
        await web.views_publish(
            user_id="UALICE", view={"type": "home", "blocks": [{"type": "markdown", "text": "x"}]}
        )

    home = slack.home("alice")
    assert home is not None
    assert slack.draw(home).startswith("=== Home ===")
