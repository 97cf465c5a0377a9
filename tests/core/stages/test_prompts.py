"""Tests of the prompts of members, reviewers and the chairman: the same words for all, under letters, in fences."""

import json
import re
from dataclasses import replace
from typing import Any

from council_core.domain.answer import Reply
from council_core.domain.member import Member
from council_core.domain.question import Turn
from council_core.domain.run import Run
from council_core.ports import Prompt
from council_core.stages.answer import answer_prompt
from council_core.stages.synthesize import verdict_prompt
from tests.core.sitting import BEST_FIRST, FORMATTER, a_sitting, ballot
from tests.samples import MEMBERS, QUESTION, SETTINGS, a_run

NAMES = [member.name for member in MEMBERS] + [member.id for member in MEMBERS]

EARLIER = replace(QUESTION, earlier=(Turn(question="And semicolons?", verdict="Always."),))


async def concluded(**settings: Any) -> Run:
    """Return a run that has passed all stages."""
    return await a_sitting(**settings).hold()


def test_every_member_is_asked_in_the_same_words() -> None:
    prompt = answer_prompt(a_run())

    assert prompt.text == QUESTION.text
    assert [name for name in NAMES if name in prompt.instructions] == []
    assert prompt.purpose == "answer"


def test_house_instructions_reach_every_member() -> None:
    prompt = answer_prompt(a_run(settings=replace(SETTINGS, instructions="Answer in French.")))

    assert "House instructions:\nAnswer in French." in prompt.instructions


def test_earlier_turns_go_along_as_a_conversation() -> None:
    assert answer_prompt(a_run(question=EARLIER)).history == (("And semicolons?", "Always."),)


async def test_the_chairman_reads_everything_under_letters_and_no_name() -> None:
    run = await concluded()
    assert run.slate is not None

    prompt = verdict_prompt(run, run.slate, "")

    text = prompt.instructions + prompt.text
    assert [name for name in NAMES if re.search(rf"\b{re.escape(name)}\b", text)] == []
    assert [each.text for each in run.slate.responses if each.text not in prompt.text] == []
    assert [f"Reviewer {number}" for number in (1, 2, 3, 4) if f"Reviewer {number}:" not in prompt.text] == []


async def test_the_chairman_is_asked_to_open_with_one_sentence_that_answers_the_question() -> None:
    run = await concluded()
    assert run.slate is not None

    rules = verdict_prompt(run, run.slate, "").instructions.split("\n- ")

    (opening,) = (at for at, rule in enumerate(rules) if rule.startswith("The first paragraph is"))
    assert rules[opening].startswith("The first paragraph is one sentence that answers the question,")
    assert rules[opening + 1].startswith("Then give the reasons for it,")


async def test_the_chairman_is_told_the_ranking_in_figures_that_were_computed() -> None:
    run = await concluded()
    assert run.slate is not None

    text = verdict_prompt(run, run.slate, "").text

    winner = next(each.alias for each in run.slate.responses if each.text == FORMATTER)
    assert f"1. Response {winner} (100% of comparisons won)" in text
    assert "How sure the panel is of the first place: clear." in text


async def test_without_a_ranking_the_chairman_is_told_why() -> None:
    run = replace(await concluded(), ranking=None)
    assert run.slate is not None

    assert "Nobody reviewed." in verdict_prompt(run, run.slate, "Nobody reviewed.").text


async def test_every_section_stands_behind_a_mark_that_nobody_could_know() -> None:
    run = await concluded()
    assert run.slate is not None

    mark = re.search(r"^--- (\w{32}) Question$", verdict_prompt(run, run.slate, "").text, re.MULTILINE)

    assert mark is not None
    assert not any(mark[1] in each.text for each in run.slate.responses)
    other = verdict_prompt(replace(run, seed="another seed"), run.slate, "")
    assert mark[1] not in other.text


async def test_the_chairmans_prompt_is_the_same_on_a_replay() -> None:
    run = await concluded()
    assert run.slate is not None

    assert verdict_prompt(run, run.slate, "") == verdict_prompt(run, run.slate, "")


async def test_the_chairman_reads_each_reviewers_yardstick_and_own_answer() -> None:
    async def measures(member: Member, prompt: Prompt) -> Reply:
        reply = json.loads(ballot(prompt, BEST_FIRST))
        measured = {
            **reply,
            "must_contain": ["names the formatter", "says why"],
            "own_answer": f"{member.id} says 42",
        }
        return Reply(text=json.dumps(measured), latency=1.0)

    run = await a_sitting({"review": measures}).hold()
    assert run.slate is not None

    prompt = verdict_prompt(run, run.slate, "").text

    assert prompt.count("A right answer contains: names the formatter; says why\nOwn answer: ") == len(
        MEMBERS
    )
