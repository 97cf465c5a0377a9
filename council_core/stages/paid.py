"""Add up everything that a run has paid for, from its finished steps."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import cast

from council_core.domain.answer import Failure, Outcome, Reply, Usage
from council_core.domain.claim import Check
from council_core.domain.ending import Ending
from council_core.domain.run import Run
from council_core.errors import StoreIncompatible
from council_core.ports import Steps
from council_core.stages.answer import INSISTING
from council_core.stages.describe import paid_describers
from council_core.stages.review import SECOND

STAGES = ("revise", "reconsider", "review", "repair", "synthesize")
"""Stages in which each call is one step, `STAGE:MEMBER` with an ending."""

ENDINGS = ("", INSISTING, SECOND, SECOND + INSISTING)


def with_all_paid(ending: Ending, run: Run, steps: Steps, broken_off: Usage) -> Ending:
    """Return the ending of a run that ends too early, with the usage of all its calls if the run does not hold the
    results of all of them.

    Args:
        ending: The reason why the run ends.
        run: The run with the results that it holds.
        steps: Its steps, outside of any branch.
        broken_off: Estimated usage of the calls that were under way.
    """
    every, held = paid(run, steps) + broken_off, replace(run, late=()).usage
    return replace(ending, paid=every) if _amount(every) > _amount(held) else ending


def paid(run: Run, steps: Steps) -> Usage:
    """Return the usage of all finished calls of a run, whatever stage it has come to. Late answers are not among
    them, because they are no steps."""
    calls = [*_calls(run, steps), *(each.usage for each in paid_describers(run, steps))]
    return Usage.total(calls)


def _calls(run: Run, steps: Steps) -> Iterator[Usage]:
    for member in run.settings.roster.everyone():
        for ending in ("", INSISTING):
            name = f"answer:{member.id}{ending}"
            outcome = cast("Outcome | None", _finished(steps, name, Outcome))
            if outcome is None:
                yield from _turns(name, steps)
            else:
                yield outcome.usage if outcome.kind == "answer" else outcome.failure.usage
        name = f"verify:{member.id}"
        check = cast("Check | None", _finished(steps, name, Check))
        if check is None:
            yield from _turns(name, steps)
        else:
            yield check.usage
        for stage in STAGES:
            for ending in ENDINGS:
                yield from _usage(steps, f"{stage}:{member.id}{ending}")
    yield from _usage(steps, "critique")


def _turns(scope: str, steps: Steps) -> Iterator[Usage]:
    """Yield the usage of each turn of a model that was still at work with its tools."""
    number = 1
    while turn := [*_usage(steps, f"say:{number}", scope)]:
        yield from turn
        number += 1


def _usage(steps: Steps, name: str, scope: str = "") -> Iterator[Usage]:
    """Yield the usage of one call if it has finished."""
    said = cast("Reply | Failure | None", _finished(steps, name, Reply | Failure, scope))
    if said is not None:
        yield said.usage


def _finished(steps: Steps, name: str, returns: object, scope: str = "") -> object | None:
    """Return the result of a step; None if it is unfinished, or another version stored it."""
    try:
        return steps.completed(name, returns, scope=scope)
    except StoreIncompatible:
        return None


def _amount(usage: Usage) -> tuple[Decimal, int, int]:
    return usage.cost or Decimal(0), usage.tokens_in or 0, usage.tokens_out or 0
