"""A run that somebody stopped -> what had come of it by then, kept and told as blind as ever, and who stopped it.

It may be told again after a crash: people hear each part once.
"""

import asyncio
from dataclasses import replace

from council_core.domain.answer import Abstention, Answer, Outcome
from council_core.domain.member import MemberId
from council_core.domain.run import Run
from council_core.ports import Announcer, Blobs, Runs, Steps
from council_core.stages.anonymize import anonymize, answers_among
from council_core.stages.answer import INSISTING
from council_core.stages.retell import events_of


async def stop(run: Run, store: Runs, announcer: Announcer, steps: Steps, blobs: Blobs) -> None:
    """Ends a run that is marked as cancelled.

    Args:
        run: As it is stored.
        store: Gets the answers that had come while others were still thinking.
        announcer: Tells people.
        steps: What the run has behind it.
        blobs: The whole of answers that were too long.

    Raises:
        StoreUnavailable, StoreIncompatible: It is to be told again.
        RunForgotten: It was deleted; nothing more of it is told.
    """
    if run.slate is None:
        run = await asyncio.to_thread(_with_answers, run, steps)
        await store.add_answers(run)
    for event in await events_of(run, blobs):
        await announcer.announce(run.id, event)


def _with_answers(run: Run, steps: Steps) -> Run:
    """With whatever had come, under letters drawn as for a whole slate."""
    heard = [_outcome(member.id, steps) for member in run.settings.roster.answering]
    run = replace(run, outcomes=tuple(outcome for outcome in heard if outcome is not None))
    if not answers_among(run.outcomes):
        return run
    slate, key = anonymize(run)
    return replace(run, slate=slate, key=key)


def _outcome(member: MemberId, steps: Steps) -> Outcome | None:
    insisted = steps.completed(f"answer:{member}{INSISTING}", Outcome)
    outcome = insisted or steps.completed(f"answer:{member}", Outcome)
    return outcome if isinstance(outcome, Answer | Abstention) else None
