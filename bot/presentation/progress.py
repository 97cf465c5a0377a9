"""How a run stands -> one line for each of its stages."""

from bot.post import StageLine, StageState
from bot.presentation.phrases import counted
from council_core.domain.events import StageProgressed
from council_core.domain.run import RunStatus
from council_core.domain.summary import RunSummary

UNDER_WAY: tuple[RunStatus, ...] = ("asked", "answering", "reviewing", "synthesizing", "voting", "revealed")
"""The order in which a run passes through its states when nothing breaks."""


def stage_lines(
    summary: RunSummary, progress: StageProgressed | None, *, is_waiting: bool = False
) -> tuple[StageLine, ...]:
    """Answers, review, verdict, vote; a run that ended early says how far it came.

    Args:
        summary: How the run stands.
        progress: How far the stage is that it is in.
        is_waiting: Whether it waits for its turn, so that no member is at work.
    """
    at = _reached(summary)
    answers = _answers(summary, _of(progress, "answer"), at)
    lines = (
        StageLine(label=answers.label, state="waiting") if is_waiting else answers,
        _review(summary, _of(progress, "review"), at),
        _verdict(summary, at),
        *((_vote(summary, at),) if summary.takes_votes else ()),
    )
    return _broken_off(lines) if summary.status in ("failed", "cancelled") else lines


def _reached(summary: RunSummary) -> RunStatus:
    """How far the run is; for one that ended early, the last state it can be seen to have reached."""
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
    """Of a stage that begins with one state and ends with the next."""
    here, there = UNDER_WAY.index(at), UNDER_WAY.index(begins)
    if here < there:
        return "waiting"
    return "running" if here == there else "done"


def _answers(summary: RunSummary, progress: StageProgressed | None, at: RunStatus) -> StageLine:
    running = at in ("asked", "answering")
    answered = summary.answered
    missing = len(summary.gaps)
    if running and progress is not None:
        answered, missing = progress.done - progress.failed, progress.failed
    detail = f"{answered} of {summary.members}"
    if missing:
        detail += f", {missing} without an answer"
    return StageLine(label="Answers", state="running" if running else "done", detail=detail)


def _review(summary: RunSummary, progress: StageProgressed | None, at: RunStatus) -> StageLine:
    state = _state(at, "reviewing")
    if state == "running" and progress is not None:
        failed = f", {progress.failed} failed" if progress.failed else ""
        return StageLine(label="Review", state=state, detail=f"{progress.done} of {progress.of}{failed}")
    if state != "done":
        return StageLine(label="Review", state=state)
    if not summary.reviewers:
        return StageLine(label="Review", state=state, detail="nothing to rank")
    detail = f"{summary.valid_reviews} of {counted(summary.reviewers, 'ballot')} valid"
    return StageLine(label="Review", state=state if summary.valid_reviews else "failed", detail=detail)


def _verdict(summary: RunSummary, at: RunStatus) -> StageLine:
    state = _state(at, "synthesizing")
    if state == "done" and not summary.has_verdict:
        return StageLine(label="Verdict", state="failed", detail="nobody could conclude")
    return StageLine(label="Verdict", state=state)


def _vote(summary: RunSummary, at: RunStatus) -> StageLine:
    votes = counted(summary.votes, "vote")
    if summary.voting_open:
        closing = summary.voting_closes_at
        until = f", open until {closing:%H:%M} UTC" if closing is not None else " so far"
        return StageLine(label="Vote", state="running", detail=f"{votes}{until}")
    if at == "revealed" or (at == "voting" and summary.status == "voting"):
        return StageLine(label="Vote", state="done", detail=votes)
    return StageLine(label="Vote", state="waiting")


def _broken_off(lines: tuple[StageLine, ...]) -> tuple[StageLine, ...]:
    """The same for a run that goes no further: what did not end has failed, the rest never began."""
    ended: list[StageLine] = []
    broken = False
    for stage in lines:
        if stage.state in ("done", "failed") and not broken:
            ended.append(stage)
        elif not broken:
            broken = True
            ended.append(StageLine(label=stage.label, state="failed", detail=stage.detail or "did not end"))
        else:
            ended.append(StageLine(label=stage.label, state="waiting", detail="not reached"))
    return tuple(ended)
