"""Tests that the prompts of a finished run are rebuilt from stored data exactly as they were sent."""

from dataclasses import replace
from typing import Any

import pytest

from council_core.domain.question import Turn
from council_core.stages.sent_prompts import sent_prompts
from tests.core.sitting import ANSWERS, VERDICT, a_sitting
from tests.samples import MEMBERS, QUESTION, a_run

EARLIER = replace(QUESTION, earlier=(Turn(question="And semicolons?", verdict="Always."),))


@pytest.mark.parametrize("settings", [{}, {"both_orders": True, "instructions": "Answer in French."}])
async def test_what_was_sent_is_built_again_to_the_letter(settings: dict[str, Any]) -> None:
    sitting = a_sitting(**settings)
    sitting.run = replace(sitting.run, question=EARLIER)

    run = await sitting.hold()
    built = await sent_prompts(run, sitting.blobs, sitting.store)

    names = {str(member.id): member.name for member in MEMBERS}
    sent = [
        (names[call.member], call.prompt.instructions, call.prompt.history, call.prompt.text)
        for call in sitting.models.calls
        if call.prompt.purpose in ("answer", "review", "synthesize")
    ]
    assert sorted(sent) == sorted((each.name, each.instructions, each.history, each.text) for each in built)
    assert [each.purpose for each in built][:3] == ["answer"] * 3
    assert (built[-1].purpose, built[-1].reply) == ("verdict", VERDICT)
    assert {each.reply for each in built if each.purpose == "answer"} == set(ANSWERS.values())
    assert all(each.reply for each in built)


async def test_a_run_without_answers_shows_what_members_were_asked_and_nothing_more() -> None:
    sitting = a_sitting()

    assert await sent_prompts(a_run(), sitting.blobs, sitting.store) == ()
