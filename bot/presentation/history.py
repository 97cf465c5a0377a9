"""Runs that are kept -> what one person reads of them: a list, or one with what came of it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.post import (
    Actions,
    Block,
    File,
    Heading,
    Limits,
    Line,
    Post,
    PrivateReply,
    Prose,
    Spot,
    StageState,
    line,
    quoted,
)
from bot.presentation.card import outcome_of, question_of, title_of
from bot.presentation.fit import fit
from bot.presentation.phrases import demo_notice, responses, shortened
from bot.presentation.progress import stage_lines
from bot.presentation.run_buttons import forget_button, run_buttons
from bot.presentation.waiting import TITLE, waiting_words
from bot.presentation.whole_run import authors, ranking_blocks, verdict_blocks
from council_core.domain.question import RunId
from council_core.domain.run import Run, RunStatus
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.waiting import RunWaits

STATES: dict[RunStatus, str] = {
    "asked": "just asked",
    "answering": "members are answering",
    "reviewing": "members are reviewing",
    "synthesizing": "the chairman is concluding",
    "voting": "the vote is open",
    "revealed": "done",
    "failed": "no result",
    "cancelled": "stopped",
}

STAGE_STATES: dict[StageState, str] = {
    "waiting": "not yet",
    "running": "under way",
    "done": "done",
    "failed": "failed",
}

ANSWERS_FILE = "answers.md"
VERDICT_FILE = "verdict.md"


def history_reply(summaries: Sequence[RunSummary]) -> PrivateReply:
    """The latest runs of a place, the newest first."""
    if not summaries:
        return _nothing("Nobody has asked the council anything here yet.")
    blocks = (Heading(text="The latest questions"), *(_entry(summary) for summary in summaries))
    return PrivateReply(
        post=Post(blocks=blocks, summary=f"The latest {len(summaries)} questions to the council here."),
        panel="The latest questions",
    )


def own_history_reply(runs: Sequence[Run]) -> PrivateReply:
    """One person's own latest runs, the newest first, each with the way to where it stands."""
    if not runs:
        return _nothing("You have not asked the council anything yet.")
    blocks = [block for run in runs for block in _own_entry(run)]
    return PrivateReply(
        post=Post(
            blocks=(Heading(text="Your latest questions"), *blocks),
            summary=f"Your latest {len(runs)} questions to the council.",
        ),
        panel="Your latest questions",
    )


def search_reply(
    words: str,
    runs: Sequence[Run],
    *,
    here: Collection[RunId] = (),
    has_more: bool = False,
    in_chat: bool = True,
) -> PrivateReply:
    """What was found, the newest first, blind like every list.

    Args:
        words: What was looked for.
        runs: Those found.
        here: Which of them were asked in this channel; of the others one is led to the channel.
        has_more: Whether there are older ones.
        in_chat: Whether a question could have been meant.
    """
    sought = shortened(words.replace('"', ""), 60)
    hint = " If that was meant as a question, end it with a question mark." if in_chat else ""
    if not runs:
        among = "here or of your own " if in_chat else ""
        return _nothing(
            f"No question {among}has all of “{quoted(sought)}” in it or in its verdict. Fewer words find more, and a "
            f"word also finds longer ones that begin with it.{hint}"
        )
    blocks = [
        block for run in runs for block in ((_entry(summarize(run)),) if run.id in here else _own_entry(run))
    ]
    more = "These are the newest; there are older ones, and further words find fewer." if has_more else ""
    note = f"{more}{hint}".strip()
    return PrivateReply(
        post=Post(
            blocks=(Heading(text=f"Found: {sought}"), *blocks, *((line(note, small=True),) if note else ())),
            summary=f"{'More than ' if has_more else ''}{len(runs)} found for “{sought}”.",
        ),
        panel="Questions found",
    )


def _own_entry(run: Run) -> tuple[Line, Line]:
    summary, there = summarize(run), run.conversation
    channel = Spot(place=replace(there, thread=None), name="a channel")
    way = (" · ", Spot(place=there, name="open the thread")) if there.thread else ()
    facts = f", {_day(summary)}: {_state(summary)} · run {summary.run_id}"
    question = line(f"**{quoted(shortened(summary.question, 120))}**")
    return question, line("In ", channel, facts, *way, small=True)


def _entry(summary: RunSummary) -> Line:
    facts = f"{quoted(summary.asker_name)}, {_day(summary)}: {_state(summary)} · run {summary.run_id}"
    return line(f"**{quoted(shortened(summary.question, 120))}** {facts}")


def _state(summary: RunSummary) -> str:
    is_without = summary.status == "revealed" and not summary.has_verdict
    state = "no verdict" if is_without else STATES[summary.status]
    best = f", {responses(summary.top)} first" if summary.top else ""
    return f"{state}{best}{' · demonstration' if summary.demo else ''}"


def status_reply(
    view: RunView, limits: Limits, *, may_forget: bool = False, waits: RunWaits | None = None
) -> PrivateReply:
    """How a run stands: its stages in words, and what came of it so far.

    Args:
        view: The run, as the person who looks may see it.
        limits: How much prose one post holds; what is cut goes along as a file.
        may_forget: Whether the person who looks may have it deleted.
        waits: What it waits for, where others come first.
    """
    summary = view.summary
    title = title_of(summary) if waits is None else TITLE
    stages = ". ".join(
        f"{stage.label}: {stage.detail or STAGE_STATES[stage.state]}"
        for stage in stage_lines(summary, None, is_waiting=waits is not None)
    )
    # The result says the same at more length.
    outcome = "" if view.verdict is not None else outcome_of(summary)
    outcome = outcome if waits is None else waiting_words(waits)
    result, files = _result(view, limits)
    blocks = (
        Heading(text=title),
        Prose(text=question_of(summary.question)),
        line(f"{stages}."),
        *((line(outcome),) if outcome else ()),
        line(f"Asked by {quoted(summary.asker_name)} on {_day(summary)} · run {summary.run_id}", small=True),
        *result,
        *run_buttons(summary),
        *((Actions(buttons=(forget_button(summary.run_id),)),) if may_forget else ()),
        *demo_notice(summary.demo),
    )
    told = f"{title}: {shortened(summary.question, 150)}"
    post = Post(blocks=blocks, summary=told, files=files)
    return PrivateReply(post=post, panel="The run" if result else "")


def _result(view: RunView, limits: Limits) -> tuple[tuple[Block, ...], tuple[File, ...]]:
    """Verdict, ranking and, once they are out, names: what stands in the thread, for when that is gone."""
    if view.verdict is None:
        files = _answers(view)
        note = (
            [line(f"The file {ANSWERS_FILE} holds what the members answered.", small=True)] if files else []
        )
        return (*ranking_blocks(view), *authors(view), *note), files
    room = replace(limits, prose=limits.prose // 2, parts=1)
    parts = fit(view.verdict.text, room)
    blocks = (*verdict_blocks(view, parts[0] if parts else ""), *ranking_blocks(view), *authors(view))
    if len(parts) < 2:
        return blocks, ()
    content = view.verdict.text.encode("utf-8", errors="replace")
    whole = File(name=VERDICT_FILE, media_type="text/markdown", content=content, title="The whole verdict")
    note = line(f"This is not all of the verdict; the file {VERDICT_FILE} holds it whole.", small=True)
    return (*blocks, note), (whole,)


def _answers(view: RunView) -> tuple[File, ...]:
    """All answers of a run that failed, as one file: its thread may show none of them."""
    if not isinstance(view, OpenRun) or view.summary.status != "failed":
        return ()
    answers = [each for each in view.run.outcomes if each.kind == "answer"]
    texts = [f"# Answer by {view.named(each.member)}\n\n{each.text}\n" for each in answers]
    content = "\n".join(texts).encode("utf-8", errors="replace")
    file = File(name=ANSWERS_FILE, media_type="text/markdown", content=content, title="The answers")
    return (file,) if answers else ()


def _day(summary: RunSummary) -> str:
    asked = summary.asked_at
    return f"{asked.day} {asked:%B %Y}, {asked:%H:%M} UTC"


def _nothing(text: str) -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(text),), summary=text))
