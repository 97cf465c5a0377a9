"""`council evaluate FILE`: compares the council with its best member on labelled items, stored or live."""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.table import Table

from bot.app.open_parts import open_models
from bot.cli.errors import ASKED_WRONGLY, exit_code_of, print_error
from bot.cli.here import settings_here
from bot.cli.judging import asked, lines_of
from council_core.codec import to_json
from council_core.domain.ranking import OWN_WEIGHTS
from council_core.errors import BadLine, RequestError
from council_core.evaluation.intervals import Mean
from council_core.evaluation.items import Item, item_json, read_items
from council_core.evaluation.layouts import converted
from council_core.evaluation.report import Report, evaluate

WORDS = {"clear": "clear", "leaning": "leaning", "too_close": "too close to call"}


def run(parsed: argparse.Namespace) -> int:
    """Print the table. Bad lines are named, and the items before them are evaluated."""
    return exit_code_of(lambda: asyncio.run(_evaluate(parsed)))


async def _evaluate(parsed: argparse.Namespace) -> int:
    items, problem = _read(parsed)
    if parsed.convert:
        for item in items:
            print(json.dumps(item_json(item), ensure_ascii=False))
        return _said(problem)
    if parsed.live:
        settings = settings_here()
        kept = Path(parsed.out or f"{parsed.file}.judged.jsonl")
        async with open_models(settings) as models:
            items = await asked(items, settings, models, kept, parsed.budget)
    report = evaluate(items, own_answer=OWN_WEIGHTS[parsed.own], labels=parsed.labels)
    if parsed.json:
        print(json.dumps(to_json(report, Report), indent=2))
    else:
        show(report, sys.stdout)
    return _said(problem)


def _read(parsed: argparse.Namespace) -> tuple[list[Item], str]:
    """Return the items before the first bad line, and the error in that line."""
    items: list[Item] = []
    path = Path(parsed.file)
    try:
        for item in _items(path, parsed):
            items.append(item)
            if len(items) == parsed.limit:
                break
    except BadLine as error:
        return items, str(error)
    except OSError as error:
        raise RequestError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise RequestError(f"{path} is no text in UTF-8.") from error
    if not items:
        raise RequestError(
            f"{path} holds no item. Expected one JSON object per line; see docs/evaluating.md."
        )
    return items, ""


def _items(path: Path, parsed: argparse.Namespace) -> Iterable[Item]:
    if parsed.layout:
        return converted(parsed.layout, path, parsed.strategy)
    return read_items(lines_of(path), str(path))


def _said(problem: str) -> int:
    if problem:
        print_error(problem, "The items before it were used.")
    return ASKED_WRONGLY if problem else 0


def show(report: Report, out: TextIO) -> None:
    """Write the table, the share of right results for each word of certainty, and the conclusion in a sentence."""
    console = Console(file=out, width=None if out.isatty() else 110)
    table = Table(title=f"How often each way finds a right answer, {report.items} items (95 % intervals)")
    for column in ("Way", "Right", "Interval", "Council better by", "Interval"):
        table.add_column(column, justify="left" if column == "Way" else "right")
    for row in report.rows:
        better = (
            ("–", "–") if row.better is None else (f"{row.better.mean:+.3f}", _interval(row.better, "+.3f"))
        )
        table.add_row(row.way, f"{row.right.mean:.3f}", _interval(row.right, ".3f"), *better)
    console.print(table)
    said = [
        f"{WORDS[word]}: {mean.items} times, right {mean.mean:.0%} ({mean.low:.0%} to {mean.high:.0%})"
        for word, mean in report.certainty
        if mean.items
    ]
    console.print(
        "When the council calls its first place " + "; ".join(said) + "." if said else "Nothing was ranked."
    )
    if report.skipped:
        console.print(
            f"{report.skipped} items had no judgements, or no right answer among theirs, and do not count."
        )
    console.print("Cost unknown." if report.cost is None else f"Cost: ${report.cost:.4f}.")
    console.print(report.conclusion, style="bold")


def _interval(mean: Mean, form: str) -> str:
    return f"{mean.low:{form}} to {mean.high:{form}}"
