"""Tests of custom criteria as people type them."""

import pytest

from council_core.errors import RequestError
from council_core.rubrics import Criterion, custom_rubric, rubric_for


def test_a_criterion_is_a_name_with_weight_direction_and_description() -> None:
    rubric = custom_rubric("correctness x2: Is it true?; brevity\nharm (lower): insults and threats")

    assert rubric.criteria == (
        Criterion(name="correctness", weight=2.0, description="Is it true?"),
        Criterion(name="brevity"),
        Criterion(name="harm", direction="lower", description="insults and threats"),
    )


@pytest.mark.parametrize(
    ("text", "criterion"),
    [
        ("fits our stack X1.5", Criterion(name="fits our stack", weight=1.5)),
        ("risk x0,5 (lower)", Criterion(name="risk", weight=0.5, direction="lower")),
        ("  正确性 ; ", Criterion(name="正确性")),
        ("max load: x2 is fine", Criterion(name="max load", description="x2 is fine")),
    ],
)
def test_spaces_case_and_commas_do_not_matter(text: str, criterion: Criterion) -> None:
    assert custom_rubric(text).criteria == (criterion,)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x2", "criterion_unread"),
        ("brevity (upper)", "criterion_unread"),
        ("brevity x0", "criterion_weight"),
        ("brevity; Brevity", "criteria_twice"),
        (" ; ", "criteria_none"),
        ("; ".join(f"c{n}" for n in range(13)), "criteria_too_many"),
    ],
)
def test_what_cannot_be_meant_is_said(text: str, why: str) -> None:
    with pytest.raises(RequestError, match=why):
        custom_rubric(text)


def test_own_criteria_stand_in_place_of_the_named_rubric() -> None:
    assert rubric_for("quality", "").name == "quality"
    assert rubric_for("quality", "brevity").criteria == (Criterion(name="brevity"),)
