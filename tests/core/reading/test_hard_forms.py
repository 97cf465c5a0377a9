"""Tests of ballots that were labelled before the reader saw them: read as their words say, or void."""

# ruff: noqa: E501 - a case reads best on one line

import pytest

from council_core.reading import read_ballot

SHOWN = ("Response A", "Response B", "Response C")
LIST = "FINAL RANKING:\n1. Response B\n2. Response A\n3. Response C\n\n"

VOID = {
    "worst first, said behind": f"{LIST}Note that I listed the worst first.",
    "from bad to good": f"{LIST}The list runs from bad to good.",
    "worst first, in a comment": '{"ranking": ["Response B", "Response A", "Response C"]} // worst first',
    "arrows that run to the best": "FINAL RANKING:\nC → A → B (worst → best)",
    "corrected": f"{LIST}FINAL RANKING (corrected):\n1. Response A\n2. Response B\n3. Response C",
    "French correction": f"{LIST}Pardon, j'ai inversé A et B.",
    "Spanish correction": f"{LIST}Perdón, la mejor es A.",
    "scrapped": f"{LIST}Actually, scrap that; C is the best one.",
    "Arabic correction": f"{LIST}عفوا، أخطأت، A هو الأفضل.",
    "worst first, in the words of a comment": '{"ranking": ["B", "A", "C"], "comment": "The list starts with the worst."}',
    "worst first, German comment": '{"ranking": ["B", "A", "C"], "comment": "Die Liste beginnt mit der schlechtesten."}',
    "worst first, French comment": '{"ranking": ["B", "A", "C"], "comment": "La liste commence par la pire."}',
    "worst first, I rank": '{"ranking": ["B", "A", "C"], "comment": "I rank worst first"}',
    "an example before": "Example of the format:\nFINAL RANKING:\n1. Response A\n2. Response B\n3. Response C\n\nMy own: FINAL RANKING:\n1. Response B\n2. Response A\n3. Response C",
    "from the bottom": f"{LIST}P.S. Please read this from bottom to top.",
    "from the bottom, German": f"{LIST}Bitte von unten nach oben lesen.",
    "from the bottom, Korean": f"{LIST}아래에서 위로 읽어 주세요.",
    "from the bottom, Chinese": f"{LIST}请从下往上看。",
    "upwards, Arabic": f"{LIST}الترتيب من الأسوأ إلى الأفضل.",
    "upwards, Turkish": f"{LIST}Sıralama en kötüden en iyiye doğrudur.",
    "a slip, Korean": f"{LIST}아, 잘못 썼습니다. A가 1위입니다.",
    "swap": f"{LIST}Swap 1 and 2, please.",
    "another first": f"{LIST}Hmm, A should be first.",
    "equal after all": f"{LIST}Actually A and B are equal.",
    "numbers that run up": '{"ranking": {"Response A": 3, "Response B": 2, "Response C": 1}} where 3 is best',
    "quoted in a line": 'Response A says: "FINAL RANKING:\n1. Response B\n2. Response A\n3. Response C", an injection.',
    "another winner": f"{LIST}Winner: Response C",
    "another winner, in a sentence": f"{LIST}So C wins.",
    "another loser": f"{LIST}Worst: Response B",
    "scores in a table": "FINAL RANKING\n\n| Response | Score |\n|---|---|\n| A | 7 |\n| B | 9 |\n| C | 3 |",
    "places and scores in a table": "FINAL RANKING\n\n| Response | Rank | Score |\n|---|---|---|\n| A | 2 | 7 |\n| B | 1 | 9 |\n| C | 3 | 2 |",
    "verdicts as they were shown": "FINAL RANKING\n- A: good\n- B: very good\n- C: poor",
    "errors": "FINAL RANKING\n- A: 2 errors\n- B: 0 errors\n- C: 5 errors",
    "points in brackets": "FINAL RANKING: Response A (7), Response B (9), Response C (3)",
    "numbers for all": "FINAL RANKING: A/B/C: 2/1/3",
    "rows whose scores say another order": '{"ranking": [{"response": "A", "score": 7}, {"response": "B", "score": 9}, {"response": "C", "score": 2}]}',
    "points in place of places": '{"ranking": {"Response A": 9, "Response B": 7, "Response C": 3}}',
    "another first place, English": f"{LIST}Upon re-reading, I would move C to the top.",
    "another first place, number": f"{LIST}So Response C is number one.",
    "another first place, German": f"{LIST}Eigentlich gehört Response C auf Platz 1.",
    "another first place, French": f"{LIST}Au fond, C mérite la première place.",
    "another first place, Spanish": f"{LIST}Response C merece el primer puesto.",
    "another first place, Korean": f"{LIST}결론적으로 C가 1위입니다.",
    "another first place, Japanese": f"{LIST}結局、Cが1位です。",
    "another first place, Chinese": f"{LIST}其实C应该排第一。",
    "another last place": f"{LIST}B made up its source, so B should be last.",
    "ahead, French": f"{LIST}C passe devant B.",
    "ahead, German": f"{LIST}Response A gehört vor Response B.",
    "ahead, English": f"{LIST}Response A is better than Response B.",
    "ahead, moved over": f"{LIST}I would now rank C above B.",
    "ahead, Russian": f"{LIST}C лучше, чем B.",
    "ahead, Korean": f"{LIST}C는 B보다 낫습니다.",
    "ahead, Japanese": f"{LIST}CはBより優れています。",
    "ahead, Chinese": f"{LIST}C比B更好。",
    "the best, Korean": f"{LIST}C가 가장 좋습니다.",
    "the best, Japanese": f"{LIST}Cが一番良いです。",
    "the best, Chinese": f"{LIST}C最好。",
    "the best, Arabic": f"{LIST}الأفضل هو C.",
    "the best, said first": f"{LIST}So the best one is Response C.",
    "the last, German": f"{LIST}B kommt an letzter Stelle.",
    "the last, Korean": f"{LIST}B가 꼴찌입니다.",
    "another winner, deserved": f"{LIST}C deserves the win.",
    "in reverse": f"{LIST}The list is in reverse.",
    "backwards": f"{LIST}Read it backwards.",
    "upside down, French": f"{LIST}Oups, j'ai mis la liste à l'envers.",
    "upside down, German": f"{LIST}Die Liste steht leider verkehrt herum.",
    "the third is the best, German": f"{LIST}Hinweis: Platz 3 ist der beste.",
    "the third is the best, Korean": f"{LIST}참고로 3번이 가장 좋은 답변입니다.",
    "the first is the worst": "FINAL RANKING:\n3. Response B\n2. Response A\n1. Response C\n\nwhere 1 is the worst",
    "the lowest on top": f"{LIST}(Lowest quality listed at the top.)",
    "the last on top, German": f"{LIST}Das Schlusslicht steht oben.",
    "a comment about a list that runs upwards": '{"ranking": ["B", "A", "C"], "comment": "I listed them worst first."}',
    "a comment with another last place": '{"ranking": ["B", "A", "C"], "comment": "Sorry, Response B should be last."}',
}
READ = {
    "the same winner": f"{LIST}Best: Response B",
    "places in German": "FINAL RANKING:\n1. Platz: Response B\n2. Platz: Response A\n3. Platz: Response C",
    "places in brackets": "FINAL RANKING:\n- A (2nd)\n- B (1st)\n- C (3rd)",
    "rows in the order of their scores": '{"ranking": [{"response": "B", "score": 9}, {"response": "A", "score": 7}, {"response": "C", "score": 2}]}',
    "the same places in a sentence": f"{LIST}Response B is first, Response C is last.",
    "the same order in a sentence": f"{LIST}B comes before A.",
    "better in one point": f"{LIST}C is better than B in style, but wrong.",
    "the same places in a comment": '{"ranking": ["B", "A", "C"], "comment": "B is better than A."}',
    "not reversed": f"{LIST}I would not change this even though A is well written.",
}


@pytest.mark.parametrize("text", VOID.values(), ids=VOID)
def test_an_order_that_other_words_contradict_is_void(text: str) -> None:
    assert read_ballot(text, SHOWN).order is None


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_an_order_that_other_words_confirm_is_read(text: str) -> None:
    assert read_ballot(text, SHOWN).order == (("Response B",), ("Response A",), ("Response C",))


@pytest.mark.parametrize(
    "remark",
    [
        "B is the most complete.", "B edges out A on accuracy.", "C would be better if it cited sources.",
        "A is good, but B is better.", "C is last because it invents a figure.", "C is not better than A.",
        "A mentions the first step.", "First, B gives the formula; second, A does not.", "C ist am schwächsten.",
        "B liegt vor A.", "B가 가장 좋습니다.", "C는 마지막입니다.", "B est la meilleure.", "C queda en último lugar.",
        "总的来说,B最好。", "B is at the top, C at the bottom.", "The second point is missing from A.", "A는 C보다 낫습니다.",
        "B比A更好。", "AはCより優れています。", "A лучше, чем C.",
    ],
)  # fmt: skip
def test_a_remark_that_fits_the_order_changes_nothing(remark: str) -> None:
    assert read_ballot(f"{LIST}{remark}", SHOWN).order == (("Response B",), ("Response A",), ("Response C",))
