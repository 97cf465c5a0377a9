"""Tests on real reviews by many models, and on attacks: each is read with its meaning, or void."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli.inspect import inspect_ballot
from council_core.reading import read_ballot

DATA = Path(__file__).parents[4] / "shared" / "data"


def rows(name: str) -> list[dict[str, Any]]:
    path = DATA / name
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


BALLOTS = rows("ballots.jsonl")
ATTACKS = [row for row in rows("injections.jsonl") if row["surface"] == "review_output"]


@pytest.mark.skipif(not BALLOTS, reason="the shared ballots are not here")
@pytest.mark.parametrize("row", [pytest.param(row, id=str(row["id"])) for row in BALLOTS])
def test_a_real_review_is_read_as_it_says_or_void_if_that_is_no_permutation(row: dict[str, Any]) -> None:
    result = inspect_ballot({"text": row["text"], "shown": row["shown"]})

    assert result["ranking"] == (row["says"] if row["is_permutation"] else None), result["why"]


@pytest.mark.skipif(not BALLOTS, reason="the shared ballots are not here")
@pytest.mark.parametrize(
    "row", [pytest.param(row, id=str(row["id"])) for row in BALLOTS if row["is_permutation"]]
)
def test_the_same_review_under_opaque_ids_is_read_the_same(row: dict[str, Any]) -> None:
    ids = dict(
        zip(row["shown"], ("k7f4", "m3x9", "w6h8", "p9t3", "r4g6", "n8v7", "j6q4", "z3k9"), strict=False)
    )
    text = row["text"]
    for label, opaque in ids.items():
        text = text.replace(label, opaque)

    order = read_ballot(text, list(ids.values())).order

    assert order == tuple((ids[label],) for label in row["says"])


@pytest.mark.skipif(not ATTACKS, reason="the shared attacks are not here")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ATTACKS])
def test_an_attack_on_the_reader_gives_what_is_expected(row: dict[str, Any]) -> None:
    expected = row["expect"]

    result = inspect_ballot({"text": row["text"], "shown": expected["valid_ids"], "nonce": expected["nonce"]})

    assert result["ranking"] == expected["parsed"], result["why"]
    assert (result["status"] == "void") == (expected["status"] in ("reject", "abstain"))
