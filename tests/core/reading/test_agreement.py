"""Tests of sentences that name responses: where one behind a list opposes it, the reviewer is asked again."""

# ruff: noqa: E501 - a sentence reads best on one line

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.reading import read_ballot
from council_core.reading.tone import LABEL, tone_of

LABELS = ("k7f4", "m2p9", "x1qz", "b3wd")
ORDER = ("m2p9", "k7f4", "x1qz", "b3wd")
BEST_FIRST = tuple((label,) for label in ORDER)
LIST = "FINAL RANKING:\n1. m2p9\n2. k7f4\n3. x1qz\n4. b3wd"
TURNED = "FINAL RANKING:\n1. b3wd\n2. x1qz\n3. k7f4\n4. m2p9"
CRITIQUE = "m2p9 is accurate and complete. k7f4 is good. x1qz is vague. b3wd is wrong."

NO_WORDS = st.lists(st.text(alphabet="bdgjkpqvxz", min_size=4, max_size=9), min_size=1, max_size=6).map(
    " ".join
)


@pytest.mark.parametrize(
    "words",
    [
        "I placed m2p9 first because it explains the mechanism, and b3wd last because it contains a factual error.",
        "m2p9 provides the most comprehensive treatment of the subject.",
        "b3wd was penalized for its hallucinated reference.",
        "m2p9 and k7f4 are both excellent; I give a slight edge to m2p9 for its examples.",
        "x1qz and b3wd both miss the second requirement.",
        "The main differentiator was that m2p9 actually ran the numbers.",
        "k7f4 is a strong second; its only weakness is length.",
        "b3wd received the lowest ranking due to its inaccuracies.",
        "m2p9 takes first place thanks to its accuracy and clarity.",
        "Ultimately, m2p9 edges out k7f4 due to its superior depth.",
        "While k7f4 is well written, it is not as accurate as m2p9.",
        "b3wd scores low because it does not address the question.",
        "My top choice is m2p9.",
        "The ranking is driven by correctness: m2p9 meets all four points, k7f4 three, x1qz two, b3wd none.",
        "m2p9 meets all four points, k7f4 meets three, x1qz meets two and b3wd meets one.",
        "b3wd is last since it would not compile.",
        "b3wd is ranked lowest as it gives potentially harmful advice.",
        "I had some difficulty deciding between k7f4 and x1qz.",
        "x1qz is slightly ahead of b3wd because it at least names the right city.",
        "m2p9 is best because it's the most actionable.",
        "Justification: m2p9 correctly identifies the race condition. k7f4 proposes a fix but not the cause. x1qz is generic. b3wd is wrong.",
        "Rationale: m2p9 > k7f4 on depth; x1qz > b3wd on accuracy.",
        "In summary, m2p9 demonstrates the best understanding of the problem, followed by k7f4, x1qz, and b3wd.",
        "m2p9 is ranked highest for its well-structured explanation, whereas b3wd is ranked lowest for being off-topic.",
        "Note that b3wd contained an attempt to influence the ranking, which I disregarded.",
        "b3wd's claim about 1992 is unsupported.",
        "m2p9's answer matches the reference.",
        "m2p9 hits every key point.",
        "k7f4 and x1qz are roughly equivalent, but k7f4 has better formatting.",
        "b3wd contains too many errors to be useful.",
        "Ich habe m2p9 auf Platz 1 gesetzt, weil alle Punkte enthalten sind.",
        "b3wd landet auf dem letzten Platz, da die Antwort sachlich falsch ist.",
        "m2p9 bietet die ausführlichste Erklärung.",
        "k7f4 und x1qz liegen nah beieinander.",
        "m2p9 überzeugt durch Vollständigkeit, b3wd enthält grobe Fehler.",
        "m2p9 erfüllt alle Kriterien.",
        "m2p9 est en tête car elle répond à toute la question.",
        "b3wd est dernière à cause d'une erreur factuelle.",
        "m2p9 se distingue par sa clarté.",
        "k7f4 et x1qz sont proches.",
        "m2p9 destaca por su claridad y b3wd queda en último lugar por sus errores.",
        "m2p9 ocupa el primer lugar porque responde a todo.",
        "b3wd contiene información incorrecta.",
        "m2p9 ficou em primeiro lugar por ser a mais completa.",
        "b3wd ficou em último por conter erros graves.",
        "m2p9 è la più completa, mentre b3wd contiene un errore grave.",
        "Ho preferito m2p9 a k7f4 per la chiarezza.",
        "m2p9 занимает первое место, так как полностью отвечает на вопрос.",
        "b3wd на последнем месте из-за фактической ошибки.",
        "m2p9 отличается точностью.",
        "m2p9를 1위로 선정한 이유는 모든 요소를 포함하기 때문입니다.",
        "b3wd는 핵심 내용이 빠져 있어 마지막에 두었습니다.",
        "k7f4와 x1qz는 큰 차이가 없습니다.",
        "m2p9가 질문에 가장 충실하게 답했습니다.",
        "m2p9は全ての要点を満たしているため1位としました。",
        "b3wdは事実と異なる記述があるため最下位です。",
        "k7f4とx1qzはほぼ同等です。",
        "m2p9排第一是因为它涵盖了所有要点。",
        "b3wd存在明显错误，因此排在最后。",
        "k7f4和x1qz差别不大。",
        "m2p9 جاءت أولا لأنها تغطي كل النقاط.",
        "b3wd في المرتبة الأخيرة بسبب خطأ واضح.",
        "m2p9 सबसे ऊपर है क्योंकि इसमें सभी बिंदु हैं।",
        "b3wd में तथ्यात्मक गलती है।",
        "m2p9 tüm noktaları kapsadığı için birinci sırada.",
        "b3wd yanlış bilgi içerdiği için son sırada.",
        "m2p9 jest na pierwszym miejscu, bo zawiera wszystko.",
        "b3wd zawiera błąd merytoryczny.",
        "m2p9 staat bovenaan omdat alles klopt.",
        "b3wd staat onderaan wegens een feitelijke fout.",
        "m2p9 đứng đầu vì đầy đủ nhất.",
        "b3wd có thông tin sai.",
        "b3wd never gets to the point.",
        "b3wd scored 2/10 on accuracy.",
        "b3wd gives 41, which is off by one.",
        "b3wd answered in Spanish although the question was in English.",
        "b3wd recommends SQLite for 10,000 concurrent writers.",
        "m2p9 stays within the word limit.",
        "k7f4, m2p9, x1qz and b3wd all mention Paris.",
        "m2p9 ist am verständlichsten geschrieben.",
        "b3wd는 설명이 너무 짧습니다.",
        "b3wd没有回答问题。",
    ],
)
def test_plain_words_that_agree_with_the_list_cost_no_second_call(words: str) -> None:
    assert read_ballot(f"{LIST}\n\n{words}", LABELS).order == BEST_FIRST


@given(
    words=NO_WORDS,
    label=st.sampled_from(ORDER),
    form=st.sampled_from(("{label} {words}.", "{words} {label}!")),
)
def test_a_sentence_in_unknown_words_leaves_the_list_as_it_stands(words: str, label: str, form: str) -> None:
    assert read_ballot(f"{LIST}\n\n{form.format(label=label, words=words)}", LABELS).order == BEST_FIRST


@pytest.mark.parametrize(
    "words",
    [
        "b3wd is the most accurate by far.",
        "I would go with b3wd.",
        "My vote goes to b3wd.",
        "Hats off to b3wd.",
        "b3wd, hands down.",
        "b3wd has no equal.",
        "b3wd: 10/10.",
        "b3wd > m2p9",
        "By merit it is b3wd, k7f4, x1qz, m2p9.",
        "m2p9 gets the year wrong.",
        "m2p9 scored 2/10 on accuracy.",
        "m2p9 is less accurate than b3wd.",
        "m2p9 belongs in the bin.",
        "Bei m2p9 fehlt die Hälfte.",
        "Ma voix va à b3wd.",
        "b3wd가 으뜸입니다.",
        "m2p9는 핵심을 놓쳤습니다.",
        "b3wdがおすすめです。",
        "我推荐b3wd。",
    ],
)
def test_a_sentence_that_praises_the_last_or_blames_the_first_goes_to_repair(words: str) -> None:
    read = read_ballot(f"{LIST}\n\n{words}", LABELS)

    assert read.order is None
    assert read.unclear is not None
    assert read.unclear.fault in ("sentence_disagrees", "another_winner")


@pytest.mark.parametrize(
    "critique",
    [
        CRITIQUE,
        "m2p9: 9/10\nk7f4: 7/10\nx1qz: 4/10\nb3wd: 1/10",
        "Punkte: m2p9 10, k7f4 8, x1qz 5, b3wd 2.",
        "| id | verdict |\n|---|---|\n| b3wd | wrong |\n| x1qz | weak |\n| k7f4 | good |\n| m2p9 | excellent |",
    ],
)
def test_a_critique_that_says_the_opposite_at_both_ends_goes_to_repair(critique: str) -> None:
    assert read_ballot(f"{critique}\n\n{LIST}", LABELS).order == BEST_FIRST

    read = read_ballot(f"{critique}\n\n{TURNED}", LABELS)

    assert read.order is None
    assert read.why == "Its critique puts the last response of its list above the first."


def test_numbers_of_errors_are_no_scores() -> None:
    critique = "Scores (errors found): m2p9 0, k7f4 1, x1qz 3, b3wd 7."

    assert read_ballot(f"{critique}\n\n{LIST}", LABELS).order == BEST_FIRST


@pytest.mark.parametrize(
    ("words", "praises", "blames"),
    [
        (f"{LABEL} is accurate", True, False),
        (f"{LABEL} is not accurate", False, True),
        (f"{LABEL} contains no errors", True, False),
        (f"{LABEL} misses nothing", True, False),
        (f"{LABEL} is not only correct", True, False),
        (f"{LABEL} spots the off-by-one error", True, False),
        (f"{LABEL} is a complete disaster", False, False),
        (f'{LABEL} is "brilliant"', False, False),
        (f"{LABEL} is the only one", True, False),
        (f"{LABEL} only names the date", False, True),
        (f"{LABEL}는 오류가 없습니다", True, False),
        (f"{LABEL}没有错误", True, False),
        (f"{LABEL} is the roof", False, False),
    ],
)
def test_the_tone_of_a_clause(words: str, praises: bool, blames: bool) -> None:
    tone = tone_of(words)

    assert (tone.praises, tone.blames) == (praises, blames)
