"""Checks blocks as Slack's validator does, with findings such as `[ERROR] ... [json-pointer:/blocks/0/text]`.

Limits: docs.slack.dev/reference/block-kit, read 2026-11.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.testbed.slack import block_data, block_elements
from tests.testbed.slack.block_report import Report, Surface
from tests.testbed.slack.json_values import is_object

__all__ = ["Surface", "problems_in"]

ALL: tuple[Surface, ...] = ("message", "modal", "home")
CONTAINER_CHILDREN = frozenset(
    {
        "actions",
        "context",
        "divider",
        "file",
        "header",
        "image",
        "input",
        "rich_text",
        "section",
        "table",
        "video",
    }
)
TASK_STATUSES = ("pending", "in_progress", "complete", "error")

type_of = block_elements.type_of


def problems_in(
    blocks: list[dict[str, Any]], surface: Surface, refused: frozenset[str] = frozenset()
) -> list[str]:
    """Return all problems; empty if Slack would accept the blocks. Totals over all blocks are not checked here."""
    report = Report(surface)
    root = "" if surface == "message" else "/view"
    seen: set[str] = set()
    for index, block in enumerate(blocks):
        at = f"{root}/blocks/{index}"
        try:
            check_block(report, block, at, refused)
        except (KeyError, TypeError, AttributeError) as error:
            report.add(at, f"failed to match all allowed schemas ({type(error).__name__}: {error})")
        block_id = block.get("block_id")
        if block_id is not None:
            report.string(block_id, f"{at}/block_id", 255)
            if block_id in seen:
                report.add(f"{at}/block_id", f"block_id already exists: {block_id}")
            seen.add(str(block_id))
    return report.lines


def check_block(
    report: Report, block: dict[str, Any], at: str, refused: frozenset[str] = frozenset()
) -> None:
    """Report every mistake in one block."""
    kind = type_of(block)
    if kind not in BLOCKS or kind in refused:
        report.add(f"{at}/type", f"unsupported type: {kind}")
        return
    surfaces, check, fields = BLOCKS[kind]
    if report.surface not in surfaces:
        report.add(f"{at}/type", f"{kind} is not allowed in a {report.surface}")
    report.fields(block, at, ("type", "block_id", *fields))
    check(report, block, at)


def _section(report: Report, block: dict[str, Any], at: str) -> None:
    if "text" not in block and "fields" not in block:
        report.add(at, "missing required field: text or fields")
    if "text" in block:
        report.text(block["text"], f"{at}/text", 3000)
    if "fields" in block:
        for index, item in enumerate(report.items(block["fields"], f"{at}/fields", 10)):
            report.text(item, f"{at}/fields/{index}", 2000)
    if "accessory" in block:
        block_elements.check(report, block["accessory"], f"{at}/accessory", block_elements.ACCESSORIES)


def _header(report: Report, block: dict[str, Any], at: str) -> None:
    report.text(block.get("text"), f"{at}/text", 150, plain=True)


def _divider(report: Report, block: dict[str, Any], at: str) -> None:
    pass


def _context(report: Report, block: dict[str, Any], at: str) -> None:
    for index, item in enumerate(report.items(block.get("elements"), f"{at}/elements", 10)):
        if type_of(item) == "image":
            block_elements.check_image(report, item, f"{at}/elements/{index}")
        else:
            report.text(item, f"{at}/elements/{index}", 3000)


def _actions(report: Report, block: dict[str, Any], at: str) -> None:
    elements = report.items(block.get("elements"), f"{at}/elements", 25)
    for index, item in enumerate(elements):
        block_elements.check(report, item, f"{at}/elements/{index}", block_elements.ACTIONS)
    _unique_actions(report, elements, at)


def _context_actions(report: Report, block: dict[str, Any], at: str) -> None:
    elements = report.items(block.get("elements"), f"{at}/elements", 5)
    for index, item in enumerate(elements):
        block_elements.check(report, item, f"{at}/elements/{index}", ("feedback_buttons", "icon_button"))
    _unique_actions(report, elements, at)


def _unique_actions(report: Report, elements: list[Any], at: str) -> None:
    ids = [item.get("action_id") for item in elements if is_object(item) and item.get("action_id")]
    for action_id in sorted({str(one) for one in ids if ids.count(one) > 1}):
        report.add(f"{at}/elements", f"action_id already exists: {action_id}")


def _image(report: Report, block: dict[str, Any], at: str) -> None:
    block_elements.check_image(report, block, at)
    if "title" in block:
        report.text(block["title"], f"{at}/title", 2000, plain=True)


def _input(report: Report, block: dict[str, Any], at: str) -> None:
    report.text(block.get("label"), f"{at}/label", 2000, plain=True)
    if "hint" in block:
        report.text(block["hint"], f"{at}/hint", 2000, plain=True)
    block_elements.check(report, block.get("element"), f"{at}/element", block_elements.INPUTS)


def _markdown(report: Report, block: dict[str, Any], at: str) -> None:
    report.string(block.get("text"), f"{at}/text", 12_000)


def _task_card(report: Report, block: dict[str, Any], at: str, *, in_plan: bool = False) -> None:
    report.string(block.get("task_id"), f"{at}/task_id", 255)
    report.string(block.get("title"), f"{at}/title", 3000)
    status = block.get("status", "pending" if in_plan else "in_progress")
    if status not in TASK_STATUSES:
        report.add(f"{at}/status", f"must be one of {', '.join(TASK_STATUSES)}")
    if status == "pending" and not in_plan:
        report.add(f"{at}/status", "pending is allowed only inside a plan")
    for part in ("details", "output"):
        if part in block:
            if type_of(block[part]) != "rich_text":
                report.add(f"{at}/{part}", "must be a rich_text block")
            else:
                block_data.check_rich_text(report, block[part], f"{at}/{part}")
    if "sources" in block:
        for index, source in enumerate(report.items(block["sources"], f"{at}/sources", 50)):
            if type_of(source) != "url":
                report.add(f"{at}/sources/{index}", "must be a url source")


def _plan(report: Report, block: dict[str, Any], at: str) -> None:
    report.string(block.get("title"), f"{at}/title", 3000)
    if "tasks" not in block:
        return
    for index, task in enumerate(report.items(block["tasks"], f"{at}/tasks", 50)):
        where = f"{at}/tasks/{index}"
        if type_of(task) != "task_card":
            report.add(where, "must be a task_card")
            continue
        report.fields(task, where, ("type", "block_id", *BLOCKS["task_card"][2]))
        _task_card(report, task, where, in_plan=True)
    ids = [task.get("task_id") for task in block["tasks"] if is_object(task)]
    if len(set(map(str, ids))) != len(ids):
        report.add(f"{at}/tasks", "task_id must be unique")


def _container(report: Report, block: dict[str, Any], at: str) -> None:
    if "title" not in block and "rich_text_title" not in block:
        report.add(at, "missing required field: title")
    if "title" in block:
        report.text(block["title"], f"{at}/title", 150, plain=True)
    if "subtitle" in block:
        report.text(block["subtitle"], f"{at}/subtitle", 150)
    if block.get("default_collapsed") and not block.get("is_collapsible"):
        report.add(f"{at}/default_collapsed", "requires is_collapsible")
    for index, child in enumerate(report.items(block.get("child_blocks"), f"{at}/child_blocks", 10)):
        where = f"{at}/child_blocks/{index}"
        if type_of(child) not in CONTAINER_CHILDREN:
            report.add(f"{where}/type", f"unsupported type in a container: {type_of(child)}")
        else:
            check_block(report, child, where)


def _alert(report: Report, block: dict[str, Any], at: str) -> None:
    report.text(block.get("text"), f"{at}/text", 200)
    if block.get("level", "default") not in ("default", "info", "warning", "error", "success"):
        report.add(f"{at}/level", "must be one of default, info, warning, error, success")


def _card(report: Report, block: dict[str, Any], at: str) -> None:
    if not {"hero_image", "title", "actions", "body"} & block.keys():
        report.add(at, "missing required field: hero_image, title, actions or body")
    for part, most in (("title", 150), ("subtitle", 150), ("body", 200)):
        if part in block:
            report.text(block[part], f"{at}/{part}", most)
    if "actions" in block:
        for index, item in enumerate(report.items(block["actions"], f"{at}/actions", 3)):
            block_elements.check(report, item, f"{at}/actions/{index}", ("button",))


def _carousel(report: Report, block: dict[str, Any], at: str) -> None:
    for index, card in enumerate(report.items(block.get("elements"), f"{at}/elements", 10)):
        if type_of(card) != "card":
            report.add(f"{at}/elements/{index}", "must be a card")
        else:
            _card(report, card, f"{at}/elements/{index}")


def _video(report: Report, block: dict[str, Any], at: str) -> None:
    for part in ("alt_text", "thumbnail_url", "video_url"):
        report.string(block.get(part), f"{at}/{part}", 3000)
    report.text(block.get("title"), f"{at}/title", 200, plain=True)


Check = Callable[[Report, dict[str, Any], str], None]

# Each type's surfaces, its check and its fields.
BLOCKS: dict[str, tuple[tuple[Surface, ...], Check, tuple[str, ...]]] = {
    "section": (ALL, _section, ("text", "fields", "accessory", "expand")),
    "header": (ALL, _header, ("text", "level")),
    "divider": (ALL, _divider, ()),
    "context": (ALL, _context, ("elements",)),
    "actions": (ALL, _actions, ("elements",)),
    "context_actions": (("message",), _context_actions, ("elements",)),
    "image": (ALL, _image, ("image_url", "slack_file", "alt_text", "title")),
    "input": (ALL, _input, ("label", "element", "hint", "optional", "dispatch_action")),
    "rich_text": (ALL, block_data.check_rich_text, ("elements",)),
    "markdown": (("message",), _markdown, ("text",)),
    "table": (("message", "home"), block_data.check_table, ("rows", "column_settings")),
    "data_table": (
        ("message", "home"),
        block_data.check_data_table,
        ("rows", "caption", "page_size", "row_header_column_index"),
    ),
    "data_visualization": (("message",), block_data.check_chart, ("title", "chart")),
    "plan": (("message",), _plan, ("title", "tasks")),
    "task_card": (("message",), _task_card, ("task_id", "title", "details", "output", "sources", "status")),
    "container": (
        ("message", "home"),
        _container,
        (
            *("title", "rich_text_title", "subtitle", "child_blocks", "width", "icon"),
            *("is_collapsible", "default_collapsed", "has_header_divider"),
        ),
    ),
    "card": (
        ("message",),
        _card,
        ("hero_image", "icon", "slack_icon", "title", "subtitle", "subtext", "body", "actions"),
    ),
    "carousel": (("message",), _carousel, ("elements",)),
    "alert": (("modal",), _alert, ("text", "level")),
    "video": (
        ALL,
        _video,
        (
            *("alt_text", "thumbnail_url", "video_url", "title", "title_url", "description"),
            *("provider_icon_url", "provider_name", "author_name"),
        ),
    ),
}
