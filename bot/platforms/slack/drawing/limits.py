"""Checks blocks against Slack's limits before sending, since one fault loses the whole message.

Source of the numbers: docs.slack.dev, Block Kit reference, and for the size of a whole message measurements by third
parties (`msg_blocks_too_long` from about 13,200 rendered characters).
"""

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from bot.platforms.slack.drawing import prose, tables
from bot.platforms.slack.drawing.blocks import Kit
from bot.post import Limits

Surface = Literal["message", "modal", "home"]

LIMITS = Limits(
    prose=11_000, parts=3, buttons=10, choices=500, fields=40, form_after_form=True, escape_cost=5,
    heading_cost=100, blocks=40, drafts=True, draft_seconds=5.0,
)  # fmt: skip
"""Limits for presentation; the rest of a message's size is for headings, facts and buttons."""

MOST_BLOCKS: dict[Surface, int] = {"message": 50, "modal": 100, "home": 100}
MOST_RENDERED = 13_000
LONGEST_TEXT = 3_000
"""Longest `text` of a message. An edit accepts 4,000 characters (`msg_too_long`), and a notification shows no more than
this."""

_PARTS = {
    "message": {
        *("header", "context", "section", "actions", "context_actions"),
        *("rich_text", "markdown", "table", "data_visualization"),
    },
    "modal": {"header", "context", "section", "actions", "rich_text", "input"},
    "home": {"header", "context", "section", "actions", "rich_text"},
}


def problems(blocks: Sequence[Kit], surface: Surface = "message") -> list[str]:
    """Return everything that Slack would refuse, one sentence each; empty when the blocks are fine."""
    found = [
        problem for at, block in enumerate(blocks) for problem in _of_block(block, f"block {at}", surface)
    ]
    count = sum(_translated(block) for block in blocks)
    if count > MOST_BLOCKS[surface]:
        found.append(f"{count} blocks; {surface} takes {MOST_BLOCKS[surface]}")
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    if len(set(ids)) < len(ids):
        found.append("a block_id stands twice")
    kinds = [block["type"] for block in blocks]
    if kinds.count("data_visualization") > 2:
        found.append("more than 2 charts")
    if (
        sum(len(text) for block in blocks if block["type"] == "table" for text in texts(block))
        > tables.MOST_CELLS
    ):
        found.append(f"more than {tables.MOST_CELLS} characters in tables")
    if sum(len(block["text"]) for block in blocks if block["type"] == "markdown") > prose.LONGEST_MARKDOWN:
        found.append(f"more than {prose.LONGEST_MARKDOWN} characters of markdown")
    if surface == "message" and rendered(blocks) > MOST_RENDERED:
        found.append(f"{rendered(blocks)} characters in all; a message takes {MOST_RENDERED}")
    return found


def texts(value: object) -> Iterator[str]:
    """Yield every visible string in a block."""
    if isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from texts(inner)
    elif isinstance(value, dict):
        for key, inner in cast("dict[str, object]", value).items():
            if isinstance(inner, str):
                if key in ("text", "title", "name", "label", "url"):
                    yield inner
            else:
                yield from texts(inner)


def rendered(blocks: Sequence[Kit]) -> int:
    """Return the size that Slack measures: visible text with `&`, `<`, `>` as entities, and 100 more for a heading."""
    total = 0
    for block in blocks:
        for text in texts(block):
            total += len(text) + 4 * text.count("&") + 3 * (text.count("<") + text.count(">"))
        if block["type"] == "markdown":
            total += 100 * sum(line.lstrip().startswith("#") for line in block["text"].split("\n"))
    return total


def _translated(block: Kit) -> int:
    return prose.predicted_parts(block["text"]) if block["type"] == "markdown" else 1


def _of_block(block: Kit, at: str, surface: Surface) -> Iterator[str]:
    kind = block["type"]
    if kind not in _PARTS[surface]:
        yield f"{at}: {kind} is not for a {surface}"
    match kind:
        case "header":
            yield from _length(block["text"]["text"], 150, at)
        case "context":
            yield from _count(block["elements"], 10, at)
            for element in block["elements"]:
                yield from _length(element["text"], 3_000, at)
        case "section":
            yield from _length(block["text"]["text"], 3_000, at)
            yield from _of_element(block["accessory"], at)
        case "markdown":
            yield from _length(block["text"], prose.LONGEST_MARKDOWN, at)
        case "rich_text":
            yield from _count(block["elements"], 500, at)
            yield from _of_rich_text(block["elements"], at)
        case "actions":
            yield from _of_actions(block["elements"], at, 25)
        case "context_actions":
            yield from _of_actions(block["elements"], at, 5)
        case "table":
            yield from _count(block["rows"], tables.MOST_ROWS, at)
            for row in block["rows"]:
                yield from _count(row, tables.MOST_COLUMNS, at)
                for cell in row:
                    yield from _length(cell["text"].strip(), tables.MOST_CELLS, at)
        case "data_visualization":
            yield from _of_chart(block, at)
        case "input":
            yield from _length(block["block_id"], 255, at)
            yield from _length(block["label"]["text"], 2_000, at)
            yield from _of_element(block["element"], at)
        case _:
            pass


def _length(text: str, longest: int, at: str) -> Iterator[str]:
    if not text:
        yield f"{at}: empty text"
    elif len(text) > longest:
        yield f"{at}: {len(text)} characters; it takes {longest}"


def _count(items: Sequence[object], most: int, at: str) -> Iterator[str]:
    if not 1 <= len(items) <= most:
        yield f"{at}: {len(items)} items; it takes 1 to {most}"


def _of_rich_text(parts: Sequence[Kit], at: str) -> Iterator[str]:
    for part in parts:
        if part["type"] in ("text", "link"):
            yield from _length(part.get("text", part.get("url", "")), 12_000, at)
        elif "elements" in part:
            yield from _count(part["elements"], 1_000, at)
            yield from _of_rich_text(part["elements"], at)


def _of_actions(elements: Sequence[Kit], at: str, most: int) -> Iterator[str]:
    yield from _count(elements, most, at)
    ids = [element["action_id"] for element in elements]
    if len(set(ids)) < len(ids):
        yield f"{at}: an action_id stands twice"
    for element in elements:
        yield from _of_element(element, at)


def _of_element(element: Kit, at: str) -> Iterator[str]:
    if "action_id" in element:
        yield from _length(element["action_id"], 255, at)
    if element["type"] == "button":
        yield from _length(element["text"]["text"], 75, at)
        yield from _length(element.get("value", "-"), 2_000, at)
        yield from _length(element.get("url", "-"), 3_000, at)
        if "confirm" in element:
            yield from _length(element["confirm"]["text"]["text"], 300, at)
    for side in (element[name] for name in ("positive_button", "negative_button") if name in element):
        yield from _length(side["text"]["text"], 75, at)
        yield from _length(side["value"], 2_000, at)
    if "options" in element:
        few = element["type"] in ("checkboxes", "radio_buttons")
        yield from _count(element["options"], 10 if few else 100, at)
        for option in element["options"]:
            yield from _length(option["text"]["text"], 75, at)
            yield from _length(option["value"], 150, at)


def _of_chart(block: Kit, at: str) -> Iterator[str]:
    yield from _length(block["title"], 50, at)
    chart: Kit = block["chart"]
    yield from _count(chart["axis_config"]["categories"], tables.MOST_POINTS, at)
    yield from _count(chart["series"], tables.MOST_SERIES, at)
    for name in (*chart["axis_config"]["categories"], *(series["name"] for series in chart["series"])):
        yield from _length(name, tables.LONGEST_NAME, at)
