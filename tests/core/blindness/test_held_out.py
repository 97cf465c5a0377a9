"""Texts that were labelled before the rules had been tried on them: how many leaks are masked, how many topics kept.

`held_out/README.md` says what the sets are and how to add one. `looked_at` holds texts for reading: all are right.
"""

from pathlib import Path

import pytest

from council_core.blindness import mask
from council_core.domain.member import Member, MemberId, Roster
from tests.core.blindness.masking import Case, uncovered

HERE = Path(__file__).parent
HELD_OUT = sorted((HERE / "held_out").glob("*.tsv"))
LOOKED_AT = sorted((HERE / "looked_at").glob("*.tsv"))
LEAKS_MASKED = 0.90
TOPICS_KEPT = 0.99
HARDER = {
    ("18", "leak"): 0.85,
    ("32", "leak"): 0.75,
    ("33", "leak"): 0.80,
    ("34", "leak"): 0.80,
    ("35", "leak"): 0.80,
    ("36", "leak"): 0.80,
    ("10", "keep"): 0.97,
    ("20", "keep"): 0.96,
    ("23", "keep"): 0.96,
}
"""Shares of sets whose rows were not read, or are odder than others."""


def seat(model: str, name: str) -> Member:
    return Member(id=MemberId(model), model=model, name=name)


SEATS = (seat("lab:orrin-5-mist", "Orrin 5 Mist"), seat("router:tarn/velka-70b", "Velka"))
ROSTER = Roster(members=SEATS, chairman=SEATS[0])


def cases(file: Path, label: str) -> list[Case]:
    """Return the rows of one label."""
    found: list[Case] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        what, kind, text, hidden, question = [*line.replace("\\n", "\n").split("\t"), "", ""][:5]
        if what == label:
            found.append(Case(kind, text, tuple(filter(None, hidden.split(" ;; "))), question))
    return found


def is_right(case: Case) -> bool:
    masked = mask(case.text, question=case.question, roster=ROSTER)
    return not uncovered(masked, case.text, case.hidden) if case.hidden else masked.text == case.text


def counts(of: list[Case]) -> str:
    """Return counts by kind, so that a failure does not show any row."""
    kinds = {kind: [is_right(case) for case in of if case.why == kind] for kind in {case.why for case in of}}
    return ", ".join(f"{kind} {sum(each)} of {len(each)}" for kind, each in sorted(kinds.items()))


@pytest.mark.parametrize("label", ["leak", "keep"])
@pytest.mark.parametrize("file", HELD_OUT, ids=lambda file: file.stem)
def test_of_texts_labelled_before_the_rules_nearly_all_are_read_rightly(file: Path, label: str) -> None:
    held_out = cases(file, label)
    share = HARDER.get((file.stem, label), LEAKS_MASKED if label == "leak" else TOPICS_KEPT)

    assert sum(map(is_right, held_out)) >= share * len(held_out), counts(held_out)


@pytest.mark.parametrize("file", LOOKED_AT, ids=lambda file: file.stem)
def test_texts_that_were_looked_at_are_all_read_rightly(file: Path) -> None:
    assert [
        str(case) for label in ("leak", "keep") for case in cases(file, label) if not is_right(case)
    ] == []
