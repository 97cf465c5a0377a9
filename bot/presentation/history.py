"""Draw stored runs for one person: one run with its state and outcome, or a list with links, filters, and buttons to
neighbouring pages."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.post import (
    Actions,
    Block,
    Button,
    Field,
    File,
    Form,
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
from bot.presentation.card import outcome_of, outcome_of_view, question_of, template_line, title_of
from bot.presentation.fit import fit, question_prose
from bot.presentation.phrases import small
from bot.presentation.positions import minority_in, minority_lines
from bot.presentation.progress import stage_lines, waiting_words
from bot.presentation.run_buttons import forget_button, run_buttons
from bot.presentation.whole_run import authors, ranking_blocks, verdict_blocks
from bot.presentation.words import Words
from bot.requests.actions import find_action, list_action, plain_action, run_action
from bot.requests.forms import WORDS
from bot.requests.running import Listing
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.title import cut_at_word, short_title
from council_core.domain.waiting import RunWaits

ANSWERS_FILE = "answers.md"
VERDICT_FILE = "verdict.md"
QUESTION_FILE = "question.md"


def status_reply(
    words: Words,
    view: RunView,
    limits: Limits,
    *,
    may_reveal: bool = False,
    may_forget: bool = False,
    may_share: bool = True,
    waits: RunWaits | None = None,
) -> PrivateReply:
    """Return the state of a run: its stages in words and its results so far.

    Args:
        words: Words in the person's language.
        view: The run as this person may see it.
        limits: Limits of one post; cut text is attached as a file.
        may_reveal: Whether this person may end the vote.
        may_forget: Whether this person may stop and delete the run.
        may_share: Whether the run has a thread, from which its verdict can be shared into the channel.
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
        *run_buttons(summary, words, may_reveal=may_reveal, may_cancel=may_forget, may_share=may_share),
        *(
            (Actions(buttons=(forget_button(summary.run_id, words),)),)
            # No button destroys a run with its verdict; the command `forget` does.
            if may_forget and summary.status not in ("voting", "revealed")
            else ()
        ),
        *((line(words.phrases.demo_notice, small=True),) if summary.demo else ()),
    )
    told = f"{title}: {cut_at_word(summary.question, 150)}"
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
    post = Post(blocks=blocks, summary=cut_at_word(question, 150), files=(whole,) if is_cut else ())
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


LONGEST_WORDS = 500
FIRST_PAGE = Listing()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of a list, and the first runs of the pages beside it."""

    runs: Sequence[Run]
    listing: Listing = FIRST_PAGE
    older_than: RunId | None = None
    """Last run of this page, after which the next page begins; None on the last page."""

    newer_than: RunId | None = None
    """First run of this page, before which the previous page ends; None on the first page."""


def history_reply(words: Words, page: Page) -> PrivateReply:
    """Return runs of a place, or a person's own, newest first, each with a link to its thread."""
    said, own = words.history, page.listing.mine
    title, count = (said.own, said.count_own) if own else (said.here, said.count_here)
    actions = _actions(words, page)
    if not page.runs and page.listing == Listing(mine=own):
        ask = Button(label=words.help.ask, action=plain_action("write"), style="primary")
        other = _buttons("", _whose(words, page.listing))
        return _nothing(said.none_own if own else said.none_here, Actions(buttons=(ask, *other)))
    if not page.runs:
        return _nothing(said.none_fit, *actions)
    blocks = [block for run in page.runs for block in _entry(words, run, is_here=not own)]
    post = Post(
        blocks=(Heading(text=title), *blocks, *actions),
        summary=count(count=len(page.runs)),
    )
    return PrivateReply(post=post, panel=title)


def search_reply(
    words: Words,
    sought: str,
    page: Page,
    *,
    here: Collection[RunId] = (),
    in_chat: bool = True,
    shown: str = "",
) -> PrivateReply:
    """Return the runs that match a search, newest first, without names like every list.

    Args:
        words: Words in the person's language.
        sought: Words of the search.
        page: The runs that were found.
        here: Those that were asked in this channel; the others have a link to their channel.
        in_chat: Whether a question could have been meant, and whether there are buttons.
        shown: Words of the search as people read them; empty for the same.
    """
    said, runs = words.history, page.runs
    shown = cut_at_word((shown or sought).replace('"', ""), 60)
    hint = said.meant_as_question if in_chat else ""
    actions = _actions(words, page, sought) if in_chat else ()
    if not runs:
        none = said.none_found(words=quoted(shown), in_chat=in_chat)
        return _nothing(f"{none} {hint}".strip(), *actions)
    has_more = page.older_than is not None
    has_way = in_chat and bool(list_action(replace(page.listing, older_than=page.older_than), sought))
    blocks = [block for run in runs for block in _entry(words, run, is_here=run.id in here)]
    note = f"{said.more if has_more and not has_way else ''} {hint}".strip()
    is_first = page.newer_than is None
    post = Post(
        blocks=(
            Heading(text=said.found(words=shown)),
            *blocks,
            *actions,
            *((line(note, small=True),) if note else ()),
        ),
        summary=said.count_found(words=shown, count=len(runs), has_more=has_more and is_first),
    )
    return PrivateReply(post=post, panel=said.panel_found)


def find_form(words: Words, listing: Listing) -> Form:
    """Return the form that asks for the words of a search."""
    said = words.history
    field = Field(
        name=WORDS, label=said.words, kind="line", hint=said.words_hint, required=False, longest=LONGEST_WORDS
    )
    return Form(title=said.find_title, action=find_action(listing), fields=(field,), submit=said.find)


def _actions(words: Words, page: Page, sought: str = "") -> tuple[Actions, ...]:
    """Return buttons to the neighbouring pages, and to the same list under other filters."""
    said, listing = words.history, page.listing
    first = listing.filters
    newer = replace(first, newer_than=page.newer_than) if page.newer_than is not None else None
    older = replace(first, older_than=page.older_than) if page.older_than is not None else None
    state = said.any_state if listing.is_revealed else said.only_revealed
    pages = _buttons(sought, (said.newer, newer), (said.older, older))
    filters = _buttons(
        sought,
        _whose(words, listing),
        (state, replace(first, is_revealed=not listing.is_revealed)),
    )
    find = Button(label=said.with_words, action=find_action(first))
    rows = (pages, (*filters, find))
    return tuple(Actions(buttons=row) for row in rows if row)


def _whose(words: Words, listing: Listing) -> tuple[str, Listing]:
    """Return the button from the person's own questions to those of the channel, or back."""
    label = words.history.everyones if listing.mine else words.history.only_mine
    return label, replace(listing.filters, mine=not listing.mine)


def _buttons(sought: str, *ways: tuple[str, Listing | None]) -> tuple[Button, ...]:
    """Return a button for each other list; words that are too long for a button get none."""
    actions = ((label, list_action(to, sought)) for label, to in ways if to is not None)
    return tuple(Button(label=label, action=action) for label, action in actions if action)


def _entry(words: Words, run: Run, *, is_here: bool = False) -> tuple[Block, ...]:
    """Return the row of one question: its text, status, link to the thread, and [Show]."""
    page, summary, there = words.history, summarize(run), run.conversation
    direct = page.direct_message
    channel: tuple[Part, ...] = (
        ()
        if is_here
        else (Spot(place=replace(there, thread=None), name=page.a_channel, direct=direct), " · ")
    )
    asker = (f"{quoted(summary.asker_name)} · ",) if is_here else ()
    way = (" · ", Spot(place=there, name=page.open_thread, direct=direct)) if there.thread else ()
    facts = f" · {_state(words, summary)} · {summary.run_id}"
    show = Button(label=page.show, action=run_action("status", run.id))
    question = line(f"**{quoted(short_title(summary.question))}**", beside=show)
    return question, line(*channel, *asker, Time(at=summary.asked_at, shows="date"), facts, *way, small=True)


def _state(words: Words, summary: RunSummary) -> str:
    page = words.history
    is_without = summary.status == "revealed" and not summary.has_verdict
    state = page.no_verdict if is_without else page.state(status=summary.status)
    first = words.phrases.responses(aliases=summary.top) if summary.top else ""
    best = f", {page.first(responses=first)}" if first else ""
    return f"{state}{best}{f' · {page.demonstration}' if summary.demo else ''}"


def _nothing(text: str, *actions: Actions) -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(text), *actions), summary=text))
