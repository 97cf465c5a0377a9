"""What stands behind a ranking -> plain words: agreement, evidence, what counted for less; and the scoreboard."""

from collections.abc import Sequence

from bot.post import Block, Chart, Line, Table, line
from bot.presentation.phrases import capital, listed, number, responses, small
from council_core.domain.events import AnonymousReview, SlateRanked
from council_core.domain.ranking import Ranking
from council_core.domain.scoreboard import Scoreboard

WEIGHED_DOWN = 0.5
"""Below this share of an ordinary reviewer's weight it is said that somebody counted for less."""

FEW_JUDGEMENTS = 2.0
"""With fewer judgements on each pair of responses every rule gives the same, and one odd reviewer can turn it."""


def panel_facts(event: SlateRanked) -> tuple[Line, ...]:
    """One small paragraph on how far the ranking can be relied on; nothing when nothing was ranked."""
    ranking = event.ranking
    if ranking is None:
        return ()
    said = [_agreement(ranking), _evidence(ranking), _weighed_down(ranking), _learned(event.learned)]
    return (line(" ".join(each for each in said if each), small=True),) if any(said) else ()


def shortened_for_review(reviews: Sequence[AnonymousReview]) -> tuple[Line, ...]:
    """Which responses the reviewers did not see whole, in small print; nothing where they saw them all."""
    aliases = reviews[0].shortened if reviews else ()
    if not aliases:
        return ()
    were, them = ("was", "it") if len(aliases) == 1 else ("were", "them")
    unseen = f"the reviewers did not see the middle of {them}. Everybody else reads {them} whole."
    return small(f"{responses(aliases)} {were} shortened for review: {unseen}")


def _agreement(ranking: Ranking) -> str:
    """How often two reviewers say the same, beside what dice would reach."""
    if ranking.pair_agreement is None:
        return ""
    pairs = round(10 * ranking.pair_agreement)
    return f"Two reviewers at random agree on {pairs} of 10 pairs; chance is 5."


def _evidence(ranking: Ranking) -> str:
    if ranking.votes_per_pair is None or ranking.votes_per_pair >= FEW_JUDGEMENTS:
        return ""
    return "There is little to go by: fewer than two judgements on each pair of responses."


def _weighed_down(ranking: Ranking) -> str:
    low = [judge.judge for judge in ranking.judge_weights if judge.weight < WEIGHED_DOWN]
    if not low:
        return ""
    verb = "counts" if len(low) == 1 else "count"
    return f"{capital(listed(low))} {verb} for less, being at odds with the others."


def _learned(learned: int) -> str:
    if not learned:
        return ""
    who = "one reviewer counts" if learned == 1 else f"{number(learned)} reviewers count"
    return f"How much {who} follows from calibration or the team's earlier votes."


def scoreboard_blocks(scoreboard: Scoreboard | None) -> tuple[Block, ...]:
    """Each response's mean scores as a table and as a picture; nothing for a rubric without criteria."""
    if scoreboard is None:
        return ()
    means = any(row.mean is not None for row in scoreboard.rows)
    columns = ("Response", *(capital(name) for name in scoreboard.criteria), *(("Mean",) if means else ()))
    rows = tuple(
        (str(row.alias), *(_score(value) for value in row.scores), *((_score(row.mean),) if means else ()))
        for row in scoreboard.rows
    )
    better = "lower" if scoreboard.lower_is_better else "higher"
    scale = f"Mean scores of the reviewers, up to {scoreboard.highest:g}; {better} is better."
    in_words = [f"Response {row[0]}: {row[-1]}" for row in rows] if means else []
    caption = f"{scale} {listed(in_words)}." if in_words else scale
    return (
        line(scale),
        Table(columns=columns, rows=rows, caption=caption),
        *((_picture(scoreboard),) if means else ()),
    )


def _picture(scoreboard: Scoreboard) -> Chart:
    return Chart(
        title="Mean score",
        labels=tuple(str(row.alias) for row in scoreboard.rows),
        series=(("Mean score", tuple(round(row.mean or 0.0, 1) for row in scoreboard.rows)),),
    )


def _score(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
