"""Tests that names of seats which everybody was given are topics of the answers, and stay."""

import json
from dataclasses import replace

from council_core.domain.answer import Reply
from council_core.domain.material import pieces_of
from council_core.domain.member import Member
from council_core.domain.place import PersonId
from council_core.domain.question import Turn
from council_core.domain.run import Run
from council_core.domain.thread import Said
from council_core.ports import Prompt
from council_core.stages.remember import earlier_turns
from council_core.testing import Script, says
from tests.core.sitting import Sitting, a_sitting, ballot
from tests.core.stages.shelf import Discussion, asked_with, follow_up, in_thread
from tests.samples import MEMBERS, ROSTER

GPT, OPUS = "GPT-5.2", "Claude Opus 4.6"

SEATS = (
    replace(MEMBERS[0], model="openai:gpt-5.2", name=GPT),
    replace(MEMBERS[1], model="anthropic:claude-opus-4-6", name=OPUS),
    *MEMBERS[2:],
)

COMPARED = f"{GPT} costs $2 and {OPUS} costs $5, so take {GPT}."
CLAIMED = f"As {OPUS}, I would take {GPT}."


def between_models() -> Sitting:
    """Return a sitting of two seats with such names; one compares them, and one claims to be one of them."""
    sitting = a_sitting(roster=replace(ROSTER, members=SEATS))
    sitting.models.scripts[MEMBERS[0].id, "answer"] = says(COMPARED)
    sitting.models.scripts[MEMBERS[1].id, "answer"] = says(CLAIMED)
    return sitting


def commenting(comment: str) -> Script:
    """Return a script of a reviewer with this comment."""

    async def script(member: Member, prompt: Prompt) -> Reply:
        return Reply(text=json.dumps(json.loads(ballot(prompt, ())) | {"comment": comment}), latency=1.0)

    return script


def texts(run: Run) -> set[str]:
    """Return the answers as everybody reads them before the reveal."""
    assert run.slate is not None
    return {response.text for response in run.slate.responses}


async def test_names_that_nobody_gave_are_masked() -> None:
    run = await between_models().hold()

    assert "[model] costs $2 and [model] costs $5, so take [model]." in texts(run)


async def test_names_in_the_thread_stay_and_a_claim_to_be_one_is_masked() -> None:
    said = Said(author=PersonId("U7"), text="Should we take gpt 5.2, or Claude Opus 4.6?")

    run = await in_thread(Discussion((said,)), between_models()).hold()

    (piece,) = pieces_of(run.material)
    assert {"GPT-5.2", "Claude Opus 4.6"} <= set(piece.names)
    assert {COMPARED, f"As [model], I would take {GPT}."} <= texts(run)


async def test_names_in_a_file_or_in_its_name_stay() -> None:
    for files in ({"models.txt": f"{GPT}: $2\n{OPUS}: $5".encode()}, {f"{GPT} or {OPUS}.txt": b"Prices"}):
        sitting, _ = asked_with(files, between_models())

        assert COMPARED in texts(await sitting.hold())


async def test_a_file_of_other_names_frees_no_seat() -> None:
    sitting, _ = asked_with({"models.txt": b"GPT-5.1: $1\nMistral Large: $2"}, between_models())

    assert "[model] costs $2 and [model] costs $5, so take [model]." in texts(await sitting.hold())


async def test_names_of_the_question_before_stay_in_a_follow_up() -> None:
    sitting = between_models()
    follow_up(sitting, "And the price?", Turn(question=f"{OPUS} or {GPT}?", verdict="Either."))

    assert COMPARED in texts(await sitting.hold())


async def test_names_in_the_thread_of_the_question_before_stay_in_a_follow_up() -> None:
    said = Said(author=PersonId("U7"), text=f"{GPT} or {OPUS}?")
    sitting = in_thread(Discussion((said,)), between_models())
    (turn,) = earlier_turns([await sitting.hold()])
    assert sitting.intake is not None
    sitting.intake = replace(sitting.intake, threads=None)
    follow_up(sitting, "And the price?", turn)

    assert COMPARED in texts(await sitting.hold())


async def test_names_of_the_question_stay_in_reviews_but_no_guess_at_an_author() -> None:
    said = f"It names {OPUS} and {GPT} fairly, and was surely written by {OPUS}."
    sitting = between_models()
    sitting.run = replace(
        sitting.run, question=replace(sitting.run.question, text=f"Is {OPUS} better than {GPT}?")
    )
    sitting.models.scripts["review"] = commenting(said)

    run = await sitting.hold()

    comments = {review.reading.comment for review in run.reviews}
    assert comments == {f"It names {OPUS} and {GPT} fairly, and was surely written by [author]."}
