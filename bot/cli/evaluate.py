"""`council evaluate FILE`: compares the council with its best member on labelled items, stored or live."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.app import event_loop
from bot.app.open_parts import open_models
from bot.cli.errors import ASKED_WRONGLY, CommandRefused, cause_of, exit_code_of, print_error
from bot.cli.here import settings_here
from bot.cli.judging import asked, dollars, kept_in, lines_of
from bot.cli.language import words_for_errors
from bot.platforms.terminal.render import harmless
from bot.presentation.replies import refusal
from bot.presentation.words import Words
from bot.presentation.words.judging import JudgingWords
from council_core.codec import to_json
from council_core.domain.ranking import OWN_WEIGHTS
from council_core.errors import BadItems
from council_core.evaluation.intervals import Mean
from council_core.evaluation.items import Item, item_json, read_items
from council_core.evaluation.layouts import converted
from council_core.evaluation.report import Report, Way, evaluate

NARROW = 90
"""Columns of a terminal below which the table would cut its figures off."""


def run(parsed: argparse.Namespace) -> int:
    """Print the table. Bad lines are named, and the items before them are evaluated."""
    return exit_code_of(lambda: _evaluate(parsed))


def _evaluate(parsed: argparse.Namespace) -> int:
    words = words_for_errors()
    said = words.judging
    reading = _Reading(parsed, words)
    items: Iterable[Item] = reading
    if parsed.convert:
        for item in items:
            print(json.dumps(item_json(item), ensure_ascii=False))
        return _exit_code(reading.problem, said)
    if parsed.live:
        items = event_loop.run(_judged(list(items), parsed, words))
    # Outside of the loop, so that Ctrl-C ends the arithmetic at once.
    with Progress(console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(said.comparing, total=None)
        report = evaluate(
            items,
            own_answer=OWN_WEIGHTS[parsed.own],
            labels=parsed.labels,
            told=lambda done, of: bar.update(task, completed=done, total=of),
        )
    if parsed.json:
        print(json.dumps(to_json(report, Report), indent=2))
    else:
        show(report, sys.stdout, words)
    return _exit_code(reading.problem, said)


async def _judged(items: list[Item], parsed: argparse.Namespace, words: Words) -> list[Item]:
    settings = settings_here()
    kept = kept_in(parsed.out, f"{Path(parsed.file)}.judged.jsonl", parsed.file, words.judging)
    async with open_models(settings) as models:
        return await asked(items, settings, models, kept, parsed.budget, words)


class _Reading:
    """The items of a file, one by one, up to the first bad line."""

    def __init__(self, parsed: argparse.Namespace, words: Words) -> None:
        self._parsed, self._words = parsed, words
        self.problem = ""
        """Error in the line that ended the reading; empty without one."""

    def __iter__(self) -> Iterator[Item]:
        said, path, count = self._words.judging, Path(self._parsed.file), 0
        try:
            for count, item in enumerate(_items(path, self._parsed), start=1):
                yield item
                if count == self._parsed.limit:
                    return
        except BadItems as error:
            if not count:
                raise
            self.problem = refusal(self._words, error)
        except OSError as error:
            raise CommandRefused(said.cannot_read(file=str(path), why=cause_of(error))) from error
        if not count:
            raise CommandRefused(said.no_items(file=str(path)))


def _items(path: Path, parsed: argparse.Namespace) -> Iterable[Item]:
    if parsed.layout:
        return converted(parsed.layout, path, parsed.strategy)
    return read_items(lines_of(path), str(path))


def _exit_code(problem: str, said: JudgingWords) -> int:
    if problem:
        print_error(problem, said.items_used)
    return ASKED_WRONGLY if problem else 0


def show(report: Report, out: TextIO, words: Words) -> None:
    """Write the table, the share of right results for each word of certainty, and the conclusion in a sentence."""
    said, phrases = words.judging, words.phrases
    width = None if out.isatty() else 110
    # A judge's name is free text, in which rich would read markup and emoji.
    console = Console(file=out, width=width, highlight=False, markup=False, emoji=False)
    if console.width < NARROW and report.rows:
        for line in _lines(report, words):
            console.print(line)
    elif report.rows:
        console.print(_table(report, words))
    parts = [
        said.certain(
            certainty=word,
            times=mean.items,
            right=phrases.percent(share=mean.mean),
            low=phrases.percent(share=mean.low),
            high=phrases.percent(share=mean.high),
        )
        for word, mean in report.certainty
        if mean.items
    ]
    console.print(said.by_certainty(parts=parts))
    if report.skipped:
        console.print(said.skipped(count=report.skipped))
    console.print(said.cost(dollars="" if report.cost is None else dollars(Decimal(str(report.cost)), words)))
    console.print(" ".join(filter(None, _conclusion(report, words))), style="bold")


def _lines(report: Report, words: Words) -> Iterator[str]:
    """Yield the table as a few lines for each way, for terminals that are too narrow for it."""
    said = words.judging
    yield said.title(count=report.items)
    for row in report.rows:
        yield f"- {_named(row.way, report, said)}"
        yield f"  {said.right}: {_figure(row.right.mean, words)} ({_interval(row.right, words)})"
        if row.better is not None:
            lead = _figure(row.better.mean, words, is_signed=True)
            yield f"  {said.better_by}: {lead} ({_interval(row.better, words, is_signed=True)})"


def _table(report: Report, words: Words) -> Table:
    said = words.judging
    table = Table(title=said.title(count=report.items))
    table.add_column(said.way)
    for column in (said.right, said.interval, said.better_by, said.interval):
        table.add_column(column, justify="right", no_wrap=True)
    for row in report.rows:
        better = (
            ("–", "–")
            if row.better is None
            else (
                _figure(row.better.mean, words, is_signed=True),
                _interval(row.better, words, is_signed=True),
            )
        )
        table.add_row(
            _named(row.way, report, said),
            _figure(row.right.mean, words),
            _interval(row.right, words),
            *better,
        )
    return table


def _named(way: Way, report: Report, said: JudgingWords) -> str:
    return said.way_of(kind=way.kind, name=harmless(way.name), labels=report.labels)


def _conclusion(report: Report, words: Words) -> Iterator[str]:
    """Yield whether the council wins, with figures, and what labelled items bring."""
    said = words.judging
    found = report.comparison
    if found is None:
        yield said.nothing_to_compare
        return
    lead = found.lead
    yield said.compared(
        outcome=found.outcome,
        council=_figure(found.council, words),
        member=_figure(found.best.right.mean, words),
        way=_named(found.best.way, report, said),
        difference=_figure(lead.mean, words, is_signed=True),
        interval=_interval(lead, words, is_signed=True),
        count=lead.items,
    )
    trained = [row for row in report.rows if row.way.kind in ("calibrated", "best_labelled")]
    if trained:
        yield said.with_labels(
            parts=[f"{_named(row.way, report, said)} {_figure(row.right.mean, words)}" for row in trained]
        )


def _interval(mean: Mean, words: Words, *, is_signed: bool = False) -> str:
    low, high = (_figure(each, words, is_signed=is_signed) for each in (mean.low, mean.high))
    return words.judging.from_to(low=low, high=high)


def _figure(value: float, words: Words, *, is_signed: bool = False) -> str:
    return words.phrases.decimal(value=value, places=3, is_signed=is_signed)
