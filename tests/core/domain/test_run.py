"""Tests of a run and of its public state at any time."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from council_core.domain.answer import Abstention, Failure, Reply, Usage
from council_core.domain.ending import OUR_FAULT
from council_core.domain.review import Reading, Review
from council_core.domain.run import RunStatus
from council_core.domain.slate import Alias, Response, Slate
from council_core.domain.summary import anonymous_reviews, summarize
from council_core.domain.verdict import Verdict
from tests.samples import MEMBERS, NOON, SETTINGS, a_run, an_answer

ADA, BLAISE, CARL, DOROTHY = MEMBERS
A, B = Alias("A"), Alias("B")

ABSENT = Abstention(member=BLAISE.id, failure=Failure(reason="timed_out", detail="Too slow.", latency=9.0))


def a_review(member: int, number: int, *, valid: bool = True) -> Review:
    status = "valid" if valid else "void"
    reading = Reading(status=status, order=((A,), (B,)) if valid else None, why="")
    return Review(
        reviewer=MEMBERS[member].id, number=number, shown=(A, B), texts=(f"Text {number}",), reading=reading,
        latency=1.0, usage=Usage(cost=Decimal("0.1")),
    )  # fmt: skip


def test_a_story_begins_with_what_was_asked_and_nothing_else() -> None:
    run = a_run(status="voting", outcomes=(an_answer(ADA),), voting_opened_at=NOON, ending=OUR_FAULT)

    assert run.as_asked() == a_run()


@pytest.mark.parametrize(
    ("status", "finished"),
    [
        ("asked", False),
        ("answering", False),
        ("reviewing", False),
        ("synthesizing", False),
        ("voting", False),
        ("revealed", True),
        ("failed", True),
        ("cancelled", True),
    ],
)
def test_a_run_has_ended_when_nothing_more_will_happen(status: RunStatus, finished: bool) -> None:
    assert a_run(status=status).is_finished is finished


@pytest.mark.parametrize(
    ("changes", "is_open", "why"),
    [
        ({}, False, "the answers are not in yet"),
        ({"voting_opened_at": NOON}, True, "it has opened"),
        ({"voting_opened_at": NOON, "voting_closed_at": NOON}, False, "it has closed"),
        ({"voting_opened_at": NOON, "status": "cancelled"}, False, "the run was stopped"),
    ],
)
def test_the_voting_is_open_from_the_answers_to_the_count(
    changes: dict[str, Any], is_open: bool, why: str
) -> None:
    assert a_run(**changes).is_voting_open is is_open, why


def test_a_run_costs_what_all_its_calls_cost_those_in_vain_included() -> None:
    paid = Usage(cost=Decimal(1))
    answer = replace(an_answer(ADA), reply=Reply(text="Tabs.", latency=1.0, usage=paid))
    absent = replace(ABSENT, failure=replace(ABSENT.failure, usage=paid))
    verdict = Verdict(
        chairman=CARL.id, reply=Reply(text="Tabs.", latency=1.0, usage=paid), top=(), passed_over=(absent,)
    )

    run = a_run(outcomes=(answer, absent), late=(answer,), reviews=(a_review(0, 1),), verdict=verdict)

    assert run.usage.cost == Decimal("5.1")


def test_a_run_says_when_only_a_part_of_its_cost_is_known() -> None:
    def answered_for(*paid: Usage) -> bool:
        replies = [Reply(text="Tabs.", latency=1.0, usage=usage) for usage in paid]
        answers = [replace(an_answer(one), reply=reply) for one, reply in zip(MEMBERS, replies, strict=False)]
        return a_run(outcomes=tuple(answers)).cost_is_partial

    priced, unpriced = Usage(tokens_in=3, cost=Decimal("0.02")), Usage(tokens_in=5, tokens_out=7)

    assert answered_for(priced, unpriced)
    assert not answered_for(priced, priced)
    assert not answered_for(unpriced, unpriced), "nothing at all is known of its cost"
    assert not answered_for(priced, Usage()), "a call that was never made costs nothing"


def test_a_summary_says_how_far_a_run_is_without_saying_who() -> None:
    slate = Slate(responses=(Response(alias=A, text="Tabs."), Response(alias=B, text="Spaces.")))

    summary = summarize(
        a_run(
            status="synthesizing",
            outcomes=(an_answer(ADA), ABSENT, an_answer(CARL)),
            slate=slate,
            reviews=(a_review(0, 2), a_review(2, 1, valid=False)),
            voting_opened_at=NOON,
        )
    )

    assert (summary.members, summary.answered, [gap.reason for gap in summary.gaps]) == (4, 2, ["timed_out"])
    assert (summary.reviewers, summary.valid_reviews) == (2, 1)
    assert (summary.aliases, summary.takes_votes, summary.voting_open) == ((A, B), True, True)
    assert (summary.has_verdict, summary.top) == (False, ())


@pytest.mark.parametrize(
    ("changes", "takes", "why"),
    [
        ({}, True, "nobody knows yet that there will be nothing to vote on"),
        ({"settings": replace(SETTINGS, vote_seconds=0)}, False, "the settings say that there is no vote"),
        ({"slate": Slate(responses=(Response(alias=A, text="Tabs."),))}, False, "one answer is no choice"),
    ],
)
def test_a_summary_knows_whether_there_is_a_vote_at_all(
    changes: dict[str, Any], takes: bool, why: str
) -> None:
    assert summarize(a_run(**changes)).takes_votes is takes, why


def test_reviews_come_in_the_order_of_their_numbers_which_is_not_that_of_the_roster() -> None:
    run = a_run(reviews=(a_review(0, 3), a_review(1, 1), a_review(2, 2)))

    assert [(review.number, review.text) for review in anonymous_reviews(run)] == [
        (1, "Text 1"),
        (2, "Text 2"),
        (3, "Text 3"),
    ]
