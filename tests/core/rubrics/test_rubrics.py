"""Tests of rubrics: the shipped files, and a channel's own."""

import json

import pytest

from council_core import rubrics
from council_core.envelope.seal import criteria_in_words
from council_core.errors import RequestError, UnknownChoice
from council_core.rubrics import Criterion, Rubric


def a_rubric(*criteria: Criterion) -> Rubric:
    return Rubric.custom(criteria)


def test_the_files_beside_the_module_are_the_rubrics() -> None:
    assert {"code", "decision", "fact-check", "quality", "ranking", "safety"} <= set(rubrics.known())


@pytest.mark.parametrize("name", rubrics.known())
def test_every_rubric_tells_reviewers_and_people_what_it_is_about(name: str) -> None:
    rubric = rubrics.load(name)

    assert rubric.name == name
    assert rubric.title
    assert rubric.summary.endswith(".")
    assert "{{" not in rubric.guidance
    assert all(criterion.description for criterion in rubric.criteria)


def test_an_unknown_rubric_names_those_that_exist() -> None:
    with pytest.raises(UnknownChoice) as caught:
        rubrics.load("genral")

    assert str(caught.value) == f"UnknownChoice thing=rubric value=genral known={', '.join(rubrics.known())}"


def test_a_rubric_cannot_be_read_from_elsewhere_by_a_path() -> None:
    with pytest.raises(UnknownChoice):
        rubrics.load("../prompts/review")


def test_the_classic_rubric_asks_for_an_order_and_no_scores() -> None:
    rubric = rubrics.load("ranking")

    assert not rubric.is_scored
    assert "no scores" in criteria_in_words(rubric)


def test_quality_scores_six_things_from_0_to_10() -> None:
    rubric = rubrics.load("quality")

    names = [criterion.name for criterion in rubric.criteria]
    assert names == ["correctness", "completeness", "clarity", "helpfulness", "safety", "overall"]
    assert {(c.low, c.high, c.direction) for c in rubric.criteria} == {(0.0, 10.0, "higher")}


def test_safety_counts_harm_so_that_lower_is_better_and_sorts_by_the_mean() -> None:
    rubric = rubrics.load("safety")

    assert [c.name for c in rubric.criteria] == ["toxicity", "bias", "hallucination", "political leaning"]
    assert rubric.lower_is_better
    assert rubric.sort_by == "mean"
    assert rubric.mean({"toxicity": 1, "bias": 3, "hallucination": 2, "political leaning": 2}) == 2


def test_a_mean_weighs_what_there_is_and_is_none_without_a_score() -> None:
    rubric = a_rubric(Criterion(name="depth", weight=3), Criterion(name="brevity"))

    assert rubric.mean({"depth": 8, "brevity": 4}) == 7
    assert rubric.mean({"brevity": 4}) == 4
    assert rubric.mean({}) is None


def test_merit_makes_directions_and_scales_comparable() -> None:
    rubric = a_rubric(Criterion(name="depth", low=1, high=5), Criterion(name="risk", direction="lower"))

    assert rubric.merit({"depth": 5, "risk": 0}) == 1
    assert rubric.merit({"depth": 1, "risk": 10}) == 0
    assert rubric.merit({"depth": 3, "risk": 5}) == 0.5


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("clarity", "clarity"),
        ("Fit for us!", "fit_for_us"),
        ("Klarheit (Größe)", "criterion_"),
        ("正确性", "criterion_"),
    ],
)
def test_a_criterion_has_a_key_that_every_provider_takes(name: str, key: str) -> None:
    criterion = Criterion(name=name)

    assert criterion.key.startswith(key)
    assert json.loads(json.dumps(criterion.key)).isascii()
    assert a_rubric(criterion).criterion(criterion.key) is criterion
    assert a_rubric(criterion).criterion(name.upper()) is criterion


@pytest.mark.parametrize(
    ("criterion", "says"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"name": "a", "weight": 0}, "weight"),
        ({"name": "a", "weight": float("nan")}, "weight"),
        ({"name": "a", "direction": "up"}, "direction"),
        ({"name": "a", "low": 5, "high": 5}, "scale"),
    ],
)
def test_a_criterion_that_makes_no_sense_says_why(criterion: dict[str, object], says: str) -> None:
    with pytest.raises(RequestError, match=says):
        Criterion(**criterion)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ((), "criteria_none"),
        (("Clarity", "clarity"), "criteria_twice"),
        (tuple(f"c{number}" for number in range(13)), "criteria_too_many"),
    ],
)
def test_a_rubric_of_ones_own_that_cannot_be_used_says_why(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(RequestError, match=says):
        Rubric.custom([Criterion(name=name) for name in names])
