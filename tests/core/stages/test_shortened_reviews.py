"""Tests of long answers that are shortened for the reviewers only."""

import re
from dataclasses import replace

import pytest

from council_core.codec import from_json, to_json
from council_core.domain.run import Run
from council_core.envelope import blocks
from council_core.ports import Prompt
from council_core.stages.synthesize import verdict_prompt
from council_core.testing import PowerCut, says
from tests.core.sitting import SPACES, Sitting, a_sitting
from tests.samples import MEMBERS, SETTINGS

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)

MIDDLE = "What only the middle says."
CONCLUSION = "All in all: tabs."
LONG = "\n\n".join(["Tabs are one key."] * 90 + [MIDDLE] + ["Tabs are one character."] * 90 + [CONCLUSION])


def a_long_sitting(**settings: object) -> Sitting:
    """Return a sitting in which Ada writes much and the others little."""
    return a_sitting({(ADA, "answer"): says(LONG)}, **settings)


def prompts(sitting: Sitting, purpose: str) -> list[Prompt]:
    return [call.prompt for call in sitting.models.calls if call.prompt.purpose == purpose]


def seen_by(prompt: Prompt) -> set[str]:
    """Return the responses as one reviewer reads them."""
    (code,) = re.findall(r"Each stands between two lines with the code (\w{8})", prompt.text)
    return {text for _, text in blocks(prompt.text, code)}


async def test_reviewers_all_read_the_same_shortened_text_and_are_told_not_to_judge_that() -> None:
    sitting = a_long_sitting(review_characters=1_000)

    await sitting.hold()

    asked = prompts(sitting, "review")
    (seen,) = {frozenset(seen_by(prompt)) for prompt in asked}
    (cut,) = (text for text in seen if text.startswith("Tabs are"))
    assert len(asked) == 4
    assert SPACES in seen
    assert len(cut) <= 1_000
    assert MIDDLE not in cut
    assert cut.endswith(CONCLUSION)
    (code,) = re.findall(r"<<<LEFT OUT [\d,]+ of [\d,]+ characters (\w{32})>>>", cut)
    assert all(f"a line with the code {code} says how much" in prompt.text for prompt in asked)
    assert all("Neither the length nor the gap is a merit or a fault" in prompt.text for prompt in asked)


async def test_people_and_the_chairman_read_it_whole_and_know_that_reviewers_did_not() -> None:
    sitting = a_long_sitting(review_characters=1_000)

    await sitting.hold()

    (response,) = (each for each in sitting.event("slate_opened").responses if each.text.startswith("Tabs"))
    (chairman,) = prompts(sitting, "synthesize")
    assert response.text == LONG
    assert LONG in chairman.text
    assert f"was not shown to them: {response.alias}." in chairman.text
    assert [each.shortened for each in sitting.event("slate_ranked").reviews] == [(response.alias,)] * 4


@pytest.mark.parametrize("longest", [None, len(LONG)], ids=["not set", "long enough"])
async def test_where_nothing_is_too_long_nobody_reads_a_word_about_it(longest: int | None) -> None:
    usual, sitting = a_long_sitting(), a_long_sitting(review_characters=longest)

    await usual.hold()
    run = await sitting.hold()

    assert [call.prompt for call in sitting.models.calls] == [call.prompt for call in usual.models.calls]
    assert {review.shortened for review in run.reviews} == {()}
    assert "LEFT OUT" not in str(prompts(sitting, "review"))
    assert "Shortened" not in prompts(sitting, "synthesize")[0].text


async def test_a_run_that_goes_on_after_a_power_cut_asks_its_reviewers_the_same() -> None:
    whole, cut = a_long_sitting(review_characters=1_000), a_long_sitting(review_characters=1_000)
    await whole.hold()

    try:
        await cut.hold(cut_after=14)
    except* PowerCut:
        pass
    await cut.hold()

    asked = prompts(cut, "review")
    assert len(asked) > 4
    assert {prompt.text for prompt in asked} == {prompt.text for prompt in prompts(whole, "review")}


async def test_runs_that_were_kept_before_there_was_such_a_setting_can_be_read() -> None:
    run = await a_long_sitting().hold()
    stored = to_json(run, Run)
    del stored["settings"]["review_characters"]
    for review in stored["reviews"]:
        del review["shortened"]

    read: Run = from_json(stored, Run)

    assert read == run
    assert read.slate is not None
    assert verdict_prompt(read, read.slate, "") == verdict_prompt(run, read.slate, "")


@pytest.mark.parametrize("characters", [-1, 0, 999])
def test_so_little_that_nobody_could_judge_it_is_refused(characters: int) -> None:
    with pytest.raises(ValueError, match=rf"shortened to {characters} characters.*at least 1000"):
        replace(SETTINGS, review_characters=characters)
