"""Contract of every provider: the double, the demo and each real one alike."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.ports import ModelProvider, Prompt
from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from council_core.testing import ScriptedModels, says
from tests.core.providers.asking import QUESTION, WIRES, member, name_of
from tests.testbed.models import Hangs, ModelServer, Says

KINDS = ("double", "demo", *WIRES)


@pytest.fixture(params=KINDS)
async def asked(request: pytest.FixtureRequest) -> AsyncIterator[tuple[ModelProvider, Member]]:
    """Yield a provider and one of its members, which hangs in tests that have "slow" in their name and otherwise
    answers at once."""
    kind: str = request.param
    if kind == "double":
        script = says("Too late.", seconds=60) if "slow" in request.node.name else says("SQLite.")
        yield ScriptedModels({}, otherwise=script), member("x:y")
        return
    async with ModelServer() as server:
        settings = ProviderSettings.from_mapping(server.environment())
        is_slow = "slow" in request.node.name
        if kind == "demo":
            pause = 60.0 if is_slow else 0.0
            yield Models(replace(settings, demo_seconds=(pause, pause))), member("demo:ada")
            return
        models = Models(settings)
        who = member(WIRES[kind])
        server.always(name_of(who.model), Hangs() if is_slow else Says(text="SQLite."))
        await models.prepare([who])
        yield models, who
        await models.close()


async def test_a_member_that_can_be_asked_answers(asked: tuple[ModelProvider, Member]) -> None:
    models, who = asked
    models.check(who)

    result = await models.complete(who, QUESTION, deadline=20)

    assert isinstance(result, Reply)
    assert result.text.strip()
    assert result.latency >= 0


async def test_a_slow_member_is_a_failure_at_the_deadline(asked: tuple[ModelProvider, Member]) -> None:
    models, who = asked

    result = await models.complete(who, QUESTION, deadline=0.2)

    assert isinstance(result, Failure)
    assert result.reason == "timed_out"
    assert result.fault == "no_answer_in_time"


async def test_a_call_to_a_slow_member_can_be_cancelled(asked: tuple[ModelProvider, Member]) -> None:
    models, who = asked
    call = asyncio.create_task(models.complete(who, QUESTION, deadline=60))
    await asyncio.sleep(0.05)

    call.cancel()

    with pytest.raises(asyncio.CancelledError):
        await call


@pytest.mark.parametrize("purpose", ["answer", "review", "synthesize", "check"])
async def test_every_purpose_gets_words(purpose: str, asked: tuple[ModelProvider, Member]) -> None:
    models, who = asked
    prompts = {
        "answer": QUESTION,
        "review": Prompt(
            instructions="Review.", text="<<<RESPONSE a 1>>>\nx\n<<<END a 1>>>", purpose="review"
        ),
        "synthesize": Prompt(instructions="Conclude.", text="What now?", purpose="synthesize"),
        "check": Prompt(instructions="", text="Are you there?", purpose="check"),
    }

    result = await models.complete(who, prompts[purpose], deadline=20)

    assert isinstance(result, Reply)
    assert result.text.strip()
