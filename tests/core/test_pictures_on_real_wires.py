"""Tests of a picture for members of all providers without knowledge of who sees: the real wires refuse it, and the same
question continues with a description."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from council_core.domain.answer import Answer
from council_core.domain.material import Picture
from council_core.domain.member import Roster
from council_core.domain.run import Run
from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import WIRES, name_of
from tests.core.sitting import Sitting
from tests.core.stages.shelf import asked_with
from tests.core.test_tools_on_real_wires import MEMBERS
from tests.samples import SETTINGS, a_run
from tests.testbed.images import png
from tests.testbed.models import Call, ModelServer

DESCRIPTION = "on this: Describe this picture."
"""Answer of a local model to the request for a description."""


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


async def held(server: ModelServer) -> Run:
    """Hold a run of six members, one for each wire, whose question came with a picture."""
    roster = Roster(members=MEMBERS, chairman=MEMBERS[0])
    patient = replace(SETTINGS, roster=roster, close_early=False, stage_seconds=200)
    sitting, _ = asked_with({"chart.png": png(30, 20)}, Sitting(run=a_run(settings=patient), seconds=300))
    models = Models(ProviderSettings.from_mapping(server.environment()))
    assert sitting.intake is not None
    sitting.intake = replace(sitting.intake, sight=models)
    sitting.models = models  # type: ignore[assignment]
    try:
        return await sitting.hold()
    finally:
        await models.close()


def asked(server: ModelServer, wire: str, what: str) -> list[Call]:
    """Return the calls of a wire whose instructions hold this text."""
    return [
        call
        for call in server.journal.calls
        if call.asked and call.wire == wire and what in call.asked.system
    ]


@pytest.mark.parametrize("seer", ["openai", "anthropic", "google"])
async def test_models_that_refuse_a_picture_answer_the_same_question_by_a_description(
    seer: str, server: ModelServer
) -> None:
    blind = [wire for wire in WIRES if wire != seer]
    for wire in blind:
        server.blind.add(name_of(WIRES[wire]))

    run = await held(server)

    assert len([each for each in run.outcomes if isinstance(each, Answer)]) == len(WIRES)
    for wire in blind:
        refused, answered = asked(server, wire, "You sit on a council")
        assert (refused.is_paid, answered.is_paid) == (False, True)
        assert DESCRIPTION in str(answered.body)
        assert "You cannot see the 1 pictures" in str(answered.body)
    assert len(asked(server, seer, "You sit on a council")) == 1
    (picture,) = run.material
    assert isinstance(picture, Picture)
    assert picture.described is not None
    assert [(each.member, each.gave) for each in run.describers if each.gave] == [(WIRES[seer], True)]
    assert server.journal.paid_twice() == []
