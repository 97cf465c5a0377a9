"""Draw a stored run for one person: its state and its outcome."""

from dataclasses import replace

from bot.post import (
    Actions,
    Block,
    File,
    Heading,
    Limits,
    Post,
    PrivateReply,
    Prose,
    Time,
    line,
    quoted,
)
from bot.presentation.card import outcome_of, outcome_of_view, question_of, template_line, title_of
from bot.presentation.fit import fit, question_prose
from bot.presentation.phrases import shortened, small
from bot.presentation.positions import minority_in, minority_lines
from bot.presentation.progress import stage_lines, waiting_words
from bot.presentation.run_buttons import forget_button, run_buttons
from bot.presentation.whole_run import authors, ranking_blocks, verdict_blocks
from bot.presentation.words import Words
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.waiting import RunWaits

ANSWERS_FILE = "answers.md"
VERDICT_FILE = "verdict.md"
QUESTION_FILE = "question.md"


def status_reply(
    words: Words, view: RunView, limits: Limits, *, may_forget: bool = False, waits: RunWaits | None = None
) -> PrivateReply:
    """Return the state of a run: its stages in words and its results so far.

    Args:
        words: Words in the person's language.
        view: The run as this person may see it.
        limits: Limits of one post; cut text is attached as a file.
        may_forget: Whether this person may delete the run.
        waits: Place in the queue; None if the run does not wait.
    """
    summary = view.summary
    page = words.history
    title = title_of(summary, words) if waits is None else words.card.heading(state="queued")
    stages = ". ".join(
        f"{stage.label}: {stage.detail or page.stage_state(state=stage.state)}"
        for stage in stage_lines(summary, None, words, is_waiting=waits is not None)
    )
    # The result says the same in more detail.
    outcome = "" if view.verdict is not None else outcome_of(summary, words, outcome_of_view(view))
    outcome = outcome if waits is None else waiting_words(waits, words)
    result, files = _result(words, view, limits)
    asked = Time(at=summary.asked_at, shows="both")
    blocks = (
        Heading(text=title),
        Prose(text=question_of(summary.question)),
        line(f"{stages}."),
        *((line(outcome),) if outcome else ()),
        line(
            *page.asked_by(asker=quoted(summary.asker_name), asked=asked, run_id=summary.run_id), small=True
        ),
        *small(template_line(summary, words)),
        *result,
        *run_buttons(summary, words),
        *(
            (Actions(buttons=(forget_button(summary.run_id, words),)),)
            # No button destroys a run with its verdict; the command `forget` does.
            if may_forget and summary.status not in ("voting", "revealed")
            else ()
        ),
        *((line(words.phrases.demo_notice, small=True),) if summary.demo else ()),
    )
    told = f"{title}: {shortened(summary.question, 150)}"
    post = Post(blocks=blocks, summary=told, files=files)
    return PrivateReply(post=post, panel=page.run if result else "")


def question_reply(words: Words, question: str, limits: Limits) -> PrivateReply:
    """Return a whole question for one person, with a file if it is longer than a post."""
    title = words.history.whole_question
    parts = fit(question, replace(limits, parts=1))
    is_cut = len(parts) > 1
    text = parts[0] if parts else question
    content = question.encode("utf-8", errors="replace")
    whole = File(name=QUESTION_FILE, media_type="text/markdown", content=content, title=title)
    blocks = (Heading(text=title), Prose(text=question_prose(f"{text} …" if is_cut else text)))
    post = Post(blocks=blocks, summary=shortened(question, 150), files=(whole,) if is_cut else ())
    return PrivateReply(post=post, panel=title)


def _result(words: Words, view: RunView, limits: Limits) -> tuple[tuple[Block, ...], tuple[File, ...]]:
    """Return verdict, ranking and revealed names, the main content of a thread that may be deleted."""
    minority = minority_lines(minority_in(view), words)
    if view.verdict is None:
        files = _answers(words, view)
        note = [line(words.history.answers_file(file=ANSWERS_FILE), small=True)] if files else []
        return (*ranking_blocks(view, words), *minority, *authors(view, words), *note), files
    room = replace(limits, prose=limits.prose // 2, parts=1)
    parts = fit(view.verdict.text, room)
    blocks = (
        *verdict_blocks(view, parts[0] if parts else "", words),
        *minority,
        *ranking_blocks(view, words),
        *authors(view, words),
    )
    if len(parts) < 2:
        return blocks, ()
    content = view.verdict.text.encode("utf-8", errors="replace")
    whole = File(
        name=VERDICT_FILE, media_type="text/markdown", content=content, title=words.history.whole_verdict
    )
    note = line(words.history.verdict_file(file=VERDICT_FILE), small=True)
    return (*blocks, note), (whole,)


def _answers(words: Words, view: RunView) -> tuple[File, ...]:
    """Return all answers of a failed run as one file, because its thread may show none of them."""
    if not isinstance(view, OpenRun) or view.summary.status != "failed":
        return ()
    answers = [each for each in view.run.outcomes if each.kind == "answer"]
    texts = [
        f"# {words.endings.answer_by(name=view.named(each.member))}\n\n{each.text}\n" for each in answers
    ]
    content = "\n".join(texts).encode("utf-8", errors="replace")
    file = File(name=ANSWERS_FILE, media_type="text/markdown", content=content, title=words.history.answers)
    return (file,) if answers else ()
