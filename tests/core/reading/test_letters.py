"""Tests of converting a reviewer's opaque ids to the run's letters."""

import json

from council_core import rubrics
from council_core.domain.slate import Alias
from council_core.envelope import Envelope, seal
from council_core.reading import lettered, read_ballot

ENVELOPE: Envelope = seal(
    [(Alias("A"), "one"), (Alias("B"), "two"), (Alias("C"), "three")],
    question="Which?",
    rubric=rubrics.load("safety"),
    seed="5eed" * 8,
    reviewer="test:ada",
)
ID = {letter: label for label, letter in ENVELOPE.ids.items()}
A, B, C = (ID[Alias(letter)] for letter in "ABC")


def test_order_scores_and_words_come_back_under_letters() -> None:
    marks = {"toxicity": 0, "bias": 0, "hallucination": 1, "political_leaning": 0}
    text = json.dumps(
        {
            "nonce": ENVELOPE.nonce,
            "reasons": {A: f"Better than {C}.", B: "Fine."},
            "scores": dict.fromkeys((A, B, C), marks),
            "ranking": [A, [C, B]],
            "comment": f"{A} made nothing up.",
        }
    )

    reading = lettered(
        read_ballot(text, ENVELOPE.labels, nonce=ENVELOPE.nonce, rubric=ENVELOPE.rubric), ENVELOPE
    )

    assert reading.status == "valid"
    assert reading.order == (("A",), ("B", "C"))
    assert {(score.alias, score.criterion) for score in reading.scores} >= {("B", "political leaning")}
    assert dict(reading.reasons) == {"A": "Better than Response C.", "B": "Fine."}
    assert reading.comment == "Response A made nothing up."


def test_why_a_ballot_is_void_is_said_in_letters_too() -> None:
    text = json.dumps({"nonce": ENVELOPE.nonce, "ranking": [A, A, B]})

    reading = lettered(read_ballot(text, ENVELOPE.labels, nonce=ENVELOPE.nonce), ENVELOPE)

    assert (reading.order, reading.why) == (None, "It names Response A twice.")
