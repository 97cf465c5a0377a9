"""Draw a run's figures as pictures. Every number in a picture is in the text of the document too.

Pictures are SVG without style, script or any address in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from html import escape
from unicodedata import east_asian_width

from bot.presentation.documents.tables import reviewer_label
from bot.presentation.words import Words
from council_core.domain.answer import Answer
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Alias
from council_core.exports.document import FONTS, WIDTH, Chart
from council_core.exports.figures import agreement_rows, mean_scores
from council_core.exports.tree import CONTROL
from council_core.stages.anonymize import answers_among

ACCENT = "#2a9d7f"
LABEL, ROW = 200, 26
"""Pixels: width of a name, height of one line."""

NARROW = 340
"""Pixels: width of a picture for a phone."""

MARGIN = 4
"""Pixels left free at the left of a name: in some fonts a letter such as J begins before its place."""

LETTER, WIDE_LETTER = 8.0, 13.0
"""Pixels: width of most letters, and of Chinese, Japanese and Korean ones, at the size of the texts."""

SPACE = 8
"""Pixels between a shape and its text."""


def fitted(text: str, room: float) -> str:
    """Return a text cut to a width in pixels."""
    if width_of(text) <= room:
        return text
    while text and width_of(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def width_of(text: str) -> float:
    """Estimate the width of a text in pixels; too wide is better than too narrow."""
    return sum(WIDE_LETTER if east_asian_width(letter) in "WF" else LETTER for letter in text)


def text_at(x: float, y: float, text: str, *, anchor: str = "start") -> str:
    """Return a text at a point."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(CONTROL.sub("", text))}</text>'


def stroke(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return a thin line."""
    return f'<path d="M{x1} {y1}L{x2} {y2}" stroke="currentColor" stroke-opacity="0.4"/>'


def chart_of(section: str, title: str, height: float, shapes: Iterable[str], *, width: int = WIDTH) -> Chart:
    """Return a picture of these shapes."""
    svg = (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0f}" width="{width}" '
        f'height="{height:.0f}" role="img" font-family="{FONTS}" font-size="13" fill="currentColor">'
        f"<title>{escape(title)}</title>{''.join(shapes)}</svg>"
    )
    return Chart(section=section, title=title, svg=svg, height=round(height))


MOST = 26
"""Most responses or reviewers in one picture."""


def run_charts(view: RunView, words: Words) -> tuple[Chart, ...]:
    """Return the pictures for which the run has figures: ranking against votes, scores by criterion, agreement between
    reviewers, cost against place. A run with sealed names gets letters and no cost."""
    if len(view.responses) > MOST or len(view.reviews) > MOST:
        return ()
    return tuple(
        replace(wide, narrow=narrow.svg)
        for draw in (_ranking, _scores, _agreement, _costs)
        if (wide := draw(view, words, False)) is not None and (narrow := draw(view, words, True)) is not None
    )


def _ranking(view: RunView, words: Words, is_narrow: bool) -> Chart | None:
    """Return bars: the share of comparisons that each response won, and below it the team's first votes."""
    if view.ranking is None:
        return None
    said = words.documents
    run = view.run if isinstance(view, OpenRun) and view.run.ballots else None
    bars: list[_Bar] = []
    for standing in view.ranking.standings:
        rate = standing.win_rate or 0.0
        name = _name(view, standing.alias, words, NARROW - 80 if is_narrow else LABEL)
        bars.append((name, rate, words.phrases.percent(share=rate), ACCENT, 1.0))
        if run is not None:
            (count, blind), of = run.votes_for(standing.alias), len(run.ballots)
            told = said.first_of(count=count, of=of, blind=blind)
            bars.append(("", count / of, told, "currentColor", 0.45))
    title = said.won if run is None else said.won_and_voted
    if is_narrow:
        height, shapes = _below_texts(bars)
        return chart_of("ranking", title, height, shapes, width=NARROW)
    return chart_of("ranking", title, *_beside_texts(bars))


def _scores(view: RunView, words: Words, is_narrow: bool) -> Chart | None:
    """Return a heat table with a row for each response and a column for each criterion."""
    means = mean_scores(view)
    if not means:
        return None
    highest = max(max(row.values()) for row in means.values())
    columns = [
        (criterion, [row.get(each.alias) for each in view.responses]) for criterion, row in means.items()
    ]
    names = [_name(view, each.alias, words, NARROW if is_narrow else LABEL) for each in view.responses]
    cells = [
        [
            None
            if value is None
            else (value / highest if highest > 0 else 0.0, words.phrases.decimal(value=value))
            for value in values
        ]
        for _, values in columns
    ]
    return _heat("scores", words.page.score_scale, names, [name for name, _ in columns], cells, is_narrow)


def _agreement(view: RunView, words: Words, is_narrow: bool) -> Chart | None:
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
        is_narrow,
    )


def _costs(view: RunView, words: Words, is_narrow: bool) -> Chart | None:
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

    width, left, row = (NARROW, 60, 2 * ROW) if is_narrow else (WIDTH, LABEL, ROW)
    lowest = max(place for _, place, _ in points)
    bottom = 28 + lowest * row
    space = width - left - 120 if is_narrow else LABEL
    named = [f"{_name(view, alias, words, space)}, {cost_of(cost)}" for alias, _, cost in points]
    room = width - left - (40 if is_narrow else 12 + max(map(width_of, named)))
    shapes = [
        stroke(left - 12, 12, left - 12, bottom),
        stroke(left - 12, bottom, width - 8, bottom),
        text_at(left, bottom + 18, cost_of(0.0), anchor="middle"),
        text_at(left + room, bottom + 18, cost_of(dearest), anchor="middle"),
    ]
    ys = [18 + place * row - (row - ROW) for place in range(1, lowest + 1)]
    shapes += [text_at(left - 20, y, str(place), anchor="end") for place, y in enumerate(ys, 1)]
    for name, (_, place, cost) in zip(named, points, strict=True):
        x, y = left + room * cost / dearest, ys[place - 1]
        shapes.append(f'<circle cx="{x:.1f}" cy="{y - 5}" r="6" fill="{ACCENT}"/>')
        shapes.append(text_at(left, y + 20, name) if is_narrow else text_at(x + 12, y, name))
    return chart_of("members", words.page.cost_and_place, bottom + 26, shapes, width=width)


def _heat(
    section: str,
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[tuple[float, str] | None]],
    is_narrow: bool,
) -> Chart:
    """Draw a table of tinted cells; `cells` holds the columns, each value as its share of the tint and its text."""
    # Names stand above their cells in a narrow picture, and beside them in a wide one.
    width, left, above = (NARROW, 0, ROW) if is_narrow else (WIDTH, LABEL, 0)
    wide = min((width - left) / len(columns), 110)
    texts = [value[1] for column in cells for value in column if value is not None]
    if any(width_of(text) > wide and text.endswith("%") for text in texts):
        # Many columns have room for the numbers alone.
        title = f"{title} (%)"
        cells = [
            [value and (value[0], value[1].rstrip("%").rstrip()) for value in column] for column in cells
        ]
    shapes = [
        text_at(left + wide * (at + 0.5), 16, fitted(name, wide), anchor="middle")
        for at, name in enumerate(columns)
    ]
    for down, name in enumerate(rows):
        y = 24 + down * (ROW + above)
        shapes.append(text_at(MARGIN, y + 17, fitted(name, (left or width) - MARGIN - SPACE)))
        y += above
        for across, column in enumerate(cells):
            x, value = left + wide * across, column[down]
            share, said = (0.0, "–") if value is None else value
            shapes.append(
                f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{wide - 2:.1f}" height="{ROW - 2}" rx="4" fill="{ACCENT}" '
                f'fill-opacity="{0.06 + 0.5 * max(min(share, 1.0), 0.0):.2f}"/>'
            )
            shapes.append(text_at(x + wide / 2, y + 17, said, anchor="middle"))
    return chart_of(section, title, 28 + len(rows) * (ROW + above), shapes, width=width)


_Bar = tuple[str, float, str, str, float]
"""Name before a bar, or nothing for a second bar of the same name; the bar's share of the longest, its text, its colour
and its opacity."""


def _beside_texts(bars: Sequence[_Bar]) -> tuple[float, list[str]]:
    """Draw bars between their names and their texts; the longest one leaves room for the widest text. Return the height
    and the shapes."""
    room = WIDTH - LABEL - SPACE - max((width_of(said) for _, _, said, _, _ in bars), default=0.0)
    y, shapes = 4 - ROW - 6, list[str]()
    for name, share, said, fill, opacity in bars:
        y += ROW + 6 if name else ROW - 6
        if name:
            shapes.append(text_at(MARGIN, y + 16, name))
        width = room * max(min(share, 1.0), 0.0)
        shapes.append(_bar(LABEL, y + 3, width, fill, opacity))
        shapes.append(text_at(LABEL + width + SPACE, y + 16, said))
    return y + ROW + 6, shapes


def _below_texts(bars: Sequence[_Bar]) -> tuple[float, list[str]]:
    """Draw bars below their names and texts. Return the height and the shapes."""
    y, shapes = 4 - ROW - 22, list[str]()
    for name, share, said, fill, opacity in bars:
        y += ROW + 22 if name else ROW + 12
        if name:
            shapes += [text_at(MARGIN, y + 14, name), text_at(NARROW - MARGIN, y + 14, said, anchor="end")]
        else:
            shapes.append(text_at(MARGIN, y + 14, said))
        shapes.append(_bar(0, y + 19, NARROW * max(min(share, 1.0), 0.0), fill, opacity))
    return y + ROW + 18, shapes


def _bar(x: float, y: float, width: float, fill: str, opacity: float) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width:.1f}" height="16" rx="3" fill="{fill}" '
        f'fill-opacity="{opacity:g}"/>'
    )


def _name(view: RunView, alias: Alias, words: Words, room: float = LABEL) -> str:
    return fitted(
        f"{alias} {view.author(alias)}" if isinstance(view, OpenRun) else words.responses.title(alias=alias),
        room - MARGIN - SPACE,
    )
