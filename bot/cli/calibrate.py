"""`council calibrate`: lets each reviewing member judge labelled pairs, and weights its reviews accordingly from then
on."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bot.app import event_loop
from bot.app.open_parts import open_models
from bot.app.open_tables import open_calibrations
from bot.cli.errors import ASKED_WRONGLY, CommandRefused, cause_of, exit_code_of, print_error
from bot.cli.here import settings_here
from bot.cli.judging import asked, kept_in, lines_of
from bot.cli.language import words_here
from bot.presentation.replies import refusal
from bot.presentation.words import Words
from bot.presentation.words.judging import JudgingWords
from council_core.domain.calibration import Calibration, version_of
from council_core.domain.member import Member, MemberId, Roster
from council_core.errors import BadLine
from council_core.evaluation.calibrate import Finding, findings, shipped_pairs
from council_core.evaluation.items import Item, read_items
from council_core.rubrics import calibrated_under, load


def run(parsed: argparse.Namespace) -> int:
    """Ask the members, store the results and print them."""
    return exit_code_of(lambda: event_loop.run(_calibrate(parsed)))


async def _calibrate(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    words = words_here(settings)
    said = words.judging
    council = settings.council
    if parsed.rubric:
        council = replace(council, rubric=load(parsed.rubric).name, criteria="")
    rubric = calibrated_under(council.rubric, council.criteria)
    council = replace(council, roster=_by_version(council.roster))
    reviewers = council.roster.reviewing
    if not reviewers:
        raise CommandRefused(said.no_reviewers)
    if parsed.show:
        async with open_calibrations(settings) as store:
            _show(await store.kept({version_of(member) for member in reviewers}, rubric), rubric, said)
        return 0
    items, problem = _items(parsed.file, words)
    kept = kept_in(parsed.out, f"calibration-{rubric}.judged.jsonl", parsed.file, said)
    async with open_models(settings) as models:
        judged = await asked(items, replace(settings, council=council), models, kept, parsed.budget, words)
    found = findings(judged, reviewers, rubric, datetime.now(UTC))
    if not found:
        raise CommandRefused(said.nothing_clear(file=str(kept)))
    async with open_calibrations(settings) as store:
        await store.keep([each.calibration for each in found])
    _tell(found, rubric, kept, said)
    if problem:
        print_error(problem, said.items_used)
    return ASKED_WRONGLY if problem else 0


def _items(file: str | None, words: Words) -> tuple[Sequence[Item], str]:
    """Return the labelled pairs before the first bad line, and the error in that line."""
    if file is None:
        return shipped_pairs(), ""
    items: list[Item] = []
    try:
        items.extend(map(_unjudged, read_items(lines_of(Path(file)), file)))
    except BadLine as error:
        if not items:
            raise
        return items, refusal(words, error)
    except OSError as error:
        raise CommandRefused(words.judging.cannot_read(file=file, why=cause_of(error))) from error
    if not items:
        raise CommandRefused(words.judging.no_items(file=file))
    return items, ""


def _unjudged(item: Item) -> Item:
    """Remove earlier judgements and their cost, because they are not by these members."""
    return replace(item, judgements=(), unclear=(), cost=None)


def _by_version(roster: Roster) -> Roster:
    """Return the roster with each version of a model as one judge, under the name of its calibration."""
    seats: dict[MemberId, Member] = {}
    for member in sorted(roster.members, key=lambda each: not each.reviews):
        version = MemberId(version_of(member))
        seat = seats.get(version, replace(member, id=version))
        seats[version] = replace(seat, answers=seat.answers or member.answers)
    return replace(roster, members=tuple(seats.values()))


def _tell(found: Sequence[Finding], rubric: str, kept: Path, said: JudgingWords) -> None:
    print(said.from_now_on(rubric=rubric))
    for each in sorted(found, key=lambda finding: -finding.reliability):
        done = each.calibration
        line = said.found(
            model=each.member.name,
            version=done.version,
            right=done.agreed,
            pairs=done.pairs,
            reliability=each.reliability,
        )
        print(f"  {line}")
    print(said.kept_in(file=str(kept)))


def _show(kept: Sequence[Calibration], rubric: str, said: JudgingWords) -> None:
    if not kept:
        print(said.none_kept(rubric=rubric))
    for each in kept:
        day = each.at.strftime("%Y-%m-%d")
        line = said.kept(
            version=each.version, right=each.agreed, pairs=each.pairs, rubric=each.rubric, day=day
        )
        print(line)
