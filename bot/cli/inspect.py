"""`council inspect …`: JSON lines in, one JSON line each out, through the very code that runs use."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, cast

from bot.cli.failing import ASKED_WRONGLY, complain, guarded
from council_core.errors import RequestError

Inspect = Callable[[Mapping[str, object]], Mapping[str, object]]


def _ballot() -> Inspect:
    from council_core.reading.inspect import inspect_ballot

    return inspect_ballot


def _mask() -> Inspect:
    from council_core.blindness.inspect import inspect_mask

    return inspect_mask


def _rank() -> Inspect:
    from council_core.aggregation.inspect import inspect_rank

    return inspect_rank


def _envelope() -> Inspect:
    from council_core.blindness import mask
    from council_core.envelope.inspect import inspect_envelope

    def inspect(row: Mapping[str, object]) -> Mapping[str, object]:
        question = row.get("question", "")
        return inspect_envelope(row, mask=lambda text: mask(text, question=str(question)).text)

    return inspect


INSPECTORS: dict[str, Callable[[], Inspect]] = {
    "ballot": _ballot,
    "mask": _mask,
    "rank": _rank,
    "envelope": _envelope,
}


def run(parsed: argparse.Namespace) -> int:
    """Reads standard input to its end. A line that cannot be understood gives `{"error": …}` and exit code 2 at
    the end; the other lines are done all the same."""
    return guarded(lambda: _inspect(INSPECTORS[parsed.what]()))


def _inspect(inspect: Inspect) -> int:
    failed = 0
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            result = inspect(_row(line))
        except RequestError as error:
            failed += 1
            complain(f"Line {number}: {error}")
            result = {"error": str(error)}
        print(json.dumps(result, ensure_ascii=False), flush=True)
    return ASKED_WRONGLY if failed else 0


def _row(line: str) -> Mapping[str, object]:
    try:
        row: Any = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise RequestError(f"This is not JSON: {error}.") from error
    if not isinstance(row, dict):
        raise RequestError("A line must be a JSON object.")
    return cast("dict[str, object]", row)
