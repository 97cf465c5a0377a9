"""Prepare the board, the table of reviews and the tool calls on a run's page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from markupsafe import Markup

from bot.post import Line, Mention, Spot, Time, quoted
from bot.presentation.abstentions import why_void
from bot.presentation.board import team_lines, votes_told
from bot.presentation.documents import result_of
from bot.presentation.phrases import capital, votes_and_blind
from bot.presentation.positions import majority_line
from bot.presentation.ranking import (
    counted_reviews,
    leaders,
    legend,
    panel_facts,
    ranked_in,
    ranking_table,
    scale_of,
    shortened_for_review,
)
from bot.presentation.sources import claim_rows, misquoted_in, misquoted_lines, sources_of
from bot.presentation.words import Words
from bot.web.page.prose import inline
from council_core.domain.ballot import Order
from council_core.domain.events import AnonymousReview
from council_core.domain.run_view import OpenRun, RunView, VerdictView
from council_core.domain.slate import Alias
from council_core.domain.tool import Source, ToolUse
from council_core.stages.anonymize import answers_among, with_names
from council_core.stages.reveal import names_of, reveal

TIME = Markup('<time datetime="{}">{}</time>{}')
TIME_SIGN = "\ue000"
"""A character without an assigned meaning, which stands for a time while its line is parsed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPart:
    """One call of a tool."""

    name: str
    arguments: str
    result: str


def call_parts(uses: Sequence[ToolUse], words: Words) -> tuple[CallPart, ...]:
    """Return calls as a page shows them, in order."""
    return tuple(
        CallPart(name=use.call.name, arguments=use.call.arguments, result=result_of(use, words))
        for use in uses
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One response's place."""

    alias: str
    name: str
    """Name of its author; empty before the reveal."""

    place: str
    is_first: bool
    figure: str
    share: int
    """Length of its bar, 0 to 100."""

    firsts: str
    votes: str
    """People who put it first, and in parentheses those who did so blind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Mean scores by response and criterion."""

    scale: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPart:
    """The models' ranking and, after the reveal, the team's beside it."""

    leaders: Markup
    columns: tuple[str, ...]
    """Headings of place, response, figure and first places."""

    rows: tuple[BoardRow, ...]
    has_votes: bool
    facts: tuple[Markup, ...]
    """Lines about the reliability of the ranking."""

    team: tuple[Markup, ...]
    scores: Scores | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One reviewer's remark on one response."""

    alias: str
    who: str
    text: str
    scores: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One reviewer's score and place for one response."""

    score: str
    place: str
    heat: int
    """Tint, 0 to 10."""

    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRow:
    """One reviewer's line in the table."""

    number: int
    who: str
    cells: tuple[Cell, ...]
    why_void: str
    order: Markup
    reasons: tuple[Reason, ...]
    comment: str
    raw: str
    calls: tuple[CallPart, ...] = ()
    """Tool calls behind the claims that it checked; empty before the reveal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewsPart:
    """All reviews, with a row for each reviewer and a column for each response."""

    caption: str
    aliases: tuple[str, ...]
    rows: tuple[ReviewRow, ...]


def board_part(view: RunView, words: Words) -> BoardPart | None:
    """Return the ranking as the viewer may see it; None if there is none."""
    ranking = view.ranking
    if ranking is None:
        return None
    table = ranking_table(ranking, words)
    votes = _votes(view)
    event = ranked_in(view)
    lines = (
        *majority_line(event.held, words),
        *panel_facts(event, words),
        *shortened_for_review(event.reviews, words),
        *counted_reviews(event.reviews, words),
    )
    rows = tuple(
        BoardRow(
            alias=standing.alias,
            name=view.author(standing.alias) if isinstance(view, OpenRun) else "",
            place=shown[0],
            is_first=standing.alias in ranking.winners,
            figure=shown[2],
            share=round(100 * (standing.win_rate or 0.0)),
            firsts=shown[3],
            votes=votes.get(standing.alias, ""),
        )
        for standing, shown in zip(ranking.standings, table.rows, strict=True)
    )
    return BoardPart(
        leaders=inline(leaders(ranking, words)),
        columns=table.columns,
        rows=rows,
        has_votes=bool(votes),
        facts=(inline(legend(ranking, words)), *map(line_html, lines)),
        team=tuple(map(line_html, _team(view, words))),
        scores=_scores(view, words),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimsPart:
    """Claims that reviewers checked."""

    rows: tuple[tuple[str, str], ...]
    """Each claim with its finding."""

    sources: tuple[Source, ...]
    notes: tuple[Markup, ...]


def with_authors(view: RunView, text: str) -> str:
    """Return a text of the chairman, with the name behind each letter once names are public."""
    if not isinstance(view, OpenRun) or view.run.key is None:
        return text
    return with_names(text, names_of(view.run, view.run.key))


def claims_part(verdict: VerdictView, words: Words) -> ClaimsPart | None:
    """Return the checked claims; None if there are none."""
    if not verdict.claims:
        return None
    return ClaimsPart(
        rows=claim_rows(verdict.claims, words),
        sources=sources_of(verdict.claims),
        notes=tuple(line_html(note) for note in misquoted_lines(misquoted_in(verdict.claims), words)),
    )


def line_html(line: Line) -> Markup:
    """Return a paragraph of our own as HTML, with names for people and places. The page's script shows its times
    as they are where the reader is."""
    text = "".join(TIME_SIGN if isinstance(part, Time) else _said(part) for part in line.parts)
    first, *rest = inline(text).split(TIME_SIGN)
    times = (part for part in line.parts if isinstance(part, Time))
    drawn = (
        TIME.format(time.at.isoformat(), time.name, after) for time, after in zip(times, rest, strict=True)
    )
    return Markup().join([first, *drawn])


def _said(part: str | Mention | Spot) -> str:
    return (part if isinstance(part, str) else quoted(part.name)).replace(TIME_SIGN, "")


def _votes(view: RunView) -> Mapping[Alias, str]:
    """Count first choices of people by response, blind ones in parentheses; nothing before the reveal, or where nobody
    voted."""
    if not isinstance(view, OpenRun) or not view.run.ballots:
        return {}
    run = view.run
    return {each.alias: votes_and_blind(*run.votes_for(each.alias)) for each in view.responses}


def _team(view: RunView, words: Words) -> tuple[Line, ...]:
    if not isinstance(view, OpenRun) or view.run.slate is None or view.run.key is None:
        return ()
    run = view.run
    ended = run.finished_at or run.asked_at
    if run.status != "revealed" or run.tally is None:
        return ()
    answered = {answer.member for answer in answers_among(run.outcomes)}
    if not answered.issuperset(seal.member for seal in view.run.key.seals):
        return ()  # The answers of this run are no longer stored; the rest of the page is shown.
    event = reveal(run, view.run.slate, view.run.key, closed_by="", concluded_at=ended)
    told = votes_told(event, words)
    return (*((Line(parts=(told,)),) if told else ()), *team_lines(event, words))


def _scores(view: RunView, words: Words) -> Scores | None:
    board = view.scoreboard
    if board is None:
        return None
    has_mean = any(row.mean is not None for row in board.rows)

    def shown(value: float | None) -> str:
        return "–" if value is None else words.phrases.decimal(value=value)

    columns = (words.board.response, *board.criteria, *((words.board.mean,) if has_mean else ()))
    rows = tuple(
        (row.alias, *map(shown, row.scores), *((shown(row.mean),) if has_mean else ())) for row in board.rows
    )
    return Scores(scale=scale_of(board, words), columns=columns, rows=rows)


def reviews_part(view: RunView, words: Words) -> ReviewsPart | None:
    """Return the reviews as the viewer may see them; None if there are none."""
    if not view.reviews:
        return None
    aliases = tuple(response.alias for response in view.responses)
    highest = "" if view.scoreboard is None else f"{view.scoreboard.highest:g}"
    return ReviewsPart(
        caption=words.page.heat_caption(highest=highest, names_out=isinstance(view, OpenRun)),
        aliases=aliases,
        rows=tuple(_row(view, review, aliases, words) for review in view.reviews),
    )


def reviewer_name(view: RunView, number: int, words: Words) -> str:
    """Return `Reviewer 2` before the reveal, and with a name after it."""
    name = view.reviewers.get(number, "") if isinstance(view, OpenRun) else ""
    return words.reviews.reviewer(number=number, name=name)


def _row(view: RunView, review: AnonymousReview, aliases: Sequence[Alias], words: Words) -> ReviewRow:
    reading, who = review.reading, reviewer_name(view, review.number, words)
    own = _own(view, review.number)
    places = _places(reading.order or ())
    order = (
        "" if reading.order is None else words.reviews.order(order=words.phrases.order(groups=reading.order))
    )
    return ReviewRow(
        number=review.number,
        who=who,
        cells=tuple(_cell(view, review, alias, places, words, is_own=alias == own) for alias in aliases),
        why_void=""
        if reading.order is not None
        else capital(words.reviews.not_counted(why=why_void(review, words))),
        order=inline(order),
        reasons=reasons_of(view, review, words),
        comment=reading.comment,
        raw=review.text,
        calls=_calls(view, review.number, words),
    )


def _calls(view: RunView, number: int, words: Words) -> tuple[CallPart, ...]:
    if not isinstance(view, OpenRun):
        return ()
    works = [
        review.work for review in view.run.reviews if review.number == number and review.work is not None
    ]
    return call_parts([use for work in works for use in work.uses], words)


def reasons_of(view: RunView, review: AnonymousReview, words: Words) -> tuple[Reason, ...]:
    """Return a review's remarks on each response, with its scores."""
    reading, who = review.reading, reviewer_name(view, review.number, words)
    scored = {score.alias for score in reading.scores}
    given = dict(reading.reasons)
    aliases = [*given, *sorted(scored - given.keys())]
    return tuple(
        Reason(
            alias=alias,
            who=who,
            text=given.get(alias, ""),
            scores=" · ".join(
                f"{score.criterion} {_number(score.value, words)}"
                for score in reading.scores
                if score.alias == alias
            ),
        )
        for alias in aliases
    )


def _own(view: RunView, number: int) -> Alias | None:
    if not isinstance(view, OpenRun) or view.run.key is None:
        return None
    by = next((review.reviewer for review in view.run.reviews if review.number == number), None)
    return None if by is None else view.run.key.alias(by)


def _places(order: Order) -> dict[Alias, int]:
    """Return places by response; tied ones share a place."""
    found: dict[Alias, int] = {}
    for group in order:
        found |= dict.fromkeys(group, len(found) + 1)
    return found


def _cell(
    view: RunView,
    review: AnonymousReview,
    alias: Alias,
    places: Mapping[Alias, int],
    words: Words,
    *,
    is_own: bool,
) -> Cell:
    values = [score.value for score in review.reading.scores if score.alias == alias]
    mean = fmean(values) if values else None
    place = places.get(alias)
    return Cell(
        score="" if mean is None else _number(round(mean, 1), words),
        place="–" if place is None else words.page.placed(place=place, is_own=is_own),
        heat=_heat(view, mean, place),
        is_own=is_own,
    )


def _number(value: float, words: Words) -> str:
    return f"{value:g}" if float(value).is_integer() else words.phrases.decimal(value=value)


def _heat(view: RunView, mean: float | None, place: int | None) -> int:
    """Return the tint of a cell: from its score, or without one from its place."""
    board, count = view.scoreboard, len(view.responses)
    if mean is not None and board is not None and board.highest > 0:
        share = mean / board.highest
        return round(10 * max(0.0, min(1.0, 1 - share if board.lower_is_better else share)))
    if place is not None and count > 1:
        return round(10 * (count - place) / (count - 1))
    return 0
