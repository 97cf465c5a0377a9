"""Tests that pictures are sent on every wire, and that a model that refuses them is asked once more without them."""

from base64 import b64encode
from dataclasses import replace

import pytest

from council_core.domain.answer import NO_USAGE, Unseen
from council_core.ports import Prompt, Shown
from council_core.providers.complete import Models
from tests.core.providers.asking import WIRES, failure_from, member, name_of, reply_from
from tests.testbed.images import png
from tests.testbed.models import Fails, ModelServer

CONTENT = png(3, 2)
ENCODED = b64encode(CONTENT).decode()
ASKED = Prompt(
    instructions="Answer well.",
    text="What is on it?",
    pictures=(Shown(media_type="image/png", content=CONTENT),),
)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_picture_reaches_the_wire_beside_the_text(
    wire: str, server: ModelServer, models: Models
) -> None:
    await reply_from(models, WIRES[wire], ASKED)

    (call,) = server.journal.calls
    said = str(call.body)
    assert said.count(ENCODED) == 1
    assert "image/png" in said
    assert "What is on it?" in said


@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_that_refuses_pictures_is_told_of_them_and_remembered(
    wire: str, server: ModelServer, models: Models
) -> None:
    refusal = Fails(status=400, message="This model does not support image input.")
    server.script(name_of(WIRES[wire]), refusal)

    await reply_from(models, WIRES[wire], ASKED)
    await reply_from(models, WIRES[wire], ASKED)

    held = [ENCODED in str(call.body) for call in server.journal.calls]
    assert held == [True, False, False]
    assert "You cannot see the 1 pictures" in str(server.journal.calls[1].body)


async def test_a_member_that_does_not_see_is_asked_without_pictures(
    server: ModelServer, models: Models
) -> None:
    await reply_from(models, member(WIRES["openai"], sees=False), ASKED)

    (call,) = server.journal.calls
    assert ENCODED not in str(call.body)


async def test_another_refusal_is_no_reason_to_take_a_model_for_blind(
    server: ModelServer, models: Models
) -> None:
    server.script(name_of(WIRES["openai"]), Fails(status=400, message="The prompt is too odd."))

    await models.complete(member(WIRES["openai"]), ASKED, deadline=20.0)
    await reply_from(models, WIRES["openai"], ASKED)

    assert [ENCODED in str(call.body) for call in server.journal.calls] == [True, True]


@pytest.mark.parametrize("wire", ["openrouter", "anthropic", "ollama"])
@pytest.mark.parametrize("sees", [True, False])
async def test_a_provider_is_asked_once_a_day_who_sees_and_the_blind_get_no_picture(
    wire: str, sees: bool, server: ModelServer, models: Models
) -> None:
    server.sees[name_of(WIRES[wire])] = sees

    told = [await models.sees(member(WIRES[wire])) for _ in range(2)]
    await reply_from(models, WIRES[wire], ASKED)

    (call,) = server.journal.calls
    assert told == [sees, sees]
    assert server.asked_for_sight == 1
    assert (ENCODED in str(call.body)) is sees


@pytest.mark.parametrize("wire", WIRES)
async def test_a_provider_that_says_nothing_leaves_it_to_a_try(
    wire: str, server: ModelServer, models: Models
) -> None:
    refusal = Fails(status=400, message="This model does not support image input.")
    server.script(name_of(WIRES[wire]), refusal)
    before = await models.sees(member(WIRES[wire]))

    await reply_from(models, WIRES[wire], ASKED)

    assert (before, await models.sees(member(WIRES[wire]))) == (None, False)


async def test_who_is_to_describe_a_picture_is_not_asked_without_it(
    server: ModelServer, models: Models
) -> None:
    refusal = Fails(status=400, message="This model does not support image input.")
    server.script(name_of(WIRES["openai"]), refusal)

    failed = await failure_from(models, WIRES["openai"], replace(ASKED, must_see=True))

    assert isinstance(failed, Unseen)
    assert failed.usage == NO_USAGE
    assert len(server.journal.calls) == 1


@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_that_refused_is_asked_without_the_picture_next_and_known_from_then_on(
    wire: str, server: ModelServer, models: Models
) -> None:
    refusal = Fails(status=400, message="This model does not support image input.")
    server.script(name_of(WIRES[wire]), refusal)

    await failure_from(models, WIRES[wire], replace(ASKED, must_see=True))
    await reply_from(models, WIRES[wire], ASKED)
    again = await failure_from(models, WIRES[wire], replace(ASKED, must_see=True))

    assert isinstance(again, Unseen)
    assert [ENCODED in str(call.body) for call in server.journal.calls] == [True, False]
    assert await models.sees(member(WIRES[wire])) is False
