"""Tests of values as JSON: a round trip returns the same value, and a value without a form is named."""

import json
from dataclasses import MISSING, fields
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from council_core.codec import REMEMBERED_CHARACTERS, from_json, from_text, to_json, to_text
from council_core.domain.answer import Abstention, Answer, Failure, Outcome, Reply, Usage
from council_core.domain.events import Event
from council_core.domain.member import MemberId
from council_core.domain.run import Run
from council_core.errors import StoreIncompatible
from council_core.ports import CloseVoting, LateAnswer, Signal
from council_core.testing import fails
from tests.core.sitting import a_sitting

DOWN = Failure(reason="unavailable", detail="It broke.", latency=2.0, usage=Usage(cost=Decimal("0.000001")))

texts = st.text(st.characters(exclude_categories=["Cs"]))
amounts = st.none() | st.integers(min_value=0, max_value=10**9)
costs = st.none() | st.decimals(min_value=0, max_value=1000, places=9)
usages = st.builds(Usage, tokens_in=amounts, tokens_out=amounts, cost=costs, cost_is_estimate=st.booleans())
seconds = st.floats(min_value=0, max_value=1e6)
replies = st.builds(Reply, text=texts, latency=seconds, usage=usages, reasoning=texts)
failures = st.builds(Failure, reason=st.just("late"), detail=texts, latency=seconds, usage=usages)
members = texts.map(MemberId)
outcomes = st.builds(Answer, member=members, reply=replies) | st.builds(
    Abstention, member=members, failure=failures
)


@given(outcomes)
def test_any_outcome_comes_back_from_text_as_it_was(outcome: Outcome) -> None:
    text = json.dumps(to_json(outcome, Outcome))

    assert from_json(json.loads(text), Outcome) == outcome


@given(st.text(), st.sampled_from([0, REMEMBERED_CHARACTERS]))
def test_any_text_is_stored_as_it_was_and_half_a_character_too(said: str, more: int) -> None:
    reply = Reply(text=said + more * "x", latency=1.0)

    assert from_text(to_text(reply, Reply), Reply) == reply


@given(replies | failures)
def test_a_reply_and_a_failure_are_told_apart(result: Reply | Failure) -> None:
    kind = Reply | Failure

    assert from_json(to_json(result, kind), kind) == result


@pytest.mark.parametrize("signal", [CloseVoting(by="Alice"), LateAnswer(member="demo:ada")])
def test_signals_are_told_apart_by_their_kind(signal: Signal) -> None:
    assert from_json(to_json(signal, Signal), Signal) == signal


async def test_a_whole_run_comes_back_as_it_was() -> None:
    run = await a_sitting(
        {("test:blaise", "answer"): fails(DOWN), ("test:ada", "synthesize"): fails(DOWN)}
    ).hold()

    text = json.dumps(to_json(run, Run))

    assert from_json(json.loads(text), Run) == run


def test_money_is_kept_to_the_last_digit() -> None:
    usage = Usage(cost=Decimal("0.1") + Decimal("0.2"))

    assert to_json(usage, Usage)["cost"] == "0.3"
    assert from_json(to_json(usage, Usage), Usage).cost == Decimal("0.3")


def test_a_time_keeps_its_moment_whatever_zone_it_is_written_in() -> None:
    there = datetime(2026, 11, 20, 14, 0, tzinfo=timezone(timedelta(hours=2)))

    back = from_json(to_json(there, datetime), datetime)

    assert back == datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
    assert back.tzinfo is not None


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"text": "Tabs."}, "a field is missing"),
        ({"text": "Tabs.", "latency": "soon"}, "a field holds something else"),
        (["Tabs."], "another shape altogether"),
        (None, "nothing at all"),
    ],
)
def test_what_cannot_be_read_is_named_without_what_it_says(data: object, why: str) -> None:
    with pytest.raises(StoreIncompatible, match=r"^value_unreadable value=Reply ") as caught:
        from_json(data, Reply)

    assert "Tabs" not in str(caught.value), why


@pytest.mark.parametrize("text", ["{", '{"text": 1', '{"text": "Tabs."}', "null"])
def test_damaged_text_is_named_as_that(text: str) -> None:
    with pytest.raises(StoreIncompatible):
        from_text(text, Reply)


def test_a_field_of_a_later_version_is_passed_over() -> None:
    data = {**to_json(Reply(text="Tabs.", latency=1.0), Reply), "mood": "cheerful"}

    assert from_json(data, Reply) == Reply(text="Tabs.", latency=1.0)


NEEDED_BY_EVENTS = {
    "LateAnswerArrived": "text",
    "NamesRevealed": "unveiled reviewers absences chairman vote_held ballots team_ranking "
    "joint_ranking agreement verdict closed_by seconds usage",
    "RunCancelled": "demo",
    "RunExported": "digest by files demo",
    "RunFailed": "ending absences answers usage demo",
    "RunStarted": "",
    "SlateOpened": "responses cut_short gaps",
    "SlateRanked": "ranking reviews scoreboard learned",
    "SplitFound": "held members",
    "StageProgressed": "stage done of failed",
    "VerdictReached": "text top finish_reason gaps ranked foreign_links critique demo",
    "VerdictShared": "person by demo",
    "VoteReminded": "closes_at",
    "VotingOpened": "",
}
"""Fields of each event without a default, apart from the run's id. In a rolling update an ingress and a worker of two
versions pass events to each other: a new field needs a default, and none of these may be removed."""


def test_events_for_a_worker_of_another_version_keep_the_fields_that_they_need() -> None:
    needed = {
        event.__name__: " ".join(
            field.name for field in fields(event) if field.default is MISSING and field.name != "run_id"
        )
        for event in get_args(Event)
    }

    assert needed == NEEDED_BY_EVENTS


@pytest.mark.parametrize("event", get_args(Event), ids=lambda event: event.__name__)
def test_a_field_of_a_newer_version_keeps_no_event_from_being_read(event: type) -> None:
    """The missing fields are the only errors here."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(event).validate_python({"further": 1})

    assert {error["type"] for error in caught.value.errors()} == {"missing"}
