"""Tests that a new question is given the conversation before it."""

from dataclasses import replace

import pytest

from council_core.domain.answer import Reply
from council_core.domain.run import Run, RunStatus
from council_core.domain.settings import ShowRanking
from council_core.domain.verdict import Verdict
from council_core.stages.remember import MOST_CHARACTERS, earlier_turns
from tests.samples import MEMBERS, NOON, QUESTION, a_run


def concluded(number: int, verdict: str = "", **changes: object) -> Run:
    """Return a run with a verdict."""
    said = Verdict(
        chairman=MEMBERS[0].id, reply=Reply(text=verdict or f"Verdict {number}.", latency=1.0), top=()
    )
    question = replace(QUESTION, text=f"Question {number}?", **changes)  # type: ignore[arg-type]
    return a_run(f"r{number:012}", question=question, verdict=said)


def test_the_last_six_turns_are_told_the_newest_last() -> None:
    turns = earlier_turns([concluded(number) for number in range(1, 10)])

    assert [turn.question for turn in turns] == [f"Question {number}?" for number in range(4, 10)]


def test_runs_without_a_verdict_are_no_turns() -> None:
    turns = earlier_turns([concluded(1), a_run("r2", status="failed"), concluded(3)])

    assert [turn.question for turn in turns] == ["Question 1?", "Question 3?"]


@pytest.mark.parametrize(
    ("shows", "status", "turns"),
    [("after_vote", "voting", 0), ("after_vote", "revealed", 1), ("at_once", "voting", 1)],
)
def test_a_verdict_that_only_voters_may_see_is_no_turn_while_the_vote_is_open(
    shows: ShowRanking, status: RunStatus, turns: int
) -> None:
    run = concluded(1)
    settings = replace(run.settings, show_ranking=shows)
    run = replace(run, settings=settings, status=status, voting_opened_at=NOON)

    assert len(earlier_turns([run])) == turns


def test_what_was_asked_again_counts_with_its_last_verdict() -> None:
    first = concluded(1)
    again = concluded(2, repeats=first.id)
    in_vain = replace(concluded(3, repeats=again.id), verdict=None)

    assert [turn.question for turn in earlier_turns([first, again, in_vain])] == ["Question 2?"]


def test_the_oldest_turns_are_left_out_where_all_are_too_long_together() -> None:
    turns = earlier_turns([concluded(number, "x" * 5_000) for number in (1, 2, 3)])

    assert [turn.question for turn in turns] == ["Question 2?", "Question 3?"]


def test_a_turn_that_is_too_long_alone_is_shortened_and_shows_it() -> None:
    (turn,) = earlier_turns([concluded(1, "x " * 20_000)])

    assert len(turn.question) + len(turn.verdict) <= MOST_CHARACTERS
    assert turn.verdict.endswith("x…")


def test_a_verdict_does_not_tell_who_wrote_it() -> None:
    (turn,) = earlier_turns([concluded(1, "As Claude, made by Anthropic, I would use spaces.")])

    assert "Claude" not in turn.verdict
    assert "spaces" in turn.verdict
