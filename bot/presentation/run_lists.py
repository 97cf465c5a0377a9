"""Draw stored runs as a list for one person: rows with links, filters, and buttons to neighbouring pages."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.post import (
    Actions,
    Block,
    Button,
    Field,
    Form,
    Heading,
    Part,
    Post,
    PrivateReply,
    Spot,
    Time,
    line,
    quoted,
)
from bot.presentation.phrases import shortened
from bot.presentation.words import Words
from bot.requests import Listing, find_action, list_action, plain_action, run_action
from bot.requests.forms import WORDS
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.title import short_title

LONGEST_WORDS = 500
FIRST_PAGE = Listing()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of a list, and the first runs of the pages beside it."""

    runs: Sequence[Run]
    listing: Listing = FIRST_PAGE
    older_than: RunId | None = None
    """Run after which the next page begins; None on the last page."""

    newer_than: RunId | None = None
    """Run before which the previous page ends; None on the first page."""


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
    shown = shortened((shown or sought).replace('"', ""), 60)
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
