"""Tests of rankings that begin with the worst, in every language of the reader, and of withdrawn rankings."""

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
    "FINAL RANKING, lowest to highest:",
    "FINAL RANKING (from least to most helpful):",
    "FINAL RANKING (bottom to top):",
    "FINAL RANKING (last place first):",
    "FINAL RANKING - ascending order of quality:",
    "Endgültige Rangliste (vom schlechtesten zum besten):",
    "Endgültige Rangliste (von schlecht nach gut):",
    "Endgültige Rangliste (schlechteste Antwort zuerst):",
    "Endgültige Rangliste (von unten nach oben):",
    "Endgültige Rangliste (umgekehrte Reihenfolge):",
    "Classement final (le pire d'abord) :",
    "Classement final (du moins bon au meilleur) :",
    "Classement final (ordre croissant) :",
    "Classement final (du plus faible au plus fort) :",
    "Clasificación final (la peor primero):",
    "Clasificación final (orden ascendente):",
    "Clasificación final (de menor a mayor):",
    "Classificação final (pior primeiro):",
    "Classificação final (ordem crescente):",
    "Classificação final (do pior ao melhor):",
    "Classifica finale (prima la peggiore):",
    "Classifica finale (ordine crescente):",
    "Classifica finale (dalla peggiore alla migliore):",
    "Итоговый рейтинг (сначала худшие):",
    "Итоговый рейтинг (по возрастанию качества):",
    "Итоговый рейтинг (от слабого к сильному):",
    "Підсумковий рейтинг (спочатку найгірші):",
    "Підсумковий рейтинг (за зростанням):",
    "Nihai sıralama (en kötü önce):",
    "Nihai sıralama (kötüden iyiye):",
    "Ostateczny ranking (najgorsza pierwsza):",
    "Ostateczny ranking (rosnąco):",
    "最终排名（从最差到最好）：",
    "最终排名（最差的在前）：",
    "最终排名（由差至好）：",
    "最终排名（升序）：",
    "最终排名（从劣到优）：",
    "最終排名（從差到好）：",
    "最終ランキング（低い順）：",
    "最終ランキング（最下位から）：",
    "最終ランキング（昇順）：",
    "最終順位（悪いものから）：",
    "최종 순위 (나쁜 것부터):",
    "최종 순위 (낮은 순):",
    "최종 순위 (최하위부터):",
    "최종 순위 (오름차순):",
    "최종 순위 (꼴찌부터):",
    "최종 순위 (역순):",
    "التصنيف النهائي (الأسوأ أولاً):",
    "الترتيب النهائي (تصاعدي):",
    "الترتيب النهائي (من الأضعف إلى الأقوى):",
    "अंतिम रैंकिंग (सबसे खराब पहले):",
    "अंतिम क्रम (आरोही):",
]
ELSEWHERE = [
    *(
        "slechtste eerst",
        "van slecht naar goed",
        "oplopend",
        "sämst först",
        "från sämst till bäst",
        "dårligst først",
    ),
    *("fra dårligst til bedst", "huonoin ensin", "huonoimmasta parhaaseen", "nejhorší první", "vzestupně"),
    *("od nejhoršího k nejlepšímu", "legrosszabb elöl", "a legrosszabbtól a legjobbig", "tệ nhất trước"),
    *("từ tệ nhất đến tốt nhất", "terburuk dahulu", "dari yang terburuk ke terbaik", "χειρότερη πρώτη"),
    *("από το χειρότερο στο καλύτερο", "הגרוע ביותר ראשון", "מהגרוע לטוב", "แย่ที่สุดก่อน", "จากแย่ที่สุดไปดีที่สุด"),
    *("cel mai slab primul", "de la cel mai slab la cel mai bun", "بدترین اول", "از بدترین به بهترین"),
    *("best last", "the last one is the best", "reversed", "1 = worst", "best at the bottom", "winner last"),
    *(
        "losers first",
        "from the bottom up",
        "最差→最好",
        "반대 순서",
        "못한 것부터",
        "du plus mauvais au meilleur",
    ),
    *("el último es el mejor", "beste zuletzt", "die beste steht unten", "od najgorszej", "zayıftan güçlüye"),
]
"""Remarks in languages with and without a marker of their own; the marker may be English all the same."""


@pytest.mark.parametrize("marker", WORST_FIRST)
def test_a_list_that_begins_with_the_worst_is_read_rightly_or_void(marker: str) -> None:
    listed = "\n".join(f"{place}. {group[0]}" for place, group in enumerate(BEST_FIRST[::-1], start=1))

    read = read_ballot(f"{marker}\n{listed}", LABELS)

    assert read.order in (BEST_FIRST, None)


@pytest.mark.parametrize("remark", ELSEWHERE)
@pytest.mark.parametrize(
    "form",
    [
        "FINAL RANKING ({}):\n{}",
        "FINAL RANKING:\n({})\n{}",
        "{}:\nFINAL RANKING:\n{}",
        "FINAL RANKING:\n{1}\n({0})",
    ],
)
def test_a_remark_in_any_language_turns_the_list_round_or_voids_it(form: str, remark: str) -> None:
    listed = "\n".join(f"{place}. {group[0]}" for place, group in enumerate(BEST_FIRST[::-1], start=1))
    numbered = form if "{1}" in form else form.replace("{}", "{0}", 1).replace("{}", "{1}", 1)

    assert read_ballot(numbered.format(remark, listed), LABELS).order in (BEST_FIRST, None)


@pytest.mark.parametrize("remark", ["in klingonisch: QapHa'", "qalu haluk", "ניסיון", "xắp xếp lạ"])
def test_a_remark_that_nobody_can_read_is_asked_about(remark: str) -> None:
    read = read_ballot(f"FINAL RANKING ({remark}):\n1. m2p9\n2. k7f4\n3. x1qz", LABELS)

    assert (read.status, read.order) == ("void", None)
    assert read.repair is not None
    assert remark in read.repair.problem


@pytest.mark.parametrize(
    "remark",
    [
        "best first",
        "ids only",
        "3 responses",
        "overall",
        "m2p9, k7f4, x1qz",
        "最终排名",
        "in order of quality",
    ],
)
def test_a_harmless_remark_changes_nothing(remark: str) -> None:
    read = read_ballot(f"FINAL RANKING ({remark}):\n1. m2p9\n2. k7f4\n3. x1qz", LABELS)

    assert read.order == BEST_FIRST


@pytest.mark.parametrize(
    "more",
    [{"note": "worst first"}, {"comment": "Listed from worst to best."}, {"direction": "worst_to_best"}],
)
def test_a_structured_reply_that_says_it_begins_with_the_worst_is_asked_about(more: dict[str, str]) -> None:
    read = read_ballot(json.dumps({"ranking": ["x1qz", "k7f4", "m2p9"], **more}), LABELS)

    assert (read.status, read.order) == ("void", None)
    assert read.repair is not None
    assert read.repair.problem == "it says that its ranking begins with the worst."


@pytest.mark.parametrize(
    "marker",
    [
        "FINAL RANKING (best to worst):",
        "Endgültige Rangliste (beste zuerst):",
        "最终排名：",
        "FINAL RANKING (highest to lowest):",
        "Endgültige Rangliste (vom besten zum schlechtesten):",
        "Classement final (du meilleur au pire) :",
        "Clasificación final (de mejor a peor):",
        "最终排名（从好到差）：",
        "최종 순위 (최고부터):",
        "最終ランキング（良い順）：",
        "Итоговый рейтинг (от лучшего к худшему):",
        "Nihai sıralama (en iyiden en kötüye):",
        "Ostateczny ranking (od najlepszego do najgorszego):",
        "التصنيف النهائي (من الأفضل إلى الأسوأ):",
        "Classifica finale (dal migliore al peggiore):",
        "Classificação final (do melhor para o pior):",
        "Clasificación final (orden descendente):",
        "Classement final (ordre décroissant) :",
        "FINAL RANKING (descending):",
        "अंतिम रैंकिंग (सबसे अच्छा पहले):",
    ],
)
def test_a_list_that_begins_with_the_best_is_read_as_it_stands(marker: str) -> None:
    listed = "\n".join(f"{place}. {group[0]}" for place, group in enumerate(BEST_FIRST, start=1))

    assert read_ballot(f"{marker}\n{listed}", LABELS).order == BEST_FIRST


RETRACTIONS = (
    "Scratch that.",
    "Please disregard the ranking above.",
    "Ignore my list.",
    "I take that back.",
    "On second thought, m2p9 is worst.",
    "I've changed my mind about k7f4.",
    "The ranking is reversed.",
    "Wait, k7f4 and m2p9 should be swapped.",
    "Correction: x1qz is better.",
    "Oops! I made a mistake.",
    "Ich nehme das zurück.",
    "Korrektur: x1qz ist besser.",
    "Je me rétracte.",
    "Me retracto.",
    "更正：x1qz 更好。",
    "訂正します。",
    "정정합니다.",
    "Ich ziehe diese Rangliste zurück.",
    "Streichen Sie das.",
    "Die Reihenfolge ist verkehrt herum.",
    "Ich habe mich geirrt.",
    "Vergessen Sie die Liste oben.",
    "Bitte ignorieren Sie die Rangliste.",
    "Je retire ce classement.",
    "Oubliez ce classement.",
    "J'ai changé d'avis.",
    "Le classement est inversé.",
    "Ignorez la liste ci-dessus.",
    "Correction : x1qz est meilleur.",
    "Retiro lo dicho.",
    "Olvide esta clasificación.",
    "He cambiado de opinión.",
    "El orden está invertido.",
    "Ignore la lista anterior.",
    "Corrección: x1qz es mejor.",
    "Retiro o que disse.",
    "Mudei de ideia.",
    "Ignore a lista acima.",
    "A ordem está invertida.",
    "Ritiro la classifica.",
    "Ho cambiato idea.",
    "Ignorate la lista sopra.",
    "L'ordine è invertito.",
    "Я передумал.",
    "Отзываю этот рейтинг.",
    "Порядок перепутан.",
    "Поправка: x1qz лучше.",
    "Забудьте этот список.",
    "Я передумав.",
    "Відкликаю цей рейтинг.",
    "Fikrimi değiştirdim.",
    "Bu sıralamayı geri alıyorum.",
    "Düzeltme: x1qz daha iyi.",
    "Zmieniłem zdanie.",
    "Wycofuję ten ranking.",
    "Poprawka: x1qz jest lepszy.",
    "我收回这个排名。",
    "请忽略上面的排名。",
    "我改变主意了。",
    "顺序反了。",
    "この順位を撤回します。",
    "考えが変わりました。",
    "上の順位は無視してください。",
    "順序が逆です。",
    "이 순위를 취소합니다.",
    "생각이 바뀌었습니다.",
    "위 순위는 무시해 주세요.",
    "순서가 거꾸로입니다.",
    "철회합니다.",
    "أسحب هذا الترتيب.",
    "غيرت رأيي.",
    "تصحيح: x1qz أفضل.",
    "تجاهلوا الترتيب أعلاه.",
    "मैं यह क्रम वापस लेता हूँ।",
    "मैंने अपना विचार बदल दिया।",
    "Actually, ignore the list above.",
    "Strike my ranking.",
    "I withdraw this ranking.",
    "My ranking is backwards.",
    "Please swap k7f4 and m2p9.",
    "I got the order wrong.",
    "Sorry, the list should be reversed.",
    "Let me correct that: x1qz is best.",
    "Never mind the order above.",
)
RANKING = "FINAL RANKING:\n1. m2p9\n2. k7f4\n3. x1qz"


@pytest.mark.parametrize("words", RETRACTIONS)
@given(between=st.sampled_from(["\n", "\n\n", "\n\nHm. "]))
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
        "Der Vergleich zeigt: m2p9 vergisst nichts.",
        "La liste de m2p9 est complète.",
        "k7f4 a corrigé son erreur.",
        "Я доволен порядком.",
        "m2p9은 순서를 잘 지켰습니다.",
        "x1qz 的排名最低。",
        "m2p9 が一番良い。",
        "الترتيب نهائي.",
        "m2p9 corrects the order of steps, k7f4 gets the order wrong in step 2.",
        "x1qz should swap its two lists.",
    ],
)
def test_words_behind_a_ranking_that_take_nothing_back_change_nothing(words: str) -> None:
    assert read_ballot(f"{RANKING}\n\n{words}", LABELS).order == BEST_FIRST


@pytest.mark.parametrize("words", ["Wait, the first draft had it reversed.", "On reflection, m2p9 is best."])
def test_second_thoughts_before_the_ranking_are_thoughts(words: str) -> None:
    assert read_ballot(f"{words}\n\n{RANKING}", LABELS).order == BEST_FIRST
