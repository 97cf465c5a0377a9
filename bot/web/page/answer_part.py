"""Prepare the verdict on a run's page, or the text in its place."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from bot.post import quoted
from bot.presentation.positions import minority_in, minority_lines
from bot.presentation.sources import misquoted_lines
from bot.presentation.words import Words
from bot.web.page.judging import ClaimsPart, claims_part, line_html, with_authors
from bot.web.page.prose import inline, prose
from council_core.domain.run import FINISHED
from council_core.domain.run_view import RunView, VerdictView
from council_core.domain.slate import alias_at
from council_core.positions import grouped


@dataclass(frozen=True, slots=True, kw_only=True)
class Views:
    """One line below the verdict: points of agreement, of difference, or of one response alone."""

    label: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPart:
    """The verdict, or a text in its place."""

    text: Markup
    waits: str
    """Reason why there is no verdict yet, or none at all; empty with a verdict."""

    meanwhile: str
    """Advice while the council works on the verdict; empty if it does not."""

    views: tuple[Views, ...]
    notes: tuple[Markup, ...]
    doubts: Markup
    ask: tuple[str, ...]
    claims: ClaimsPart | None = None


def answer_part(view: RunView, words: Words, draft: str) -> AnswerPart:
    """Return the verdict as the viewer may see it, or the text in its place.

    Args:
        view: The run as this viewer may see it.
        words: Words in the viewer's language.
        draft: Text of the verdict that the chairman has written so far.
    """
    verdict = view.verdict
    minority = tuple(map(line_html, minority_lines(minority_in(view), words)))
    if verdict is None:
        return AnswerPart(
            text=prose(draft, 3),
            waits=_waits(view, words),
            meanwhile=_meanwhile(view, words),
            views=(),
            notes=minority,
            doubts=Markup(),
            ask=(),
        )
    links = [quoted(link) for link in verdict.foreign_links]
    notes = [words.verdict.foreign_links(links=links)] if links else []
    if view.ranking is None:
        notes.append(words.verdict.unranked)
    if verdict.claims == ():
        notes.append(words.claims.none)
    return AnswerPart(
        text=prose(with_authors(view, verdict.text), 3),
        waits="",
        meanwhile="",
        views=_views(view, verdict, words),
        notes=(
            *map(inline, notes),
            *map(line_html, misquoted_lines(verdict.misquoted, words)),
            *minority,
        ),
        doubts=prose(with_authors(view, verdict.critique), 3) if verdict.critique.strip() else Markup(),
        ask=verdict.points.ask,
        claims=claims_part(verdict, words),
    )


def _views(view: RunView, verdict: VerdictView, words: Words) -> tuple[Views, ...]:
    """Return the points of agreement, of difference, and of one response alone. A point that the chairman calls common
    is left out of the agreement if the responses' own positions differ on it."""
    held = grouped([(each.alias, each.position) for each in view.responses])
    agreed = [
        point for point in verdict.points.agree if not _is_disputed(point, [each.position for each in held])
    ]
    most = [point for point in verdict.points.agree if point not in agreed]
    rows = (
        (words.verdict.agree, agreed),
        (words.page.most_agree, most),
        (words.verdict.differ, verdict.points.differ),
        (words.verdict.unique, verdict.points.unique),
    )
    return tuple(
        Views(label=label, texts=tuple(with_authors(view, text) for text in texts))
        for label, texts in rows
        if texts
    )


def _is_disputed(point: str, positions: Sequence[str]) -> bool:
    """Tell whether a point is the position of some responses while others hold another one."""
    return len(positions) > 1 and any(position and _same(point, position) for position in positions)


def _same(point: str, position: str) -> bool:
    return len(grouped([(alias_at(0), point), (alias_at(1), position)])) == 1


def _waits(view: RunView, words: Words) -> str:
    summary = view.summary
    match summary.status:
        case "asked" | "answering":
            return words.page.waiting(for_what="answers")
        case "reviewing":
            return words.page.waiting(for_what="reviews")
        case "synthesizing":
            return words.page.waiting(for_what="verdict")
        case _ if summary.hides_result:
            return words.page.waiting(for_what="vote")
        case _:
            return words.card.no_verdict


def _meanwhile(view: RunView, words: Words) -> str:
    if view.summary.status in (*FINISHED, "voting"):
        return ""
    return words.page.meanwhile(has_responses=bool(view.responses))
