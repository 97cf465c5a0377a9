"""Builders for Block Kit, as plain dicts: slack-sdk's models do not know the newer blocks and drop them silently."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from bot.platforms import shortcodes

Kit = dict[str, Any]
"""A block, an element or a text object, as JSON."""


def cut(text: str, longest: int) -> str:
    """Cut to at most `longest` characters, the last one an ellipsis; never empty, which Slack refuses."""
    whole = text.strip() or "–"
    return whole if len(whole) <= longest else whole[: longest - 1].rstrip() + "…"


def plain(text: str, longest: int) -> Kit:
    """Return a text object without formatting."""
    return {"type": "plain_text", "text": cut(shortcodes.parted(text), longest), "emoji": True}


def header(text: str) -> Kit:
    """Return a heading; 150 characters (docs.slack.dev, header block)."""
    return {"type": "header", "text": plain(text, 150)}


def markdown(text: str) -> Kit:
    """Return a block of CommonMark, which Slack translates into other blocks; messages only."""
    return {"type": "markdown", "text": text}


def context(*mrkdwn: str) -> Kit:
    """Return small print."""
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": cut(text, 3000)} for text in mrkdwn]}


def section(mrkdwn: str, accessory: Kit) -> Kit:
    """Return a paragraph with a button at its end; 3,000 characters (docs.slack.dev, section block)."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": cut(mrkdwn, 3000)}, "accessory": accessory}


def rich_text(*parts: Kit) -> Kit:
    """Return a rich text block of sections, lists, fences and quotes, in which every character is literal."""
    return {"type": "rich_text", "elements": list(parts)}


def rich_section(elements: Sequence[Kit]) -> Kit:
    """Return a paragraph of inline elements."""
    return {"type": "rich_text_section", "elements": list(elements)}


def rich_words(text: str, *styles: str, code: bool = False) -> Kit:
    """Return a run of text; styles are `bold`, `italic`, `strike`."""
    style = dict.fromkeys((*styles, "code") if code else styles, True)
    return {"type": "text", "text": text, **({"style": style} if style else {})}


def rich_fence(text: str) -> Kit:
    """Return a block of code, or of other text whose columns must line up."""
    return {"type": "rich_text_preformatted", "elements": [rich_words(text.rstrip("\n") or " ")]}


def table(rows: Sequence[Sequence[str]], numeric: Sequence[bool]) -> Kit:
    """Return a table of plain cells, the first row the heading; `numeric` columns are right-aligned.

    Slack refuses a message with an empty cell (docs.slack.dev, table block), so an empty cell shows a dash.
    """
    return {
        "type": "table",
        "rows": [[{"type": "raw_text", "text": cell.strip() or "–"} for cell in row] for row in rows],
        "column_settings": [{"align": "right"} if right else {"is_wrapped": True} for right in numeric],
    }


def bar_chart(title: str, labels: Sequence[str], series: Sequence[tuple[str, Sequence[float]]]) -> Kit:
    """Return bars side by side (docs.slack.dev, data visualization block)."""
    return {
        "type": "data_visualization",
        "title": cut(title, 50),
        "chart": {
            "type": "bar",
            "axis_config": {"categories": list(labels)},
            "series": [
                {
                    "name": name,
                    "data": [
                        {"label": label, "value": value} for label, value in zip(labels, values, strict=True)
                    ],
                }
                for name, values in series
            ],
        },
    }


def button(
    label: str, action_id: str, value: str, *, style: str = "plain", confirm: Kit | None = None
) -> Kit:
    """Return a button that sends `value`, once a dialogue is confirmed if there is one."""
    made: Kit = {"type": "button", "text": plain(label, 75), "action_id": action_id, "value": value}
    if style in ("primary", "danger"):
        made["style"] = style
    return made | ({"confirm": confirm} if confirm else {})


def dialogue(title: str, question: str, yes: str, no: str) -> Kit:
    """Return a dialogue that asks before a button acts."""
    return {
        "title": plain(title, 100),
        "text": plain(question, 300),
        "confirm": plain(yes, 30),
        "deny": plain(no, 30),
    }


def link_button(label: str, action_id: str, url: str) -> Kit:
    """Return a button that opens an address; Slack reports the click too."""
    return {"type": "button", "text": plain(label, 75), "action_id": action_id, "url": url}


def feedback(action_id: str, good: tuple[str, str], bad: tuple[str, str]) -> Kit:
    """Return thumbs up and down, each a label and the value that it sends; messages only (docs.slack.dev, feedback
    buttons element)."""

    def side(label: str, value: str) -> Kit:
        return {"text": plain(label, 75), "value": value, "accessibility_label": cut(label, 75)}

    pair: Kit = {"positive_button": side(*good), "negative_button": side(*bad)}
    element: Kit = {"type": "feedback_buttons", "action_id": action_id, **pair}
    return {"type": "context_actions", "elements": [element]}


def option(label: str, value: str) -> Kit:
    """Return one entry of a menu."""
    return {"text": plain(label, 75), "value": value}


def select(action_id: str, options: Sequence[Kit], placeholder: str) -> Kit:
    """Return a menu with a single choice."""
    made: Kit = {"type": "static_select", "action_id": action_id, "options": list(options)}
    return made | ({"placeholder": plain(placeholder, 150)} if placeholder else {})


def actions(elements: Sequence[Kit]) -> Kit:
    """Return a row of buttons and menus."""
    return {"type": "actions", "elements": list(elements)}


def field(
    block_id: str, label: str, element: Kit, *, hint: str = "", required: bool = True, reports: bool = False
) -> Kit:
    """Return one field of a form. One that `reports` sends every change of it at once."""
    made: Kit = {
        "type": "input",
        "block_id": block_id,
        "label": plain(label, 2000),
        "element": element,
        "optional": not required,
    }
    made |= {"dispatch_action": True} if reports else {}
    return made | ({"hint": plain(hint, 2000)} if hint else {})


def named(blocks: Sequence[Kit]) -> list[Kit]:
    """Give the blocks ids that change whenever anything in them does.

    Clients keep the state of a block id across an edit, so an edited message needs new ids.
    """
    revision = hashlib.sha256(json.dumps(blocks, sort_keys=True).encode()).hexdigest()[:8]
    return [{"block_id": f"{revision}-{at}", **block} for at, block in enumerate(blocks)]
