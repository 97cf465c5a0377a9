"""Tests of the odd forms in which reviewers write a ranking: read correctly, or void."""

# ruff: noqa: E501 - a case reads best on one line

from typing import get_args

import pytest

from council_core.errors import BallotFault
from council_core.reading import LabelReading, read_ballot
from council_core.reading.ballot import LONGEST
from council_core.reading.unclear import CLAUSES

SHOWN = ("Response A", "Response B", "Response C")

READ = {
    "plain": "FINAL RANKING:\n1. Response B\n2. Response A\n3. Response C",
    "bold marker, round brackets, bare letters": "**FINAL RANKING**\n\n1) B\n2) A\n3) C",
    "heading marker with a qualifier, bullets": "### Final Ranking (best to worst)\n- **Response B**: a\n- **Response A**: b\n- **Response C**: c",
    "numbered heading": "### 4. FINAL RANKING\n1. Response B\n2. Response A\n3. Response C",
    "part of a whole": "Part 2: Final Ranking\n1. Response B\n2. Response A\n3. Response C",
    "marker with a sentence around": "Here is my final ranking:\n1. Response B\n2. Response A\n3. Response C",
    "overall": "Overall Ranking:\n1. Response B\n2. Response A\n3. Response C",
    "one line": "FINAL RANKING: Response B, Response A, Response C",
    "one line, one word": "RANKING: B, A, C",
    "one line with remarks": "FINAL RANKING: Response B (best), Response A, Response C (worst)",
    "one line, numbered": "FINAL RANKING: 1. Response B 2. Response A 3. Response C",
    "one line, numbered in brackets": "FINAL RANKING: (1) Response B; (2) Response A; (3) Response C",
    "one sentence": "My final ranking is Response B, then Response A, and lastly Response C.",
    "chain": "### FINAL RANKING\nResponse B > Response A > Response C",
    "chain after a blank line, a word after it": "**Final Ranking:**\n\nB > A > C\n\nResponse B wins.",
    "chain beside the marker": "FINAL RANKING: B >> A > C",
    "arrows": "FINAL RANKING: Response B → Response A -> Response C",
    "chain as the last line, no marker": "A review of all.\n\nB > A > C",
    "reasons on the same line": "FINAL RANKING:\n1. Response B is right.\n2. **Response A** - ok\n3. Response C: wrong",
    "reasons on the next line": "FINAL RANKING:\n1. Response B\nIt beats Response A.\n2. Response A\nFine.\n3. Response C\nBad.",
    "reasons as nested bullets": "FINAL RANKING:\n1. **Response B** (9/10)\n   - Response A lacks this\n2. **Response A**\n   - Response C: worse\n3. **Response C**",
    "bullets within bullets": "FINAL RANKING:\n- Response B\n  - Response A: weaker\n- Response A\n- Response C",
    "bold number and label": "FINAL RANKING:\n**1. Response B** – a\n**2. Response A** – b\n**3. Response C** – c",
    "headings as items": "FINAL RANKING:\n### 1. Response B\nwhy\n### 2. Response A\nwhy\n### 3. Response C\nwhy",
    "bold labels with paragraphs between": "FINAL RANKING:\n\n**Response B**\n\nwhy\n\n**Response A**\n\nwhy\n\n**Response C**\n\nwhy",
    "a role behind the label": "FINAL RANKING:\n1. **Response B (Critic)**\n2. **Response A** (Scientist)\n3. Response C (Poet): x",
    "pasted from a page": "FINAL RANKING:\n\n    Response B\n    Response A\n    Response C\n\nExtracted Ranking:\n\n    Response B\n    Response A\n    Response C",
    "table": "FINAL RANKING:\n| Rank | Response | Why |\n|---|---|---|\n| 1 | Response B | x |\n| 2 | Response A | y |\n| 3 | Response C | z |",
    "table, place last": "FINAL RANKING:\n| Response | Rank |\n|---|---|\n| Response A | 2 |\n| Response B | 1 |\n| Response C | 3 |",
    "places behind labels": "FINAL RANKING:\nResponse A: 2nd\nResponse B: 1st\nResponse C: 3rd",
    "points behind labels": "FINAL RANKING:\nResponse B: 9\nResponse A: 7\nResponse C: 3",
    "ordinals": "FINAL RANKING:\n1st place: Response B\n2nd place: Response A\n3rd place: Response C",
    "words": "FINAL RANKING:\nFirst: Response B\nSecond: Response A\nThird: Response C",
    "medals": "FINAL RANKING:\n🥇 Response B\n🥈 Response A\n🥉 Response C",
    "hash signs": "FINAL RANKING:\n#1 Response B\n#2 Response A\n#3 Response C",
    "counted down": "FINAL RANKING:\n3. Response C\n2. Response A\n1. Response B",
    "all ones, as Markdown allows": "FINAL RANKING:\n1. Response B\n1. Response A\n1. Response C",
    "worst first": "Final Ranking (worst to best):\n1. Response C\n2. Response A\n3. Response B",
    "worst first, behind the colon": "FINAL RANKING: (worst to best)\n1. Response C\n2. Response A\n3. Response B",
    "escaped numbers": "FINAL RANKING:\n1\\. Response B\n2\\. Response A\n3\\. Response C",
    "letters in brackets": "FINAL RANKING:\n1. (B)\n2. (A) fine\n3. [C]",
    "emphasis inside": "FINAL RANKING:\n1. Response **B**\n2. Response __A__: x\n3. Response `C`",
    "worst first, with signs": "Final Ranking (worst to best): C < A < B",
    "array": 'FINAL RANKING:\n["Response B", "Response A", "Response C"]',
    "tags": "<final_ranking>B > A > C</final_ranking>",
    "tags around a list": "<ranking>\n1. Response B\n2. Response A\n3. Response C\n</ranking>",
    "fenced list": "FINAL RANKING:\n```\n1. Response B\n2. Response A\n3. Response C\n```",
    "fenced marker": "```\nFINAL RANKING:\n1. Response B\n2. Response A\n3. Response C\n```",
    "small letters": "final ranking:\n1. response b\n2. response a\n3. response c",
    "other spellings": "FINAL RANKING:\n1. Response_B\n2. Response-A\n3. `Response C`",
    "Windows line ends": "FINAL RANKING:\r\n1. Response B\r\n2. Response A\r\n3. Response C",
    "full width": "ＦＩＮＡＬ ＲＡＮＫＩＮＧ：\n１．Response Ｂ\n２．Response A\n３．Response C",
    "unseen characters": "FI\u200bNAL RANKING:\n1. Response B\n2. Response\u00a0A\n3. Response C",
    "the same twice": "**Final Ranking**\n1. Response B (x)\n2. Response A\n3. Response C\n\nFINAL RANKING:\n1. Response B\n2. Response A\n3. Response C",
    "a marker without a list before it": "**Final Ranking:**\nFINAL RANKING:\n1. Response B\n2. Response A\n3. Response C",
    "rankings by criterion before it": "Accuracy: A > B > C\n**Clarity:** C > B > A\n\nFINAL RANKING:\nB > A > C",
    "a first idea before it": "Initial ranking:\n1. Response A\n2. Response B\n3. Response C\n\nFINAL RANKING:\n1. Response B\n2. Response A\n3. Response C",
    "a list after it": "FINAL RANKING:\n1. Response B\n2. Response A\n3. Response C\n\nAdvice:\n1. Response A should cite.\n2. Response B too.",
    "a rationale after it": "FINAL RANKING:\n1. Response B\n2. Response A\n3. Response C\n\n**Rationale:** Response A stands out less.",
    "a quotation within a line": "Response A says 'FINAL RANKING: A > B > C'.\n\nFINAL RANKING: B > A > C",
    "a draft thought aloud": "<think>FINAL RANKING:\n1. Response A\n2. Response B\n3. Response C</think>\nFINAL RANKING:\n1. Response B\n2. Response A\n3. Response C",
    "a draft whose beginning is cut": "FINAL RANKING:\n1. Response A\n2. Response B\n3. Response C\n</think>\nFINAL RANKING: B > A > C",
    "Chinese marker": "最终排名：\n1. Response B：对\n2. Response A：尚可\n3. Response C：错",
    "Chinese marker with a qualifier": "评价……\n\n**最终排名（从最好到最差）：**\n\n1、Response B\n2、Response A\n3、Response C",
    "Chinese, both": "FINAL RANKING（最终排名）：Response B > Response A > Response C",
    "Chinese places": "最终排名\n第一名：Response B\n第二名：Response A\n第三名：Response C",
    "Chinese labels": "FINAL RANKING:\n1. 回答B\n2. 回答A\n3. 回答C",
    "French": "Classement final :\n1. Réponse B\n2. Réponse A\n3. Réponse C",
    "German": "Endgültige Rangliste:\n1. Antwort B\n2. Antwort A\n3. Antwort C",
    "an announcement without the word final": "I would rank the responses as follows:\n1. Response B\n2. Response A\n3. Response C",
    "an aside before the list": "FINAL RANKING:\nN.B. all are short.\n\n1. Response B\n2. Response A\n3. Response C",
    "nothing but a chain": "Response B → Response A → Response C",
    "nothing but the list": "1. Response B\n2. Response A\n3. Response C",
    "JSON": '{"ranking": ["B", "A", "C"]}',
    "JSON in a fence at the end": 'Reviews.\n\n```json\n{"ranking": ["Response B", "Response A", "Response C"]}\n```',
    "JSON with a word after it": 'Reviews.\n```json\n{"ranking": ["B", "A", "C"]}\n```\nB is best.',
    "JSON under a marker with prose": '## Final Ranking\n\nResponse B gives most.\n\n```json\n{"ranking": ["B", "A", "C"]}\n```',
    "JSON and the same as text": '{"ranking": ["B", "A", "C"]}\n\nFINAL RANKING:\n1. B\n2. A\n3. C',
}  # fmt: skip

VOID = {
    "nothing": "",
    "a refusal": "I cannot compare these responses.",
    "prose": "I think B is best, then A, then C. Response A is fine.",
    "mentions only": "Response A is great. Response B is bad. Response C is ok.",
    "a mere enumeration": "Response A, Response B, Response C.",
    "bullets without a word": "- Response A\n- Response B\n- Response C",
    "a critique that looks like a list": "1. Response A: thorough\n2. Response B: short\n3. Response C: wrong",
    "an announcement of a critique": "I will read them and then rank them:\n1. Response A: good\n2. Response B: bad\n3. Response C: ok",
    "rankings by criterion only": "Accuracy: A > B > C\nClarity: C > B > A",
    "two last words": "A > B > C\nOr rather:\nB > A > C",
    "a response left out": "FINAL RANKING:\n1. Response B\n2. Response A",
    "one named twice": "FINAL RANKING:\n1. Response B\n2. Response A\n3. Response B",
    "an invented one besides": "FINAL RANKING:\n1. Response B\n2. Response A\n3. Response C\n4. Response D",
    "an invented one instead": "FINAL RANKING:\n1. Response B\n2. Response A\n3. Response Z",
    "two different rankings": "FINAL RANKING:\n1. Response A\n2. Response B\n3. Response C\n\nWait.\n\nFINAL RANKING:\n1. Response B\n2. Response A\n3. Response C",
    "JSON and another order as text": '{"ranking": ["B", "A", "C"]}\n\nFINAL RANKING: A > B > C',
    "thought aloud to the end": "<think>FINAL RANKING:\n1. Response A\n2. Response B\n3. Response C",
    "only thought aloud": "FINAL RANKING:\n1. Response A\n2. Response B\n3. Response C\n</think>",
    "a quoted answer": "Response A contains this text:\nFINAL RANKING:\n1. Response A\n2. Response B\n3. Response C\nwhich I ignore.",
    "a quoted block": "> FINAL RANKING:\n> 1. Response A\n> 2. Response B\n> 3. Response C\n\nThat was quoted.",
    "quoted JSON": 'Response A includes:\n```json\n{"ranking": ["A", "B", "C"]}\n```\nI will not rank.',
    "quoted JSON within a line": 'It said {"ranking": ["A", "B", "C"]} and I ignore that.',
    "places or points": "FINAL RANKING:\nResponse A: 3\nResponse B: 2\nResponse C: 1",
    "signs both ways": "FINAL RANKING: A > B < C",
    "a chain that contradicts its title": "Final Ranking (worst to best): C > A > B",
    "pairs": "FINAL RANKING: A > B, B > C",
    "letters that may be words": "FINAL RANKING:\n1. A strong answer is B\n2. C\n3. A",
    "letters without anything between": "FINAL RANKING: BAC",
    "all good": "Final ranking: A, B, C are all fine.",
    "all tied, in words": "FINAL RANKING: All tied",
    "key given twice": '{"ranking": ["B", "A", "C"], "ranking": ["A", "B", "C"]}',
    "empty": '{"ranking": []}',
    "null": '{"ranking": null}',
    "half": '{"ranking": ["B", "A"',
    "numbers": '{"ranking": [1, 2, 3]}',
}  # fmt: skip

TIED = {
    "FINAL RANKING: B > A = C": "B AC",
    "FINAL RANKING: A = B = C": "ABC",
    "FINAL RANKING:\n1. Response B\n2. Response A / Response C (tie)": "B AC",
    "FINAL RANKING:\n1. Response B\n2. Response A\n2. Response C": "B AC",
    "FINAL RANKING:\n1. Response A and Response B (tied)\n3. Response C": "AB C",
    "FINAL RANKING:\n1. Tie: Response A and Response B\n3. Response C": "AB C",
    '{"ranking": ["B", ["A", "C"]]}': "B AC",
    '{"ranking": {"A": 1, "B": 1, "C": 2}}': "AB C",
    "1. B > A = C": "B AC",
}


def letters(reading: LabelReading) -> str | None:
    """Return the order as letters, ties together: `B AC`."""
    if reading.order is None:
        return None
    return " ".join("".join(sorted(label[-1] for label in group)) for group in reading.order)


@pytest.mark.parametrize("form", READ)
def test_a_clear_ranking_is_read_whatever_its_form(form: str) -> None:
    reading = read_ballot(READ[form], SHOWN)

    assert letters(reading) == "B A C", reading.why
    assert reading.status == "valid"
    assert reading.why.startswith("Read from ")


@pytest.mark.parametrize("form", VOID)
def test_what_does_not_say_one_thing_clearly_is_void_and_never_guessed(form: str) -> None:
    reading = read_ballot(VOID[form], SHOWN)

    assert (reading.status, reading.order) == ("void", None)
    assert reading.why.endswith(".")
    assert reading.repair is not None


@pytest.mark.parametrize(("text", "order"), TIED.items())
def test_a_tie_is_a_tie(text: str, order: str) -> None:
    assert letters(read_ballot(text, SHOWN)) == order


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("No order.", "It gives no ranking."),
        ("FINAL RANKING:\n1. Response B\n2. Response A", "It leaves out Response C."),
        ("FINAL RANKING:\n1. Response B\n2. Response B\n3. Response A", "It names Response B twice."),
        ("FINAL RANKING: A > B > D", "It names a response that was not shown."),
        ("FINAL RANKING: A > B > C\n\nFINAL RANKING: B > A > C", "It gives two different rankings."),
        ("x" * (LONGEST + 1), "It is too long to be read."),
    ],
)
def test_a_void_ballot_says_why_in_plain_words(text: str, why: str) -> None:
    assert read_ballot(text, SHOWN).why == why


def test_reasoning_does_not_make_a_ballot_too_long() -> None:
    thoughts = "Response B, or is it Response C? " * 6_000

    assert letters(read_ballot(f"<think>{thoughts}</think>\n{READ['plain']}", SHOWN)) == "B A C"


@pytest.mark.parametrize(
    "shown",
    [
        ("k7f4", "m3x9", "w6h8"),
        ("A", "B", "C"),
        ("Model 1", "Model 2", "Model 3"),
        ("1", "2", "3"),
        ("AA", "AB", "AC"),
    ],
)
@pytest.mark.parametrize(
    "template",
    [
        "FINAL RANKING:\n1. {1}\n2. {0}\n3. {2}",
        "FINAL RANKING:\n1. **{1}** - good\n2. **{0}**: fair\n3. {2} (bad)",
        "FINAL RANKING: {1} > {0} > {2}",
        "FINAL RANKING:\n- {1}\n- {0}\n- {2}",
        '{{"ranking": ["{1}", "{0}", "{2}"]}}',
    ],
)
def test_labels_may_be_letters_numbers_or_opaque_ids(shown: tuple[str, str, str], template: str) -> None:
    text = template.format(*shown)

    assert read_ballot(text, shown).order == ((shown[1],), (shown[0],), (shown[2],))


def test_a_numbered_list_of_something_else_names_no_response_called_by_a_number() -> None:
    text = "FINAL RANKING:\n1. The long one\n2. The short one\n3. The odd one"

    assert read_ballot(text, ("1", "2", "3")).status == "void"


def test_an_opaque_id_may_be_called_a_response() -> None:
    text = "FINAL RANKING:\n1. Response m3x9\n2. Answer k7f4: fine"

    assert read_ballot(text, ("k7f4", "m3x9")).order == (("m3x9",), ("k7f4",))


def test_an_opaque_id_is_known_in_capitals_and_a_wrong_one_is_a_stranger() -> None:
    shown = ("k7f4", "m3x9")

    assert read_ballot("FINAL RANKING:\n1. M3X9\n2. K7F4", shown).order == (("m3x9",), ("k7f4",))
    assert read_ballot("FINAL RANKING:\n1. m3x8\n2. k7f4", shown).status == "void"


def test_a_section_that_names_nothing_shown_is_somebody_elses() -> None:
    text = "FINAL RANKING:\n1. Response A\n2. Response B\n\nFINAL RANKING:\n1. m3x9\n2. k7f4"

    assert read_ballot(text, ("k7f4", "m3x9")).order == (("m3x9",), ("k7f4",))


def test_a_section_with_the_nonce_beats_one_without() -> None:
    text = "FINAL RANKING:\nA > B > C\n\nFINAL RANKING 0a1b2c:\n1. B\n2. A\n3. C"

    assert letters(read_ballot(text, SHOWN, nonce="0a1b2c")) == "B A C"


@pytest.mark.parametrize("shown", [("A", "A"), ("A", "a"), ("", "B"), ("Response A", "response a")])
def test_labels_that_cannot_be_told_apart_are_a_mistake_of_the_caller(shown: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="differ"):
        read_ballot("FINAL RANKING: A > B", shown)


def test_every_fault_of_a_ballot_has_a_clause_for_the_reviewer() -> None:
    assert set(CLAUSES) == set(get_args(BallotFault))
    assert all(clause[0].islower() and clause[-1] != "." for clause in CLAUSES.values())
