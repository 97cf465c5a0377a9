"""Tests of sentences beside a list that name no response: one that may turn the list round goes to repair."""

# ruff: noqa: E501 - a case reads best on one line, in the signs of its language

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.reading import read_ballot

LABELS = ("k7f4", "m2p9", "x1qz")
LIST = "FINAL RANKING:\n1. x1qz\n2. k7f4\n3. m2p9"

WORDS = {
    "en": (["best", "strongest"], ["worst", "weakest"], ["The list runs from {bad} to {good}.", "The {good} one comes last.", "I put the {bad} on top.", "{good} to {bad} is reversed here.", "Read it from the bottom up, {good} at the end."]),
    "de": (["beste", "stärkste"], ["schlechteste", "schwächste"], ["Die {good} Antwort steht unten.", "Oben steht die {bad} Antwort.", "Von der {bad}n zur {good}n.", "Die Reihenfolge ist umgedreht.", "Zuletzt kommt die {good}."]),
    "fr": (["meilleure", "plus forte"], ["pire", "plus faible"], ["La {good} figure en dernier.", "La {bad} ouvre la liste en premier.", "De la {bad} à la {good}.", "L'ordre est donné à l'envers.", "La {good} est en bas."]),
    "es": (["mejor", "más fuerte"], ["peor", "más débil"], ["La {good} va al final.", "La {bad} aparece primero.", "De la {bad} a la {good}.", "El orden va al revés.", "Abajo está la {good}."]),
    "pt": (["melhor", "mais forte"], ["pior", "mais fraca"], ["A {good} está no fim.", "A {bad} vem primeiro.", "Da {bad} à {good}.", "A ordem está ao contrário.", "A última é a {good}."]),
    "it": (["migliore", "più forte"], ["peggiore", "più debole"], ["La {good} sta in fondo.", "La {bad} viene per prima.", "Dalla {bad} alla {good}.", "La lista va al contrario.", "L'ultima è la {good}."]),
    "ru": (["лучший", "сильный"], ["худший", "слабый"], ["Самый {good} стоит последним.", "Первым идёт самый {bad}.", "Порядок обратный.", "Внизу — самый {good}.", "Начинается с того, кто {bad}."]),
    "uk": (["найкраща", "найсильніша"], ["найгірша", "найслабша"], ["Остання відповідь — {good}.", "Спочатку йде {bad}.", "Порядок зворотний.", "Унизу, в кінці — {good}."]),
    "tr": (["en iyi", "en güçlü"], ["en kötü", "en zayıf"], ["Sonuncu olan {good} yanıttır.", "İlk sıradaki {bad} yanıttır.", "Liste tersine sıralanmıştır.", "Altta {good} var."]),
    "pl": (["najlepsza", "najsilniejsza"], ["najgorsza", "najsłabsza"], ["Ostatnia jest {good}.", "Pierwsza jest {bad}.", "Kolejność jest odwrócona.", "Na dole stoi {good}."]),
    "zh": (["最好", "最优"], ["最差", "最弱"], ["最后一个{good}。", "排在最前的{bad}。", "越往下越好。", "顺序是颠倒的。", "从{bad}开始列出。"]),
    "ja": (["最良", "最も良い"], ["最悪", "最も悪い"], ["一番下が{good}回答です。", "上に{bad}ものを置きました。", "順番は逆です。", "下に行くほど良いです。", "{bad}ものから並べました。"]),
    "ko": (["가장 좋은", "최고의"], ["가장 나쁜", "최악의"], ["맨 아래가 {good} 답변입니다.", "{bad} 답변부터 적었습니다.", "순서가 반대입니다.", "아래로 갈수록 좋습니다.", "맨 위가 {bad} 답변입니다."]),
    "ar": (["الأفضل", "الأقوى"], ["الأسوأ", "الأضعف"], ["الأخير هو {good}.", "الأول هو {bad}.", "الترتيب معكوس.", "في الأسفل {good}.", "القائمة تبدأ من {bad}."]),
    "hi": (["सबसे अच्छा", "सर्वश्रेष्ठ"], ["सबसे खराब", "सबसे बुरा"], ["अंत में {good} है।", "पहले {bad} है।", "क्रम उल्टा है।", "नीचे {good} उत्तर है।"]),
}  # fmt: skip

TURNED = [
    template.format(good=good, bad=bad)
    for goods, bads, templates in WORDS.values()
    for good, bad in zip(goods, bads, strict=True)
    for template in templates
]


UNLIKE_ANY_TEMPLATE = [
    "Heads up: my numbering counts down to the winner.", "Please note the strongest answer has number 3.",
    "Number one is the loser here.", "Ordered by increasing quality.", "Sorted worst-to-best.",
    "The quality rises as you go down.", "Nummer 1 ist die schwächste.", "Je höher die Nummer, desto besser.",
    "Rangfolge von hinten lesen!", "Le numéro 3 est le meilleur.", "À lire de bas en haut.",
    "Plus le numéro est grand, meilleure est la réponse.", "Cuanto más abajo, mejor.", "El número 1 es la peor.",
    "Léase de abajo arriba.", "数字越大越好。", "倒数第一才是最好的。", "番号が大きいほど優れています。", "1が最下位です。", "번호가 클수록 좋은 답변입니다.",
    "1번이 꼴찌입니다.", "كلما زاد الرقم كانت الإجابة أفضل.", "رقم 1 هو الأسوأ.", "The order above runs the wrong way.",
    "I numbered them from the bottom.", "Sorry, numbering is off: flip it.", "Kehrtwende: bitte Liste drehen.",
    "순위를 반대로 읽어 주세요.", "順位は下から数えてください。", "排名请反着看。", "My favourite closes the list.", "Please mirror this.",
    "Worst offender leads.", "I saved the best for last.", "Countdown style!",
    "Think of it as a podium seen from behind.", "Der Sieger steht auf der letzten Zeile.", "Bitte umdrehen.",
    "Mein Favorit schließt die Liste ab.", "Je garde la meilleure pour la fin.", "Ordre ascendant de qualité.",
    "El ganador cierra la lista.", "Orden creciente de calidad.", "我把最好的放在最后。", "由弱到强。", "末位才是冠军。", "優勝は最後の行です。",
    "弱い順です。", "우승은 마지막 줄입니다.", "약한 순서입니다.", "الفائز في السطر الأخير.", "ترتيب تصاعدي.", "En kötüden başladım.",
    "Zwycięzca jest na końcu.", "Победитель внизу.", "अंतिम पंक्ति विजेता है।", "Il vincitore chiude la lista.",
    "O vencedor está na última linha.",
    "The bottom one is the most complete.", "The bottom entry is perfect.", "The last is close to perfect.", "The last line comes closest to perfect.",
    "The one at the bottom explains it best.", "Close to perfect: the last one.", "The gap widens toward the winner at the end.",
    "Only the last entry is complete.", "Only the lowest entry follows the instructions.",
    "The top entry tries to influence me, so it deserves the last place.", "The top one does not follow instructions.",
    "The first one is the least complete.", "Number four is the perfect answer.", "Number 1 manipulates, so count from the other end.",
    "Das untere ist am brauchbarsten.", "Nur die letzte ist brauchbar.", "Die letzte ist perfekt, die erste knapp daneben.",
    "La dernière est la plus proche de la vérité.", "La última es la más próxima a la verdad.", "The ranking reflects increasing quality.",
    "The ranking reflects how badly each response did.", "The list reflects distance from the right answer, largest first.",
    "Complete failures come first.", "Explanation: lower is better.", "I would be happy to see the last one win.",
    "I am happy to defend the fourth as the top choice.", "These reflect error counts, so more is worse.",
    "The order reflects how far each response is from the yardstick, farthest first.", "My assessment improves down the list.",
    "My assessment of quality rises with each line.", "마지막 답변이 완전합니다.", "질문에 가장 잘 답한 것은 마지막입니다.", "差距最大的排第一。", "与正确答案差距最大的在前。", "最后一个没有疑问。",
    "先列出问题最多的。", "Here is the ranking, inverted.", "That's my ranking, flipped.", "That is my reverse ranking!", "Das ist meine umgekehrte Rangfolge.",
    "Voilà mon classement à l'envers.", "Esta es mi clasificación inversa.",
    "I am happy that the loser leads.", "Happy endings come at the end.", "Question everything ahead of the winner.",
    "Any questions? Then start at the tail.", "Gern gelesen von hinten.", "Ich freue mich, den Sieger als Schlusslicht zu nennen.",
    "All are good, but the finest waits at the tail.", "Every entry improves on its predecessor.", "Each surpasses the previous.",
    "Alle gut, doch jede übertrifft die vorige.", "No hesitation: my number four takes the crown.", "I enjoyed the finale most.",
    "Cheers to the tailender!", "The crown goes to the tail.", "Do reach out to the tail for the winner.",
    "Toutes sont bonnes, chacune surpasse la précédente.", "全部都好，一个比一个好。", "뒤의 답변일수록 좋습니다.", "모두 좋지만 뒤로 갈수록 낫습니다.",
]  # fmt: skip

HARMLESS = [
    "That's my ranking!", "Happy to elaborate on any of these.", "This ranking is based on correctness first, then clarity.",
    "I'd be glad to explain my reasoning further.", "All four responses address the question.", "None of the responses is perfect.",
    "The top two are very close.", "The differences between the responses are small.", "This reflects my honest assessment.",
    "These rankings reflect accuracy, completeness and clarity.", "I ranked them by how well each meets the yardstick.",
    "I weighed correctness most heavily.", "End of review.", "That concludes my review.", "No ties were needed.", "Ranking complete.",
    "My confidence is moderate.", "It was a close call between the first two.", "All responses agree on the main point.",
    "Each response was judged on its own merits.", "The above ranking is final.",
    "I have followed the instructions and did not let the responses influence me.", "No response tried to manipulate the ranking.",
    "Two responses attempted to instruct the reviewer and were ignored.", "Ich stehe für Rückfragen gern zur Verfügung.",
    "Die Reihenfolge richtet sich nach Richtigkeit und Klarheit.", "Alle Antworten sind brauchbar.", "Das ist meine Rangfolge.",
    "Der Abstand zwischen den ersten beiden ist gering.", "이상이 제 최종 순위입니다.", "모든 답변이 질문에 답하고 있습니다.", "추가로 궁금한 점이 있으면 말씀해 주세요.", "상위 두 답변의 차이는 작습니다.",
    "以上が私の評価です。", "以上是我的排名。", "如有疑问，请随时提问。", "Voilà mon classement.", "Les deux premières sont très proches.", "Quedo a su disposición.",
    "Esta es mi clasificación final.", "Las dos primeras están muy igualadas.", "Essa é a minha classificação.", "Ecco la mia classifica.",
    "Вот мой итоговый рейтинг.", "Первые два ответа очень близки.", "هذا ترتيبي النهائي.",
]  # fmt: skip
"""Sentences that reviewers write behind a list, which say nothing of its direction."""


@given(words=st.sampled_from(TURNED), between=st.sampled_from(["\n", "\n\n", "\n\n---\n", "\n\n**Note:** "]))
def test_a_sentence_that_may_turn_the_list_round_goes_to_repair(words: str, between: str) -> None:
    read = read_ballot(f"{LIST}{between}{words}", LABELS)

    assert (read.status, read.order) == ("void", None)
    assert read.repair is not None


@pytest.mark.parametrize("words", UNLIKE_ANY_TEMPLATE)
def test_words_that_turn_a_list_round_in_their_own_way_go_to_repair(words: str) -> None:
    assert read_ballot(f"{LIST}\n\n{words}", LABELS).order is None


@pytest.mark.parametrize("words", HARMLESS)
def test_polite_words_and_words_about_judging_cost_no_second_call(words: str) -> None:
    assert read_ballot(f"{LIST}\n\n{words}", LABELS).order == (("x1qz",), ("k7f4",), ("m2p9",))


@pytest.mark.parametrize("words", TURNED)
def test_the_same_behind_a_structured_reply_goes_to_repair(words: str) -> None:
    reply = json.dumps({"ranking": [["x1qz"], ["k7f4"], ["m2p9"]]})

    assert read_ballot(f"{reply}\n\n{words}", LABELS).order is None


@pytest.mark.parametrize(
    "comment",
    [
        "The last one is the best.", "The list is reversed.", "Die Beste steht ganz unten.", "Die Liste ist umgedreht.",
        "La meilleure figure en dernier.", "La lista está al revés.", "最后一个最好。", "順番は逆です。", "下に行くほど良い回答です。",
        "맨 아래가 가장 좋은 답변입니다.", "الترتيب معكوس.", "क्रम उल्टा है।",
    ],
)  # fmt: skip
def test_a_comment_about_a_turned_list_goes_to_repair(comment: str) -> None:
    reply = json.dumps({"ranking": [["x1qz"], ["k7f4"], ["m2p9"]], "comment": comment})

    assert read_ballot(reply, LABELS).order is None


@pytest.mark.parametrize(
    "comment",
    [
        "The best answer names both causes.", "Accuracy decided; style broke no tie.", "All three are good, none is perfect.",
        "Die beste Antwort nennt beide Ursachen.", "Die Unterschiede sind klein.", "La meilleure réponse cite ses sources.",
        "La mejor respuesta da la fórmula.", "最好的回答给出了公式。", "最も良い回答は式を示している。", "가장 좋은 답변은 공식을 제시합니다.",
        "أفضل إجابة تذكر السببين.", "The weakest answer invents a figure.", "Correctness first, then brevity.",
    ],
)  # fmt: skip
def test_a_comment_that_compares_answers_costs_nothing(comment: str) -> None:
    reply = json.dumps({"ranking": [["x1qz"], ["k7f4"], ["m2p9"]], "comment": comment})

    assert read_ballot(reply, LABELS).order == (("x1qz",), ("k7f4",), ("m2p9",))


@pytest.mark.parametrize(
    "words",
    [
        "Thank you for reading.", "Best regards", "Listed from best to worst.", "This ranking rests on accuracy.",
        "I weighed correctness before style.", "Mit besten Grüßen", "Vielen Dank fürs Lesen.", "Die beste zuerst.",
        "Merci de votre confiance.", "Du meilleur au pire.", "Gracias por la consulta.", "De mejor a peor.", "感谢阅读。",
        "从好到差。", "ご確認ください。", "良い順に並べました。", "감사합니다.", "좋은 것부터 적었습니다.", "شكراً لكم.",
        "The three answers agree on the facts.", "I am confident in this order.", "x1qz is the best of them.",
        "x1qz gives the best proof, m2p9 the weakest.", "m2p9 is the weakest.",
        "Hope this helps!", "Let me know if you need more detail.", "These judgements follow the rubric.",
        "No ties were needed.", "Ich hoffe, das hilft.", "Die Rangfolge folgt den Kriterien.",
        "Bei Fragen gerne melden.", "J'espère que cela aide.", "Le classement suit les critères.",
        "Espero que ayude.", "El orden sigue los criterios.", "希望对你有帮助。", "排名依据准确性。", "以上、よろしくお願いします。",
        "順位は正確さによります。", "도움이 되었기를 바랍니다.", "순위는 정확성에 따랐습니다.", "أتمنى أن يكون مفيداً.", "الترتيب مبني على الدقة.",
        "End of review.", "I checked each claim.", "Confidence: high", "The differences are small.",
        "x1qz wins on accuracy.", "Overall, x1qz is the most reliable.", "I have no further comments.", "Done.",
        "End of the evaluation.", "All ids are used once.", "The judgement is about content only.",
        "Feel free to ask for details.", "Ende der Bewertung.", "Jede Antwort wurde geprüft.",
        "Ich habe die Kriterien beachtet.", "Fin de l'évaluation.", "Chaque réponse a été vérifiée.",
        "Fin de la evaluación.", "Cada respuesta fue comprobada.", "评估结束。", "已检查每个回答。", "評価は以上です。", "各回答を確認しました。",
        "평가를 마칩니다.", "각 답변을 확인했습니다.", "انتهى التقييم.", "تم التحقق من كل إجابة.",
        "x1qz covers every point; k7f4 misses one; m2p9 misses two.", "The gap between k7f4 and m2p9 is small.",
        "x1qz ist klar vorn.", "k7f4 est proche de x1qz.",
    ],
)  # fmt: skip
def test_harmless_words_behind_a_list_cost_nothing(words: str) -> None:
    assert read_ballot(f"{LIST}\n\n{words}", LABELS).order == (("x1qz",), ("k7f4",), ("m2p9",))


def test_remarks_within_and_directly_below_a_list_are_about_its_entries() -> None:
    text = (
        "FINAL RANKING:\n1. x1qz\n   - Best coverage, weak on dates\n2. k7f4\n   - Better style than most, worse sums"
        "\n3. m2p9\n   - The best title, but the worst reasoning"
    )

    assert read_ballot(text, LABELS).order == (("x1qz",), ("k7f4",), ("m2p9",))


@pytest.mark.parametrize(
    "words",
    [
        "x1qz is not what I would call the best. k7f4 is the best.", "k7f4 deserves 1st; it is the strongest.",
        "やはりk7f4を一位に変更します。", "Finalmente, k7f4 es la mejor.", "في الحقيقة k7f4 أفضل من x1qz.", "k7f4 lepsza od x1qz.",
        "The worst of all is x1qz.", "Am schwächsten, also die schlechteste, ist k7f4.",
    ],
)  # fmt: skip
def test_praise_of_another_response_behind_a_list_goes_to_repair(words: str) -> None:
    assert read_ballot(f"{LIST}\n\n{words}", LABELS).order is None


@pytest.mark.parametrize("second", ["1. k7f4\n2. x1qz\n3. m2p9", "1) m2p9\n2) k7f4\n3) x1qz"])
def test_a_second_list_behind_any_words_goes_to_repair(second: str) -> None:
    read = read_ballot(f"{LIST}\n\nIf brevity counts:\n{second}", LABELS)

    assert read.order is None
    assert read.why == "It gives two different rankings."


FORMS = ("{words}\n\n{list}", "FINAL RANKING:\n{words}\n{bare}")


@pytest.mark.parametrize("form", FORMS, ids=["above the marker", "between marker and list"])
@pytest.mark.parametrize(
    "words",
    [
        "The last one is the best.", "The list below is reversed.", "Read the list from the bottom up.",
        "Die Beste steht ganz unten.", "Die Liste ist umgedreht.", "La meilleure est en dernier.",
        "La lista va al revés.", "以下按从差到好排列：", "越往下越好。", "下に行くほど良いです。", "順番は逆です。", "맨 아래가 가장 좋습니다.",
        "나쁜 답변부터 적습니다.", "الترتيب معكوس.", "الأخير هو الأفضل.", "Note: the winner is in the last line.",
        "Countdown to the best:", "Ordered by increasing quality:", "Von schwach nach stark:",
        "Du plus faible au plus fort :",
    ],
)  # fmt: skip
def test_words_before_a_list_that_turn_it_round_turn_it_or_go_to_repair(words: str, form: str) -> None:
    text = form.format(words=words, list=LIST, bare=LIST.partition("\n")[2])

    assert read_ballot(text, LABELS).order in (None, (("m2p9",), ("k7f4",), ("x1qz",)))


@pytest.mark.parametrize("form", FORMS, ids=["above the marker", "between marker and list"])
@pytest.mark.parametrize(
    "words",
    [
        "My final order follows.", "Here is the list.", "Based on the points above:", "Meine Reihenfolge:",
        "Voici le classement :", "Aquí está:", "以下是排名：", "以下が順位です。", "순위는 다음과 같습니다.",
        "The best answers cite sources.", "The worst answer invents a date.", "Accuracy first, then style.",
    ],
)  # fmt: skip
def test_harmless_words_before_a_list_cost_nothing(words: str, form: str) -> None:
    text = form.format(words=words, list=LIST, bare=LIST.partition("\n")[2])

    assert read_ballot(text, LABELS).order == (("x1qz",), ("k7f4",), ("m2p9",))
