"""Tests that a failing provider is skipped for a while, tried by one call, and asked anyway when a run needs it."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from council_core.domain.answer import Failure, Reply
from council_core.providers.circuits import MOST_CIRCUITS, MOST_CLOSED_DOORS, MOST_OUTAGES, REST, Circuits
from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import QUESTION, member, said
from tests.samples import NOON
from tests.testbed.models import Behaviour, Fails, Hangs, ModelServer, Says

MODEL = "openai:gpt-4o"
NAME = "gpt-4o"


class Watch:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def guarded(settings: ProviderSettings, watch: Watch) -> Models:
    return Models(settings, circuits=Circuits(watch), call_seconds=1.0)


async def ask(
    models: Models, times: int = 1, *, insists: bool = False, deadline: float = 20.0, tenant: str = ""
) -> Reply | Failure:
    prompt = replace(QUESTION, insists=insists, tenant=tenant)
    result = await models.complete(member(MODEL), prompt, deadline=deadline)
    for _ in range(times - 1):
        result = await models.complete(member(MODEL), prompt, deadline=deadline)
    return result


def reason(result: Reply | Failure) -> str:
    return result.reason if isinstance(result, Failure) else "said"


DEAD: list[tuple[str, Behaviour, int, str]] = [
    (
        "an outage",
        Fails(status=503, headers={"x-should-retry": "false"}),
        MOST_OUTAGES,
        "failed 5 times in a row",
    ),
    ("an expired key", Fails(status=401), MOST_CLOSED_DOORS, "failed twice in a row"),
    ("no credit", Fails(status=402), MOST_CLOSED_DOORS, "failed twice in a row"),
]


@pytest.mark.parametrize(("does", "times", "words"), [row[1:] for row in DEAD], ids=[row[0] for row in DEAD])
async def test_a_dead_provider_is_left_alone_and_that_is_said(
    does: Behaviour, times: int, words: str, server: ModelServer, guarded: Models
) -> None:
    server.always(NAME, does)
    await ask(guarded, times)
    calls = len(server.journal.calls)

    result = await ask(guarded)

    assert isinstance(result, Failure)
    assert result.reason == "not_asked"
    assert (
        said(result) == f"Not asked: OpenAI {words}. It gets a rest of a few minutes and is then tried again."
    )
    assert result.rest is not None
    assert (result.rest.failures, result.rest.until) == (times, NOON + REST)
    assert len(server.journal.calls) == calls, "nobody was asked"


async def test_after_its_rest_one_call_tries_it_and_the_others_wait_for_what_that_brings(
    server: ModelServer, guarded: Models, watch: Watch
) -> None:
    server.always(NAME, Fails(status=401))
    await ask(guarded, MOST_CLOSED_DOORS)
    watch.now += REST
    server.script(NAME, Hangs())

    probe = asyncio.create_task(ask(guarded, deadline=1.0))
    await server.journal.until(lambda calls: len(calls) == MOST_CLOSED_DOORS + 1)
    beside = await ask(guarded)
    failed = await probe
    after = await ask(guarded)
    watch.now += REST
    server.always(NAME, Says(text="Back."))
    back = [reason(await ask(guarded)) for _ in range(3)]

    assert [reason(each) for each in (beside, failed, after)] == ["not_asked", "timed_out", "not_asked"]
    assert back == ["said", "said", "said"]


async def test_a_call_that_is_given_up_does_not_keep_the_others_out(
    server: ModelServer, guarded: Models, watch: Watch
) -> None:
    server.always(NAME, Fails(status=401))
    await ask(guarded, MOST_CLOSED_DOORS)
    watch.now += REST
    server.script(NAME, Hangs())
    probe = asyncio.create_task(ask(guarded))
    await server.journal.until(lambda calls: len(calls) == MOST_CLOSED_DOORS + 1)

    probe.cancel()
    await asyncio.wait({probe})
    server.always(NAME, Says(text="Back."))

    assert reason(await ask(guarded)) == "said"


async def test_where_a_run_needs_it_it_is_asked_all_the_same(server: ModelServer, guarded: Models) -> None:
    server.always(NAME, Fails(status=401))
    await ask(guarded, MOST_CLOSED_DOORS)
    server.always(NAME, Says(text="Back."))

    insisted = await ask(guarded, insists=True)

    assert (reason(insisted), reason(await ask(guarded))) == ("said", "said")


ALIVE: list[tuple[str, Behaviour]] = [
    ("a refusal", Says(finish="content_filter")),
    ("an empty answer", Says(text="")),
    ("a limit on the rate", Fails(status=429, headers={"x-should-retry": "false"})),
    ("a rejected request", Fails(status=400)),
]


@pytest.mark.parametrize("does", [row[1] for row in ALIVE], ids=[row[0] for row in ALIVE])
async def test_who_refuses_or_sends_nothing_is_there(
    does: Behaviour, server: ModelServer, guarded: Models
) -> None:
    server.always(NAME, does)

    result = await ask(guarded, MOST_OUTAGES + 3)

    assert reason(result) != "not_asked"


async def test_failures_count_only_in_a_row(server: ModelServer, guarded: Models) -> None:
    fails = Fails(status=503, headers={"x-should-retry": "false"})
    for _ in range(3):
        server.script(NAME, *[fails] * (MOST_OUTAGES - 1), Says(text="Here."))

    results = [reason(await ask(guarded)) for _ in range(3 * MOST_OUTAGES)]

    assert results.count("not_asked") == 0


async def test_models_have_circuits_of_their_own(server: ModelServer, guarded: Models) -> None:
    server.always(NAME, Fails(status=401))
    await ask(guarded, MOST_CLOSED_DOORS)

    other = await guarded.complete(member("anthropic:claude-haiku-4-5"), QUESTION, deadline=20.0)

    assert reason(other) == "said"


async def test_a_rest_ends_by_itself(guarded: Models, watch: Watch, server: ModelServer) -> None:
    server.always(NAME, Fails(status=401))
    await ask(guarded, MOST_CLOSED_DOORS)

    watch.now += REST - timedelta(seconds=1)
    before = await ask(guarded)
    watch.now += timedelta(seconds=1)

    assert [reason(before), reason(await ask(guarded))] == ["not_asked", "unauthorized"]


async def test_what_fails_for_one_tenant_is_still_asked_for_the_others(
    server: ModelServer, guarded: Models
) -> None:
    server.always(NAME, Fails(status=401))
    await ask(guarded, MOST_CLOSED_DOORS, tenant="slack:T1")
    server.always(NAME, Says(text="Here."))

    results = [await ask(guarded, tenant=tenant) for tenant in ("slack:T1", "slack:T2", "discord::D1")]

    assert [reason(result) for result in results] == ["not_asked", "said", "said"]


async def test_a_deadline_shorter_than_the_operators_tells_nothing_about_the_provider(
    server: ModelServer, settings: ProviderSettings, watch: Watch
) -> None:
    models = Models(settings, circuits=Circuits(watch), call_seconds=60.0)
    server.always(NAME, Hangs())
    hurried = [await ask(models, deadline=0.05) for _ in range(MOST_OUTAGES + 1)]
    server.always(NAME, Says(text="Here."))

    after = await ask(models)

    assert {reason(result) for result in hurried} == {"timed_out"}
    assert reason(after) == "said"


def test_only_so_many_failing_models_are_remembered_and_no_healthy_one() -> None:
    circuits = Circuits()

    def fail(tenant: str) -> None:
        with circuits.asking(tenant, MODEL) as heard:
            heard(Failure(reason="unauthorized", fault="bad_key", latency=0.1))

    for number in range(MOST_CIRCUITS + 1):
        fail(f"slack:T{number}")
        with circuits.asking(f"slack:H{number}", MODEL) as heard:
            heard(Reply(text="Here.", latency=0.1))
    fail("slack:T1")
    fail("slack:T0")

    assert circuits.rest_of("slack:T1", MODEL) is not None
    assert circuits.rest_of("slack:T0", MODEL) is None, "its first failure was the oldest"
