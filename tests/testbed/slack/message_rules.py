"""Checks drafts of messages and views: Slack's refusals, warnings, and complaints of our own.

Source of the numbers: docs.slack.dev (chat.postMessage, chat.update, block reference) and measurements by third
parties on real workspaces (about 13,200 rendered characters in total; 4,000 characters of `text` on an edit).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.testbed.slack import markdown
from tests.testbed.slack.blocks import Surface, problems_in
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.json_values import is_array, is_object

MOST_BLOCKS: dict[Surface, int] = {"message": 50, "modal": 100, "home": 100}
MOST_RENDERED = 13_200
HEADING_WEIGHT = 100
MOST_TEXT = 40_000
MOST_TEXT_ON_EDIT = 4_000
MOST_MARKDOWN = 12_000
MOST_TABLE_CHARACTERS = 10_000
MOST_METADATA_BYTES = 1_000

_SHOWN = ("text", "title", "caption", "label", "alt_text", "name")
_ALIVE = re.compile(r"<!(?:channel|here|everyone|subteam\^)[^>]*>?")
_SPOKEN = re.compile(r"(?<![A-Za-z0-9.@])@(?:channel|here|everyone)(?![A-Za-z0-9])")


def shown_strings(value: Any, kind: str = "") -> Iterator[tuple[str, str]]:
    """Every string that a reader sees in a block, as (kind of the object it is in, string)."""
    if is_array(value):
        for item in value:
            yield from shown_strings(item, kind)
    elif is_object(value):
        here = str(value.get("type", kind))
        for key, inner in value.items():
            if isinstance(inner, str):
                if key in _SHOWN:
                    yield here, inner
            elif isinstance(inner, dict | list):
                yield from shown_strings(inner, here)
        if here == "broadcast":
            yield here, f"<!{value.get('range', 'channel')}>"


def rendered_characters(blocks: list[dict[str, Any]]) -> int:
    """Return the size that Slack measures over all blocks: escaped text, and 100 more for each Markdown heading."""
    total = 0
    for kind, text in shown_strings(blocks):
        total += len(text)
        if kind != "mrkdwn":
            total += 4 * text.count("&") + 3 * (text.count("<") + text.count(">"))
        if kind == "markdown":
            total += HEADING_WEIGHT * markdown.headings(text)
    return total


def block_count(blocks: list[dict[str, Any]]) -> int:
    """Return the number of blocks that Slack counts: a markdown block counts as its translation."""
    return sum(
        max(1, len(markdown.pieces(str(block.get("text", ""))))) if block.get("type") == "markdown" else 1
        for block in blocks
    )


def check_blocks(blocks: list[dict[str, Any]], surface: Surface, refused: frozenset[str]) -> None:
    """Raise Slack's refusal of these blocks on this surface.

    `refused` are block types that this workspace refuses (an older client, a feature not rolled out).
    """
    error = "invalid_blocks" if surface == "message" else "invalid_arguments"
    if problems := problems_in(blocks, surface, refused):
        raise SlackError(error, messages=problems)
    if block_count(blocks) > MOST_BLOCKS[surface]:
        most = MOST_BLOCKS[surface]
        raise SlackError(
            error, messages=[f"[ERROR] no more than {most} items allowed [json-pointer:/blocks]"]
        )
    of_type = [block.get("type") for block in blocks]
    if of_type.count("data_visualization") > 2:
        raise SlackError(
            error, messages=["[ERROR] no more than 2 data_visualization blocks [json-pointer:/blocks]"]
        )
    if of_type.count("plan") > 1:
        raise SlackError(error, messages=["[ERROR] no more than 1 plan block [json-pointer:/blocks]"])
    written = sum(len(block["text"]) for block in blocks if block.get("type") == "markdown")
    if written > MOST_MARKDOWN:
        raise SlackError(
            error, messages=[f"[ERROR] markdown must be less than {MOST_MARKDOWN + 1} characters"]
        )
    if _table_characters(blocks) > MOST_TABLE_CHARACTERS:
        raise SlackError(error, messages=[f"[ERROR] table cells exceed {MOST_TABLE_CHARACTERS} characters"])
    if surface == "message" and rendered_characters(blocks) > MOST_RENDERED:
        raise SlackError("msg_blocks_too_long")


def _table_characters(blocks: list[dict[str, Any]]) -> int:
    tables = [block for block in blocks if block.get("type") == "table"]
    for block in blocks:
        if block.get("type") == "container":
            tables += [child for child in block.get("child_blocks", []) if child.get("type") == "table"]
        if block.get("type") == "markdown":
            tables += [made for made in markdown.translate(block["text"]) if made["type"] == "table"]
    return sum(len(text) for table in tables for _, text in shown_strings(table.get("rows", [])))


def living_mentions(text: str, blocks: list[dict[str, Any]], *, linked_names: bool) -> list[str]:
    """Return mass mentions that would notify people; `linked_names` is link_names or parse=full.

    A header is plain text, in which no mention is active; in a markdown block even a plain `@here` is.
    """
    found = [match[0] for match in _ALIVE.finditer(text)]
    if linked_names:
        found += [match[0] for match in _SPOKEN.finditer(text)]
    for kind, string in shown_strings(blocks):
        if kind in ("mrkdwn", "markdown", "broadcast"):
            found += [match[0] for match in _ALIVE.finditer(string)]
        if kind == "markdown" or (kind == "mrkdwn" and linked_names):
            found += [match[0] for match in _SPOKEN.finditer(string)]
    return found


def check_metadata(metadata: dict[str, Any] | None) -> None:
    """Raise `invalid_metadata_format` unless it is empty or an event type with a payload."""
    if not metadata:
        return
    event_type, payload = metadata.get("event_type"), metadata.get("event_payload")
    if not isinstance(event_type, str) or not event_type or not is_object(payload):
        raise SlackError("invalid_metadata_format")
