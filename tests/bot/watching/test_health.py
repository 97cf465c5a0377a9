"""Tests that a broken or hanging part is named in time, and that frequent questions do not add checks."""

import asyncio

import pytest

from bot.ports import Condition
from bot.watching.health import Health
from council_core.errors import StoreUnavailable


async def well() -> Condition:
    return Condition(ok=True)


async def test_a_part_that_hangs_is_named_and_asked_only_once() -> None:
    asked = 0

    async def hangs() -> Condition:
        nonlocal asked
        asked += 1
        await asyncio.Event().wait()
        return Condition(ok=True)

    health = Health(alive={"engine": well}, ready={"database": hangs}, seconds=0.05)

    first = await health.readiness()
    second, third = await asyncio.gather(health.readiness(), health.readiness())

    assert [each.status for each in (first, second, third)] == ["trouble"] * 3
    assert first.parts["database"].why.startswith("It has given no answer for 0.")
    assert first.parts["engine"].ok
    assert asked == 1


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (StoreUnavailable("disk_full", database="it"), "disk_full database=it"),
        # What an error of somebody else's says may hold anything, so only its kind is told.
        (RuntimeError("postgresql://council:secret@db"), "It cannot be asked: RuntimeError."),
    ],
)
async def test_a_part_that_breaks_says_why_and_no_secret(error: Exception, why: str) -> None:
    async def breaks() -> Condition:
        raise error

    report = await Health(alive={}, ready={"database": breaks}).readiness()

    assert report.as_json() == {"status": "trouble", "parts": {"database": {"ok": False, "why": why}}}


async def test_who_asks_often_costs_nothing() -> None:
    asked = 0

    async def counts() -> Condition:
        nonlocal asked
        asked += 1
        return Condition(ok=True)

    health = Health(alive={}, ready={"database": counts})

    reports = [await health.readiness() for _ in range(50)]

    assert {report.status for report in reports} == {"ok"}
    assert asked < len(reports)


async def test_what_was_given_up_is_named_and_the_rest_goes_on_taking_questions() -> None:
    async def gone() -> Condition:
        return Condition(ok=False, why="It is not connected.")

    health = Health(alive={"engine": well}, ready={"slack": well, "discord": gone})

    before = await health.readiness()
    health.give_up("discord", "Discord does not take the token.")
    after = await health.readiness()

    assert (before.status, before.is_ok) == ("trouble", False)
    assert (after.status, after.is_ok, (await health.liveness()).status) == ("partly", True, "ok")
    assert after.parts["discord"] == Condition(ok=False, why="Discord does not take the token.")
