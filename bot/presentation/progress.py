"""Draw the progress of a run, one line per stage, and its place in the queue."""

from bot.post import StageLine, StageState
from bot.presentation.words import Words
from council_core.domain.events import StageProgressed
from council_core.domain.run import RunStatus
from council_core.domain.summary import RunSummary
from council_core.domain.waiting import RunWaits

UNDER_WAY: tuple[RunStatus, ...] = ("asked", "answering", "reviewing", "synthesizing", "voting", "revealed")
"""States of a run in order, when nothing breaks."""


def stage_lines(
    summary: RunSummary, progress: StageProgressed | None, words: Words, *, is_waiting: bool = False
) -> tuple[StageLine, ...]:
    """Return lines for answers, reviews, verdict and vote; those of a run that ended early show its last stage.

    Args:
        summary: State of the run.
        progress: Progress within its present stage.
        words: Words in the thread's language.
        is_waiting: Whether it waits in the queue, so that no model is at work.
    """
    at = _reached(summary)
    answers = _answers(summary, _of(progress, "answer"), at, words)
    lines = (
        StageLine(label=answers.label, state="waiting") if is_waiting else answers,
        _review(summary, _of(progress, "review"), at, words),
        _verdict(summary, at, words),
        *((_vote(summary, at, words),) if summary.takes_votes else ()),
    )
    return _broken_off(lines, words) if summary.status in ("failed", "cancelled") else lines


def _reached(summary: RunSummary) -> RunStatus:
    """Return the stage that the run has reached; if it ended early, the last one that it is known to have reached."""
    if summary.status not in ("failed", "cancelled"):
        return summary.status
    if summary.has_verdict:
        return "voting"
    if summary.reviewers:
        return "synthesizing"
    is_complete = summary.answered + len(summary.gaps) >= summary.members
    return "reviewing" if summary.aliases and is_complete else "answering"


def _of(progress: StageProgressed | None, stage: str) -> StageProgressed | None:
    return progress if progress is not None and progress.stage == stage else None


def _state(at: RunStatus, begins: RunStatus) -> StageState:
    """Return the state of a stage that begins with one status of the run and ends with the next."""
    here, there = UNDER_WAY.index(at), UNDER_WAY.index(begins)
    if here < there:
        return "waiting"
    return "running" if here == there else "done"


def _answers(summary: RunSummary, progress: StageProgressed | None, at: RunStatus, words: Words) -> StageLine:
    running = at in ("asked", "answering")
    answered = summary.answered
    missing = len(summary.gaps)
    if running and progress is not None:
        answered, missing = progress.done - progress.failed, progress.failed
    detail = words.stages.answered(done=answered, of=summary.members, missing=missing)
    return StageLine(label=words.stages.answers, state="running" if running else "done", detail=detail)


def _review(summary: RunSummary, progress: StageProgressed | None, at: RunStatus, words: Words) -> StageLine:
    label, state = words.stages.reviews, _state(at, "reviewing")
    if state == "running" and progress is not None:
        detail = words.stages.reviewed(done=progress.done, of=progress.of, failed=progress.failed)
        return StageLine(label=label, state=state, detail=detail)
    if state != "done":
        return StageLine(label=label, state=state)
    if not summary.reviewers:
        return StageLine(label=label, state=state, detail=words.stages.nothing_to_rank)
    detail = words.stages.reviews_counted(valid=summary.valid_reviews, of=summary.reviewers)
    return StageLine(label=label, state=state if summary.valid_reviews else "failed", detail=detail)


def _verdict(summary: RunSummary, at: RunStatus, words: Words) -> StageLine:
    state = _state(at, "synthesizing")
    if state == "done" and not summary.has_verdict:
        return StageLine(label=words.stages.verdict, state="failed", detail=words.stages.nobody_concluded)
    return StageLine(label=words.stages.verdict, state=state)


def _vote(summary: RunSummary, at: RunStatus, words: Words) -> StageLine:
    label = words.stages.vote
    if summary.voting_open:
        return StageLine(label=label, state="running", detail=so_many_votes(summary, words))
    if at == "revealed" or (at == "voting" and summary.status == "voting"):
        votes = words.phrases.ballots(count=summary.votes, blind=summary.blind_votes)
        return StageLine(label=label, state="done", detail=votes)
    return StageLine(label=label, state="waiting")


def so_many_votes(summary: RunSummary, words: Words) -> str:
    """Return the number of votes while people vote, blind ones apart."""
    return words.card.so_many_votes(count=summary.votes, blind=summary.blind_votes)


def _broken_off(lines: tuple[StageLine, ...], words: Words) -> tuple[StageLine, ...]:
    """Return the lines of a run that goes no further: the unfinished stage has failed, and the later ones never
    began."""
    ended: list[StageLine] = []
    broken = False
    for stage in lines:
        if stage.state in ("done", "failed") and not broken:
            ended.append(stage)
        elif not broken:
            broken = True
            detail = stage.detail or words.stages.did_not_end
            ended.append(StageLine(label=stage.label, state="failed", detail=detail))
        else:
            ended.append(StageLine(label=stage.label, state="waiting", detail=words.stages.not_reached))
    return tuple(ended)


def waiting_words(waits: RunWaits, words: Words) -> str:
    """Return the run's place in the queue as CommonMark, for the asker."""
    said = words.card.before(count=waits.before, or_more=waits.or_more, limit=waits.limit)
    return f"**{said}** {words.card.why_queued(limit=waits.limit)}"
