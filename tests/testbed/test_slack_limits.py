"""The local Slack refuses bad blocks and texts, and complains about risky ones."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.testbed.slack import LocalSlack
from tests.testbed.slack.markdown import pieces
from tests.testbed.slack.message_rules import block_count, rendered_characters
from tests.testbed.slack_client import client, refusal


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with LocalSlack() as server:
        yield server


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def section(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def button(action_id: str, **more: Any) -> dict[str, Any]:
    return {"type": "button", "action_id": action_id, "text": plain("Go"), **more}


def actions(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "actions", "elements": list(elements)}


def table(rows: int, columns: int, text: str = "x") -> dict[str, Any]:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": text}] * columns] * rows}


def rich(text: str) -> dict[str, Any]:
    part = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [part]}


def task(status: str, task_id: str = "t1") -> dict[str, Any]:
    return {
        "type": "task_card",
        "task_id": task_id,
        "title": "Answers",
        "status": status,
        "details": rich("3 of 4"),
    }


def chart(**more: Any) -> dict[str, Any]:
    series = [{"name": "Votes", "data": [{"label": "A", "value": 3}]}]
    inner = {"type": "bar", "series": series, "axis_config": {"categories": ["A"]}, **more}
    return {"type": "data_visualization", "title": "Votes", "chart": inner}


def container(*children: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "container", "title": plain("Response A"), "child_blocks": list(children), **more}


def data_table(rows: int, columns: int = 2) -> dict[str, Any]:
    return {
        "type": "data_table",
        "caption": "Runs",
        "rows": [[{"type": "raw_text", "text": "x"}] * columns] * rows,
    }


OPTIONS = [{"text": plain(str(number)), "value": str(number)} for number in range(101)]

GOOD: list[dict[str, Any]] = [
    {"type": "header", "text": plain("Q" * 150)},
    section("x" * 3000) | {"expand": True},
    {"type": "context", "elements": [{"type": "mrkdwn", "text": "x"}] * 10},
    actions(*[button(f"vote.{number}", value="v" * 2000, style="primary") for number in range(25)]),
    {"type": "markdown", "text": "# Title\n\nWords"},
    table(100, 20),
    data_table(201, 10),
    {"type": "plan", "title": "Council", "tasks": [task("pending"), task("complete", "t2")]},
    task("in_progress"),
    chart(),
    container(section("x"), rich("y"), is_collapsible=True, default_collapsed=True),
    {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "feedback",
                "positive_button": {"text": plain("Good"), "value": "1"},
                "negative_button": {"text": plain("Bad"), "value": "0"},
            }
        ],
    },
]

BAD: list[tuple[str, list[dict[str, Any]], str]] = [
    ("an unknown type", [{"type": "hologram"}], "invalid_blocks"),
    ("a header over 150", [{"type": "header", "text": plain("Q" * 151)}], "invalid_blocks"),
    ("a formatted header", [{"type": "header", "text": {"type": "mrkdwn", "text": "Q"}}], "invalid_blocks"),
    ("a section over 3,000", [section("x" * 3001)], "invalid_blocks"),
    ("an empty section", [section("")], "invalid_blocks"),
    ("a field nobody knows", [section("x") | {"colour": "red"}], "invalid_blocks"),
    ("a null", [section("x") | {"accessory": None}], "invalid_blocks"),
    ("26 buttons", [actions(*[button(str(number)) for number in range(26)])], "invalid_blocks"),
    ("the same action twice in one block", [actions(button("a"), button("a"))], "invalid_blocks"),
    ("the same block id twice", [section("x") | {"block_id": "b"}] * 2, "invalid_blocks"),
    ("a button's value over 2,000", [actions(button("a", value="v" * 2001))], "invalid_blocks"),
    ("a style Slack does not know", [actions(button("a", style="warning"))], "invalid_blocks"),
    ("a button's label over 75", [actions(button("a") | {"text": plain("x" * 76)})], "invalid_blocks"),
    (
        "101 options",
        [actions({"type": "static_select", "action_id": "s", "options": OPTIONS})],
        "invalid_blocks",
    ),
    ("51 blocks", [{"type": "divider"}] * 51, "invalid_blocks"),
    ("51 blocks once translated", [{"type": "markdown", "text": "# H\n\ntext\n\n" * 26}], "invalid_blocks"),
    ("markdown over 12,000", [{"type": "markdown", "text": "x" * 12_001}], "invalid_blocks"),
    ("markdown over 12,000 in two", [{"type": "markdown", "text": "x" * 6_001}] * 2, "invalid_blocks"),
    ("13,201 rendered characters", [section("x" * 2641)] * 5, "msg_blocks_too_long"),
    ("a table of 101 rows", [table(101, 1)], "invalid_blocks"),
    ("a table of 21 columns", [table(1, 21)], "invalid_blocks"),
    ("an empty cell", [table(1, 1, "")], "invalid_blocks"),
    ("10,001 characters in tables", [table(1, 1, "x" * 5001), table(1, 1, "x" * 5000)], "invalid_blocks"),
    ("a data table without rows below its head", [data_table(1)], "invalid_blocks"),
    ("three charts", [chart()] * 3, "invalid_blocks"),
    (
        "a chart whose labels are not its categories",
        [chart(axis_config={"categories": ["B"]})],
        "invalid_blocks",
    ),
    ("two plans", [{"type": "plan", "title": "Council"}] * 2, "invalid_blocks"),
    ("a plan's title as an object", [{"type": "plan", "title": plain("Council")}], "invalid_blocks"),
    ("a pending task outside a plan", [task("pending")], "invalid_blocks"),
    ("markdown in a container", [container({"type": "markdown", "text": "x"})], "invalid_blocks"),
    ("11 blocks in a container", [container(*[section("x")] * 11)], "invalid_blocks"),
    ("an alert outside a modal", [{"type": "alert", "text": plain("x")}], "invalid_blocks"),
]


@pytest.mark.parametrize("block", GOOD, ids=lambda block: block["type"])
async def test_blocks_within_the_limits_are_taken(slack: LocalSlack, block: dict[str, Any]) -> None:
    posted = await client(slack).chat_postMessage(channel="C1", text="fallback", blocks=[block])

    assert posted["ok"]
    assert slack.transcript("C1")
    slack.assert_no_complaints()


@pytest.mark.parametrize(("reason", "blocks", "error"), BAD, ids=[reason for reason, _, _ in BAD])
async def test_blocks_beyond_the_limits_are_refused(
    slack: LocalSlack, reason: str, blocks: list[dict[str, Any]], error: str
) -> None:
    refused = await refusal(client(slack).chat_postMessage(channel="C1", text="fallback", blocks=blocks))

    assert refused["error"] == error, reason
    if error == "invalid_blocks":
        assert "[ERROR]" in refused["response_metadata"]["messages"][0]
    assert slack.messages("C1") == []


async def test_a_text_is_cut_on_a_post_and_refused_on_an_edit(slack: LocalSlack) -> None:
    web = client(slack)

    posted = await web.chat_postMessage(channel="C1", text="x" * 40_001)
    refused = await refusal(
        web.chat_update(channel="C1", ts=posted["ts"], text="x" * 4_001, blocks=[{"type": "divider"}])
    )

    assert posted["response_metadata"]["warnings"] == ["message_truncated"]
    assert refused["error"] == "msg_too_long"


async def test_block_types_can_be_withheld_so_that_fallbacks_are_needed() -> None:
    async with LocalSlack(refuse_block_types={"plan"}) as slack:
        refused = await refusal(
            client(slack).chat_postMessage(
                channel="C1", text="fallback", blocks=[{"type": "plan", "title": "Council"}]
            )
        )

        assert refused["error"] == "invalid_blocks"


ALIVE: list[tuple[str, dict[str, Any]]] = [
    ("in the text", {"text": "<!channel> look"}),
    ("in markdown", {"text": "x", "blocks": [{"type": "markdown", "text": "<!here> look"}]}),
    ("spoken in markdown", {"text": "x", "blocks": [{"type": "markdown", "text": "ask @everyone"}]}),
    ("in a section", {"text": "x", "blocks": [section("<!everyone|all>")]}),
    ("a user group", {"text": "x", "blocks": [section("<!subteam^S1>")]}),
    ("by link_names", {"text": "@channel look", "link_names": True}),
]


@pytest.mark.parametrize(("reason", "arguments"), ALIVE, ids=[reason for reason, _ in ALIVE])
async def test_a_living_mass_mention_is_a_complaint(
    slack: LocalSlack, reason: str, arguments: dict[str, Any]
) -> None:
    await client(slack).chat_postMessage(channel="C1", **arguments)

    with pytest.raises(AssertionError, match="notif"):
        slack.assert_no_complaints()
    assert reason


async def test_a_mention_that_was_neutralised_is_no_complaint(slack: LocalSlack) -> None:
    await client(slack).chat_postMessage(
        channel="C1",
        text="&lt;!channel&gt; and @channel",
        blocks=[{"type": "header", "text": plain("<!channel>")}, section("&lt;!here&gt;, post@here.org")],
    )

    slack.assert_no_complaints()


@pytest.mark.filterwarnings("ignore:The top-level `text` argument")
async def test_blocks_without_a_text_are_a_complaint(slack: LocalSlack) -> None:
    await client(slack).chat_postMessage(channel="C1", blocks=[{"type": "divider"}])

    with pytest.raises(AssertionError, match="blocks without"):
        slack.assert_no_complaints()


def test_markdown_is_counted_as_the_blocks_it_becomes() -> None:
    prose = "# Title\n\nSome *words*\n- and a list\n\n"
    text = prose + "```py\n# no heading\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\nEnd"

    kinds = [piece.kind for piece in pieces(text)]

    assert kinds == ["heading", "text", "fence", "table", "rule", "text"]
    assert block_count([{"type": "markdown", "text": text}]) == 6


def test_a_size_counts_escapes_and_headings() -> None:
    assert rendered_characters([{"type": "markdown", "text": "a<b"}]) == 3 + 3
    assert rendered_characters([{"type": "markdown", "text": "# ab"}]) == 4 + 100
    assert rendered_characters([section("a &amp; b")]) == 9
