"""`council evaluate FILE`: compares the council with its best member on labelled items, stored or live."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bot.app.open_parts import open_models
from bot.cli.errors import ASKED_WRONGLY, exit_code_of, print_error
from bot.cli.here import settings_here
from bot.settings import Settings
from council_core.codec import to_json
from council_core.domain.ranking import OWN_WEIGHTS
from council_core.errors import BadLine, RequestError
from council_core.evaluation.intervals import Mean
from council_core.evaluation.items import Item, item_json, read_items
from council_core.evaluation.layouts import converted
from council_core.evaluation.live import Judged, judge
from council_core.evaluation.report import Report, evaluate
from council_core.ports import ModelProvider

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
    """Return the items before the first bad one, and what is wrong with that one."""
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
    return read_items(path.read_text(encoding="utf-8").splitlines(), str(path))


def _said(problem: str) -> int:
    if problem:
        print_error(problem, "The items before it were used.")
    return ASKED_WRONGLY if problem else 0


async def asked(
    items: Sequence[Item], settings: Settings, models: ModelProvider, kept: Path, budget: Decimal | None
) -> list[Item]:
    """Return the items with judgements, asking live members where there are none. Each is saved as soon as it is
    finished.

    Args:
        items: All items.
        settings: The members to ask.
        models: Calls the members.
        kept: The file of finished items, one per line; these are not asked again.
        budget: US dollars that may be spent; None for any sum.
    """
    done = finished(kept)
    waiting = [item for item in items if not item.judgements and item.id not in done]
    spent = sum((Decimal(str(item.cost)) for item in done.values() if item.cost is not None), Decimal(0))
    dearest = Decimal(0)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress(*columns, console=Console(file=sys.stderr)) as progress,
        kept.open("a", encoding="utf-8") as file,
    ):
        task = progress.add_task("asking members", total=len(waiting))
        for item in waiting:
            if budget is not None and spent + dearest > budget:
                print_error(
                    f"Of the budget of ${budget} there is ${max(budget - spent, Decimal(0)):.4f} left, and an item "
                    f"took up to ${dearest:.4f}. It is kept in {kept}; a larger --budget continues from there."
                )
                break
            judged = await judge(item, settings.council, models)
            if budget is not None and judged.cost is None:
                raise RequestError(
                    "A budget holds, and the price of a model is unknown. Leave out --budget or the model."
                )
            _keep(file, judged)
            done[item.id] = judged.item
            spent += judged.cost or Decimal(0)
            dearest = max(dearest, judged.cost or Decimal(0))
            progress.update(task, advance=1, description=f"asking members, ${spent:.4f} so far")
    return [done.get(item.id, item) for item in items]


def finished(kept: Path) -> dict[str, Item]:
    """Return the items that were finished before, by id. A last line that a crash cut off is removed from the
    file."""
    if not kept.exists():
        return {}
    text = kept.read_text(encoding="utf-8")
    if not text.endswith("\n") and text:
        text = text[: text.rfind("\n") + 1]
        kept.write_text(text, encoding="utf-8")
    return {item.id: item for item in read_items(text.splitlines(), str(kept))}


def _keep(file: TextIO, judged: Judged) -> None:
    file.write(json.dumps(item_json(judged.item), ensure_ascii=False) + "\n")
    file.flush()
    os.fsync(file.fileno())


def show(report: Report, out: TextIO) -> None:
    """Write the table, how often each word of certainty was right, and the conclusion in a sentence."""
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
