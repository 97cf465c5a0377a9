"""Tests of the bounds of calls: the deadline, places per provider, one client."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from council_core.domain.answer import Failure, Reply
from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import (
    QUESTION,
    THREE,
    WIRES,
    failure_from,
    member,
    name_of,
    reply_from,
    said,
)
from tests.testbed.models import Fails, Hangs, ModelServer, Says
from tests.virtual_time import virtually


@pytest.mark.parametrize("wire", THREE)
async def test_the_deadline_covers_all_tries_together(wire: str, server: ModelServer, models: Models) -> None:
    server.script(name_of(WIRES[wire]), Fails(status=429, headers={"retry-after-ms": "50"}), Hangs())
    await models.prepare([member(WIRES[wire])])

    failure = await failure_from(models, WIRES[wire], deadline=1.5)

    assert failure.reason == "timed_out"
    assert len(server.journal.calls) == 2


async def test_a_wait_that_would_end_after_the_deadline_is_not_begun(
    server: ModelServer, models: Models
) -> None:
    server.script("openai/gpt-4o", Fails(status=429, headers={"Retry-After": "5"}))

    failure = await failure_from(models, WIRES["openrouter"], deadline=4.0)

    assert failure.reason == "rate_limited"
    assert "asks to wait 5 seconds" in said(failure)
    assert len(server.journal.calls) == 1


@pytest.mark.parametrize("wire", THREE)
async def test_a_call_that_is_cancelled_stays_cancelled_and_hangs_up(
    wire: str, server: ModelServer, models: Models
) -> None:
    server.always(name_of(WIRES[wire]), Hangs())
    call = asyncio.create_task(models.complete(member(WIRES[wire]), QUESTION, deadline=60))
    await server.journal.until(lambda calls: len(calls) == 1)

    call.cancel()

    with pytest.raises(asyncio.CancelledError):
        await call
    await server.journal.until(lambda calls: calls[0].is_dropped)


async def test_no_more_calls_than_places_are_under_way_at_one_provider(
    server: ModelServer, settings: ProviderSettings
) -> None:
    models = Models(replace(settings, calls_at_once={"openrouter": 3}))
    server.latency = 0.2

    async with asyncio.TaskGroup() as group:
        calls = [group.create_task(reply_from(models, WIRES["openrouter"])) for _ in range(10)]

    assert len({call.result().text for call in calls}) == 1
    assert server.journal.most_at_once == 3
    await models.close()


async def test_a_provider_without_a_place_does_not_hold_up_another(
    server: ModelServer, settings: ProviderSettings
) -> None:
    models = Models(replace(settings, calls_at_once={"openrouter": 1}))
    server.always("openai/gpt-4o", Hangs())
    stuck = asyncio.create_task(models.complete(member(WIRES["openrouter"]), QUESTION, deadline=60))
    await server.journal.until(lambda calls: len(calls) == 1)

    reply = await reply_from(models, WIRES["openai"])

    assert reply.text.startswith("Take ")
    stuck.cancel()
    await models.close()


def test_a_call_that_waits_for_others_has_all_its_time_left_and_says_that_it_waits() -> None:
    settings = replace(ProviderSettings.from_mapping({}), calls_at_once={"demo": 1}, demo_seconds=(10, 10))
    waited: list[str] = []

    @contextmanager
    def queueing() -> Generator[None]:
        waited.append("waits")
        yield
        waited.append("goes")

    async def ten_calls() -> list[Reply | Failure]:
        models, who = Models(settings), member("demo:ada")
        await models.prepare([who])
        async with asyncio.TaskGroup() as group:
            calls = [
                group.create_task(models.complete(who, QUESTION, deadline=15, queueing=queueing))
                for _ in range(10)
            ]
        return [call.result() for call in calls]

    results = virtually(ten_calls())

    assert [type(result) for result in results] == [Reply] * 10
    assert sorted(waited) == ["goes"] * 9 + ["waits"] * 9


async def test_calls_that_wait_find_out_that_their_model_is_left_alone_by_now(
    server: ModelServer, settings: ProviderSettings
) -> None:
    models = Models(replace(settings, calls_at_once={"openrouter": 1}))
    server.always("openai/gpt-4o", Fails(status=401))

    async with asyncio.TaskGroup() as group:
        calls = [group.create_task(failure_from(models, WIRES["openrouter"])) for _ in range(6)]

    assert [call.result().reason for call in calls] == ["unauthorized"] * 2 + ["not_asked"] * 4
    assert len(server.journal.calls) == 2
    await models.close()


async def test_a_call_does_not_wait_for_others_for_ever(
    server: ModelServer, settings: ProviderSettings
) -> None:
    models = Models(replace(settings, calls_at_once={"openrouter": 1}), longest_queueing=0.2)
    server.always("openai/gpt-4o", Hangs())
    stuck = asyncio.create_task(models.complete(member(WIRES["openrouter"]), QUESTION, deadline=60))
    await server.journal.until(lambda calls: len(calls) == 1)

    failure = await failure_from(models, WIRES["openrouter"])

    assert failure.reason == "timed_out"
    assert said(failure).startswith("All calls that OpenRouter may get at once were under way")
    assert len(server.journal.calls) == 1
    stuck.cancel()
    await models.close()


async def test_calls_one_after_another_share_a_connection_whatever_the_provider(
    server: ModelServer, models: Models
) -> None:
    for _ in range(3):
        for model in WIRES.values():
            await reply_from(models, model)

    assert server.journal.connections == 1


async def test_many_calls_at_once_open_a_connection_each_and_use_them_again(
    server: ModelServer, models: Models
) -> None:
    count = 7
    server.latency = 0.05

    for _ in range(3):
        async with asyncio.TaskGroup() as group:
            for _ in range(count):
                group.create_task(reply_from(models, WIRES["compatible"]))

    assert len(server.journal.calls) == 3 * count
    assert server.journal.connections <= count


async def test_an_idle_connection_that_the_server_closed_costs_nobody_an_answer(
    server: ModelServer, models: Models
) -> None:
    await reply_from(models, WIRES["openai"])
    await server.hang_up()

    reply = await reply_from(models, WIRES["openai"])

    assert reply.text.startswith("Take ")
    assert server.journal.paid_twice() == [] or len(server.journal.calls) == 2


async def test_closing_ends_calls_under_way_as_failures(
    server: ModelServer, settings: ProviderSettings
) -> None:
    models = Models(settings)
    server.always("openai/gpt-4o", Hangs())
    call = asyncio.create_task(models.complete(member(WIRES["openrouter"]), QUESTION, deadline=60.0))
    await server.journal.until(lambda calls: len(calls) == 1)

    await models.close()

    result = await call
    assert isinstance(result, Failure)
    assert result.reason == "unreachable"
    assert (await failure_from(models, "openai:gpt-4o")).reason == "unreachable"
    assert len(server.journal.calls) == 1


async def test_replies_that_come_together_leave_the_event_loop_a_turn_in_between(
    server: ModelServer, models: Models
) -> None:
    server.always("some-model", Says(text="Yes.", after=0.05))
    await models.prepare([member(WIRES["compatible"])])
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counting = asyncio.create_task(count_turns())
    done: list[int] = []

    async def ask() -> None:
        result = await models.complete(member(WIRES["compatible"]), QUESTION, deadline=20)
        assert isinstance(result, Reply)
        done.append(turns)

    async with asyncio.TaskGroup() as group:
        for _ in range(20):
            group.create_task(ask())
    counting.cancel()

    assert len(set(done)) == len(done), "no two replies were worked on in the same turn"
