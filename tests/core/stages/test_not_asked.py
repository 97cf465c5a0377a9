"""Tests of members whose providers are skipped: not asked while the quorum holds, asked when it would not."""

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.ports import Prompt
from council_core.testing import Script
from tests.core.sitting import ANSWERS, BEST_FIRST, DOWN, NOT_ASKED, VERDICT, Scripts, a_sitting, ranks, rests
from tests.samples import MEMBERS

ADA, BLAISE, CARL, _ = (member.id for member in MEMBERS)


def says(text: str) -> Script:
    async def script(member: Member, prompt: Prompt) -> Reply:
        return Reply(text=text, latency=1.0)

    return script


async def down(member: Member, prompt: Prompt) -> Failure:
    return DOWN


async def test_while_the_quorum_holds_nobody_insists() -> None:
    sitting = a_sitting({(ADA, "answer"): rests(says(ANSWERS[ADA]))}, quorum=3)

    run = await sitting.hold()

    assert [outcome.kind for outcome in run.outcomes] == ["abstention", "answer", "answer", "answer"]
    assert sitting.asked("answer").count(ADA) == 1
    assert sitting.event("slate_opened").gaps[0].rest == NOT_ASKED.rest


async def test_when_the_others_make_no_quorum_the_rest_are_asked_all_the_same() -> None:
    scripts: Scripts = {
        (ADA, "answer"): rests(says(ANSWERS[ADA])),
        (BLAISE, "answer"): rests(down),
        (CARL, "answer"): down,
    }
    sitting = a_sitting(scripts, quorum=2)

    run = await sitting.hold()

    assert run.status == "revealed"
    assert [outcome.kind for outcome in run.outcomes] == ["answer", "abstention", "abstention", "answer"]
    assert run.outcomes[1].kind == "abstention"
    assert run.outcomes[1].failure == DOWN, "what came of it, and not that it was skipped before"


async def test_reviewers_and_chairman_are_asked_all_the_same_when_nobody_else_did_it() -> None:
    scripts: Scripts = {"review": rests(ranks(*BEST_FIRST)), "synthesize": rests(says(VERDICT))}
    sitting = a_sitting(scripts)

    run = await sitting.hold()

    assert [review.is_valid for review in run.reviews] == [True] * 4
    assert run.verdict is not None
    assert (run.verdict.text, run.verdict.chairman) == (VERDICT, ADA)


async def test_a_chairman_who_is_not_asked_gives_way_to_the_next_in_line() -> None:
    sitting = a_sitting({(ADA, "synthesize"): rests(says("Mine."))})

    run = await sitting.hold()

    assert run.verdict is not None
    assert run.verdict.chairman != ADA
    assert [each.failure.reason for each in run.verdict.passed_over] == ["not_asked"]
