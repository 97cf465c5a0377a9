"""The harness detects faults: a room that was tampered with is never well."""

from dataclasses import replace

import pytest

from tests.crash.checks import COUNTED, Findings, findings
from tests.crash.plays import Truth
from tests.crash.table import Line, table

CARD = "# Answered\nAsked by alice · HH:MM UTC"
BOARD = "# Ranking and names\nAda wrote A. Vote closed. Two people voted."
TRUTH = Truth(
    posts=(CARD, "# Response A · Ada\nTabs.", "# Response B\nSpaces.", BOARD, "# Verdict by Ada\nTabs."),
    runs=("revealed\nvote of bob: A",),
    settings=(("instructions", "Be brief."),),
    paid=9,
)


def with_post(at: int, *instead: str) -> Truth:
    """Return the state with other posts in place of this one."""
    return replace(TRUTH, posts=(*TRUTH.posts[:at], *instead, *TRUTH.posts[at + 1 :]))


A, B = TRUTH.posts[1:3]
TAMPERED = {
    "a post is missing": (with_post(2), "lost"),
    "a post stands there twice": (with_post(1, A, A), "doubled"),
    "the card stands there twice": (with_post(0, CARD, CARD), "doubled"),
    "two posts stand the other way round": (
        replace(TRUTH, posts=(CARD, B, A, *TRUTH.posts[3:])),
        "disordered",
    ),
    "the card says something else": (
        with_post(0, "# The models are answering\nAsked by alice · HH:MM UTC"),
        "stale",
    ),
    "the card is still to come": (with_post(0, "is thinking..."), "stale"),
    "the vote looks open": (with_post(3, "# Which response is best?\nNo votes so far."), "stale"),
    "a response still has no name": (with_post(1, "# Response A\nTabs."), "stale"),
    "the verdict still has no name": (with_post(4, "# Verdict\nTabs."), "stale"),
    "a call was made again": (replace(TRUTH, paid=10), "repeated"),
    "more calls than were in flight were made again": (replace(TRUTH, paid=12, forgiven=2), "repeated"),
    "a vote is not counted": (replace(TRUTH, runs=("revealed",)), "forgotten"),
    "a run is missing": (replace(TRUTH, runs=()), "forgotten"),
    "settings are gone": (replace(TRUTH, settings=()), "forgotten"),
    "the script never came to its end": (replace(TRUTH, trouble="No verdict."), "unended"),
    "what was told to be kept is lost": (replace(TRUTH, unheard=("question",)), "lost"),
}


@pytest.mark.parametrize(("found", "kind"), TAMPERED.values(), ids=TAMPERED.keys())
def test_what_is_wrong_with_a_room_is_found_and_said(found: Truth, kind: str) -> None:
    wrong = findings(TRUTH, found)

    assert [each for each in COUNTED if getattr(wrong, each)] == [kind]
    assert wrong.words
    assert not wrong.is_well


@pytest.mark.parametrize(
    "found", [TRUTH, replace(TRUTH, paid=11, forgiven=2)], ids=["untouched", "calls in flight made again"]
)
def test_a_room_as_it_should_be_is_well(found: Truth) -> None:
    assert findings(TRUTH, found) == Findings()


def test_what_died_before_anybody_was_told_is_counted_and_no_fault() -> None:
    found = replace(TRUTH, posts=("is thinking...", *TRUTH.posts), untold=("question",))

    assert findings(TRUTH, found) == Findings(untold=1)
    assert findings(TRUTH, found).is_well


def test_the_table_adds_up() -> None:
    lines = [
        Line(
            platform="slack",
            kind="held",
            points=3,
            kills=1,
            runs=6,
            found=[Findings(lost=2, words=("lost: Response A",))],
        ),
        Line(platform="discord", kind="held", points=4, kills=2, runs=8, missed=1),
    ]

    drawn = table(lines).splitlines()

    assert drawn[-1].split() == ["all", "7", "1", "3", "14", "0", "2", *["0"] * 7]
    assert [line.is_well for line in lines] == [False, True]
