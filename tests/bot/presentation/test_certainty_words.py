"""Tests of the sentences about the first place over a grid of panels: they claim only what the ballots say, and the
card, the board, the page, the export and programs agree."""

import re
from dataclasses import replace
from html import unescape
from itertools import product
from typing import get_args

import hypothesis.strategies as st
import pytest
from hypothesis import given

from bot.presentation.card import Outcome, outcome_of_view
from bot.presentation.documents import run_document
from bot.presentation.ranking import leaders, legend, panel_facts
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from bot.programs.answers import run_shape
from bot.web.page.judging import board_part
from council_core.aggregation import AGGREGATORS, aggregate
from council_core.domain.ballot import Preference
from council_core.domain.ranking import OwnAnswer, Ranking
from council_core.domain.run import RunStatus
from council_core.domain.run_view import Viewer
from council_core.domain.slate import Alias
from council_core.view import view
from tests.bot.presentation.drawing import draw
from tests.bot.presentation.examples import RANKED, RANKING, whole

LETTERS = tuple(Alias(each) for each in "ABCDEF")


@st.composite
def panels(draw: st.DrawFn, most: int = 6) -> Ranking:
    """Draw a ranking of three to six responses by up to as many of their authors, ties and gaps included."""
    letters = LETTERS[: draw(st.integers(3, most))]
    judges = draw(st.lists(st.sampled_from(letters), min_size=1, max_size=len(letters), unique=True))
    preferences: list[Preference] = []
    for own in judges:
        order = draw(st.permutations(letters))
        ties = draw(st.lists(st.booleans(), min_size=len(letters), max_size=len(letters)))
        groups: list[tuple[Alias, ...]] = []
        for each, tied in zip(order, ties, strict=True):
            if tied and groups:
                groups[-1] += (each,)
            else:
                groups.append((each,))
        shown = groups[: draw(st.integers(1, len(groups)))]
        preferences.append(Preference(judge=f"reviewer {own}", order=tuple(shown), shown=letters, own=own))
    own_answer: OwnAnswer = draw(st.sampled_from(get_args(OwnAnswer)))
    return aggregate(draw(st.sampled_from(sorted(AGGREGATORS))), letters, preferences, own_answer=own_answer)


TOGETHER = {"en": "taken together", "de": "zusammengenommen", "ko": "합치면"}
ASIDE = {"en": "own answers do not count", "de": "eigene Antworten zählen nicht", "ko": "자기 답변은 제외"}
SOLE = {
    "en": r"The one (?:other )?reviewer",
    "de": r"Das einzige (?:fremde )?Gutachten",
    "ko": r"하나뿐인 (?:다른 모델의 )?심사",
}
ALONE = {"en": "One review alone", "de": "Ein einzelnes Gutachten", "ko": "심사가 하나뿐이라"}


@given(ranking=panels(), language=st.sampled_from(sorted(LANGUAGES)))
def test_the_sentences_claim_what_the_ballots_say(ranking: Ranking, language: str) -> None:
    said = leaders(ranking, LANGUAGES[language])

    first = [each for each in ranking.standings if each.place == 1]
    some_without = [each for each in first if each.first_places == 0 and ranking.judges_of(each)]
    assert (TOGETHER[language] in said) == bool(some_without), (
        "nobody's first place comes first: the reason is told"
    )
    assert (ASIDE[language] in said) == ranking.leaves_own_out
    assert not re.search(r"%|Kendall|\b0\b|\bzero\b", said)
    alone = [each for each in first if ranking.judges_of(each) == 1]
    assert bool(re.search(SOLE[language], said)) == bool(alone)
    assert (ALONE[language] in said) == (len(first) == 1 and ranking.judges_of(first[0]) <= 1)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("own_answer", get_args(OwnAnswer))
@pytest.mark.parametrize("judges", [1, 3, 4])
def test_a_first_place_on_which_all_agree_is_told_once(
    judges: int, own_answer: OwnAnswer, language: str
) -> None:
    letters = LETTERS[:4]
    preferences = [
        Preference(judge=f"reviewer {own}", order=tuple((each,) for each in letters), shown=letters, own=own)
        for own in letters[:judges]
    ]
    ranking = aggregate("bradley_terry", letters, preferences, own_answer=own_answer)
    words = LANGUAGES[language]
    (first,) = (each for each in ranking.standings if each.place == 1)

    said = leaders(ranking, words)

    told_twice = words.board.first(aliases=(first.alias,)) in said
    assert told_twice == (ranking.judges_of(first) == 0), "only the author ranked it: no reviewer says it"
    assert words.phrases.responses(aliases=(first.alias,)) in said


@given(ranking=panels())
def test_nobody_counts_twice_or_against_itself(ranking: Ranking) -> None:
    for each in ranking.standings:
        assert each.first_places <= ranking.judges_of(each) <= ranking.preferences
        assert not (each.own_first and ranking.leaves_own_out)


@given(ranking=panels(most=3), language=st.sampled_from(sorted(LANGUAGES)))
def test_card_board_page_and_programs_agree(ranking: Ranking, language: str) -> None:
    words = LANGUAGES[language]
    seen = view(replace(whole("revealed"), ranking=ranking), Viewer())

    board = board_part(seen, words)
    outcome = outcome_of_view(seen)

    assert board is not None
    assert outcome is not None
    assert str(board.leaders) == leaders(ranking, words)
    assert run_shape(seen, (), words, with_responses=False).agreement == leaders(ranking, words)
    best = [each for each in ranking.standings if each.place == 1]
    assert (outcome.firsts, outcome.of) in [(each.first_places, ranking.judges_of(each)) for each in best]
    told = first_on_card(outcome, words)
    assert "0" not in told
    assert outcome.is_close == (words.board.certainty(kind="too_close") in leaders(ranking, words))
    assert (words.board.own_left_out in legend(ranking, words)) == ranking.leaves_own_out


def first_on_card(outcome: Outcome, words: Words) -> str:
    return words.card.ranked_first(
        aliases=("A",),
        firsts=outcome.firsts,
        of=outcome.of,
        by_scores=outcome.by_scores,
        is_close=outcome.is_close,
    )


@pytest.mark.parametrize("own_answer", get_args(OwnAnswer))
def test_three_who_each_prefer_their_own_answer_are_told_as_they_are(own_answer: OwnAnswer) -> None:
    letters = LETTERS[:3]
    orders = ("A B C", "B A C", "C A B")
    preferences = [
        Preference(
            judge=f"reviewer {at}",
            order=tuple((Alias(letter),) for letter in order.split()),
            shown=letters,
            own=Alias(order[0]),
        )
        for at, order in enumerate(orders)
    ]

    said = leaders(aggregate("bradley_terry", letters, preferences, own_answer=own_answer), ENGLISH)

    expected = {
        "excluded": "Both other reviewers put Response A first (own answers do not count).",
        "half": "The models put Response A first. One of three put A first (and wrote it).",
        "full": "The models put Response A first. One of three put A first (and wrote it).",
    }
    assert said.startswith(expected[own_answer])


def test_a_winner_whom_nobody_put_first_is_told_without_a_contradiction() -> None:
    letters = LETTERS[:4]
    orders = ("B A C D", "C A B D", "D A B C")
    preferences = [
        Preference(
            judge=f"reviewer {at}", order=tuple((Alias(letter),) for letter in order.split()), shown=letters
        )
        for at, order in enumerate(orders)
    ]
    ranking = aggregate("bradley_terry", letters, preferences, own_answer="half")

    said = {language: leaders(ranking, words) for language, words in LANGUAGES.items()}

    assert "None of three put A first, but all reviews taken together do." in said["en"]
    assert "Keines von 3 sieht A vorn, alle zusammengenommen aber schon." in said["de"]
    assert "3개 중 어느 것도 A를 1위로 꼽지 않았지만 모든 심사를 합치면 1위입니다." in said["ko"]


@pytest.mark.parametrize(("scored", "of"), list(product([True, False], [1, 3])))
def test_a_card_never_counts_zero(scored: bool, of: int) -> None:
    for words in LANGUAGES.values():
        told = words.card.ranked_first(aliases=("A",), firsts=0, of=of, by_scores=scored, is_close=False)
        named = words.card.best(aliases=("A",), names=("Ada",), firsts=0, of=of, by_scores=scored)

        assert "0" not in told + named


@pytest.mark.parametrize(("agreement", "of_ten"), [(1.0, 10), (0.96, 9), (0.5, 5), (0.04, 1), (0.0, 0)])
def test_full_agreement_is_told_only_of_full_agreement(agreement: float, of_ten: int) -> None:
    ranking = replace(RANKING, pair_agreement=agreement)

    (said,) = panel_facts(replace(RANKED, ranking=ranking), ENGLISH)

    assert f"agree on {of_ten} of 10 pairs" in "".join(map(str, said.parts))


@pytest.mark.parametrize("status", ["voting", "revealed", "cancelled"])
def test_what_a_ranking_rests_on_is_read_on_the_page_in_the_terminal_and_in_exports_alike(
    status: RunStatus,
) -> None:
    letters = LETTERS[:3]
    preferences = [
        Preference(
            judge=f"reviewer {at}",
            order=tuple((Alias(letter),) for letter in order.split()),
            shown=letters,
            reliability=reliability,
        )
        for at, (order, reliability) in enumerate([("A B C", 1.0), ("A C B", 1.0), ("C B A", 0.2)], start=1)
    ]
    run = whole(status)
    reviews = tuple(replace(each, reliability=0.2 if each.number == 3 else 1.0) for each in run.reviews)
    ranking = aggregate("bradley_terry", letters, preferences, own_answer="half")
    seen = view(replace(run, ranking=ranking, reviews=(*reviews, reviews[-1])), Viewer())
    board = board_part(seen, ENGLISH)
    assert board is not None

    facts = (
        "Two reviewers at random agree on 3 of 10 pairs; chance is 5.",
        "Reviewer 3 counts for less, being at odds with the others.",
        "The weight of 1 reviewer follows from calibration or the team's earlier votes.",
    )
    page = unescape("".join(board.facts))
    terminal = "".join(draw(post) for post in whole_run(seen))
    export = run_document(seen, ENGLISH).markdown

    assert [[fact for fact in facts if fact not in told] for told in (page, terminal, export)] == [[], [], []]
