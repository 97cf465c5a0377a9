"""Checks elements inside blocks (buttons, menus, fields) as Slack's validator does."""

from __future__ import annotations

from typing import Any

from tests.testbed.slack.block_report import Report
from tests.testbed.slack.json_values import is_object

SELECTS = tuple(
    f"{many}{source}_select"
    for many in ("", "multi_")
    for source in ("static", "external", "users", "conversations", "channels")
)
PICKERS = ("datepicker", "timepicker", "datetimepicker")
CHOICES = ("checkboxes", "radio_buttons")
FIELDS = (
    "plain_text_input",
    "email_text_input",
    "url_text_input",
    "number_input",
    "file_input",
    "rich_text_input",
)
SINGLE_SELECTS = tuple(name for name in SELECTS if not name.startswith("multi_"))

ACTIONS = ("button", "overflow", "workflow_button", *SINGLE_SELECTS, *PICKERS, *CHOICES)
ACCESSORIES = ("button", "overflow", "image", "workflow_button", *SELECTS, *PICKERS, *CHOICES)
INPUTS = (*FIELDS, *SELECTS, *PICKERS, *CHOICES)


def type_of(value: Any) -> str:
    """Return the `type` of a JSON object, or the type of any other value."""
    return str(value.get("type")) if is_object(value) else type(value).__name__


def check(report: Report, element: Any, at: str, allowed: tuple[str, ...]) -> None:
    """Report every mistake in one element, in a place that allows these types."""
    kind = type_of(element)
    if kind not in allowed:
        report.add(f"{at}/type", f"unsupported type: {kind}")
        return
    for name in sorted(name for name, inner in element.items() if inner is None):
        report.add(f"{at}/{name}", "must not be null")
    if "action_id" in element:
        report.string(element["action_id"], f"{at}/action_id", 255)
    if "placeholder" in element:
        report.text(element["placeholder"], f"{at}/placeholder", 150, plain=True)
    if "confirm" in element:
        _confirm(report, element["confirm"], f"{at}/confirm")
    if kind == "button":
        _button(report, element, at)
    elif kind == "image":
        check_image(report, element, at)
    elif kind == "overflow":
        _options(report, element, f"{at}/options", most=5)
    elif kind in CHOICES:
        _options(report, element, f"{at}/options", most=10)
    elif kind in ("static_select", "multi_static_select"):
        _static_select(report, element, at)
    elif kind == "plain_text_input":
        _text_input(report, element, at)
    elif kind == "number_input" and "is_decimal_allowed" not in element:
        report.add(at, "missing required field: is_decimal_allowed")
    elif kind == "file_input" and not 1 <= int(element.get("max_files", 10)) <= 10:
        report.add(f"{at}/max_files", "must be between 1 and 10")
    elif kind == "feedback_buttons":
        for side in ("positive_button", "negative_button"):
            button = element.get(side)
            if not is_object(button):
                report.add(f"{at}/{side}", "must provide an object")
                continue
            report.text(button.get("text"), f"{at}/{side}/text", 75, plain=True)
            report.string(button.get("value"), f"{at}/{side}/value", 2000)
    elif kind == "icon_button":
        report.string(element.get("icon"), f"{at}/icon", 255)
        report.text(element.get("text"), f"{at}/text", 75, plain=True)


def check_image(report: Report, image: dict[str, Any], at: str) -> None:
    """Check an image block or element: an address or a Slack file, and an alternative text."""
    if ("image_url" in image) == ("slack_file" in image):
        report.add(at, "exactly one of image_url and slack_file is required")
    if "image_url" in image:
        report.string(image["image_url"], f"{at}/image_url", 3000)
    report.string(image.get("alt_text"), f"{at}/alt_text", 2000)


def _button(report: Report, button: dict[str, Any], at: str) -> None:
    known = ("type", "text", "action_id", "url", "value", "style", "confirm", "accessibility_label")
    report.fields(button, at, (*known, "visible_to_user_ids", "agent_prompt"))
    report.text(button.get("text"), f"{at}/text", 75, plain=True)
    if "value" in button:
        report.string(button["value"], f"{at}/value", 2000)
    if "url" in button:
        report.string(button["url"], f"{at}/url", 3000)
    if "accessibility_label" in button:
        report.string(button["accessibility_label"], f"{at}/accessibility_label", 75)
    if button.get("style", "primary") not in ("primary", "danger"):
        report.add(f"{at}/style", "must be one of primary, danger")


def _confirm(report: Report, confirm: Any, at: str) -> None:
    if not is_object(confirm):
        report.add(at, "must provide an object")
        return
    report.text(confirm.get("title"), f"{at}/title", 100, plain=True)
    report.text(confirm.get("text"), f"{at}/text", 300)
    for button in ("confirm", "deny"):
        report.text(confirm.get(button), f"{at}/{button}", 30, plain=True)


def _static_select(report: Report, select: dict[str, Any], at: str) -> None:
    if "option_groups" not in select:
        _options(report, select, f"{at}/options", most=100)
        return
    if "options" in select:
        report.add(at, "only one of options and option_groups is allowed")
    for index, group in enumerate(report.items(select["option_groups"], f"{at}/option_groups", 100)):
        where = f"{at}/option_groups/{index}"
        report.text(group.get("label"), f"{where}/label", 75, plain=True)
        _options(report, group, f"{where}/options", most=100)


def _options(report: Report, owner: dict[str, Any], at: str, *, most: int) -> None:
    options = report.items(owner.get("options"), at, most)
    for index, option in enumerate(options):
        where = f"{at}/{index}"
        if not is_object(option):
            report.add(where, "must provide an object")
            continue
        report.fields(option, where, ("text", "value", "description", "url"))
        report.text(option.get("text"), f"{where}/text", 75, plain=owner.get("type") not in CHOICES)
        report.string(option.get("value"), f"{where}/value", 150)
        if "description" in option:
            report.text(
                option["description"], f"{where}/description", 75, plain=owner.get("type") not in CHOICES
            )
    for option in (*owner.get("initial_options", []), owner.get("initial_option")):
        if option is not None and option not in options:
            report.add(at, "initial option is not among the options")


def _text_input(report: Report, field: dict[str, Any], at: str) -> None:
    longest = field.get("max_length", 3000)
    if not 1 <= longest <= 3000:
        report.add(f"{at}/max_length", "must be between 1 and 3000")
    if not 0 <= field.get("min_length", 0) <= 3000:
        report.add(f"{at}/min_length", "must be between 0 and 3000")
    if len(field.get("initial_value", "")) > longest:
        report.add(f"{at}/initial_value", f"must be less than {longest + 1} characters")
