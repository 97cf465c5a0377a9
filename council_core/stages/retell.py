"""Build the events of an ended run again from the store.

Each post of a run exists once, so announcing the events again adds only posts that were refused at first.
"""

from council_core.domain.ending import OUR_FAULT
from council_core.domain.events import Event, RunCancelled
from council_core.domain.run import Run
from council_core.ports import Blobs
from council_core.stages.anonymize import answers_among
from council_core.stages.long_replies import late_answer, whole_texts
from council_core.stages.reconsider import split_told
from council_core.stages.report import concluded, minority_left, opened, ranked
from council_core.stages.reveal import fail, reveal


async def events_of(run: Run, blobs: Blobs) -> list[Event]:
    """Return the events of an ended run in order, its end last; none for an unfinished run.

    Args:
        run: The run as it is stored.
        blobs: Whole texts of answers that were too long.
    """
    match run.status:
        case "failed":
            return [fail(run, run.ending or OUR_FAULT)]
        case "cancelled":
            return [*await stages_of(run, blobs), _stopped(run)]
        case "revealed" if run.slate is not None and run.key is not None:
            late = [await late_answer(run, run.late, outcome.member, blobs) for outcome in run.late]
            wholes = await whole_texts(run, blobs)
            end = reveal(run, run.slate, run.key, closed_by="", concluded_at=run.concluded_at, wholes=wholes)
            return [*await stages_of(run, blobs), *(event for event in late if event is not None), end]
        case _:
            return []


async def stages_of(run: Run, blobs: Blobs) -> list[Event]:
    """Return the events of the finished stages, in order."""
    split = split_told(run)
    events: list[Event] = [] if split is None else [split]
    if run.slate is not None and run.key is not None:
        events.append(opened(run, run.slate, run.key, await whole_texts(run, blobs)))
        if run.ranking is not None or run.reviews:
            events.append(ranked(run))
    if run.verdict is not None or run.no_verdict:
        events.append(concluded(run))
    return events


def _stopped(run: Run) -> RunCancelled:
    members, heard = len(run.settings.roster.answering), len(run.outcomes)
    return RunCancelled(
        run_id=run.id,
        ending=run.ending,
        answers=len(answers_among(run.outcomes)) if heard < members else None,
        members=members,
        minority=minority_left(run),
        usage=run.usage,
        demo=run.settings.roster.is_demo,
    )
