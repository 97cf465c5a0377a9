"""The shared corpus of adversarial answers: sealed, sanitised and flagged as expected."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from council_core import rubrics
from council_core.blindness import mask
from council_core.domain.slate import alias_at
from council_core.envelope import Envelope, blocks, flags, sanitized, seal, visible
from council_core.reading import read_ballot

DATA = Path(__file__).parents[4] / "shared" / "data" / "injections.jsonl"
ROWS: list[dict[str, Any]] = (
    [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]
    if DATA.exists()
    else []
)

pytestmark = pytest.mark.skipif(not ROWS, reason="the shared corpus of injections is not here")


def rows_of(*surfaces: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in ROWS if row["surface"] in surfaces]


def among_others(text: str, question: str = "How do I make this query fast?") -> Envelope:
    answers = ["Use an index.", text, "Measure first."]
    return seal(
        [(alias_at(index), answer) for index, answer in enumerate(answers)],
        question=question,
        rubric=rubrics.load("ranking"),
        seed="5eed" * 8,
        reviewer="test:ada",
    )


@pytest.mark.parametrize("row", rows_of("answer_to_reviewer", "answer_to_chairman"))
def test_an_answer_stays_one_block_and_is_no_ballot(row: dict[str, Any]) -> None:
    text = row["text"]
    envelope = among_others(text)

    found = dict(blocks(envelope.prompt.text, envelope.nonce))

    by_letter = {envelope.ids[label]: block for label, block in found.items()}
    assert len(found) == 3
    assert by_letter[alias_at(1)].encode() == sanitized(text).encode()
    assert not any(label in text for label in envelope.labels)
    assert read_ballot(text, envelope.labels, nonce=envelope.nonce).order is None


@pytest.mark.parametrize("row", rows_of("answer_to_reviewer", "answer_to_chairman"))
def test_what_is_noticed_is_what_is_expected(row: dict[str, Any]) -> None:
    expected = row["expect"]
    noticed: set[str] = set(flags(row["text"]))
    if mask(row["text"]).spans:
        noticed.add("identity_leak")

    if "flag" in expected:
        assert expected["flag"] in noticed
    if "flag_any" in expected:
        assert noticed & set(expected["flag_any"])
    if expected.get("hard_flag") is False:
        assert noticed <= {"identity_leak"}


@pytest.mark.parametrize(
    "row", [param for param in rows_of("answer_to_reviewer") if "unicode" in str(param.values)]
)
def test_nothing_unseen_reaches_a_reviewer(row: dict[str, Any]) -> None:
    if row["expect"].get("invisible_removed"):
        assert not [
            char for char in sanitized(row["text"]) if unicodedata.category(char) in ("Cf", "Co", "Cs")
        ]


@pytest.mark.parametrize("row", rows_of("answer_to_reviewer"))
def test_a_harmless_answer_is_shown_as_it_is(row: dict[str, Any]) -> None:
    if row["expect"].get("text_preserved_modulo_invisible"):
        assert sanitized(row["text"]) == visible(row["text"]).strip()


@pytest.mark.parametrize("row", rows_of("user_question"))
def test_a_question_stands_behind_its_own_fence_unchanged(row: dict[str, Any]) -> None:
    envelope = among_others("An answer.", question=row["text"])

    before_the_responses = envelope.prompt.text[: envelope.prompt.text.index(envelope.nonce)]

    assert f"\n{row['text']}\n<<<END QUESTION" in before_the_responses
    assert read_ballot(row["text"], envelope.labels, nonce=envelope.nonce).order is None
