"""The members' ranking -> a table under letters, how sure the panel is, and which ballots were void."""

from collections.abc import Sequence

from bot.post import Actions, Block, Button, Heading, Post, Table, line, quoted
from bot.presentation.abstentions import why_void
from bot.presentation.keyed_post import KeyedPost, in_round
from bot.presentation.panel import panel_facts, scoreboard_blocks, shortened_for_review
from bot.presentation.phrases import capital, demo_notice, listed, number, responses, sentence
from bot.presentation.positions import majority_line
from bot.requests import run_action
from council_core.domain.events import AnonymousReview, SlateRanked
from council_core.domain.question import RunId
from council_core.domain.ranking import Ranking, Standing

COLUMNS = ("Place", "Response", "Wins", "First places")
LEGEND = "Wins: the share of one-to-one comparisons that a response won. First places: how many put it first."


def ranking_posts(event: SlateRanked) -> tuple[KeyedPost, ...]:
    """The ranking in one post, or why there is none."""
    ranking = event.ranking
    said = _ranked(ranking) if ranking is not None else _unranked(event.why_not)
    blocks = (
        *said,
        *majority_line(event.held),
        *scoreboard_blocks(event.scoreboard),
        *panel_facts(event),
        *shortened_for_review(event.reviews),
        *_ballots(event.reviews),
        *_panel(event),
        *demo_notice(event.demo),
    )
    if ranking is not None:
        post = Post(blocks=blocks, summary=leaders(ranking), silent=True)
    else:
        summary = f"The members did not rank the responses. {sentence(event.why_not)}".strip()
        post = Post(blocks=blocks, summary=summary, tone="warning", silent=True)
    return (KeyedPost(key=in_round("ranking", event.round), post=post),)


def ranking_table(ranking: Ranking) -> Table:
    """The standings as a table; those that are tied share a place."""
    places = [standing.place for standing in ranking.standings]
    rows = tuple(
        (
            f"{standing.place} (tied)" if places.count(standing.place) > 1 else str(standing.place),
            str(standing.alias),
            percent(standing.win_rate),
            str(standing.first_places),
        )
        for standing in ranking.standings
    )
    in_words = listed(
        [f"Response {alias} in place {place} with {wins} wins" for place, alias, wins, _ in rows]
    )
    return Table(columns=COLUMNS, rows=rows, caption=f"{in_words}.")


def leaders(ranking: Ranking) -> str:
    """Who came first, how many put it there, and how sure the panel is, in some sentences."""
    top = responses(ranking.first_by_ballots)
    first = f"{top} share first place. {_firsts(ranking)}".rstrip(". ")
    if len(ranking.first_by_ballots) == 1:
        first = f"The members put {top} first. {_firsts(ranking)}".rstrip(". ")
    if not ranking.best_scored or ranking.best_scored == ranking.first_by_ballots:
        return f"{first}. {certainty(ranking)}"
    best = responses(ranking.best_scored)
    has = "has" if len(ranking.best_scored) == 1 else "share"
    comes = "comes" if len(ranking.best_scored) == 1 else "come"
    return (
        f"{best} {has} the best mean score and {comes} first. By ballots alone: {first}. {certainty(ranking)}"
    )


def _firsts(ranking: Ranking) -> str:
    """How many reviewers put the winners first, and whether the author is one of them."""
    return " ".join(
        _first(standing, ranking.preferences) for standing in ranking.standings if standing.place == 1
    )


def _first(standing: Standing, judges: int) -> str:
    count = standing.first_places
    who = f"{capital(number(count)) if count else 'None'} of {number(judges)}"
    if judges == 1:
        who = "The one reviewer" if count else "Not even the one reviewer"
    wrote = ""
    if standing.own_first:
        wrote = " (and wrote it)" if count == 1 else " (one of them wrote it)"
    return f"{who} put {standing.alias} first{wrote}."


def certainty(ranking: Ranking) -> str:
    """How sure the panel is of the first place, in plain words."""
    if len(ranking.first_by_ballots) > 1:
        return "It is a tie, so the members have no single favourite."
    match ranking.certainty:
        case "clear":
            return "They are clear about it."
        case "leaning" if ranking.standings[0].first_places == ranking.preferences:
            return "So few reviewers may agree by chance, so this is no more than a lean."
        case "leaning":
            return "They lean that way, but not by much."
        case "too_close":
            return "It is too close to call: another response could just as well have come first."
        case "nothing":
            return "There were too few judgements to say how sure they are."


def percent(share: float | None) -> str:
    """0.667 -> 67 %; a dash where there is nothing to say."""
    return "–" if share is None else f"{share * 100:.0f} %"


def _ranked(ranking: Ranking) -> tuple[Block, ...]:
    return (
        Heading(text="How the members rank the responses"),
        line(leaders(ranking)),
        ranking_table(ranking),
        line(LEGEND, small=True),
    )


def _unranked(why_not: str) -> tuple[Block, ...]:
    reason = sentence(quoted(why_not)) or "There was nothing to rank."
    return (Heading(text="No ranking this time"), line(reason))


def _ballots(reviews: Sequence[AnonymousReview]) -> tuple[Block, ...]:
    """How many ballots counted, and why the others did not."""
    if not reviews:
        return ()
    void = [review for review in reviews if review.reading.status == "void"]
    if not void:
        every = "The one ballot was" if len(reviews) == 1 else f"All {number(len(reviews))} ballots were"
        return (line(f"{every} valid.", small=True),)
    valid = len(reviews) - len(void)
    none = (
        "The only ballot did not count."
        if len(reviews) == 1
        else f"None of {number(len(reviews))} ballots counted."
    )
    counts = f"{capital(number(valid))} of {number(len(reviews))} ballots counted." if valid else none
    reasons = " ".join(_void(review) for review in void)
    return (line(f"{counts} {reasons}"),)


def _void(review: AnonymousReview) -> str:
    return f"The ballot of Reviewer {review.number} is void. {why_void(review)}".strip()


def _panel(event: SlateRanked) -> tuple[Block, ...]:
    return (Actions(buttons=(reviews_button(event.run_id),)),) if event.reviews else ()


def reviews_button(run_id: RunId) -> Button:
    """Opens the panel with every review."""
    return Button(label="Read each review", action=run_action("reviews", run_id))


def order_in_words(order: Sequence[Sequence[str]]) -> str:
    """(("B",), ("A", "C")) -> B, then A and C tied."""
    groups = [listed(group) + (" tied" if len(group) > 1 else "") for group in order]
    return ", then ".join(groups)
