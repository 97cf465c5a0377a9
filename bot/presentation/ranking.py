"""Draw the models' ranking and explain it: the winner, how sure it is, a table under letters, agreement, evidence,
scores, and which reviews counted."""

from collections.abc import Sequence

from bot.post import Block, Chart, Line, Table, line
from bot.presentation.abstentions import why_void
from bot.presentation.phrases import capital, small
from bot.presentation.words import Words
from bot.presentation.words.board import Sure
from council_core.domain.events import AnonymousReview, SlateRanked
from council_core.domain.ranking import Ranking, Scoreboard, Standing
from council_core.domain.run_view import RunView
from council_core.positions import grouped


def ranking_table(ranking: Ranking, words: Words) -> Table:
    """Return the standings as a table, with the figure by which the rule ranks; tied responses share a place."""
    board = words.board
    places = [standing.place for standing in ranking.standings]
    column, _ = _figure(ranking, words)
    by_mean = ranking.aggregation == "mean_place"
    rows = tuple(
        (
            board.tied(place=standing.place) if places.count(standing.place) > 1 else str(standing.place),
            str(standing.alias),
            _value(ranking, standing, words),
            _ballots(standing) if by_mean else str(standing.first_places),
        )
        for standing in ranking.standings
    )
    in_words = words.phrases.listed(
        things=[
            board.row(alias=alias, place=place, wins=f"{column} {value}") for place, alias, value, _ in rows
        ]
    )
    last = board.ballots if by_mean else board.firsts
    return Table(columns=(board.place, board.response, column, last), rows=rows, caption=f"{in_words}.")


def legend(ranking: Ranking, words: Words) -> str:
    """Explain the columns of the table."""
    own = f" {words.board.own_left_out}" if ranking.leaves_own_out else ""
    return f"{_figure(ranking, words)[1]}{own}"


def _figure(ranking: Ranking, words: Words) -> tuple[str, str]:
    """Return the heading of the figure that ranks, and its meaning."""
    match ranking.aggregation:
        case "borda":
            return words.board.points, words.board.points_legend
        case "mean_place":
            return words.board.mean_place, words.board.mean_place_legend
        case _:
            return words.board.wins, words.board.legend


def _value(ranking: Ranking, standing: Standing, words: Words) -> str:
    match ranking.aggregation:
        case "borda":
            return f"{standing.score * 100:.0f}"
        case "mean_place":
            return words.phrases.decimal(value=standing.score)
        case _:
            return words.phrases.percent(share=standing.win_rate)


def _ballots(standing: Standing) -> str:
    return "–" if standing.ballots is None else str(standing.ballots)


def leaders(ranking: Ranking, words: Words) -> str:
    """Return the winners and the certainty of the models in a few sentences."""
    winners = [standing for standing in ranking.standings if standing.place == 1]
    firsts = [
        words.board.put_first(
            alias=standing.alias,
            count=standing.first_places,
            of=ranking.judges_of(standing),
            wrote=standing.own_first,
            own_aside=ranking.leaves_own_out,
        )
        for standing in winners
    ]
    if len(winners) > 1 or not _is_first_for_all(ranking, winners[0]):
        firsts.insert(0, words.board.first(aliases=ranking.first_by_ballots))
    first = " ".join(firsts)
    if ranking.best_scored and ranking.best_scored != ranking.first_by_ballots:
        first = words.board.best_scored(aliases=ranking.best_scored, first=first)
    return f"{first} {words.board.certainty(kind=certainty_of(ranking))}"


def certainty_of(ranking: Ranking) -> Sure:
    """Return the degree of certainty for which there are words. Full agreement counts little on a small panel, and one
    review agrees with nobody."""
    if len(ranking.first_by_ballots) > 1:
        return "tie"
    first = ranking.standings[0]
    if ranking.judges_of(first) <= 1:
        return "one"
    agreed = _is_first_for_all(ranking, first)
    return "few" if ranking.certainty == "leaning" and agreed else ranking.certainty


def _is_first_for_all(ranking: Ranking, standing: Standing) -> bool:
    return 0 < standing.first_places == ranking.judges_of(standing)


def why_unranked(event: SlateRanked, words: Words) -> str:
    """Return the reason why there is no ranking; empty if the reviews below tell it themselves."""
    if event.reviews:
        return ""
    return words.board.one_response if event.responses == 1 else words.board.no_reviews


def counted_reviews(reviews: Sequence[AnonymousReview], words: Words) -> tuple[Line, ...]:
    """Return the number of reviews that counted, and the reasons why the others did not."""
    if not reviews:
        return ()
    void = [review for review in reviews if review.reading.status == "void"]
    counted = words.board.counted(valid=len(reviews) - len(void), of=len(reviews))
    because = [
        words.board.not_counted(reviewer=review.number, why=why_void(review, words)) for review in void
    ]
    return (line(" ".join([counted, *because]), small=not void),)


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
