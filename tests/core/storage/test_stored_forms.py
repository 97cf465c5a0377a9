"""Tests of stored JSON forms, in both directions: a form changes only on purpose.

`forms/` has today's, one value of each kind with a value in every field. `earlier/` has forms that existing databases
still hold, named `KIND.from-COMMIT.json`; they are never rewritten.
"""

import ast
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import MISSING, fields, is_dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, cast

import pytest

import council_core
from council_core.codec import STORED_VERSION, from_json, from_text, to_json, to_text
from council_core.domain.answer import Abstention, Outcome, Reply
from council_core.domain.ballot import Order
from council_core.domain.checkpoint import EarlierStep
from council_core.domain.place import Message, Place
from council_core.domain.question import Question
from council_core.domain.ranking import Ranking
from council_core.domain.review import Review
from council_core.domain.run import Tally
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import AliasKey, Slate
from council_core.domain.verdict import Verdict
from council_core.engine.dbos_door import steps_of_earlier
from council_core.engine.signals import Heard
from council_core.errors import StoreIncompatible
from council_core.stages.keep import Times
from tests.core.storage.stored_values import VALUES

STORED = Path(__file__).parents[2] / "golden" / "stored"
FORMS, EARLIER, UNDER_WAY = STORED / "forms", STORED / "earlier", STORED / "under_way"

ADVICE = """
The stored form of `{name}` has changed, and databases hold the one in tests/golden/stored/forms/{name}.json.
1. Keep that file as tests/golden/stored/earlier/{name}.from-COMMIT.json, with the last commit that wrote it.
2. See that it is still read: a new field has a default, a renamed one a reader for its old name, anything else a
   migration. Runs under way hold it in the engine's steps as well, where no migration comes.
3. Then `GOLDEN=accept pytest {test}`.
"""


@pytest.mark.parametrize("name", VALUES)
def test_a_value_is_stored_byte_for_byte_in_the_form_that_databases_hold(name: str) -> None:
    kind, _, value = VALUES[name]

    text = to_text(value, kind)

    path = FORMS / f"{name}.json"
    if os.environ.get("GOLDEN") == "accept":
        shown = json.dumps(json.loads(text), indent=1, ensure_ascii=False)
        path.write_text(shown + "\n", encoding="utf-8", newline="\n")
    held = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    expected = json.dumps(held, separators=(",", ":"), ensure_ascii=False)
    assert text == expected, ADVICE.format(name=name, test="tests/core/storage/test_stored_forms.py")
    assert to_json(value, kind) == without_version(held)


@pytest.mark.parametrize("name", VALUES)
def test_a_form_of_a_newer_version_is_refused_with_what_to_do(name: str) -> None:
    kind, _, value = VALUES[name]
    held = without_version(json.loads(to_text(value, kind)))
    of_fields = cast("dict[str, Any]", held) if isinstance(held, dict) else {"value": held}
    newer = json.dumps({"version": STORED_VERSION + 1, **of_fields})

    with pytest.raises(StoreIncompatible, match=r"value_newer value=.* form=2 known=1"):
        from_text(newer, kind)


def without_version(held: Any) -> Any:
    """Return the form without the version at the start of an object with fields."""
    if not isinstance(held, dict):
        return held
    fields = cast("dict[str, Any]", held)
    return {name: value for name, value in fields.items() if name != "version"}


def test_no_kind_that_is_kept_has_a_field_of_its_own_called_version() -> None:
    within = [each for _, _, value in VALUES.values() for each in values_within(value)]

    assert [type(each) for each in within if "version" in {field.name for field in fields(each)}] == []


def test_a_row_without_a_version_is_of_the_first() -> None:
    kind, _, value = VALUES["slate"]
    held = json.loads(to_text(value, kind))

    assert held.pop("version") == 1
    assert from_text(json.dumps(held), kind) == value


@pytest.mark.parametrize("name", VALUES)
def test_what_databases_hold_today_is_read_as_the_same_value(name: str) -> None:
    kind, _, value = VALUES[name]

    held = (FORMS / f"{name}.json").read_text(encoding="utf-8")

    assert from_text(held, kind) == value
    assert from_json(json.loads(held), kind) == value


def test_every_kind_that_the_code_keeps_has_its_golden_form() -> None:
    shown = {written for _, written, _ in VALUES.values()}

    assert set(kinds_kept()) == shown, "add a value to stored_values.py, then GOLDEN=accept"
    assert {path.stem for path in FORMS.iterdir()} == set(VALUES)


def kinds_kept() -> Iterator[str]:
    """Return the kind in each call that writes a value: the codec's, and those of steps."""
    root = Path(council_core.__file__).parent
    rooms = ("storage", "engine", "stages")
    for path in [root / "council_run.py", *(path for room in rooms for path in (root / room).rglob("*.py"))]:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in {"to_text", "to_json", "once", "_once"} or (name == "wait" and len(call.args) == 3):
                kind = ast.unparse(call.args[-1])
                if kind not in {"returns", "self._returns"}:
                    yield kind


def test_every_field_of_every_kind_has_something_in_it_that_is_not_its_default() -> None:
    unlike: dict[str, bool] = {}
    for _, _, value in VALUES.values():
        for each in values_within(value):
            for field in fields(each):
                default = field.default if field.default_factory is MISSING else field.default_factory()
                said = getattr(each, field.name) != default or field.name == "kind"
                place = f"{type(each).__qualname__}.{field.name}"
                unlike[place] = unlike.get(place, False) or said

    assert [place for place, said in unlike.items() if not said] == [], "say it in stored_values.py"


def values_within(value: Any) -> Iterator[Any]:
    """Yield every dataclass in a value, itself included."""
    parts = cast("tuple[Any, ...]", value if isinstance(value, tuple) else ())
    if is_dataclass(value := cast("Any", value)):
        yield value
        parts = tuple(getattr(value, field.name) for field in fields(value))
    for part in parts:
        yield from values_within(part)


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.json")), ids=lambda path: path.stem)
def test_an_earlier_form_is_read_and_nothing_that_stood_there_is_lost(path: Path) -> None:
    kind, *_ = VALUES[path.name.partition(".")[0]]
    held = path.read_text(encoding="utf-8")

    value = from_text(held, kind)

    assert lost(json.loads(held), json.loads(to_text(value, kind))) == []


RENAMED = {"addresses the reviewers": "instruction_to_judge"}
"""Words of earlier forms, and the kinds as which they are read."""


def lost(earlier: Any, now: Any, where: str = "") -> list[str]:
    """Return the parts of the earlier form that today's lacks, by place."""
    if isinstance(earlier, dict) and isinstance(now, dict):
        was, has = cast("tuple[dict[str, Any], dict[str, Any]]", (earlier, now))
        pairs = [(value, has.get(name), f"{where}.{name}") for name, value in was.items()]
    elif isinstance(earlier, list) and isinstance(now, list):
        both = cast("tuple[list[Any], list[Any]]", (earlier, now))
        pairs = [(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip_longest(*both))]
    else:
        return [] if earlier == now or (isinstance(earlier, str) and RENAMED.get(earlier) == now) else [where]
    return [place for pair in pairs for place in lost(*pair)]


COLUMNS: dict[tuple[str, str], Any] = {
    ("runs", "question"): Question,
    ("runs", "settings"): CouncilSettings,
    ("runs", "slate"): Slate,
    ("runs", "key"): AliasKey,
    ("runs", "ranking"): Ranking,
    ("runs", "verdict"): Verdict,
    ("runs", "no_verdict"): tuple[Abstention, ...],
    ("runs", "tally"): Tally,
    ("outcomes", "body"): Outcome,
    ("reviews", "body"): Review,
    ("ballots", "choice"): Order,
    ("receipts", "message"): Message,
    ("receipts", "thread"): Place,
}

STEPS: dict[str, Any] = {
    "answer": Outcome,
    "review": Reply,
    "repair": Reply,
    "synthesize": Reply,
    "keep": Times,
    "trust": dict[str, float],
    "tell": None,
    "signal": Heard | None,
}


@pytest.mark.parametrize("path", sorted(UNDER_WAY.glob("*.sql")), ids=lambda path: path.stem)
def test_every_value_in_a_database_of_an_earlier_version_is_read(path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(path.read_text(encoding="utf-8"))
        held = {
            column: [text for (text,) in connection.execute(f'SELECT "{column[1]}" FROM "{column[0]}"')]  # noqa: S608
            for column in COLUMNS
        }
        query = (
            "SELECT function_name, output, completed_at_epoch_ms FROM operation_outputs ORDER BY function_id"
        )
        rows = [
            EarlierStep(name=name, output=output, ended=ended)
            for name, output, ended in connection.execute(query)
        ]

    assert {column: lost_of(column, texts) for column, texts in held.items()} == {c: [] for c in COLUMNS}
    steps = steps_of_earlier(rows)
    assert len(steps) >= 4
    assert {key.name for key, output in steps.items() if not is_read(key.name, output)} <= {"keep:verdict"}, (
        "done anew"
    )


def test_every_value_that_the_first_schema_held_is_read() -> None:
    rows = json.loads((STORED / "first_schema.json").read_text(encoding="utf-8"))

    for table, column in COLUMNS:
        assert lost_of((table, column), [row[column] for row in rows[table]]) == [], (table, column)


def lost_of(column: tuple[str, str], texts: list[str | None]) -> list[str]:
    """Return the parts of a column's values that are not read any more."""
    kind = COLUMNS[column]
    held = [text for text in texts if text and text != "null"]
    return [
        place
        for text in held
        for place in lost(json.loads(text), json.loads(to_text(from_text(text, kind), kind)))
    ]


def is_read(step: str, output: str) -> bool:
    """Return whether today's story reads the result of this step."""
    try:
        from_text(output, STEPS[step.partition(":")[0]])
    except StoreIncompatible:
        return False
    return True
