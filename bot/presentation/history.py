"""Runs that are kept -> what one person reads of them: a list, or one with what came of it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.post import (
    Actions,
    Block,
    Button,
    Choice,
    File,
    Heading,
    Limits,
    Part,
    Post,
    PrivateReply,
    Prose,
    Spot,
    Time,
    line,
    quoted,
)
from bot.presentation.card import outcome_of, question_of, template_line, title_of
from bot.presentation.fit import fit
from bot.presentation.phrases import shortened, small
from bot.presentation.progress import stage_lines
from bot.presentation.run_buttons import forget_button, run_buttons
from bot.presentation.waiting import waiting_words
from bot.presentation.whole_run import authors, ranking_blocks, verdict_blocks
from bot.presentation.words import Words
from bot.requests import run_action, typed_action
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.title import short_title
from council_core.domain.waiting import RunWaits

ANSWERS_FILE = "answers.md"
LONGEST_CHOICE = 70
"""Characters of a question in a menu; Slack takes 75 (docs.slack.dev, option object)."""

VERDICT_FILE = "verdict.md"


def history_reply(words: Words, runs: Sequence[Run]) -> PrivateReply:
    """The latest runs of a place, the newest first, each with the way to its thread."""
    page = words.history
    if not runs:
        return _nothing(page.none_here)
    blocks = [block for run in runs for block in _entry(words, run, is_here=True)]
    return PrivateReply(
        post=Post(
            blocks=(Heading(text=page.here), *blocks, _menu(words, runs), _filter(page.own, "history mine")),
            summary=page.count_here(count=len(runs)),
        ),
        panel=page.here,
    )


def own_history_reply(words: Words, runs: Sequence[Run]) -> PrivateReply:
    """Return a person's latest runs, the newest first, each with the link to its thread."""
    page = words.history
    if not runs:
        return _nothing(page.none_own)
    blocks = [block for run in runs for block in _entry(words, run)]
    return PrivateReply(
        post=Post(
            blocks=(Heading(text=page.own), *blocks, _menu(words, runs), _filter(page.here, "history")),
            summary=page.count_own(count=len(runs)),
        ),
        panel=page.own,
    )


def search_reply(
    words: Words,
    sought: str,
    runs: Sequence[Run],
    *,
    here: Collection[RunId] = (),
    has_more: bool = False,
    in_chat: bool = True,
) -> PrivateReply:
    """Return the runs that match a search, the newest first, blind like every list.

    Args:
        words: The person's language.
        sought: What was looked for.
        runs: Those found.
        here: Which of them were asked in this channel; of the others one is led to the channel.
        has_more: Whether there are older ones.
        in_chat: Whether a question could have been meant.
    """
    page = words.history
    sought = shortened(sought.replace('"', ""), 60)
    hint = page.meant_as_question if in_chat else ""
    if not runs:
        return _nothing(f"{page.none_found(words=quoted(sought), in_chat=in_chat)} {hint}".strip())
    blocks = [block for run in runs for block in _entry(words, run, is_here=run.id in here)]
    note = f"{page.more if has_more else ''} {hint}".strip()
    summary = page.count_found(words=sought, count=len(runs), has_more=has_more)
    end = (line(note, small=True),) if note else ()
    menu = (_menu(words, runs),) if in_chat else ()
    return PrivateReply(
        post=Post(blocks=(Heading(text=page.found(words=sought)), *blocks, *menu, *end), summary=summary),
        panel=page.panel_found,
    )


def _menu(words: Words, runs: Sequence[Run]) -> Actions:
    """A menu from which each of these questions can be shown."""
    choices = (
        Choice(
            label=short_title(run.question.text, longest=LONGEST_CHOICE), action=run_action("status", run.id)
        )
        for run in runs
    )
    return Actions(choices=tuple(choices), placeholder=words.history.show_one)


def _filter(label: str, command: str) -> Actions:
    return Actions(buttons=(Button(label=label, action=typed_action(command)),))


def _entry(words: Words, run: Run, *, is_here: bool = False) -> tuple[Block, ...]:
    """Return the row of one question: its text, status, link to the thread, and [Show]."""
    page, summary, there = words.history, summarize(run), run.conversation
    channel: tuple[Part, ...] = (
        () if is_here else (Spot(place=replace(there, thread=None), name=page.a_channel), " · ")
    )
    asker = (f"{quoted(summary.asker_name)} · ",) if is_here else ()
    way = (" · ", Spot(place=there, name=page.open_thread)) if there.thread else ()
    facts = f" · {_state(words, summary)} · {summary.run_id}"
    question = line(f"**{quoted(short_title(summary.question))}**")
    return question, line(*channel, *asker, Time(at=summary.asked_at, shows="date"), facts, *way, small=True)


def _state(words: Words, summary: RunSummary) -> str:
    page = words.history
    is_without = summary.status == "revealed" and not summary.has_verdict
    state = page.no_verdict if is_without else page.state(status=summary.status)
    first = words.phrases.responses(aliases=summary.top) if summary.top else ""
    best = f", {page.first(responses=first)}" if first else ""
    return f"{state}{best}{f' · {page.demonstration}' if summary.demo else ''}"


def status_reply(
    words: Words, view: RunView, limits: Limits, *, may_forget: bool = False, waits: RunWaits | None = None
) -> PrivateReply:
    """Return the state of a run: its stages in words and its results so far.

    Args:
        words: The person's language.
        view: The run, as the person who looks may see it.
        limits: How much prose one post holds; what is cut goes along as a file.
        may_forget: Whether the person who looks may have it deleted.
        waits: What it waits for, where others come first.
    """
    summary = view.summary
    page = words.history
    title = title_of(summary, words) if waits is None else words.card.heading(state="queued")
    stages = ". ".join(
        f"{stage.label}: {stage.detail or page.stage_state(state=stage.state)}"
        for stage in stage_lines(summary, None, words, is_waiting=waits is not None)
    )
    # The result says the same at more length.
    outcome = "" if view.verdict is not None else outcome_of(summary, words)
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
        *((Actions(buttons=(forget_button(summary.run_id, words),)),) if may_forget else ()),
        *((line(words.phrases.demo_notice, small=True),) if summary.demo else ()),
    )
    told = f"{title}: {shortened(summary.question, 150)}"
    post = Post(blocks=blocks, summary=told, files=files)
    return PrivateReply(post=post, panel=page.run if result else "")


def _result(words: Words, view: RunView, limits: Limits) -> tuple[tuple[Block, ...], tuple[File, ...]]:
    """Return verdict, ranking and revealed names: the content of a thread that may be gone."""
    if view.verdict is None:
        files = _answers(words, view)
        note = [line(words.history.answers_file(file=ANSWERS_FILE), small=True)] if files else []
        return (*ranking_blocks(view), *authors(view), *note), files
    room = replace(limits, prose=limits.prose // 2, parts=1)
    parts = fit(view.verdict.text, room)
    blocks = (*verdict_blocks(view, parts[0] if parts else ""), *ranking_blocks(view), *authors(view))
    if len(parts) < 2:
        return blocks, ()
    content = view.verdict.text.encode("utf-8", errors="replace")
    whole = File(
        name=VERDICT_FILE, media_type="text/markdown", content=content, title=words.history.whole_verdict
    )
    note = line(words.history.verdict_file(file=VERDICT_FILE), small=True)
    return (*blocks, note), (whole,)


def _answers(words: Words, view: RunView) -> tuple[File, ...]:
    """All answers of a run that failed, as one file: its thread may show none of them."""
    if not isinstance(view, OpenRun) or view.summary.status != "failed":
        return ()
    answers = [each for each in view.run.outcomes if each.kind == "answer"]
    texts = [f"# Answer by {view.named(each.member)}\n\n{each.text}\n" for each in answers]
    content = "\n".join(texts).encode("utf-8", errors="replace")
    file = File(name=ANSWERS_FILE, media_type="text/markdown", content=content, title=words.history.answers)
    return (file,) if answers else ()


def _nothing(text: str) -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(text),), summary=text))
