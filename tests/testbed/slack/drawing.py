"""Draws messages and views as lines of text, roughly as a person sees them; narrow enough for a golden file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from tests.testbed.slack.data_drawing import draw_chart, draw_table
from tests.testbed.slack.rich_text_drawing import draw_rich_text
from tests.testbed.slack.workspace import Message, View

WIDTH = 88
STATUS = {"pending": "○", "in_progress": "◐", "complete": "●", "error": "✗"}
LEVELS = {"warning": "⚠ ", "error": "✗ ", "success": "✓ "}


class Reader(Protocol):
    """Turns Slack's markup (ids, links, entities) into readable text."""

    def read(self, text: str) -> str:
        """Convert mrkdwn or Markdown into words."""
        ...

    def user(self, user_id: str) -> str:
        """Convert a user id into the displayed name."""
        ...


def wrapped(text: str, indent: str = "", hang: str | None = None) -> Iterator[str]:
    """Lines of at most WIDTH; each line of the text keeps its own indentation."""
    for line in text.split("\n"):
        own = line[: len(line) - len(line.lstrip())]
        first, rest = indent + own, (indent if hang is None else hang) + own
        if len(first + line.strip()) <= WIDTH:
            yield (first + line.strip()).rstrip()
            continue
        yield from textwrap.wrap(
            line.strip(),
            WIDTH,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )


def draw_message(message: Message, names: Reader) -> list[str]:
    """The blocks if there are any, otherwise the text; then files and reactions."""
    lines = (
        list(draw_blocks(message.blocks, names))
        if message.blocks
        else list(wrapped(names.read(message.text)))
    )
    lines += [f"[file: {file.name}, {len(file.content)} bytes]" for file in message.files]
    if message.reactions:
        lines.append("  ".join(f":{name}: {len(users)}" for name, users in message.reactions.items()))
    return [line for line in lines if line or message.blocks or message.text]


def draw_view(view: View, names: Reader) -> list[str]:
    """A modal with its title, fields, errors and buttons, or an App Home."""
    payload = view.payload
    lines = [f"=== {payload['title']['text']} ==="] if "title" in payload else ["=== Home ==="]
    for block in payload["blocks"]:
        lines += draw_block(block, names)
        if block.get("block_id") in view.errors:
            lines.append(f"  ! {view.errors[block['block_id']]}")
    buttons = [payload[name]["text"] for name in ("close", "submit") if name in payload]
    return [*lines, " ".join(f"[{button}]" for button in buttons)] if buttons else lines


def draw_blocks(blocks: Iterable[dict[str, Any]], names: Reader, indent: str = "") -> Iterator[str]:
    """All blocks from top to bottom."""
    for block in blocks:
        yield from draw_block(block, names, indent)


def draw_block(block: dict[str, Any], names: Reader, indent: str = "") -> Iterator[str]:
    """One block."""
    match block["type"]:
        case "header":
            yield from wrapped(f"# {block['text']['text']}", indent, indent + "  ")
        case "section":
            yield from _section(block, names, indent)
        case "markdown":
            yield from wrapped(names.read(block["text"]).strip("\n"), indent)
        case "rich_text":
            for line in draw_rich_text(block, names):
                yield from wrapped(line, indent)
        case "context":
            parts = [_label(element, names) for element in block["elements"]]
            yield from wrapped("· " + "  ·  ".join(parts), indent, indent + "  ")
        case "actions" | "context_actions":
            yield from wrapped(" ".join(_element(element, names) for element in block["elements"]), indent)
        case "divider":
            yield indent + "-" * 24
        case "image":
            title = f"{block['title']['text']}: " if "title" in block else ""
            yield f"{indent}[image: {title}{block['alt_text']}]"
        case "input":
            optional = " (optional)" if block.get("optional") else ""
            yield f"{indent}{block['label']['text']}{optional}: {_element(block['element'], names)}"
            if "hint" in block:
                yield from wrapped(block["hint"]["text"], indent + "  ")
        case "table" | "data_table":
            if "caption" in block:
                yield f"{indent}{block['caption']}:"
            yield from draw_table(block, names, indent, WIDTH - len(indent))
        case "data_visualization":
            yield from draw_chart(block, indent)
        case "plan":
            yield f"{indent}{block['title']}"
            yield from draw_blocks(block.get("tasks", []), names, indent + "  ")
        case "task_card":
            yield from _task(block, names, indent)
        case "container":
            yield from _container(block, names, indent)
        case "alert":
            yield from wrapped(
                LEVELS.get(block.get("level", ""), "ℹ ") + names.read(block["text"]["text"]), indent
            )
        case "card":
            parts = [
                names.read(block[part]["text"]) for part in ("title", "subtitle", "body") if part in block
            ]
            yield from wrapped("\n".join(parts), indent + "| ")
            if "actions" in block:
                yield f"{indent}| " + " ".join(_element(element, names) for element in block["actions"])
        case "carousel":
            yield from draw_blocks(block["elements"], names, indent)
        case other:
            yield f"{indent}[{other}]"


def _container(block: dict[str, Any], names: Reader, indent: str) -> Iterator[str]:
    title = (
        block["title"]["text"]
        if "title" in block
        else " ".join(draw_rich_text(block["rich_text_title"], names))
    )
    closed = block.get("is_collapsible") and block.get("default_collapsed")
    yield f"{indent}{'▸' if closed else '▾'} {title}"
    if "subtitle" in block:
        yield from wrapped(names.read(block["subtitle"]["text"]), indent + "  ")
    yield from draw_blocks(block["child_blocks"], names, indent + "  ")


def _section(block: dict[str, Any], names: Reader, indent: str) -> Iterator[str]:
    lines: list[str] = []
    if "text" in block:
        lines += wrapped(names.read(block["text"]["text"]), indent)
    for item in block.get("fields", []):
        one_line = names.read(item["text"]).replace("\n", "  ")
        lines += wrapped(one_line, indent + "  ", indent + "    ")
    if "accessory" in block:
        lines[-1] += f"  {_element(block['accessory'], names)}"
    yield from lines


def _task(block: dict[str, Any], names: Reader, indent: str) -> Iterator[str]:
    yield f"{indent}{STATUS[block.get('status', 'pending')]} {block['title']}"
    for part in ("details", "output"):
        if part in block:
            for line in draw_rich_text(block[part], names):
                yield from wrapped(line, indent + "    ")
    for source in block.get("sources", []):
        yield f"{indent}    → {names.read(source.get('text', source.get('url', '')))}"


def _label(element: dict[str, Any], names: Reader) -> str:
    if element["type"] == "image":
        return f"[image: {element['alt_text']}]"
    return names.read(element["text"]) if element["type"] == "mrkdwn" else str(element["text"])


def _element(element: dict[str, Any], names: Reader) -> str:
    match element["type"]:
        case "button" | "workflow_button" | "icon_button":
            only = element.get("visible_to_user_ids")
            label = f"[{element['text']['text']}]" + (
                f"({names.read(element['url'])})" if "url" in element else ""
            )
            return label + (f" (only {', '.join(map(names.user, only))})" if only else "")
        case "feedback_buttons":
            sides = (element["positive_button"], element["negative_button"])
            return " ".join(f"[{side['text']['text']}]" for side in sides)
        case "image":
            return f"[image: {element['alt_text']}]"
        case "checkboxes" | "radio_buttons":
            chosen = [*element.get("initial_options", []), element.get("initial_option")]
            box = "[{}]" if element["type"] == "checkboxes" else "({})"
            marks = [(box.format("x" if option in chosen else " "), option) for option in element["options"]]
            return "  ".join(f"{mark} {option['text']['text']}" for mark, option in marks)
        case kind:
            chosen: list[Any] = element.get("initial_options", [element.get("initial_option")])
            first = next((str(value) for name, value in element.items() if name.startswith("initial_")), "")
            hint = element["placeholder"]["text"] if "placeholder" in element else kind.replace("_", " ")
            shown = ", ".join(option["text"]["text"] for option in chosen if option) or first or hint
            return f"[{shown} ▾]" if "select" in kind or kind == "overflow" else f"[{shown}]"
