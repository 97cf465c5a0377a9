"""End a cancelled run: store and announce its results so far, still blind, and the person who stopped it.

This may be repeated after a crash: people see each part once.
"""

import asyncio
from dataclasses import replace

from council_core.domain.answer import Abstention, Answer, Outcome, Usage
from council_core.domain.member import MemberId
from council_core.domain.run import Run
from council_core.ports import Announcer, Blobs, Runs, Steps
from council_core.stages.anonymize import anonymize, answers_among
from council_core.stages.answer import INSISTING
from council_core.stages.describe import paid_describers
from council_core.stages.paid import with_all_paid
from council_core.stages.retell import events_of


async def stop(
    run: Run, store: Runs, announcer: Announcer, steps: Steps, blobs: Blobs, broken_off: Usage
) -> None:
    """End a run that is marked as cancelled.

    Args:
        run: The run as it is stored.
        store: Gets the answers that arrived while other members were still at work, and the cost of all calls.
        announcer: Announces events to people.
        steps: Finished steps of the run.
        blobs: Whole texts of answers that were too long.
        broken_off: Estimated usage of the calls that were under way.

    Raises:
        StoreUnavailable, StoreIncompatible: Call this again later.
        RunDeleted: The run was deleted; nothing more of it is announced.
    """
    # The steps are deleted some time after the end.
    if not steps.is_new:
        run = await asyncio.to_thread(_with_all_of_it, run, steps, broken_off)
        await store.add_answers(run)
    for event in await events_of(run, blobs):
        await announcer.announce(run.id, event)


def _with_all_of_it(run: Run, steps: Steps, broken_off: Usage) -> Run:
    """Return the run with the answers so far, and with the cost of everything else that had finished."""
    if run.slate is None:
        run = _with_answers(run, steps)
    ending = run.ending
    return run if ending is None else replace(run, ending=with_all_paid(ending, run, steps, broken_off))


def _with_answers(run: Run, steps: Steps) -> Run:
    """Return the run with the answers so far, under letters drawn as for a complete slate."""
    heard = [_outcome(member.id, steps) for member in run.settings.roster.answering]
    outcomes = tuple(outcome for outcome in heard if outcome is not None)
    run = replace(run, outcomes=outcomes, describers=paid_describers(run, steps) or run.describers)
    if not answers_among(run.outcomes):
        return run
    slate, key = anonymize(run)
    return replace(run, slate=slate, key=key)


def _outcome(member: MemberId, steps: Steps) -> Outcome | None:
    insisted = steps.completed(f"answer:{member}{INSISTING}", Outcome)
    outcome = insisted or steps.completed(f"answer:{member}", Outcome)
    return outcome if isinstance(outcome, Answer | Abstention) else None
