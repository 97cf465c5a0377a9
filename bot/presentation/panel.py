"""Explain a ranking in plain words: agreement, evidence, discounted reviews, and scores."""

from collections.abc import Sequence

from bot.post import Block, Chart, Line, Table, line
from bot.presentation.phrases import capital, small
from bot.presentation.words import Words
from council_core.domain.events import AnonymousReview, SlateRanked
from council_core.domain.ranking import Ranking, Scoreboard
from council_core.domain.run_view import RunView
from council_core.positions import grouped

WEIGHED_DOWN = 0.5
"""Share of an ordinary reviewer's weight below which a reviewer is said to count less."""

FEW_JUDGEMENTS = 2.0
"""Judgements on each pair of responses below which all rules give the same, and one odd reviewer can turn the
result."""


def ranked_in(view: RunView) -> SlateRanked:
    """Return the data for the ranking's post, as far as this viewer may see it."""
    return SlateRanked(
        run_id=view.summary.run_id,
        ranking=view.ranking,
        reviews=view.reviews,
        scoreboard=view.scoreboard,
        held=grouped([(each.alias, each.position) for each in view.responses]),
        learned=view.learned,
        responses=len(view.responses),
    )


def panel_facts(event: SlateRanked, words: Words) -> tuple[Line, ...]:
    """Return one small paragraph about the reliability of the ranking; empty when nothing was ranked."""
    ranking = event.ranking
    if ranking is None:
        return ()
    learned = words.board.learned(reviewers=event.learned) if event.learned else ""
    said = [_agreement(ranking, words), _evidence(ranking, words), _weighed_down(ranking, words), learned]
    return small(*said)


def shortened_for_review(reviews: Sequence[AnonymousReview], words: Words) -> tuple[Line, ...]:
    """Return a note about responses that the reviewers saw shortened; empty if they saw all in full."""
    aliases = reviews[0].shortened if reviews else ()
    return small(words.board.shortened(aliases=aliases)) if aliases else ()


def _agreement(ranking: Ranking, words: Words) -> str:
    """Return how often two reviewers agree, beside the rate of chance. A rounded figure never claims all pairs or
    none."""
    if ranking.pair_agreement is None:
        return ""
    of_ten = round(10 * ranking.pair_agreement)
    if 0 < ranking.pair_agreement < 1:
        of_ten = min(max(of_ten, 1), 9)
    return words.board.pairs_agreed(of_ten=of_ten)


def _evidence(ranking: Ranking, words: Words) -> str:
    if ranking.votes_per_pair is None or ranking.votes_per_pair >= FEW_JUDGEMENTS:
        return ""
    return words.board.little_evidence


def _weighed_down(ranking: Ranking, words: Words) -> str:
    """Return the reviewers who count less, by the numbers at the end of their names (`reviewer 2`)."""
    low = [
        int(number)
        for judge in ranking.judge_weights
        if judge.weight < WEIGHED_DOWN and (number := judge.judge.rpartition(" ")[2]).isdecimal()
    ]
    return words.board.counts_less(reviewers=low) if low else ""


def scoreboard_blocks(scoreboard: Scoreboard | None, words: Words) -> tuple[Block, ...]:
    """Return each response's mean scores as a table and as a picture; empty for a rubric without criteria."""
    if scoreboard is None:
        return ()
    board = words.board
    means = any(row.mean is not None for row in scoreboard.rows)
    criteria = (capital(name) for name in scoreboard.criteria)
    columns = (board.response, *criteria, *((board.mean,) if means else ()))

    def row(alias: str, scores: Sequence[float | None], mean: float | None) -> tuple[str, ...]:
        shown = [*scores, mean] if means else scores
        return (alias, *(_score(value, words) for value in shown))

    rows = tuple(row(str(each.alias), each.scores, each.mean) for each in scoreboard.rows)
    scale = scale_of(scoreboard, words)
    in_words = [f"{words.phrases.responses(aliases=row[:1])}: {row[-1]}" for row in rows] if means else []
    caption = f"{scale} {words.phrases.listed(things=in_words)}." if in_words else scale
    return (
        line(scale),
        Table(columns=columns, rows=rows, caption=caption),
        *((_picture(scoreboard, words),) if means else ()),
    )


def scale_of(scoreboard: Scoreboard, words: Words) -> str:
    """Return how to read the means of a scoreboard."""
    return words.board.scale(
        highest=f"{scoreboard.highest:g}",
        lower_is_better=scoreboard.lower_is_better,
        is_trimmed=scoreboard.is_trimmed,
    )


def _picture(scoreboard: Scoreboard, words: Words) -> Chart:
    return Chart(
        title=words.board.mean_score,
        labels=tuple(str(row.alias) for row in scoreboard.rows),
        series=((words.board.mean_score, tuple(round(row.mean or 0.0, 1) for row in scoreboard.rows)),),
    )


def _score(value: float | None, words: Words) -> str:
    return "–" if value is None else words.phrases.decimal(value=value)
