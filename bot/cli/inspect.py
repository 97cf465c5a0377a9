"""`council inspect …`: read JSON lines and write one JSON line for each, through the same code as runs."""

import argparse
import json
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from bot.cli.errors import ASKED_WRONGLY, CommandRefused, exit_code_of, print_error
from bot.presentation.replies import refusal
from bot.presentation.words import ENGLISH
from council_core import rubrics
from council_core.aggregation import DEFAULT_AGGREGATION, aggregate
from council_core.blindness import mask
from council_core.codec import to_json
from council_core.domain.ballot import Preference
from council_core.domain.ranking import OWN_WEIGHTS, OwnAnswer, Ranking
from council_core.domain.slate import Alias, alias_at
from council_core.envelope.detector import flags
from council_core.envelope.sanitize import sanitized
from council_core.envelope.seal import blocks, seal
from council_core.errors import RequestError
from council_core.reading.ballot import LabelOrder, read_ballot
from council_core.reading.scores import LabelScore


def inspect_ballot(row: Mapping[str, object]) -> dict[str, object]:
    """Read a review as a run would.

    Args:
        row: `text`, and `shown`, the labels under which the responses were shown; optionally `nonce`, the code that the
            reply should carry, and `rubric`, the name of the reviewer's rubric.

    Returns:
        `ranking`, best first, a tie as a list within the list, or None; `scores`, by label and criterion; `reasons`
        by label; `comment`; `status`, `valid` or `void`; `why`, one sentence; `repair`, the follow-up question that a
        run would ask the reviewer, or None.

    Raises:
        CommandRefused: The row cannot be understood; the text says why.
    """
    text, shown, nonce, rubric = row.get("text"), row.get("shown"), row.get("nonce"), row.get("rubric")
    if not isinstance(text, str):
        raise CommandRefused("`text` must be what the reviewer wrote.")
    labels = _labels(shown)
    if not (nonce is None or isinstance(nonce, str)) or not (rubric is None or isinstance(rubric, str)):
        raise CommandRefused("`nonce` and `rubric` must be texts where they are given.")
    try:
        found = read_ballot(
            text, labels, nonce=nonce or None, rubric=rubrics.load(rubric) if rubric else None
        )
    except ValueError as error:
        raise CommandRefused(str(error)) from error
    return {
        "ranking": None if found.order is None else _order(found.order),
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
        raise CommandRefused("`shown` must be a list of at least one label.")
    return labels


def _order(order: LabelOrder) -> list[str | list[str]]:
    return [group[0] if len(group) == 1 else list(group) for group in order]


def _scores(scores: Sequence[LabelScore]) -> dict[str, dict[str, float]]:
    table: dict[str, dict[str, float]] = {}
    for score in scores:
        table.setdefault(score.label, {})[score.criterion] = score.value
    return table


def inspect_mask(row: Mapping[str, object]) -> dict[str, object]:
    """Mask a text as a run would: `{"text", "question"}` -> `{"text", "spans": [{"start", "end", "label"}]}`.

    Offsets count characters of the input. The question may be missing or null.

    Raises:
        CommandRefused: The text is not a string, or the question is neither a string nor null.
    """
    text, question = row.get("text"), row.get("question")
    if not isinstance(text, str):
        raise CommandRefused(f'\'text\' must be a string, not {type(text).__name__}. Send {{"text": "…"}}.')
    if question is not None and not isinstance(question, str):
        raise CommandRefused(f"'question' must be a string or null, not {type(question).__name__}.")
    masked = mask(text, question=question or "")
    return {
        "text": masked.text,
        "spans": [{"start": span.start, "end": span.end, "label": span.label} for span in masked.spans],
    }


CERTAINTY_IN_WORDS = {
    "clear": "clear",
    "leaning": "leaning",
    "too_close": "too close to call",
    "nothing": "nothing to go by",
}


def inspect_rank(row: Mapping[str, object]) -> dict[str, object]:
    """Rank some ballots as a run would.

    Args:
        row: `candidates`, a list of names; `ballots`, each with `order` (groups of tied names, best first) and
            optionally `reviewer`, `own` (a name), `shown` (all candidates when missing), `reliability`; optionally
            `aggregation`, and `own_weight` (0 to 1, or `excluded`, `half`, `full`).

    Returns:
        Everything that a run keeps of a ranking (`standings`, `pairs`, `certainty` …), with `win_rates`, `p_best` and
        `verdict` beside it.

    Raises:
        CommandRefused: The row cannot be understood; the text says why.
    """
    candidates = _names(row, "candidates")
    ballots = row.get("ballots")
    if not isinstance(ballots, Sequence) or isinstance(ballots, str):
        raise CommandRefused("`ballots` must be a list.")
    preferences = tuple(
        _preference(index, ballot, candidates)
        for index, ballot in enumerate(cast("Sequence[object]", ballots))
    )
    aggregation = row.get("aggregation") or DEFAULT_AGGREGATION
    if not isinstance(aggregation, str):
        raise CommandRefused("`aggregation` must be a name.")
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
        raise CommandRefused(f"Ballot {index + 1} must be an object.")
    fields = cast("Mapping[str, object]", ballot)
    order = fields.get("order")
    if not isinstance(order, Sequence) or isinstance(order, str):
        raise CommandRefused(f"Ballot {index + 1}: `order` must be a list of groups, best first.")
    groups = tuple(_group(index, group) for group in cast("Sequence[object]", order))
    own = fields.get("own")
    reliability = fields.get("reliability", 1.0)
    if not isinstance(reliability, int | float):
        raise CommandRefused(f"Ballot {index + 1}: `reliability` must be a number.")
    try:
        return Preference(
            judge=str(fields.get("reviewer", f"reviewer {index + 1}")),
            order=groups,
            shown=_names(fields, "shown") if fields.get("shown") else candidates,
            own=Alias(str(own)) if own is not None else None,
            reliability=float(reliability),
        )
    except ValueError as error:
        raise CommandRefused(f"Ballot {index + 1}: {error}") from error


def _group(index: int, group: object) -> tuple[Alias, ...]:
    """Read a group of tied names; a single name needs no list around it."""
    if isinstance(group, str):
        return (Alias(group),)
    if isinstance(group, Sequence):
        return tuple(Alias(str(name)) for name in cast("Sequence[object]", group))
    raise CommandRefused(f"Ballot {index + 1}: a group of `order` is neither a name nor a list of names.")


def _names(row: Mapping[str, object], key: str) -> tuple[Alias, ...]:
    value = row.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise CommandRefused(f"`{key}` must be a list of at least one name.")
    return tuple(Alias(str(name)) for name in cast("Sequence[object]", value))


def _weight(value: object) -> OwnAnswer | float:
    if isinstance(value, str) and value in OWN_WEIGHTS:
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise CommandRefused(f"`own_weight` is {value!r}; expected 0 to 1, or one of {', '.join(OWN_WEIGHTS)}.")


def inspect_envelope(row: Mapping[str, object]) -> dict[str, object]:
    """Build the exact review prompt for a list of answers, as a run would.

    Args:
        row: `answers`, a list of texts; optionally `question`, `rubric` (a name), `reviewer` (a name), `plain_style`
            and `seed` (hex). Without a seed one is drawn, so that ids and nonce differ each time.

    Returns:
        `instructions` and `text`, which the reviewer gets as system and user message; `prompt`, both together;
        `nonce`; `ids`, in the order shown, and `letters`, the answer behind each (A is the first one given);
        `sanitised` and `flags`, one entry per answer given; `blocks`, as read back from the prompt; `reply_schema`.

    Raises:
        CommandRefused: The row cannot be understood; the text says why.
    """
    question = _text_of(row, "question", "")
    answers = _texts(row.get("answers"))
    masked = [mask(text, question=question).text for text in answers]
    envelope = seal(
        [(alias_at(index), text) for index, text in enumerate(masked)],
        question=question,
        rubric=rubrics.load(_text_of(row, "rubric", "ranking")),
        seed=_text_of(row, "seed", "") or secrets.token_hex(16),
        reviewer=_text_of(row, "reviewer", "reviewer"),
        plain_style=row.get("plain_style") is True,
    )
    prompt = envelope.prompt
    return {
        "prompt": f"{prompt.instructions}\n\n{prompt.text}",
        "nonce": envelope.nonce,
        "instructions": prompt.instructions,
        "text": prompt.text,
        "ids": list(envelope.labels),
        "letters": dict(envelope.ids),
        "blocks": [{"id": label, "text": text} for label, text in blocks(prompt.text, envelope.nonce)],
        "sanitised": [sanitized(text, plain_style=row.get("plain_style") is True) for text in masked],
        "flags": [list(flags(text)) for text in answers],
        "reply_schema": prompt.reply_schema,
    }


def _texts(value: object) -> list[str]:
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise CommandRefused("`answers` must be a list of at least one text.")
    texts = [text for text in value if isinstance(text, str)]  # pyright: ignore[reportUnknownVariableType]
    if len(texts) != len(value):  # pyright: ignore[reportUnknownArgumentType]
        raise CommandRefused("Every entry of `answers` must be a text.")
    return texts


def _text_of(row: Mapping[str, object], key: str, default: str) -> str:
    value = row.get(key, default)
    if not isinstance(value, str):
        raise CommandRefused(f"`{key}` must be a text, not {type(value).__name__}.")
    return value


INSPECTORS: dict[str, Callable[[Mapping[str, object]], Mapping[str, object]]] = {
    "ballot": inspect_ballot,
    "mask": inspect_mask,
    "rank": inspect_rank,
    "envelope": inspect_envelope,
}


def run(parsed: argparse.Namespace) -> int:
    """Read standard input to its end. A line that cannot be understood gives `{"error": …}` and, at the end, exit code
    2; the other lines are still processed."""
    return exit_code_of(lambda: _inspect(INSPECTORS[parsed.what]))


def _inspect(inspect: Callable[[Mapping[str, object]], Mapping[str, object]]) -> int:
    failed = 0
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            result = inspect(_row(line))
        except RequestError as error:
            failed += 1
            said = refusal(ENGLISH, error)
            print_error(f"Line {number}: {said}")
            result = {"error": said}
        print(json.dumps(result, ensure_ascii=False), flush=True)
    return ASKED_WRONGLY if failed else 0


def _row(line: str) -> Mapping[str, object]:
    try:
        row: Any = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise CommandRefused(f"This is not JSON: {error}.") from error
    if not isinstance(row, dict):
        raise CommandRefused("A line must be a JSON object.")
    return cast("dict[str, object]", row)
