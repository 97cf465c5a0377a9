"""`council inspect …`: read JSON lines and write one JSON line for each, through the same code as runs."""

import argparse
import json
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from bot.cli.errors import ASKED_WRONGLY, exit_code_of, print_error
from bot.cli.language import words_for_errors
from bot.presentation.replies import refusal
from bot.presentation.words import Words
from bot.presentation.words.judging import RowFault
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

T = TypeVar("T", bound=str)

LONGEST_SHOWN = 60
"""Characters of a wrong value that an error repeats."""


class BadRow(RequestError):
    """A line cannot be understood.

    Attributes:
        fault: Reason.
        facts: Parts of its sentence: `key`, `value` and `known`.
        ballot: Number of the ballot in the line, from 1; 0 where the fault is in none.
    """

    def __init__(self, fault: RowFault, /, *, ballot: int = 0, **facts: str) -> None:
        self.fault: RowFault = fault
        self.facts, self.ballot = facts, ballot
        super().__init__()

    def sentence(self, words: Words) -> str:
        """Return the reason as a sentence."""
        trouble = words.judging.bad_row(fault=self.fault, facts=self.facts)
        return words.judging.bad_ballot(number=self.ballot, trouble=trouble) if self.ballot else trouble


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
        BadRow: The row cannot be understood.
    """
    rubric = _text_of(row, "rubric", "")
    found = read_ballot(
        _text_of(row, "text"),
        _once(_texts(row, "shown"), "shown"),
        nonce=_text_of(row, "nonce", "") or None,
        rubric=rubrics.load(rubric) if rubric else None,
    )
    return {
        "ranking": None if found.order is None else _order(found.order),
        "scores": _scores(found.scores),
        "reasons": dict(found.reasons),
        "comment": found.comment,
        "status": found.status,
        "why": found.why,
        "repair": None if found.repair is None else found.repair.problem,
    }


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
        BadRow: The row cannot be understood.
    """
    masked = mask(_text_of(row, "text"), question=_text_of(row, "question", ""))
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
        BadRow: The row cannot be understood.
    """
    candidates = _names(row, "candidates")
    preferences = tuple(
        _preference(number, ballot, candidates)
        for number, ballot in enumerate(_list(row.get("ballots"), "ballots"), start=1)
    )
    aggregation = _text_of(row, "aggregation", "") or DEFAULT_AGGREGATION
    ranking = aggregate(aggregation, candidates, preferences, own_answer=_weight(row.get("own_weight", 0.5)))
    standings = ranking.standings
    return {
        **to_json(ranking, Ranking),
        "win_rates": {standing.alias: standing.win_rate for standing in standings},
        "p_best": {standing.alias: standing.p_best for standing in standings},
        "verdict": CERTAINTY_IN_WORDS[ranking.certainty],
    }


def _preference(number: int, value: object, candidates: tuple[Alias, ...]) -> Preference:
    if not isinstance(value, Mapping):
        raise BadRow("no_object", ballot=number, value=_shown(value))
    ballot = cast("Mapping[str, object]", value)
    order = tuple(_group(number, group) for group in _list(ballot.get("order"), "order", number))
    shown = _names(ballot, "shown", number) if ballot.get("shown") else candidates
    own, reliability = ballot.get("own"), ballot.get("reliability", 1.0)
    if not isinstance(reliability, int | float):
        raise BadRow("no_number", ballot=number, key="reliability", value=_shown(reliability))
    for name in _once([name for group in order for name in group], "order", number):
        if name not in shown:
            raise BadRow("not_shown", ballot=number, key="order", value=name, known=", ".join(shown))
    return Preference(
        judge=str(ballot.get("reviewer", f"reviewer {number}")),
        order=order,
        shown=shown,
        own=Alias(str(own)) if own is not None else None,
        reliability=float(reliability),
    )


def _group(number: int, value: object) -> tuple[Alias, ...]:
    """Read a group of tied names; a single name needs no list around it."""
    listed = [value] if isinstance(value, str) else _entries(value)
    if listed is None:
        raise BadRow("no_groups", ballot=number, key="order", value=_shown(value))
    return tuple(Alias(str(name)) for name in listed)


def _names(row: Mapping[str, object], key: str, ballot: int = 0) -> tuple[Alias, ...]:
    listed = _entries(row.get(key))
    if not listed:
        raise BadRow("no_names", ballot=ballot, key=key, value=_shown(row.get(key)))
    return tuple(_once([Alias(str(name)) for name in listed], key, ballot))


def _once(names: Sequence[T], key: str, ballot: int = 0) -> Sequence[T]:
    """Return the names, or refuse the row where one stands twice."""
    for name, times in Counter(names).items():
        if times > 1:
            raise BadRow("name_twice", ballot=ballot, key=key, value=name)
    return names


def _list(value: object, key: str, ballot: int = 0) -> Sequence[object]:
    listed = _entries(value)
    if listed is None:
        raise BadRow("no_list", ballot=ballot, key=key, value=_shown(value))
    return listed


def _entries(value: object) -> Sequence[object] | None:
    """Return the entries of a list; None if the value is none."""
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return cast("Sequence[object]", value) if is_list else None


def _weight(value: object) -> OwnAnswer | float:
    if isinstance(value, str) and value in OWN_WEIGHTS:
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise BadRow("no_weight", key="own_weight", value=_shown(value), known=", ".join(OWN_WEIGHTS))


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
        BadRow: The row cannot be understood.
    """
    question = _text_of(row, "question", "")
    answers = _texts(row, "answers")
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


def _texts(row: Mapping[str, object], key: str) -> list[str]:
    listed = _entries(row.get(key)) or ()
    texts = [text for text in listed if isinstance(text, str)]
    if not texts or len(texts) != len(listed):
        raise BadRow("no_texts", key=key, value=_shown(row.get(key)))
    return texts


def _text_of(row: Mapping[str, object], key: str, default: str | None = None) -> str:
    """Return the text under a key; the default where the key is missing or null."""
    value = row.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise BadRow("no_text", key=key, value=_shown(value))
    return value


def _shown(value: object) -> str:
    """Return the beginning of a value as JSON."""
    return json.dumps(value, ensure_ascii=False)[:LONGEST_SHOWN]


INSPECTORS: dict[str, Callable[[Mapping[str, object]], Mapping[str, object]]] = {
    "ballot": inspect_ballot,
    "mask": inspect_mask,
    "rank": inspect_rank,
    "envelope": inspect_envelope,
}


def run(parsed: argparse.Namespace) -> int:
    """Read standard input to its end. A line that cannot be understood gives `{"error": …}` and, at the end, exit code
    2; the other lines are still processed."""
    return exit_code_of(lambda: _inspect(INSPECTORS[parsed.task]))


def _inspect(inspect: Callable[[Mapping[str, object]], Mapping[str, object]]) -> int:
    failed, words = 0, words_for_errors()
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            result = inspect(_row(line))
        except RequestError as error:
            failed += 1
            said = error.sentence(words) if isinstance(error, BadRow) else refusal(words, error)
            print_error(words.judging.bad_input(line=number, trouble=said))
            result = {"error": said}
        print(json.dumps(result, ensure_ascii=False), flush=True)
    return ASKED_WRONGLY if failed else 0


def _row(line: str) -> Mapping[str, object]:
    try:
        row: Any = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadRow("no_json", value=str(error.colno)) from error
    except RecursionError as error:
        raise BadRow("no_json", value="1") from error
    if not isinstance(row, dict):
        raise BadRow("no_object", value=_shown(row))
    return cast("dict[str, object]", row)
