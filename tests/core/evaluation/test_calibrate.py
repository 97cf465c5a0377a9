"""Tests of labelled pairs: the shipped ones, and the reliability of judges that follows from them."""

from collections import Counter
from dataclasses import replace

from council_core.domain.calibration import version_of
from council_core.evaluation.calibrate import findings, shipped_pairs
from council_core.evaluation.items import Item, Judgement
from tests.samples import MEMBERS, NOON

ADA, BLAISE, *_ = MEMBERS


def test_some_thirty_pairs_ship_and_neither_place_nor_length_gives_the_right_one_away() -> None:
    pairs = shipped_pairs()

    assert 30 <= len(pairs) <= 40
    assert all(pair.question and len(pair.answers) == 2 and len(pair.best) == 1 for pair in pairs)
    first = sum(pair.answers[0][0] in pair.best for pair in pairs)
    shorter = sum(min(pair.answers, key=lambda answer: len(answer[1]))[0] in pair.best for pair in pairs)
    assert abs(first - len(pairs) / 2) <= 2
    assert abs(shorter - len(pairs) / 2) <= 3


def test_adversarial_pairs_are_among_them() -> None:
    kinds = Counter(pair.id.rpartition("-")[0] for pair in shipped_pairs())

    assert kinds["polished"] + kinds["instruction"] + kinds["sway"] + kinds["premise"] >= 15


def judged(pair: Item, **right: bool) -> Item:
    (best,) = pair.best
    (other,) = set(pair.names) - pair.best
    members = {"ada": ADA.id, "blaise": BLAISE.id}
    return replace(
        pair,
        judgements=tuple(
            Judgement(judge=members[name], order=((best,), (other,)) if is_right else ((other,), (best,)))
            for name, is_right in right.items()
        ),
    )


def test_who_is_right_is_trusted_more_and_who_is_wrong_less() -> None:
    items = [judged(pair, ada=True, blaise=False) for pair in shipped_pairs()]

    ada, blaise = findings(items, MEMBERS, "ranking", NOON)

    assert (ada.member, blaise.member) == (ADA, BLAISE)
    assert ada.reliability > 2 > 0.1 > blaise.reliability
    assert ada.calibration.version == version_of(ADA)
    assert (ada.calibration.picks, ada.calibration.rubric, ada.calibration.at) == (
        len(items),
        "ranking",
        NOON,
    )


def test_a_model_that_thinks_harder_is_another_judge() -> None:
    assert version_of(ADA) != version_of(replace(ADA, reasoning_effort="high"))
    assert version_of(ADA) == version_of(replace(ADA, name="Somebody"))
