"""Prepare the content of a run's page. The value does not contain what the view hides."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Literal

from markupsafe import Markup, escape

from bot.post import StageLine, quoted
from bot.presentation.abstentions import answer_gaps, named
from bot.presentation.card import masked_notice, template_line, title_of
from bot.presentation.documents import reviewer_label, run_charts
from bot.presentation.documents.tables import cited_links
from bot.presentation.material import name_of, unread_beside_name
from bot.presentation.phrases import bill, ended_because, summary_cost, words_in
from bot.presentation.progress import stage_lines
from bot.presentation.sources import host_of, misquoted_lines
from bot.presentation.words import Words
from bot.web.page.answer_part import AnswerPart, answer_part
from bot.web.page.differences import marked
from bot.web.page.judging import (
    BoardPart,
    CallPart,
    Reason,
    ReviewsPart,
    board_part,
    call_parts,
    line_html,
    reasons_of,
    reviews_part,
)
from bot.web.page.prose import inline, prose
from council_core.domain.answer import Usage
from council_core.domain.material import Material, Piece, Unread
from council_core.domain.run import FINISHED
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Cited, Response
from council_core.domain.summary import RunSummary
from council_core.domain.title import short_title
from council_core.exports.figures import agreement_rows, work_of
from council_core.stages.anonymize import answers_among
from council_core.stages.reveal import absences

SMALL = Markup('<p class="small muted">{}</p>')
"""A note below a text."""

Tone = Literal["", "plain", "warn"]
"""Colour of a state: that of something done, of something under way, or of something that went wrong."""

MOST_SOURCES = 100
LONGEST_TITLE = 80
LONGEST_HEADING = 300
"""Most characters of a question on one line that is itself the heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The question, and the state of its run."""

    run_id: str
    title: str
    state: str
    tone: Tone
    is_sealed: bool
    """Whether names are hidden until a reveal that is still to come."""

    is_live: bool
    """Whether the run may still change."""

    question: Markup
    """The whole question; empty if the title contains all of it."""

    asked_by: Markup
    asked_at: datetime
    facts: tuple[str, ...]
    notices: tuple[Markup, ...]
    """Warnings that a reader must see first."""

    stages: tuple[StageLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponsePart:
    """One response with its reviews."""

    alias: str
    key: str
    """The letter in class names and anchors."""

    heading: str
    is_first: bool
    facts: tuple[str, ...]
    text: Markup
    position: str
    notes: tuple[Markup, ...]
    reasons: tuple[Reason, ...]
    calls: tuple[CallPart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRow:
    """The time and cost of one model."""

    alias: str
    name: str
    answer: str
    review: str
    tokens: str
    cost: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A linked address."""

    url: str
    cited: str


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A piece of material."""

    name: str
    facts: str | Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """An earlier question of the thread with its verdict."""

    question: Markup
    verdict: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A picture with its title. Its numbers are rows for readers who cannot see it, unless a table has them."""

    title: str
    svg: Markup
    narrow: Markup
    """The same picture for phones."""

    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPage:
    """The page of a run for one viewer."""

    head: Head
    answer: AnswerPart
    board: BoardPart | None
    responses: tuple[ResponsePart, ...]
    late: tuple[tuple[str, Markup], ...]
    """Heading and text of answers that came too late."""

    reviews: ReviewsPart | None
    costs: tuple[CostRow, ...]
    bill: str
    files: tuple[File, ...]
    sources: tuple[Source, ...]
    earlier: tuple[Turn, ...]
    absences: tuple[Markup, ...]
    charts: tuple[Figure, ...]


def run_page(view: RunView, words: Words, draft: str = "") -> RunPage:
    """Build the page of a run as its viewer may see it now.

    Args:
        view: The run as this viewer may see it.
        words: Words in the viewer's language.
        draft: Text of the verdict that the chairman has written so far.
    """
    return RunPage(
        head=_head(view, words),
        answer=answer_part(view, words, draft if view.summary.status == "synthesizing" else ""),
        board=board_part(view, words),
        responses=_responses(view, words),
        late=_late(view, words),
        reviews=reviews_part(view, words),
        costs=_costs(view, words),
        bill=bill(view.usage, words, is_partial=view.summary.cost_is_partial)
        if isinstance(view, OpenRun)
        else "",
        files=tuple(_files(view.summary.material, words)),
        sources=_sources(view, words),
        earlier=tuple(
            Turn(question=prose(turn.question), verdict=prose(turn.verdict)) for turn in view.question.earlier
        ),
        absences=_absences(view, words),
        charts=_charts(view, words),
    )


def _charts(view: RunView, words: Words) -> tuple[Figure, ...]:
    numbers, shares = agreement_rows(view)
    rows = tuple(
        (reviewer_label(view, number), *(words.phrases.percent(share=share) for share in row))
        for number, row in zip(numbers, shares, strict=True)
    )
    return tuple(
        Figure(
            title=chart.title,
            svg=Markup(chart.svg),
            narrow=Markup(chart.narrow),
            rows=rows if chart.section == "agreement" else (),
        )
        for chart in run_charts(view, words)
    )


def _head(view: RunView, words: Words) -> Head:
    summary, is_open = view.summary, isinstance(view, OpenRun)
    seconds = None
    if summary.finished_at is not None:
        seconds = (summary.finished_at - summary.asked_at).total_seconds()
    short = " ".join(summary.question.split())
    is_short = len(short) <= LONGEST_HEADING and "\n" not in summary.question.strip()
    return Head(
        run_id=summary.run_id,
        title=short if is_short else short_title(summary.question, longest=LONGEST_TITLE),
        state=words.page.names_out if summary.status == "revealed" else title_of(summary, words),
        tone=tone_of(summary),
        is_sealed=not is_open and summary.status not in FINISHED,
        is_live=summary.status not in FINISHED,
        question=Markup() if is_short else prose(summary.question, 2),
        asked_by=inline(words.card.asked_by(asker=quoted(summary.asker_name))),
        asked_at=summary.asked_at,
        facts=(
            words.phrases.models(count=summary.members),
            *((words.phrases.briefly(seconds=seconds),) if is_open and seconds is not None else ()),
            *((summary_cost(summary, words),) if is_open and summary.cost is not None else ()),
        ),
        notices=tuple(map(inline, filter(None, _notices(view, words)))),
        stages=() if summary.status == "revealed" else stage_lines(summary, None, words),
    )


def tone_of(summary: RunSummary) -> Tone:
    """Return the colour of a run's state."""
    if summary.status == "revealed":
        return ""
    return "warn" if summary.status in FINISHED else "plain"


def _notices(view: RunView, words: Words) -> Iterable[str]:
    summary = view.summary
    if summary.status in ("failed", "cancelled"):
        yield ended_because(summary, words)
    if summary.demo:
        yield words.phrases.demo_notice
    yield template_line(summary, words)
    if summary.not_blind:
        yield words.card.not_blind
    yield masked_notice(summary.masked, words)
    yield answer_gaps(summary.gaps, summary.members, words)


def _responses(view: RunView, words: Words) -> tuple[ResponsePart, ...]:
    first = view.ranking.winners if view.ranking is not None else ()
    texts = marked(tuple((response.alias, response.text) for response in view.responses))
    given = [reason for review in view.reviews for reason in reasons_of(view, review, words)]
    return tuple(
        ResponsePart(
            alias=response.alias,
            key=response.alias.lower(),
            heading=_heading(view, response, words),
            is_first=response.alias in first,
            facts=_response_facts(view, response, words),
            text=texts[response.alias],
            position=response.position,
            notes=_response_notes(response, words),
            reasons=tuple(reason for reason in given if reason.alias == response.alias),
            calls=_calls(view, response, words),
        )
        for response in view.responses
    )


def _heading(view: RunView, response: Response, words: Words) -> str:
    return (
        view.author(response.alias)
        if isinstance(view, OpenRun)
        else words.buttons.response(alias=response.alias)
    )


def _response_facts(view: RunView, response: Response, words: Words) -> tuple[str, ...]:
    facts = [words_in(response.text, words)]
    if isinstance(view, OpenRun) and view.run.key is not None:
        member = view.run.key.member(response.alias)
        for answer in view.run.outcomes:
            if answer.member == member and answer.kind == "answer":
                facts.append(words.page.seconds(seconds=answer.reply.latency))
                facts.append(
                    words.phrases.money(cost=answer.usage.cost, is_estimate=answer.usage.cost_is_estimate)
                )
    return tuple(facts)


def _calls(view: RunView, response: Response, words: Words) -> tuple[CallPart, ...]:
    """Return the tool calls behind a response, once names are public."""
    if not isinstance(view, OpenRun) or view.run.key is None:
        return ()
    member = view.run.key.member(response.alias)
    answers = [answer for answer in answers_among(view.run.outcomes) if answer.member == member]
    return call_parts([use for answer in answers for use in work_of(answer).uses], words)


def _response_notes(response: Response, words: Words) -> tuple[Markup, ...]:
    notes = [words.responses.care(flags=response.flags)] if response.flags else []
    if response.before and response.before != response.position:
        notes.append(words.positions.changed(before=response.before, reason=response.reason))
    elif response.reason:
        notes.append(words.positions.kept(reason=response.reason))
    return (*map(escape, notes), *_source_notes(response, words))


def _source_notes(response: Response | Cited, words: Words) -> tuple[Markup, ...]:
    listed = [f"[{at}] {each.title} ({host_of(each.url)})" for at, each in enumerate(response.sources, 1)]
    notes = [words.responses.sources(listed=listed, more=0)] if listed else []
    return (*map(escape, notes), *map(line_html, misquoted_lines(response.misquoted, words)))


def _late(view: RunView, words: Words) -> tuple[tuple[str, Markup], ...]:
    """Return the answers without a letter: late ones, and those of a run that ended before there were letters."""
    shown: list[tuple[str, Markup]] = []
    names: tuple[str, ...] = ()
    if isinstance(view, OpenRun):
        names = view.late_authors
        early = () if view.responses else answers_among(view.run.outcomes)
        shown += [(words.endings.answer_by(name=view.named(each.member)), prose(each.text)) for each in early]
    for at, (text, cited) in enumerate(zip(view.late, view.late_cited, strict=True)):
        heading = words.endings.answer_by(name=names[at]) if at < len(names) else words.responses.late
        notes = _source_notes(cited, words)
        shown.append((heading, Markup().join([prose(text), *map(SMALL.format, notes)])))
    return tuple(shown)


def _costs(view: RunView, words: Words) -> tuple[CostRow, ...]:
    """Return the time and cost of each model in the order of letters; empty before the reveal."""
    if not isinstance(view, OpenRun):
        return ()
    run = view.run
    rows: list[CostRow] = []
    for answer in answers_among(run.outcomes):
        reviews = [review for review in run.reviews if review.reviewer == answer.member]
        alias = run.key.alias(answer.member) if run.key is not None else None
        usage = Usage.total([answer.usage, *(review.usage for review in reviews)])
        reviewing = sum(review.latency for review in reviews) if reviews else None
        name = view.named(answer.member)
        rows.append(_cost_row(alias or "", name, answer.reply.latency, reviewing, usage, words))
    rows.sort(key=lambda row: (len(row.alias), row.alias))
    if run.verdict is not None:
        name, reply = words.page.verdict_by(name=view.chairman), run.verdict.reply
        rows.append(_cost_row("", name, reply.latency, None, reply.usage, words))
    return tuple(rows)


def _cost_row(
    alias: str, name: str, answering: float, reviewing: float | None, usage: Usage, words: Words
) -> CostRow:
    tokens = (usage.tokens_in or 0) + (usage.tokens_out or 0)
    return CostRow(
        alias=alias,
        name=name,
        answer=words.page.seconds(seconds=answering),
        review="–" if reviewing is None else words.page.seconds(seconds=reviewing),
        tokens=words.phrases.figure(count=tokens) if tokens else "–",
        cost=words.phrases.money(cost=usage.cost, is_estimate=usage.cost_is_estimate),
    )


def _files(material: Material, words: Words) -> Iterable[File]:
    for each in material:
        if isinstance(each, Unread):
            yield File(name=name_of(each, words), facts=inline(unread_beside_name(each, words)))
            continue
        is_text = isinstance(each, Piece)
        extent = (
            words.phrases.characters(count=each.characters) if is_text else f"{each.width} × {each.height}"
        )
        form, size = words.material.form(form=each.form), words.phrases.octets(count=each.size)
        yield File(
            name=name_of(each, words), facts=f"{form} · {extent} · {size} · SHA-256 {each.digest[:16]}…"
        )


def _sources(view: RunView, words: Words) -> tuple[Source, ...]:
    cited = cited_links(view, words)
    return tuple(Source(url=link, cited=note) for link, note in islice(cited.items(), MOST_SOURCES))


def _absences(view: RunView, words: Words) -> tuple[Markup, ...]:
    if not isinstance(view, OpenRun):
        return ()
    return tuple(inline(named(each, words)) for each in absences(view.run))
