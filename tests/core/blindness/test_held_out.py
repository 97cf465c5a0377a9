"""Labelled answers: how many leaks are masked, and how many answers stay as they are.

`training/README.md` says what the sets are and how to add one. Nothing was learned or written from those in `held_out`.
"""

from pathlib import Path

import pytest

from tests.core.blindness.masking import HELD_OUT, LOOKED_AT, TRAINING, Case, cases, is_right
from tests.core.blindness.train import WEIGHTS, digest

LEAST = {"45": (0.92, 0.99), "46": (0.89, 0.99), "58": (0.70, 0.96), "59": (0.90, 0.97)}
"""The least shares of leaks masked and of other answers kept in each held-out set. The authors of 45, 46 and
59 wrote what models mostly say of themselves; that of 58 sought the ways in which a reader just notices it."""
LEAKS_LEARNED, KEPT_LEARNED = 0.65, 0.93
"""The least shares of a set that was learned from. Some sets were written to find gaps."""
LEAST_OBVIOUS, LEAKS_LEAST_OBVIOUS = "56", 0.55
"""The set of the least obvious ways to give oneself away, and the least share of its leaks masked."""


def share_right(of: list[Case]) -> float:
    return sum(map(is_right, of)) / len(of)


def counts(of: list[Case]) -> str:
    """Return counts by kind, so that a failure does not show any row."""
    kinds = {kind: [is_right(case) for case in of if case.why == kind] for kind in {case.why for case in of}}
    return ", ".join(f"{kind} {sum(each)} of {len(each)}" for kind, each in sorted(kinds.items()))


def leaks_and_kept(files: list[Path]) -> tuple[list[Case], list[Case]]:
    found = [case for file in files for case in cases(file)]
    return [case for case in found if case.hidden], [case for case in found if not case.hidden]


@pytest.mark.parametrize("file", HELD_OUT, ids=lambda file: file.stem)
def test_of_answers_that_nothing_was_learned_from_most_are_read_rightly(file: Path) -> None:
    leaks, kept = leaks_and_kept([file])
    leaks_masked, others_kept = LEAST[file.stem]

    assert share_right(leaks) >= leaks_masked, counts(leaks)
    assert share_right(kept) >= others_kept, counts(kept)


@pytest.mark.parametrize(
    "file", [each for each in TRAINING if each not in LOOKED_AT], ids=lambda file: file.stem
)
def test_what_was_learned_stays_learned(file: Path) -> None:
    leaks, kept = leaks_and_kept([file])
    least = LEAKS_LEAST_OBVIOUS if file.stem == LEAST_OBVIOUS else LEAKS_LEARNED

    assert share_right(leaks) >= least, counts(leaks)
    assert share_right(kept) >= KEPT_LEARNED, counts(kept)


@pytest.mark.parametrize("file", LOOKED_AT, ids=lambda file: file.stem)
def test_texts_that_were_looked_at_are_all_read_rightly(file: Path) -> None:
    assert [str(case) for case in cases(file) if not is_right(case)] == []


def test_the_weights_are_those_of_the_labelled_answers() -> None:
    learned_from = WEIGHTS.read_text(encoding="utf-8").partition("\n")[0]

    assert learned_from == f"# {digest()}", "run python -m tests.core.blindness.train"
