"""One JSON object about ballots -> the ranking that a run would make of them: `council inspect rank`."""

from collections.abc import Mapping, Sequence
from typing import cast

from council_core.aggregation import DEFAULT_AGGREGATION, aggregate
from council_core.codec import to_json
from council_core.domain.ballot import Preference
from council_core.domain.ranking import OWN_WEIGHTS, OwnAnswer, Ranking
from council_core.domain.slate import Alias
from council_core.errors import RequestError

CERTAINTY_IN_WORDS = {
    "clear": "clear",
    "leaning": "leaning",
    "too_close": "too close to call",
    "nothing": "nothing to go by",
}


def inspect_rank(row: Mapping[str, object]) -> dict[str, object]:
    """The ranking of some ballots, through the code that runs use.

    Args:
        row: `candidates`, a list of names; `ballots`, each with `order` (groups of tied names, best first) and
            optionally `reviewer`, `own` (a name), `shown` (all candidates when missing), `reliability`; optionally
            `aggregation`, and `own_weight` (0 to 1, or `excluded`, `half`, `full`).

    Returns:
        Everything a run keeps of a ranking (`standings`, `pairs`, `certainty` …), with `win_rates`, `p_best` and
        `verdict` beside it.

    Raises:
        RequestError: The row cannot be understood; the text says why.
    """
    candidates = _names(row, "candidates")
    ballots = row.get("ballots")
    if not isinstance(ballots, Sequence) or isinstance(ballots, str):
        raise RequestError("`ballots` must be a list.")
    preferences = tuple(
        _preference(index, ballot, candidates)
        for index, ballot in enumerate(cast("Sequence[object]", ballots))
    )
    aggregation = row.get("aggregation") or DEFAULT_AGGREGATION
    if not isinstance(aggregation, str):
        raise RequestError("`aggregation` must be a name.")
    ranking = aggregate(aggregation, candidates, preferences, own_answer=_weight(row.get("own_weight", 0.5)))
    standings = ranking.standings
    return {
        **to_json(ranking, Ranking),
        "win_rates": {standing.alias: standing.win_rate for standing in standings},
        "p_best": {standing.alias: standing.p_best for standing in standings},
        "verdict": CERTAINTY_IN_WORDS[ranking.certainty],
    }


def _preference(index: int, ballot: object, candidates: tuple[Alias, ...]) -> Preference:
    if not isinstance(ballot, Mapping):
        raise RequestError(f"Ballot {index + 1} must be an object.")
    fields = cast("Mapping[str, object]", ballot)
    order = fields.get("order")
    if not isinstance(order, Sequence) or isinstance(order, str):
        raise RequestError(f"Ballot {index + 1}: `order` must be a list of groups, best first.")
    groups = tuple(_group(index, group) for group in cast("Sequence[object]", order))
    own = fields.get("own")
    reliability = fields.get("reliability", 1.0)
    if not isinstance(reliability, int | float):
        raise RequestError(f"Ballot {index + 1}: `reliability` must be a number.")
    try:
        return Preference(
            judge=str(fields.get("reviewer", f"reviewer {index + 1}")),
            order=groups,
            shown=_names(fields, "shown") if fields.get("shown") else candidates,
            own=Alias(str(own)) if own is not None else None,
            reliability=float(reliability),
        )
    except ValueError as error:
        raise RequestError(f"Ballot {index + 1}: {error}") from error


def _group(index: int, group: object) -> tuple[Alias, ...]:
    """A group of tied names; one name may stand without a list around it."""
    if isinstance(group, str):
        return (Alias(group),)
    if isinstance(group, Sequence):
        return tuple(Alias(str(name)) for name in cast("Sequence[object]", group))
    raise RequestError(f"Ballot {index + 1}: a group of `order` is neither a name nor a list of names.")


def _names(row: Mapping[str, object], key: str) -> tuple[Alias, ...]:
    value = row.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise RequestError(f"`{key}` must be a list of at least one name.")
    return tuple(Alias(str(name)) for name in cast("Sequence[object]", value))


def _weight(value: object) -> OwnAnswer | float:
    if isinstance(value, str) and value in OWN_WEIGHTS:
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise RequestError(f"`own_weight` is {value!r}; expected 0 to 1, or one of {', '.join(OWN_WEIGHTS)}.")
