"""`council calibrate`: lets each reviewing member judge labelled pairs, and weights its reviews accordingly from then
on."""

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bot.app.open_parts import open_calibrations, open_models
from bot.cli.errors import ASKED_WRONGLY, exit_code_of, print_error
from bot.cli.here import settings_here
from bot.cli.judging import asked, lines_of
from council_core.domain.calibration import Calibration, version_of
from council_core.errors import BadLine, RequestError
from council_core.evaluation.calibrate import SHIPPED, Finding, findings, shipped_pairs
from council_core.evaluation.items import Item, read_items
from council_core.rubrics import load, rubric_for


def run(parsed: argparse.Namespace) -> int:
    """Ask the members, store the results and print them."""
    return exit_code_of(lambda: asyncio.run(_calibrate(parsed)))


async def _calibrate(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    council = settings.council
    if parsed.rubric:
        council = replace(council, rubric=load(parsed.rubric).name, criteria="")
    rubric = rubric_for(council.rubric, council.criteria).name
    reviewers = council.roster.reviewing
    if not reviewers:
        raise RequestError("Nobody on this council reviews, so there is nobody to calibrate.")
    if parsed.show:
        async with open_calibrations(settings) as store:
            _show(await store.kept({version_of(member) for member in reviewers}, rubric), rubric)
        return 0
    items, problem = _items(parsed.file)
    kept = Path(parsed.out or f"calibration-{rubric}.judged.jsonl")
    async with open_models(settings) as models:
        judged = await asked(items, replace(settings, council=council), models, kept, parsed.budget)
    found = findings(judged, reviewers, rubric, datetime.now(UTC))
    if not found:
        raise RequestError(f"No judgement was clear, so nothing was kept. The questions are in {kept}.")
    async with open_calibrations(settings) as store:
        await store.keep([each.calibration for each in found])
    _tell(found, rubric, kept)
    if problem:
        print_error(problem, "The pairs before it were used.")
    return ASKED_WRONGLY if problem else 0


def _items(file: str | None) -> tuple[Sequence[Item], str]:
    """Return the labelled pairs before the first bad line, and the error in that line."""
    if file is None:
        return shipped_pairs(), ""
    items: list[Item] = []
    try:
        items.extend(map(_unjudged, read_items(lines_of(Path(file)), file)))
    except BadLine as error:
        if not items:
            raise
        return items, str(error)
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(
            f"{file} cannot be read. Expected labelled pairs as JSON lines, as {SHIPPED}."
        ) from error
    if not items:
        raise RequestError(
            f"{file} holds no item. Expected one JSON object per line; see docs/evaluating.md."
        )
    return items, ""


def _unjudged(item: Item) -> Item:
    """Remove earlier judgements, because they are not by these members."""
    return replace(item, judgements=())


def _tell(found: Sequence[Finding], rubric: str, kept: Path) -> None:
    print(f"Under the rubric {rubric}, from now on:")
    for each in sorted(found, key=lambda finding: -finding.reliability):
        done = each.calibration
        print(
            f"  {each.member.name} ({done.version}): right on {done.agreed:g} of {done.pairs:g} pairs, "
            f"reliability {each.reliability:.2f} (1 is an ordinary reviewer)"
        )
    print(f"What was asked is kept in {kept}; delete it to ask anew, for example after a model was updated.")


def _show(kept: Sequence[Calibration], rubric: str) -> None:
    if not kept:
        print(f"No member is calibrated under the rubric {rubric}. Run `council calibrate`.")
    for each in kept:
        day = each.at.strftime("%Y-%m-%d")
        print(f"{each.version}: right on {each.agreed:g} of {each.pairs:g} pairs under {each.rubric}, {day}")
