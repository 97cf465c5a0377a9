"""Checks blocks that hold data (tables, charts, rich text) as Slack's validator does."""

from __future__ import annotations

from typing import Any

from tests.testbed.slack.block_elements import type_of
from tests.testbed.slack.block_report import Report
from tests.testbed.slack.json_values import is_array, is_object

RICH_PARTS = ("rich_text_section", "rich_text_list", "rich_text_preformatted", "rich_text_quote")
RICH_ELEMENTS = (
    "text",
    "link",
    "emoji",
    "user",
    "usergroup",
    "channel",
    "broadcast",
    "color",
    "date",
    "team",
)


def check_rich_text(report: Report, block: dict[str, Any], at: str) -> None:
    """Sections, lists, fences and quotes with inline elements; no empty piece of text."""
    for index, part in enumerate(report.items(block.get("elements"), f"{at}/elements", 500)):
        _rich_part(report, part, f"{at}/elements/{index}")


def _rich_part(report: Report, part: Any, at: str) -> None:
    kind = type_of(part)
    if kind not in RICH_PARTS:
        report.add(f"{at}/type", f"unsupported type: {kind}")
        return
    elements = report.items(part.get("elements"), f"{at}/elements", 1000, least=0)
    for index, element in enumerate(elements):
        where = f"{at}/elements/{index}"
        if kind == "rich_text_list":
            if type_of(element) != "rich_text_section":
                report.add(f"{where}/type", "a list holds rich_text_section")
            else:
                _rich_part(report, element, where)
        elif type_of(element) not in RICH_ELEMENTS:
            report.add(f"{where}/type", f"unsupported type: {type_of(element)}")
        elif element["type"] == "text" and not element.get("text"):
            report.add(f"{where}/text", "must be more than 0 characters")
        elif element["type"] == "link" and not element.get("url"):
            report.add(f"{where}/url", "must be more than 0 characters")
    if kind == "rich_text_list" and part.get("style") not in ("bullet", "ordered"):
        report.add(f"{at}/style", "must be one of bullet, ordered")


def check_table(report: Report, block: dict[str, Any], at: str) -> None:
    """100 rows of 20 cells; an empty cell refuses the whole message. Characters are counted per message."""
    for index, row in enumerate(report.items(block.get("rows"), f"{at}/rows", 100)):
        for column, cell in enumerate(report.items(row, f"{at}/rows/{index}", 20)):
            _cell(report, cell, f"{at}/rows/{index}/{column}")
    if "column_settings" in block:
        for index, setting in enumerate(report.items(block["column_settings"], f"{at}/column_settings", 20)):
            where = f"{at}/column_settings/{index}"
            if setting is None:
                continue
            report.fields(setting, where, ("align", "is_wrapped"))
            if setting.get("align", "left") not in ("left", "center", "right"):
                report.add(f"{where}/align", "must be one of left, center, right")


def _cell(report: Report, cell: Any, at: str, *, rich: bool = True) -> None:
    kind = type_of(cell)
    if kind == "raw_text":
        report.string(cell.get("text"), f"{at}/text", 10_000)
    elif kind == "raw_number":
        if not isinstance(cell.get("value"), int | float):
            report.add(f"{at}/value", "must be a number")
        report.string(cell.get("text"), f"{at}/text", 10_000)
    elif kind == "rich_text" and rich:
        check_rich_text(report, cell, at)
    else:
        report.add(f"{at}/type", f"unsupported type: {kind}")


def check_data_table(report: Report, block: dict[str, Any], at: str) -> None:
    """A header row and 1 to 200 more, all equally long, 20,000 characters, with a caption."""
    report.string(block.get("caption"), f"{at}/caption", 255)
    rows = report.items(block.get("rows"), f"{at}/rows", 201, least=2)
    for index, row in enumerate(rows):
        for column, cell in enumerate(report.items(row, f"{at}/rows/{index}", 20)):
            _cell(report, cell, f"{at}/rows/{index}/{column}", rich=index > 0)
    if len({len(row) for row in rows if is_array(row)}) > 1:
        report.add(f"{at}/rows", "all rows must have the same number of cells")
    if not 1 <= block.get("page_size", 5) <= 100:
        report.add(f"{at}/page_size", "must be between 1 and 100")
    cells = [cell for row in rows if is_array(row) for cell in row if is_object(cell)]
    if sum(len(str(cell.get("text", ""))) for cell in cells) > 20_000:
        report.add(f"{at}/rows", "must be less than 20001 characters")


def check_chart(report: Report, block: dict[str, Any], at: str) -> None:
    """A pie of at most 12 segments, or at most 12 series of 20 points over named categories."""
    report.string(block.get("title"), f"{at}/title", 50)
    chart = block.get("chart")
    kind = type_of(chart)
    if kind == "pie" and is_object(chart):
        for index, segment in enumerate(report.items(chart.get("segments"), f"{at}/chart/segments", 12)):
            _point(report, segment, f"{at}/chart/segments/{index}")
            if isinstance(segment.get("value"), int | float) and segment["value"] <= 0:
                report.add(f"{at}/chart/segments/{index}/value", "must be greater than 0")
    elif kind in ("bar", "line", "area") and is_object(chart):
        _series(report, chart, f"{at}/chart")
    else:
        report.add(f"{at}/chart/type", f"unsupported type: {kind}")


def _series(report: Report, chart: dict[str, Any], at: str) -> None:
    axis = chart.get("axis_config")
    categories: Any = axis.get("categories") if is_object(axis) else None
    for index, category in enumerate(report.items(categories, f"{at}/axis_config/categories", 20)):
        report.string(category, f"{at}/axis_config/categories/{index}", 20)
    names: list[Any] = []
    for index, series in enumerate(report.items(chart.get("series"), f"{at}/series", 12)):
        where = f"{at}/series/{index}"
        report.string(series.get("name"), f"{where}/name", 20)
        names.append(series.get("name"))
        points = report.items(series.get("data"), f"{where}/data", 20)
        for number, point in enumerate(points):
            _point(report, point, f"{where}/data/{number}")
        if [point.get("label") for point in points] != categories:
            report.add(f"{where}/data", "labels must match axis_config.categories")
    if len(set(names)) != len(names):
        report.add(f"{at}/series", "names must be unique")


def _point(report: Report, point: dict[str, Any], at: str) -> None:
    report.string(point.get("label"), f"{at}/label", 20)
    if not isinstance(point.get("value"), int | float):
        report.add(f"{at}/value", "must be a number")
