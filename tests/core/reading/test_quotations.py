"""Tests of quotations beside citations: which are flagged and, above all, which are not."""

import pytest

from council_core.reading.quotations import misquoted, quotations, unfounded

TIDES = (
    "Tides of the world\n"
    "The tide rises twice a day, by up to 13.5 m in [Saint-Malo](https://malo.example/tide), more than nearly every-\n"
    "where else in Europe.[3] It’s “spring tide” every 14 days. 1,200 people visit the wall and **watch** it rise."
)
FERRIES = "Ferries\nThe ferry to Jersey leaves at nine and needs eighty minutes in calm weather."
GEZEITEN = "Gezeiten\nDie Flut steigt zweimal am Tag, in Saint-Malo um bis zu 13,5 m, und sie ist nicht ungefährlich."
JOSU = "조수\n생말로에서는 하루에 두 번 밀물이 들어오고 수위가 13미터까지 올라간다."
SHIO = "潮汐\nサン・マロでは一日に二回潮が満ち、海面は十三メートルも上がる。"
ALL = (TIDES, FERRIES, GEZEITEN, JOSU, SHIO)
QUESTION = "Is it true that “the sea in Saint-Malo climbs higher than a house”?"

RIGHT = [
    ("whole", 'The page says "The tide rises twice a day" [1].'),
    ("case, ends", "“the tide rises twice a day.” [1]"),
    ("citation first", "[1] puts it so: “The tide rises twice a day, by up to 13.5 m in Saint-Malo”."),
    ("hyphen at the end of a line", "“more than nearly everywhere else in Europe” [1]"),
    ("a note's number in the source", '"else in Europe. It\'s "spring tide" every 14 days" [1]'),
    ("note and link", "“in Saint-Malo, more than nearly everywhere else in Europe. It's” [1]"),
    ("ellipsis", "“The tide rises twice a day … more than nearly everywhere else” [1]"),
    ("ellipsis in brackets", "“The tide rises twice [...] in Saint-Malo, more than nearly everywhere” [1]"),
    ("aside", "“The tide [there] rises twice a day, by up to 13.5 m” [1]"),
    ("first letter changed", "“[t]he tide rises twice a day, by up to” [1]"),
    ("thousands", "“1 200 people visit the wall and watch it rise” [1]"),
    ("emphasis", "“people visit the *wall* and watch it rise” [1]"),
    ("the title", "“Tides of the world” and “The tide rises twice a day” [1]"),
    ("a citation inside", "“The tide rises twice a day [1].”"),
    (
        "two sources in a paragraph",
        "“The ferry to Jersey leaves at nine” and “The tide rises twice a day” [1][2].",
    ),
    (
        "numbers with a comma",
        "“The ferry to Jersey leaves at nine and needs eighty minutes” [1, 2].",
    ),
    ("paraphrase without marks", "The sea comes and goes two times every day in that town [1]."),
    ("a term", "The so-called “very big spring tide” comes every two weeks [1]."),
    ("irony", "This is what they call a “rise” [1]."),
    ("the question's words", "You ask whether “the sea in Saint-Malo climbs higher than a house”: yes [1]."),
    ("nothing cited", "Some say “the moon pulls the water up by magic and love”."),
    ("cited in another paragraph", "Some say “the moon pulls the water up by magic”.\n\nIt rises [1]."),
    ("translated", "Die Seite sagt, „die Flut steigt dort zweimal am Tag und nicht öfter“ [1]."),
    ("translated to Korean", "“그곳의 조수는 하루에 두 번 높이 올라온다” [1]"),
    ("code", 'Run `echo "this is a text that stands nowhere at all"` [1].'),
    ("code block", '```\nprint("this is a text that stands nowhere at all") # [1]\n```'),
    ("inches", 'A 5" pipe and a 7" pipe are both wide enough for all of this water [1].'),
    ("link", "See “how the tide goes up and down all day” in [1](https://a.example)."),
    ("a number without a source", "“This is a text that stands nowhere at all” [9]"),
    ("German", "„Die Flut steigt zweimal am Tag“ [3]"),
    ("guillemets", "»Die Flut steigt zweimal am Tag, in Saint-Malo« [3]"),
    ("Korean", "“하루에 두 번 밀물이 들어오고 수위가” [4]"),
    ("Japanese", "「一日に二回潮が満ち、海面は十三メートルも」 [5]"),
    (
        "apostrophes",
        "The tide's height and the ferry's hour and the town's wall aren't the question's point [1].",
    ),
    ("single marks", "‘The tide rises twice a day, by up to’ [1]"),
]

WRONG = [
    ("made up", "The page says “The tide never rises in the winter months” [1]."),
    ("a word changed", "“The tide rises thrice a day, by up to” [1]"),
    ("a number changed", "“The tide rises twice a day, by up to 135 m” [1]"),
    ("order turned", "“by up to 13.5 m … The tide rises twice a day” [1]"),
    ("a word left out silently", "“The tide rises a day, by up to 13.5 m” [1]"),
    ("another source's words", "“The ferry to Jersey leaves at nine” [1]"),
    ("straight marks", 'It is "the most dangerous tide in all of Europe" [1].'),
    ("in a list", "- “the most dangerous tide that there is” [1]\n- It rises [1]"),
    ("German", "„Die Flut ist dort die gefährlichste der Welt“ [3]"),
    ("Korean", "“하루에 세 번 썰물이 나가고 사람들이 춤을 춘다” [4]"),
    ("Japanese", "「一日に五回潮が引き、海は空よりも高くなる」 [5]"),
]


@pytest.mark.parametrize(("why", "text"), RIGHT, ids=[why for why, _ in RIGHT])
def test_a_quotation_that_may_be_right_is_not_flagged(why: str, text: str) -> None:
    assert misquoted(text, ALL, [QUESTION]) == (), why


@pytest.mark.parametrize(("why", "text"), WRONG, ids=[why for why, _ in WRONG])
def test_a_quotation_that_is_not_in_its_source_is_flagged(why: str, text: str) -> None:
    (flagged,) = misquoted(text, ALL, [QUESTION])

    assert flagged in text, why


def test_a_source_of_which_nothing_is_known_proves_nothing() -> None:
    assert misquoted("“The tide never rises in the winter months” [1]", ["", TIDES]) == ()


def test_a_verdict_may_quote_whatever_its_chairman_has_read() -> None:
    said = "Response A quotes “The tide rises twice a day” [1], and B [1] “leaves at nine and needs eighty minutes”."

    assert unfounded(said, [TIDES], [FERRIES]) == ()
    assert unfounded(said, [TIDES], []) == ("leaves at nine and needs eighty minutes",)


def test_a_very_long_text_is_read_in_one_go() -> None:
    assert quotations('"' * 20_000) == ()
    assert quotations("“a " * 20_000) == ()
    lines = (f"“{'tide ' * 5} {number}” [1]" for number in range(5_000))
    assert len(misquoted("\n".join(lines), [TIDES * 100])) == 40
