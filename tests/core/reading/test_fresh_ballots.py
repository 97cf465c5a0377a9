"""Tests of 1,024 ballots in many languages that were labelled before anybody looked at the reader's rules: each is read
rightly, or is void with its true reason."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from council_core.reading import read_ballot

LABELS = ("k7f4", "m2p9", "x1qz", "b3wd")
NONCE = "3fa94c07"
CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("fresh_ballots.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Name, text, true order, outcome (`read`, `void`, or `any` of them), a pattern of the reason, and labels other than
`LABELS`."""


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_a_ballot_nobody_tuned_to_is_read_rightly_or_void_with_its_reason(case: dict[str, Any]) -> None:
    labels = case.get("labels")
    read = read_ballot(case["text"], labels or LABELS, nonce=None if labels else NONCE)

    if read.order is None:
        assert case["outcome"] in ("void", "any"), read.why
        assert read.repair is not None
        assert re.search(case["why"], read.repair.problem)
    else:
        assert case["outcome"] in ("read", "any")
        assert [sorted(group) for group in read.order] == case["order"]
