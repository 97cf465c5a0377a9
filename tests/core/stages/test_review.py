"""Tests that reviewers are asked, asked again, counted, or not counted."""

import json
from dataclasses import replace

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member, Roster
from council_core.domain.review import Review
from council_core.ports import Prompt
from council_core.rubrics import load
from council_core.testing import fails, says
from tests.core.sitting import BEST_FIRST, DOWN, FORMATTER, SPACES, a_sitting, ballot, mends, ranks
from tests.samples import MEMBERS, ROSTER

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)

UNCLEAR = says("They are all fine in their way.")


def of(reviewer: str, reviews: tuple[Review, ...]) -> Review:
    """Return the review of one member."""
    (found,) = (review for review in reviews if review.reviewer == reviewer)
    return found


async def test_numbers_are_drawn_and_not_those_of_the_roster() -> None:
    run = await a_sitting().hold()

    numbers = [review.number for review in run.reviews]

    assert sorted(numbers) == [1, 2, 3, 4]
    assert numbers != [1, 2, 3, 4]


async def test_each_reviewer_sees_all_responses_in_an_order_of_its_own() -> None:
    run = await a_sitting().hold()

    orders = [review.shown for review in run.reviews]

    assert [sorted(order) for order in orders] == [["A", "B", "C", "D"]] * 4
    assert len(set(orders)) > 1


async def test_a_reviewer_is_shown_neither_letters_nor_names() -> None:
    sitting = a_sitting()
    await sitting.hold()

    prompts = [call.prompt for call in sitting.models.calls if call.prompt.purpose == "review"]

    assert len(prompts) == 4
    for prompt in prompts:
        assert "Response A" not in prompt.text
        assert [member.name for member in MEMBERS if member.name in prompt.text] == []


async def test_an_unclear_review_is_asked_for_once_more_and_then_counted() -> None:
    sitting = a_sitting({(BLAISE, "review"): mends(UNCLEAR, ranks(*BEST_FIRST))})

    run = await sitting.hold()

    mended = of(BLAISE, run.reviews)
    assert sitting.asked("review").count(BLAISE) == 2
    assert (mended.is_valid, len(mended.texts)) == (True, 2)
    assert run.ranking is not None
    assert run.ranking.preferences == 4


async def test_asking_again_shows_what_was_written_and_says_what_is_wrong_with_it() -> None:
    sitting = a_sitting({(BLAISE, "review"): UNCLEAR})

    await sitting.hold()

    first, again = (
        call.prompt
        for call in sitting.models.calls
        if call.member == BLAISE and call.prompt.purpose == "review"
    )
    assert again.history == ((first.text, "They are all fine in their way."),)
    assert again.text.startswith("Your review could not be counted: it gives no ranking.")
    assert again.reply_schema == first.reply_schema


async def test_a_review_that_stays_unclear_is_void_and_asked_for_no_third_time() -> None:
    sitting = a_sitting({(BLAISE, "review"): UNCLEAR})

    run = await sitting.hold()

    void = of(BLAISE, run.reviews)
    assert sitting.asked("review").count(BLAISE) == 2
    assert (void.is_valid, void.reading.order, void.failure) == (False, None, None)
    assert void.reading.why != ""
    assert run.ranking is not None
    assert run.ranking.preferences == 3


async def test_a_reviewer_who_does_not_reply_when_asked_again_is_void_and_not_absent() -> None:
    sitting = a_sitting({(BLAISE, "review"): mends(UNCLEAR, fails(DOWN))})

    run = await sitting.hold()

    void = of(BLAISE, run.reviews)
    assert (void.is_valid, void.failure, len(void.texts)) == (False, None, 1)


async def test_a_reviewer_who_fails_is_asked_for_nothing_more() -> None:
    sitting = a_sitting({(BLAISE, "review"): fails(DOWN)})

    run = await sitting.hold()

    absent = of(BLAISE, run.reviews)
    assert sitting.asked("review").count(BLAISE) == 1
    assert absent.failure is not None
    assert (absent.failure.failure, absent.texts) == (DOWN, ())


async def test_what_a_review_says_about_an_id_is_kept_about_its_letter() -> None:
    async def explains(member: Member, prompt: Prompt) -> Reply:
        reply = json.loads(ballot(prompt, BEST_FIRST))
        best, second, *_ = reply["ranking"]
        reply["comment"] = f"{best} is clearer than {second}."
        return Reply(text=json.dumps(reply), latency=1.0)

    sitting = a_sitting({(BLAISE, "review"): explains})

    run = await sitting.hold()

    assert run.slate is not None
    letter = {response.text: response.alias for response in run.slate.responses}
    review = of(BLAISE, run.reviews)
    expected = f"Response {letter[FORMATTER]} is clearer than Response {letter[SPACES]}."
    assert review.reading.comment == expected
    assert expected in review.texts[0]


async def test_a_reviewer_that_gives_itself_away_is_masked_like_an_author() -> None:
    async def brags(member: Member, prompt: Prompt) -> Reply:
        reply = json.loads(ballot(prompt, BEST_FIRST))
        reply["comment"] = "As Claude, made by Anthropic, I prefer the first."
        return Reply(text=json.dumps(reply), latency=1.0)

    sitting = a_sitting({(BLAISE, "review"): brags})

    await sitting.hold()

    (review,) = (
        review for review in sitting.event("slate_ranked").reviews if "prefer" in review.reading.comment
    )
    assert "Claude" not in review.reading.comment
    assert "Claude" not in review.text


async def test_what_a_reviewer_writes_is_cut_after_names_are_masked() -> None:
    async def looks(member: Member, prompt: Prompt) -> Reply:
        reply = json.loads(ballot(prompt, BEST_FIRST))
        reply["comment"] = f"{'It is. ' * 285}Dorothy says so."
        reply["must_contain"] = [f"{'It is. ' * 42}Dorothy says so."]
        return Reply(text=json.dumps(reply), latency=1.0)

    run = await a_sitting({(BLAISE, "review"): looks}).hold()

    reading = of(BLAISE, run.reviews).reading
    assert reading.yardstick is not None
    assert reading.yardstick.points == (f"{'It is. ' * 42}[mode…",)
    assert reading.comment == f"{'It is. ' * 285}[mod…"


async def test_the_sentence_for_which_a_review_does_not_count_names_no_model() -> None:
    async def contradicts(member: Member, prompt: Prompt) -> Reply:
        text = ballot(prompt, BEST_FIRST)
        last = json.loads(text)["ranking"][-1]
        return Reply(text=f"{text}\n{last} is the best by far, and I, Blaise, put it first.", latency=1.0)

    sitting = a_sitting({(BLAISE, "review"): contradicts, (BLAISE, "repair"): contradicts})

    await sitting.hold()

    (reading,) = (each.reading for each in sitting.event("slate_ranked").reviews if each.reading.about)
    assert reading.fault == "sentence_disagrees"
    assert "is the best by far, and I, [model], put it first" in reading.about
    assert reading.why == f"The sentence “{reading.about}” contradicts its list."


async def test_a_reviewer_without_a_seat_among_those_who_answer_is_asked_too() -> None:
    members = (*ROSTER.members[:3], replace(ROSTER.members[3], answers=False))
    sitting = a_sitting(roster=Roster(members=members, chairman=members[0]))

    run = await sitting.hold()

    assert len(run.outcomes) == 3
    assert [review.reviewer for review in run.reviews] == [ADA, BLAISE, CARL, DOROTHY]


async def test_when_nobody_on_the_council_reviews_that_is_said() -> None:
    members = tuple(replace(member, reviews=False) for member in ROSTER.members)
    sitting = a_sitting(roster=Roster(members=members, chairman=members[0]))

    await sitting.hold()

    ranked = sitting.event("slate_ranked")
    assert ranked.ranking is None
    assert "Nobody on this council reviews, so nothing was ranked." in sitting.prompt("synthesize")


async def test_reviewing_ends_with_its_stage_when_enough_reviews_can_be_read() -> None:
    sitting = a_sitting({(BLAISE, "review"): says("too late", seconds=60)}, stage_seconds=0.05)

    run = await sitting.hold()

    late = of(BLAISE, run.reviews)
    assert late.failure is not None
    assert isinstance(late.failure.failure, Failure)
    assert late.failure.failure.reason == "late"
    assert run.status == "revealed"


async def test_scores_that_contradict_the_order_also_the_second_time_do_not_count() -> None:
    async def inverts(member: Member, prompt: Prompt) -> Reply:
        reply = json.loads(ballot(prompt, BEST_FIRST))
        names = [criterion.name for criterion in load("quality").criteria]
        scores = {label: dict.fromkeys(names, at + 1) for at, label in enumerate(reply["ranking"])}
        return Reply(text=json.dumps({**reply, "scores": scores}), latency=1.0)

    sitting = a_sitting({(BLAISE, "review"): inverts}, rubric="quality")
    run = await sitting.hold()

    review = of(BLAISE, run.reviews)
    assert sitting.asked("review").count(BLAISE) == 2
    assert (review.is_valid, review.reading.scores) == (True, ())
