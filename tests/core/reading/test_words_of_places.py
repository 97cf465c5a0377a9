"""Tests of lists with Roman numerals or words as places, and of arrows from the worst to the best: read rightly or not
at all."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from council_core.reading import read_ballot

NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
LETTERS = ("A", "B", "C", "D", "E", "F", "G", "H")
TO_BEST = (
    "worst → best",
    "weakest -> strongest",
    "worst => best",
    "worst > best",
    "schlechteste → beste",
    "schwächste → beste",
    "pire → meilleur",
    "peor → mejor",
    "pior → melhor",
    "peggiore → migliore",
    "худший → лучший",
    "найгірший → найкращий",
    "najgorszy → najlepszy",
    "en kötü → en iyi",
    "最差→最好",
    "最悪→最高",
    "최악 → 최고",
    "الأسوأ → الأفضل",
    "सबसे खराब → सबसे अच्छा",
)
orders = st.integers(min_value=2, max_value=8).flatmap(lambda size: st.permutations(LETTERS[:size]))


def groups(order: list[str]) -> tuple[tuple[str], ...]:
    return tuple((f"Response {letter}",) for letter in order)


def shown(order: list[str]) -> list[str]:
    return [f"Response {letter}" for letter in sorted(order)]


@given(
    order=orders,
    form=st.sampled_from(["{}. ", "{}) ", "({}) ", "**{}.** ", "{}: "]),
    noun=st.sampled_from(["Response ", "**Response ", ""]),
    heading=st.sampled_from(["FINAL RANKING:\n", "Final ranking\n", "最终排名：\n"]),
    small=st.booleans(),
    data=st.data(),
)
def test_roman_numerals_are_places_in_any_order_of_lines(
    order: list[str], form: str, noun: str, heading: str, small: bool, data: st.DataObject
) -> None:
    numerals = [each.lower() if small else each for each in NUMERALS]
    end = "**" if noun.startswith("**") else ""
    lines = [
        f"{form.format(numeral)}{noun}{letter}{end}" for numeral, letter in zip(numerals, order, strict=False)
    ]
    told = data.draw(st.permutations(lines))

    read = read_ballot(heading + "\n".join(told), shown(order))

    assert read.order in (groups(order), None)
    assert told != lines or read.order == groups(order)


@given(order=st.permutations(["I", "V", "X", "A"]), form=st.sampled_from(["{}. {}", "{}) Response {}"]))
def test_letters_that_are_numerals_too_are_never_read_wrongly(order: list[str], form: str) -> None:
    lines = [form.format(numeral, letter) for numeral, letter in zip(NUMERALS, order, strict=False)]

    assert read_ballot("FINAL RANKING:\n" + "\n".join(lines), shown(order)).order in (groups(order), None)


@given(
    order=st.permutations(["A", "B", "C"]),
    best=st.sampled_from(["Best", "Winner", "First", "1", "🥇"]),
    middle=st.sampled_from(["Second", "2", "Runner-up"]),
    last=st.sampled_from(["Last", "Worst", "Last place"]),
    heading=st.sampled_from(
        ["FINAL RANKING:", "FINAL RANKING (worst first):", "FINAL RANKING (best first):"]
    ),
    lines=st.permutations([0, 1, 2]),
)
def test_words_of_places_count_before_the_order_of_lines(
    order: list[str], best: str, middle: str, last: str, heading: str, lines: list[int]
) -> None:
    told = [f"{word}: Response {letter}" for word, letter in zip((best, middle, last), order, strict=True)]

    read = read_ballot("\n".join([heading, *(told[at] for at in lines)]), shown(order))

    assert read.order in (groups(order), None)


def test_a_list_from_last_to_best_is_read() -> None:
    read = read_ballot(
        "FINAL RANKING:\nLast: Response C\nSecond: Response A\nBest: Response B", shown(["A", "B", "C"])
    )

    assert read.order == groups(["B", "A", "C"])


@pytest.mark.parametrize(
    "text",
    [
        "FINAL RANKING:\nLast: Response C\nWorst: Response A\nBest: Response B",
        "FINAL RANKING:\nLast: Response C\nBest: Response B",
        "FINAL RANKING (worst first):\nBest: Response B\nSecond: Response A\nThird: Response C",
        "FINAL RANKING:\nI. Response A\nIII. Response B\nIV. Response C",
    ],
)
def test_places_that_contradict_each_other_are_void(text: str) -> None:
    assert read_ballot(text, shown(["A", "B", "C"])).order is None


@given(
    order=st.permutations(["A", "B", "C", "D"]),
    remark=st.sampled_from(TO_BEST),
    form=st.sampled_from(
        [
            "FINAL RANKING ({}):\n{}",
            "FINAL RANKING:\n({})\n{}",
            "FINAL RANKING, {}:\n{}",
            "FINAL RANKING: {}: {}",
            "{}:\n{}",
            "{}\n\nFINAL RANKING:\n{}",
            "FINAL RANKING:\n{}: {}",
        ]
    ),
    joint=st.sampled_from([" → ", " -> ", ", ", " > ", "\n"]),
)
def test_arrows_from_the_worst_to_the_best_are_never_read_wrongly(
    order: list[str], remark: str, form: str, joint: str
) -> None:
    told = [f"Response {letter}" for letter in reversed(order)]
    listed = (
        "\n".join(f"{at}. {each}" for at, each in enumerate(told, 1)) if joint == "\n" else joint.join(told)
    )

    assert read_ballot(form.format(remark, listed), shown(order)).order in (groups(order), None)


@pytest.mark.parametrize("remark", TO_BEST)
def test_a_numbered_list_from_the_worst_to_the_best_is_turned_round(remark: str) -> None:
    read = read_ballot(
        f"FINAL RANKING ({remark}):\n1. Response C\n2. Response A\n3. Response B", shown(["A", "B", "C"])
    )

    assert read.order == groups(["B", "A", "C"])
