"""Rankings that begin with the worst, in every language the reader knows, and rankings that are taken back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.reading import read_ballot

LABELS = ("k7f4", "m2p9", "x1qz")
BEST_FIRST = (("m2p9",), ("k7f4",), ("x1qz",))

WORST_FIRST = [
    "FINAL RANKING (worst to best):",
    "FINAL RANKING (weakest first):",
    "Final ranking, from worst to best:",
    "FINAL RANKING:\n(worst first)",
    "Endgültige Rangliste (schlechteste zuerst):",
    "Endgültige Rangliste (aufsteigend):",
    "Classement final (du pire au meilleur) :",
    "Clasificación final (de peor a mejor):",
    "Classificação final (do pior para o melhor):",
    "Classifica finale (dal peggiore al migliore):",
    "Итоговый рейтинг (от худшего к лучшему):",
    "Підсумковий рейтинг (від найгіршого до найкращого):",
    "Nihai sıralama (en kötüden en iyiye):",
    "Ostateczny ranking (od najgorszego do najlepszego):",
    "最终排名（从差到好）：",
    "最终排名（从低到高）：",
    "最終ランキング（悪い順から）：",
    "최종 순위 (최악부터):",
    "التصنيف النهائي (من الأسوأ إلى الأفضل):",
    "अंतिम रैंकिंग (सबसे खराब से):",
]


@pytest.mark.parametrize("marker", WORST_FIRST)
def test_a_list_that_begins_with_the_worst_is_read_rightly_or_void(marker: str) -> None:
    listed = "\n".join(f"{place}. {group[0]}" for place, group in enumerate(BEST_FIRST[::-1], start=1))

    read = read_ballot(f"{marker}\n{listed}", LABELS)

    assert read.order in (BEST_FIRST, None)


@pytest.mark.parametrize(
    "marker", ["FINAL RANKING (best to worst):", "Endgültige Rangliste (beste zuerst):", "最终排名："]
)
def test_a_list_that_begins_with_the_best_is_read_as_it_stands(marker: str) -> None:
    listed = "\n".join(f"{place}. {group[0]}" for place, group in enumerate(BEST_FIRST, start=1))

    assert read_ballot(f"{marker}\n{listed}", LABELS).order == BEST_FIRST


RETRACTIONS = (
    *("Scratch that.", "Please disregard the ranking above.", "Ignore my list.", "I take that back."),
    *("On second thought, m2p9 is worst.", "I've changed my mind about k7f4.", "The ranking is reversed."),
    *("Wait, k7f4 and m2p9 should be swapped.", "Correction: x1qz is better.", "Oops! I made a mistake."),
    *("Ich nehme das zurück.", "Korrektur: x1qz ist besser.", "Je me rétracte.", "Me retracto."),
    *("更正：x1qz 更好。", "訂正します。", "정정합니다."),
)
RANKING = "FINAL RANKING:\n1. m2p9\n2. k7f4\n3. x1qz"


@given(st.sampled_from(RETRACTIONS), st.sampled_from(["\n", "\n\n", "\n\nHm. "]))
def test_a_ranking_that_is_taken_back_goes_to_repair(words: str, between: str) -> None:
    in_json = json.dumps({"ranking": ["m2p9", "k7f4", "x1qz"]})

    for ranking in (RANKING, in_json):
        read = read_ballot(f"{ranking}{between}{words}", LABELS)

        assert (read.status, read.order) == ("void", None)
        assert read.repair is not None
        assert read.repair.problem == "it takes its ranking back afterwards."


@pytest.mark.parametrize(
    "words",
    [
        *("I take that back.", "Please disregard my ranking.", "The order is reversed: x1qz is best."),
        *("On second thought, m2p9 is worst.", "I've changed my mind about k7f4.", "I retract this ranking."),
        *(
            "Ich nehme das zurück.",
            "Je me rétracte.",
            "Me retracto.",
            "Clear enough. " * 200 + "I revoke it.",
        ),
    ],
)
def test_a_ranking_that_its_own_comment_takes_back_goes_to_repair(words: str) -> None:
    reply = json.dumps({"ranking": ["m2p9", "k7f4", "x1qz"], "comment": words})

    read = read_ballot(reply, LABELS)

    assert (read.status, read.order) == ("void", None)
    assert read.repair is not None
    assert read.repair.problem == "it takes its ranking back afterwards."


@pytest.mark.parametrize(
    "words",
    [
        *("m2p9 tells me to ignore the above, which I did not.", "Wait, what? x1qz says nothing."),
        *("The order of steps in k7f4 is wrong.", "x1qz should be swapped for m2p9 in print."),
        *("k7f4 disregards that case; its list is incorrect.", "m2p9 takes its claim back halfway."),
    ],
)
def test_a_comment_on_what_responses_say_takes_nothing_back(words: str) -> None:
    reply = json.dumps({"ranking": ["m2p9", "k7f4", "x1qz"], "comment": words})

    assert read_ballot(reply, LABELS).order == BEST_FIRST


@pytest.mark.parametrize(
    "words",
    [
        "m2p9 is the most complete of them.",
        "Thank you for reading.",
        "k7f4 forgot the case that matters, and x1qz ignores the question.",
    ],
)
def test_words_behind_a_ranking_that_take_nothing_back_change_nothing(words: str) -> None:
    assert read_ballot(f"{RANKING}\n\n{words}", LABELS).order == BEST_FIRST


@pytest.mark.parametrize("words", ["Wait, the first draft had it reversed.", "On reflection, m2p9 is best."])
def test_second_thoughts_before_the_ranking_are_thoughts(words: str) -> None:
    assert read_ballot(f"{words}\n\n{RANKING}", LABELS).order == BEST_FIRST
