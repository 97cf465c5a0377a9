"""Optional stages: members revise, reviewers read twice, the chairman doubts itself."""

from dataclasses import replace

from council_core.domain.answer import Usage
from council_core.testing import fails, says
from tests.core.sitting import DOWN, FILE, FORMATTER, SPACES, TABS, VERDICT, a_sitting, mends, with_usage
from tests.samples import MEMBERS

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)


async def test_a_revised_answer_takes_the_place_of_the_first_which_is_kept() -> None:
    sitting = a_sitting({(ADA, "revise"): says("Spaces after all.")}, revise=True)

    run = await sitting.hold()

    ada = run.outcomes[0]
    assert ada.kind == "answer"
    assert ada.first is not None
    assert (ada.text, ada.first.text) == ("Spaces after all.", TABS)
    (response,) = (
        each for each in sitting.event("slate_opened").responses if each.text == "Spaces after all."
    )
    assert response.revised


async def test_whoever_revises_reads_the_others_without_names() -> None:
    sitting = a_sitting(revise=True)

    await sitting.hold()

    (asked,) = (
        call.prompt
        for call in sitting.models.calls
        if call.member == ADA and "Your answer" in call.prompt.text
    )
    assert [text for text in (TABS, SPACES, FORMATTER, FILE) if text not in asked.text] == []
    assert [member.name for member in MEMBERS if member.name in asked.text + asked.instructions] == []


async def test_an_answer_that_nobody_revised_stays_as_it_was() -> None:
    paid = Usage(tokens_in=20)
    scripts = {"revise": fails(replace(DOWN, usage=paid)), (ADA, "answer"): with_usage(says(TABS), paid)}
    run = await a_sitting(scripts, revise=True).hold()

    ada = run.outcomes[0]
    assert ada.kind == "answer"
    assert (ada.text, ada.first, run.status) == (TABS, None, "revealed")
    assert ada.usage.tokens_in == 40


async def test_with_both_orders_each_reviewer_reads_twice_and_has_one_voice() -> None:
    sitting = a_sitting(both_orders=True)

    run = await sitting.hold()

    assert len(run.reviews) == 8
    assert run.ranking is not None
    assert run.ranking.preferences == 4
    by_reviewer = {
        member.id: [review for review in run.reviews if review.reviewer == member.id] for member in MEMBERS
    }
    for first, second in by_reviewer.values():
        assert first.shown == second.shown[::-1]
        assert first.number == second.number


async def test_a_reviewer_who_is_unclear_once_is_asked_again_for_that_reading_only() -> None:
    sitting = a_sitting({(BLAISE, "review"): mends(says("All fine."), says("All fine."))}, both_orders=True)

    run = await sitting.hold()

    assert sitting.asked("review").count(BLAISE) == 4
    assert run.ranking is not None
    assert run.ranking.preferences == 3


async def test_the_chairmans_doubts_stand_beside_its_verdict() -> None:
    sitting = a_sitting({"critique": says("It may be wrong.")}, critique=True)

    await sitting.hold()

    verdict = sitting.event("verdict_reached")
    assert (verdict.text, verdict.critique) == (VERDICT, "It may be wrong.")


async def test_a_chairman_without_doubts_to_tell_still_has_a_verdict() -> None:
    sitting = a_sitting({"critique": fails(DOWN)}, critique=True)

    run = await sitting.hold()

    assert (sitting.event("verdict_reached").critique, run.status) == ("", "revealed")


async def test_each_prompt_says_for_which_tenant_it_is_asked() -> None:
    sitting = a_sitting(
        {(ADA, "review"): mends(says("Hm."), says("Hm."))}, revise=True, critique=True, both_orders=True
    )

    await sitting.hold()

    asked = {(call.prompt.purpose, call.prompt.tenant) for call in sitting.models.calls}
    tenant = sitting.run.question.place.tenant
    assert tenant
    assert asked == {(each, tenant) for each in ("answer", "revise", "review", "synthesize", "critique")}


async def test_the_critique_sees_the_responses_and_the_reviews() -> None:
    sitting = a_sitting(critique=True)

    await sitting.hold()

    (asked,) = (call.prompt for call in sitting.models.calls if call.prompt.purpose == "critique")
    assert [text for text in (TABS, SPACES, FORMATTER, FILE, VERDICT) if text not in asked.text] == []
    assert asked.text.count("is what it says.") == 16
    assert "Reviewer 4: order " in asked.text
