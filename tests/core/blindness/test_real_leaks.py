"""Tests on real answers that name their author, and real mentions that do not; they keep the rates of both goals."""

import json
from pathlib import Path
from typing import Any

import pytest

from council_core.blindness import mask
from council_core.blindness.protected import protected_regions

DATA = Path(__file__).parents[4] / "shared" / "data" / "identity_leaks.jsonl"
ROWS: list[dict[str, Any]] = (
    [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]
    if DATA.exists()
    else []
)

MASKED_GOAL, KEPT_GOAL = 0.95, 0.99
CLAIM_IT_OF_THEMSELVES = {"leak/0453", "leak/0455"}
"""Answers labelled as talk about GPT-4 that speak of their own chat, or of how they answer: blind, it is a claim."""

pytestmark = pytest.mark.skipif(not ROWS, reason="the shared identity leaks are not here")


def covered(row: dict[str, Any]) -> set[int]:
    spans = mask(row["text"], question=row["prompt"] or "").spans
    return {position for span in spans for position in range(span.start, span.end)}


def spans(action: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(row, span) for row in ROWS for span in row["spans"] if span["action"] == action]


def test_nearly_every_span_that_names_the_author_is_covered() -> None:
    missed = [
        (row["id"], span["text"])
        for row, span in spans("mask")
        if not covered(row).issuperset(
            position for position in range(span["start"], span["end"]) if not row["text"][position].isspace()
        )
    ]

    assert len(missed) <= (1 - MASKED_GOAL) * len(spans("mask")), missed


def test_hardly_any_other_mention_is_touched() -> None:
    touched = [
        (row["id"], span["text"])
        for row, span in spans("keep")
        if row["id"] not in CLAIM_IT_OF_THEMSELVES
        and not covered(row).isdisjoint(range(span["start"], span["end"]))
    ]

    assert len(touched) <= (1 - KEPT_GOAL) * len(spans("keep")), touched


def test_code_addresses_and_quotations_are_untouched() -> None:
    for row in ROWS:
        hidden = covered(row)

        for region in protected_regions(row["text"]):
            assert hidden.isdisjoint(range(region.start, region.end)), row["id"]
