"""Tests of lists whose text gives another order: read the right way round or void, never in the listed order."""

import pytest

from council_core.reading import read_ballot

SHOWN = ("Response A", "Response B", "Response C")
LIST = "FINAL RANKING:\n1. Response C\n2. Response A\n3. Response B"

CONTRARY = (
    *(
        f"{line}\n{LIST}"
        for line in (
            "I list the weakest first.",
            "I rank from the least to the most helpful.",
            "Here 3 is the best and 1 the worst.",
            "Rank 3 = best.",
            "Most errors first:",
            "Das Schlechteste zuerst.",
            "Ich beginne mit der schwächsten.",
            "Je commence par la pire.",
            "Empiezo por la peor.",
            "Começo pela pior.",
            "Comincio dalla peggiore.",
            "Начинаю с худшего.",
            "낮은 순위부터 적습니다.",
            "나쁜 것부터 나열합니다.",
            "悪い順に並べます。",
            "从差到好。",
        )
    ),
    "FINAL RANKING:\n1. Response C (worst)\n2. Response A\n3. Response B (best)",
    "FINAL RANKING:\n1. Response C - the poorest\n2. Response A - fine\n3. Response B - the strongest",
    "FINAL RANKING:\n1. Response C ← worst\n2. Response A\n3. Response B",
    "FINAL RANKING:\n1. Response C\n2. Response A\n3. Response B is the best",
    "FINAL RANKING:\n1. Response C (최악)\n2. Response A\n3. Response B (최고)",
    "FINAL RANKING:\n1. Response C (schlechteste)\n2. Response A\n3. Response B",
    "FINAL RANKING: C (worst), A, B (best)",
    "FINAL RANKING:\n1. Response C is not as good as Response A\n2. Response A\n3. Response B",
    "FINAL RANKING:\n1. Response C\n2. Response A is slightly worse than **Response B**\n3. Response B",
    "FINAL RANKING:\n1. Response C ist schlechter als Response B\n2. Response A\n3. Response B",
    "FINAL RANKING:\n1. Response C는 Response B보다 못하다\n2. Response A\n3. Response B",
    "FINAL RANKING:\n1. Response CはResponse Bより劣る\n2. Response A\n3. Response B",
    "FINAL RANKING:\nA: 7/10\nB: 9/10\nC: 3/10",
    "FINAL RANKING:\n1. Response C: 2/10\n2. Response A: 5/10\n3. Response B: 9/10",
    "FINAL RANKING: C ≥ A > B",
    *(
        f"{LIST}\n\n{words}"
        for words in (
            "Updated: 1. B 2. A 3. C",
            "Revised order: B > A > C",
            "Nein, doch nicht: B ist besser.",
            "Non, finalement B est meilleure.",
            "Pensándolo mejor, B es la mejor.",
            "아니, 다시 생각해 보니 B가 1위입니다.",
            "よく考えると、Bが1位です。",
            "再想想,B应该第一。",
        )
    ),
)


@pytest.mark.parametrize("text", CONTRARY)
def test_a_list_is_not_read_against_the_words_beside_it(text: str) -> None:
    reading = read_ballot(text, SHOWN)

    assert reading.order in (None, (("Response B",), ("Response A",), ("Response C",)))
    assert reading.repair is not None or reading.order is not None


@pytest.mark.parametrize(
    "text",
    [
        f"{LIST}\n\nNote: Response B ignored the question.",
        f"{LIST}\n\nI stand by this; A is close.",
        f"If I ignored style: 1. A 2. B 3. C.\n\n{LIST}",
        f"Response B has the worst first paragraph.\n\n{LIST}",
        f"Wait, the first draft had it reversed.\n\n{LIST}",
        "FINAL RANKING:\n1. **Response C** — not the worst\n2. Response A\n3. Response B",
        "FINAL RANKING:\n1. Response C (best)\n2. Response A\n3. Response B (worst)",
        "FINAL RANKING:\n1. Response C - worst formatting, best content\n2. Response A\n3. Response B, last",
        "FINAL RANKING:\n1. Response C: 9/10\n2. Response A: 7/10\n3. Response B: 7/10",
        "FINAL RANKING: C (best), A, B (worst)",
        "FINAL RANKING:\nC: 9/10\nA: 7/10\nB: 3/10",
    ],
)
def test_words_that_agree_with_a_list_or_are_about_something_else_cost_nothing(text: str) -> None:
    assert read_ballot(text, SHOWN).order == (("Response C",), ("Response A",), ("Response B",))
