"""Draw the models' ranking: the winner, how sure it is, a table under letters, and which reviews counted."""

from collections.abc import Sequence

from bot.post import Line, Table, line
from bot.presentation.abstentions import why_void
from bot.presentation.words import ENGLISH, Words
from bot.presentation.words.board import Sure
from council_core.domain.events import AnonymousReview, SlateRanked
from council_core.domain.ranking import Ranking, Standing


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


def order_in_words(order: Sequence[Sequence[str]], words: Words = ENGLISH) -> str:
    """Return an order in words: (("B",), ("A", "C")) -> B, then A and C tied."""
    return words.phrases.order(groups=order)
