"""One JSON object about a review -> what is read out of it: `council inspect ballot`."""

from collections.abc import Mapping, Sequence
from typing import cast

from council_core import rubrics
from council_core.errors import RequestError
from council_core.reading.ballot import LabelOrder, read_ballot
from council_core.reading.scores import LabelScore


def inspect_ballot(row: Mapping[str, object]) -> dict[str, object]:
    """What the reader makes of a review, through the code that runs use.

    Args:
        row: `text`, and `shown`, the labels under which the responses were shown; optionally `nonce`, the code that
            the reply should carry, and `rubric`, the name of the one that it was asked to use.

    Returns:
        `ranking`, best first, a tie as a list within the list, or None; `scores`, by label and criterion; `reasons`
        by label; `comment`; `status`, `valid` or `void`; `why`, one sentence; `repair`, what a run would ask the
        reviewer about, or None.

    Raises:
        RequestError: The row cannot be understood; the text says why.
    """
    text, shown, nonce, rubric = row.get("text"), row.get("shown"), row.get("nonce"), row.get("rubric")
    if not isinstance(text, str):
        raise RequestError("`text` must be what the reviewer wrote.")
    labels = _labels(shown)
    if not (nonce is None or isinstance(nonce, str)) or not (rubric is None or isinstance(rubric, str)):
        raise RequestError("`nonce` and `rubric` must be texts where they are given.")
    try:
        found = read_ballot(
            text, labels, nonce=nonce or None, rubric=rubrics.load(rubric) if rubric else None
        )
    except ValueError as error:
        raise RequestError(str(error)) from error
    return {
        "ranking": None if found.order is None else _ranking(found.order),
        "scores": _scores(found.scores),
        "reasons": dict(found.reasons),
        "comment": found.comment,
        "status": found.status,
        "why": found.why,
        "repair": None if found.repair is None else found.repair.problem,
    }


def _labels(value: object) -> list[str]:
    entries = (
        cast(Sequence[object], value) if isinstance(value, Sequence) and not isinstance(value, str) else ()
    )
    labels = [label for label in entries if isinstance(label, str)]
    if not labels or len(labels) != len(entries):
        raise RequestError("`shown` must be a list of at least one label.")
    return labels


def _ranking(order: LabelOrder) -> list[str | list[str]]:
    return [group[0] if len(group) == 1 else list(group) for group in order]


def _scores(scores: Sequence[LabelScore]) -> dict[str, dict[str, float]]:
    table: dict[str, dict[str, float]] = {}
    for score in scores:
        table.setdefault(score.label, {})[score.criterion] = score.value
    return table
