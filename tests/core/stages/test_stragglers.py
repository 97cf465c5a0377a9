"""Tests of calls that outlive their stage: passed on when they end, dropped when the process ends."""

import asyncio

import pytest

from council_core.domain.answer import Failure, Outcome, Reply
from council_core.domain.question import RunId
from council_core.errors import StoreUnavailable
from council_core.stages.deadline import Stragglers, outcome_of
from tests.samples import MEMBERS

RUN = RunId("r000000000001")
ADA = MEMBERS[0].id
REPLY = Reply(text="Tabs.", latency=95.0)
FAILURE = Failure(reason="unavailable", detail="It broke.", latency=95.0)


class Arrivals:
    """The members that arrived so far."""

    def __init__(self) -> None:
        self.outcomes: list[tuple[RunId, Outcome]] = []
        self.news = asyncio.Event()

    async def __call__(self, run_id: RunId, outcome: Outcome) -> None:
        self.outcomes.append((run_id, outcome))
        self.news.set()


def test_a_reply_is_an_answer_and_a_failure_an_abstention() -> None:
    assert outcome_of(ADA, REPLY).kind == "answer"
    assert outcome_of(ADA, FAILURE).kind == "abstention"


async def test_what_a_late_call_gives_is_passed_on() -> None:
    arrivals = Arrivals()
    stragglers = Stragglers(arrivals)

    async def call() -> Reply | Failure:
        return REPLY

    stragglers.adopt(RUN, ADA, asyncio.create_task(call()))
    async with asyncio.timeout(5):
        await arrivals.news.wait()

    assert arrivals.outcomes == [(RUN, outcome_of(ADA, REPLY))]
    await stragglers.aclose()


async def test_closing_drops_the_calls_that_are_still_out() -> None:
    arrivals = Arrivals()
    stragglers = Stragglers(arrivals)
    begun, stopped = asyncio.Event(), asyncio.Event()

    async def call() -> Reply | Failure:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        return REPLY

    stragglers.adopt(RUN, ADA, asyncio.create_task(call()))
    await begun.wait()
    await stragglers.aclose()

    async with asyncio.timeout(5):
        await stopped.wait()
    assert arrivals.outcomes == []


async def test_a_late_answer_that_cannot_be_kept_is_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tried = asyncio.Event()

    async def arrived(run_id: RunId, outcome: Outcome) -> None:
        tried.set()
        raise StoreUnavailable("disk_full", database="it")

    async def call() -> Reply | Failure:
        return REPLY

    stragglers = Stragglers(arrived)
    stragglers.adopt(RUN, ADA, asyncio.create_task(call()))
    async with asyncio.timeout(5):
        await tried.wait()
    await asyncio.sleep(0)
    await stragglers.aclose()

    assert "run r000000000001: a late answer could not be kept: disk_full database=it" in caplog.text
    assert REPLY.text not in caplog.text
