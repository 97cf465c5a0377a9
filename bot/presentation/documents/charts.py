"""Draw a run's figures as pictures. Every number in a picture is in the text of the document too."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from bot.presentation.documents.shapes import (
    ACCENT,
    LABEL,
    MARGIN,
    ROW,
    SPACE,
    chart_of,
    fitted,
    stroke,
    text_at,
    width_of,
)
from bot.presentation.documents.tables import reviewer_label
from bot.presentation.words import Words
from council_core.domain.answer import Answer
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Alias
from council_core.exports.document import WIDTH, Chart
from council_core.exports.figures import agreement_rows, mean_scores
from council_core.stages.anonymize import answers_among

MOST = 26
"""Most responses or reviewers in one picture."""


def run_charts(view: RunView, words: Words) -> tuple[Chart, ...]:
    """Return the pictures for which the run has figures: ranking against votes, scores by criterion, agreement between
    reviewers, cost against place. A run with sealed names gets letters and no cost."""
    if len(view.responses) > MOST or len(view.reviews) > MOST:
        return ()
    made = (
        _ranking(view, words),
        _scores(view, words),
        _agreement(view, words),
        _costs(view, words),
    )
    return tuple(chart for chart in made if chart is not None)


def _ranking(view: RunView, words: Words) -> Chart | None:
    """Return bars: the share of comparisons that each response won, and below it the team's first votes."""
    if view.ranking is None:
        return None
    said = words.documents
    run = view.run if isinstance(view, OpenRun) and view.run.ballots else None
    shapes: list[str] = []
    bars: list[_Bar] = []
    y = 4
    for standing in view.ranking.standings:
        rate = standing.win_rate or 0.0
        shapes.append(text_at(MARGIN, y + 16, _name(view, standing.alias, words)))
        bars.append((y, rate, words.phrases.percent(share=rate), ACCENT, 1.0))
        if run is not None:
            (count, blind), of = run.votes_for(standing.alias), len(run.ballots)
            y += ROW - 6
            told = said.first_of(count=count, of=of, blind=blind)
            bars.append((y, count / of, told, "currentColor", 0.45))
        y += ROW + 6
    title = said.won if run is None else said.won_and_voted
    return chart_of("ranking", title, y, [*shapes, *_drawn(bars)])


def _scores(view: RunView, words: Words) -> Chart | None:
    """Return a heat table with a row for each response and a column for each criterion."""
    means = mean_scores(view)
    if not means:
        return None
    highest = max(max(row.values()) for row in means.values())
    columns = [
        (criterion, [row.get(each.alias) for each in view.responses]) for criterion, row in means.items()
    ]
    names = [_name(view, each.alias, words) for each in view.responses]
    cells = [
        [
            None
            if value is None
            else (value / highest if highest > 0 else 0.0, words.phrases.decimal(value=value))
            for value in values
        ]
        for _, values in columns
    ]
    return _heat("scores", words.page.score_scale, names, [name for name, _ in columns], cells)


def _agreement(view: RunView, words: Words) -> Chart | None:
    """Return a heat table of reviewers by reviewers; None if fewer than two have valid ballots."""
    numbers, rows = agreement_rows(view)
    if not rows:
        return None
    cells = [
        [None if share is None else (share, words.phrases.percent(share=share)) for share in column]
        for column in rows
    ]
    names = [reviewer_label(view, number) for number in numbers]
    return _heat(
        "agreement",
        words.page.agreement,
        names,
        [str(number) for number in numbers],
        cells,
    )


def _costs(view: RunView, words: Words) -> Chart | None:
    """Return a point for each answer, its cost to the right and its place downwards. None while names are sealed, or if
    fewer than two answers have a cost."""
    if not isinstance(view, OpenRun):
        return None
    ranking, key = view.ranking, view.run.key
    if ranking is None or key is None:
        return None
    answers: dict[str, Answer] = {answer.member: answer for answer in answers_among(view.run.outcomes)}
    points: list[tuple[Alias, int, float]] = []
    for standing in ranking.standings:
        answer = answers.get(key.member(standing.alias))
        cost = answer.usage.cost if answer is not None else None
        if cost is not None:
            points.append((standing.alias, standing.place, float(cost)))
    dearest = max((cost for _, _, cost in points), default=0.0)
    if len(points) < 2 or dearest <= 0:
        return None

    def cost_of(dollars: float) -> str:
        return words.documents.cost(cost=Decimal(str(dollars)), is_estimate=False)

    lowest = max(place for _, place, _ in points)
    bottom = 28 + lowest * ROW
    named = [f"{_name(view, alias, words)}, {cost_of(cost)}" for alias, _, cost in points]
    room = WIDTH - LABEL - 12 - max(map(width_of, named))
    shapes = [
        stroke(LABEL - 12, 12, LABEL - 12, bottom),
        stroke(LABEL - 12, bottom, WIDTH - 8, bottom),
        text_at(LABEL, bottom + 18, cost_of(0.0), anchor="middle"),
        text_at(LABEL + room, bottom + 18, cost_of(dearest), anchor="middle"),
    ]
    shapes += [
        text_at(LABEL - 20, 18 + place * ROW, str(place), anchor="end") for place in range(1, lowest + 1)
    ]
    for name, (_, place, cost) in zip(named, points, strict=True):
        x, y = LABEL + room * cost / dearest, 13 + place * ROW
        shapes.append(f'<circle cx="{x:.1f}" cy="{y}" r="6" fill="{ACCENT}"/>')
        shapes.append(text_at(x + 12, y + 5, name))
    return chart_of("members", words.page.cost_and_place, bottom + 26, shapes)


def _heat(
    section: str,
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[tuple[float, str] | None]],
) -> Chart:
    """Draw a table of tinted cells; `cells` holds the columns, each value as its share of the tint and its text."""
    wide = min((WIDTH - LABEL) / len(columns), 110)
    shapes = [
        text_at(LABEL + wide * (at + 0.5), 16, fitted(name, wide), anchor="middle")
        for at, name in enumerate(columns)
    ]
    for down, name in enumerate(rows):
        y = 24 + down * ROW
        shapes.append(text_at(MARGIN, y + 17, fitted(name, LABEL - MARGIN - SPACE)))
        for across, column in enumerate(cells):
            x, value = LABEL + wide * across, column[down]
            share, said = (0.0, "–") if value is None else value
            shapes.append(
                f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{wide - 2:.1f}" height="{ROW - 2}" rx="4" fill="{ACCENT}" '
                f'fill-opacity="{0.06 + 0.5 * max(min(share, 1.0), 0.0):.2f}"/>'
            )
            shapes.append(text_at(x + wide / 2, y + 17, said, anchor="middle"))
    return chart_of(section, title, 28 + len(rows) * ROW, shapes)


_Bar = tuple[float, float, str, str, float]
"""Top of a bar, its share of the longest, its text, its colour and its opacity."""


def _drawn(bars: Sequence[_Bar]) -> Iterable[str]:
    """Draw bars beside their texts; the longest one leaves room for the widest text."""
    room = WIDTH - LABEL - SPACE - max((width_of(said) for _, _, said, _, _ in bars), default=0.0)
    for y, share, said, fill, opacity in bars:
        width = room * max(min(share, 1.0), 0.0)
        yield (
            f'<rect x="{LABEL}" y="{y + 3}" width="{width:.1f}" height="16" rx="3" fill="{fill}" '
            f'fill-opacity="{opacity:g}"/>'
        )
        yield text_at(LABEL + width + SPACE, y + 16, said)


def _name(view: RunView, alias: Alias, words: Words) -> str:
    return fitted(
        f"{alias} {view.author(alias)}" if isinstance(view, OpenRun) else words.responses.title(alias=alias),
        LABEL - MARGIN - SPACE,
    )
