"""Tests of the disagreement round: only after a split that code found, with claims instead of texts, blind, and
once."""

import re
from dataclasses import replace
from typing import Any

import pytest

from council_core.domain.answer import Answer, Reply, Usage
from council_core.domain.run import Run
from council_core.stages.reconsider import reconsidered, split_told
from council_core.stages.synthesize import verdict_prompt
from council_core.testing import Script, fails, says
from tests.core.sitting import DOWN, Sitting, a_sitting, with_usage
from tests.samples import MEMBERS

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)

KEEPS = says("KEEP\nREASON: I counted twice.\nPOSITION: 42")
CHANGES = says("**CHANGE**\nREASON: I had left one out.\n\nANSWER:\nIt is 42, all told.\n\nPOSITION: 42")


def answers(*positions: str) -> dict[Any, Script]:
    """Return members with these answers, each with a text of its own."""
    return {
        (member.id, "answer"): says(
            f"Text {at} of a member.\n\nPOSITION: {position}" if position else f"Text {at}."
        )
        for at, (member, position) in enumerate(zip(MEMBERS, positions, strict=True))
    }


def split(scripts: dict[Any, Script] | None = None, **settings: Any) -> Sitting:
    """Return a sitting in which three say 42 and Dorothy says 41; unless told otherwise she gives in."""
    return a_sitting(
        {
            **answers("42", "42", "42", "41"),
            "reconsider": KEEPS,
            (DOROTHY, "reconsider"): CHANGES,
            **(scripts or {}),
        },
        **settings,
    )


def answer_of(run: Run, member: str) -> Answer:
    (found,) = (each for each in run.outcomes if each.kind == "answer" and each.member == member)
    return found


async def test_nobody_reads_the_line_for_machines() -> None:
    sitting = a_sitting(answers("42", "42", "42", "42"))

    run = await sitting.hold()

    assert run.slate is not None
    assert {each.position for each in run.slate.responses} == {"42"}
    assert "POSITION" not in "".join(each.text for each in run.slate.responses)
    reviewed = [call.prompt.text for call in sitting.models.calls if call.prompt.purpose == "review"]
    assert "POSITION" not in "".join(reviewed)


@pytest.mark.parametrize(
    "positions",
    [
        ("42", "42", "forty-two", "42.0"),
        ("", "", "", ""),
        ("42", "", "", ""),
        ("Paris", "Paris, France", "", ""),
    ],
)
async def test_members_who_agree_or_take_no_position_are_asked_nothing_more(
    positions: tuple[str, ...],
) -> None:
    sitting = a_sitting(answers(*positions))

    run = await sitting.hold()

    assert sitting.asked("reconsider") == []
    assert "split_found" not in sitting.told
    assert run.slate is not None
    assert run.slate.round == 1


async def test_a_split_is_told_and_everybody_is_asked_once() -> None:
    sitting = split()

    run = await sitting.hold()

    assert sorted(sitting.asked("reconsider")) == sorted(member.id for member in MEMBERS)
    assert sitting.event("split_found").held == (("42", 3), ("41", 1))
    assert split_told(run) == sitting.event("split_found"), "told in the same words after the answers changed"
    assert sitting.told.index("split_found") < sitting.told.index("slate_opened")
    assert run.slate is not None
    assert (run.slate.round, run.status) == (2, "revealed")
    assert {review.round for review in run.reviews} == {2}
    assert run.ranking is not None
    assert run.ranking.round == 2


async def test_a_reason_is_cut_after_names_are_masked() -> None:
    long = f"{'I am. ' * 99}Dorothy counted twice."
    run = await split({"reconsider": says(f"KEEP\nREASON: {long}\nPOSITION: 42")}).hold()

    assert run.slate is not None
    kept = {each.reason for each in run.slate.responses if each.before == "42"}
    assert kept == {f"{'I am. ' * 99}[mode…"}


async def test_positions_are_told_in_an_order_that_says_nothing_about_their_members() -> None:
    held: list[object] = []
    for positions in (("44", "42", "Yes.", "Yes!"), ("Yes!", "Yes.", "42", "44")):
        sitting = a_sitting({**answers(*positions), "reconsider": KEEPS})
        await sitting.hold()
        held.append(sitting.event("split_found").held)

    assert held == [(("Yes!", 2), ("42", 1), ("44", 1))] * 2


async def test_a_channel_may_do_without() -> None:
    sitting = split(rounds="one")

    run = await sitting.hold()

    assert sitting.asked("reconsider") == []
    assert run.slate is not None
    assert run.slate.round == 1


async def test_who_changes_is_read_with_a_new_answer_and_who_does_not_with_a_reason() -> None:
    sitting = split()

    run = await sitting.hold()

    assert run.slate is not None
    assert run.key is not None
    responses = {run.key.member(response.alias): response for response in run.slate.responses}
    changed, kept = responses[DOROTHY], responses[ADA]
    assert (changed.text, changed.before, changed.position) == ("It is 42, all told.", "41", "42")
    assert changed.reason == "I had left one out."
    assert (kept.text, kept.before, kept.position) == ("Text 0 of a member.", "42", "42")
    assert kept.reason == "I counted twice."
    read = [call.prompt.text for call in sitting.models.calls if call.prompt.purpose == "review"]
    assert all("its author kept its answer: I counted twice.)" in text for text in read)
    assert all("its author changed its answer to this one: I had left one out.)" in text for text in read)


async def test_the_round_shows_claims_and_neither_texts_nor_names_nor_counts() -> None:
    sitting = split()
    await sitting.hold()

    (prompt,) = (
        call.prompt
        for call in sitting.models.calls
        if call.prompt.purpose == "reconsider" and call.member == DOROTHY
    )

    claims = prompt.text.partition("The positions that members take\n")[2].partition("\n\n")[0]
    assert sorted(claims.splitlines()) == ["- 41", "- 42"]
    assert "Text 3 of a member." in prompt.text
    assert "Text 0 of a member." not in prompt.text
    assert [
        member.name for member in MEMBERS if re.search(rf"\b{re.escape(member.name)}\b", prompt.text)
    ] == []


async def test_who_does_not_reply_or_not_clearly_keeps_its_answer() -> None:
    sitting = split({(DOROTHY, "reconsider"): fails(DOWN), (ADA, "reconsider"): says("Well, who knows.")})

    run = await sitting.hold()

    assert answer_of(run, DOROTHY).position == "41"
    assert answer_of(run, ADA).text == "Text 0 of a member."
    assert run.slate is not None
    assert run.slate.round == 2


async def test_the_minority_stands_in_the_verdict_whatever_the_chairman_writes() -> None:
    stays = says("KEEP\nREASON: Nobody else carried the one, see https://sums.example.\nPOSITION: 41")
    sitting = split({(DOROTHY, "reconsider"): stays})

    run = await sitting.hold()

    minority = sitting.event("verdict_reached").minority
    assert run.key is not None
    assert minority.main.position == "42"
    (dissent,) = minority.dissents
    assert (dissent.alias, dissent.position, dissent.sources) == (run.key.alias(DOROTHY), "41", 1)
    assert run.slate is not None
    prompt = verdict_prompt(run, run.slate, "")
    assert "Positions, compared by code" in prompt.text
    assert f"{dissent.alias} was shown the other positions and kept its position: Nobody else" in prompt.text


async def test_the_plain_majority_stands_beside_the_ranking() -> None:
    sitting = split(rounds="one")

    await sitting.hold()

    held = sitting.event("slate_ranked").held
    assert [(group.position, len(group.holders)) for group in held] == [("42", 3), ("41", 1)]


async def test_what_the_round_took_is_part_of_what_the_run_took() -> None:
    used = Usage(tokens_in=10, tokens_out=5)
    paid = {"reconsider": with_usage(KEEPS, used), (DOROTHY, "reconsider"): with_usage(CHANGES, used)}

    run = await split(paid).hold()

    answered = [answer for answer in run.outcomes if answer.kind == "answer"]
    before = [replace(answer, reconsidered=None) for answer in answered]
    more = [
        (answer.usage.tokens_in or 0) - (plain.usage.tokens_in or 0)
        for answer, plain in zip(answered, before, strict=True)
    ]
    assert more == [10, 10, 10, 10]
    everything = [*(each.usage for each in before), run_without(run), *([used] * 4)]
    assert run.usage == Usage.total(everything)


def run_without(run: Run) -> Usage:
    """Return the cost of a run without its answers."""
    return replace(run, outcomes=()).usage


OWN = Answer(member=ADA, reply=Reply(text="It is 41.", latency=1.0), position="41")


@pytest.mark.parametrize(
    ("reply", "position", "text", "reason"),
    [
        ("KEEP\nREASON: Sure.\nPOSITION: 41", "41", "It is 41.", "Sure."),
        ("keep - I am sure.", "41", "It is 41.", "I am sure."),
        ("CHANGE\nREASON: A slip.\nANSWER: It is 42.\nPOSITION: 42", "42", "It is 42.", "A slip."),
        ("DECISION: CHANGE\n\n**REASON:** No.\n\n**ANSWER:**\nIt is 42.\nPOSITION: 42", "42", "It is 42.", "No."),
        ("CHANGE\nREASON: A slip.\nPOSITION: 42", "41", "It is 41.", "A slip."),
        ("CHANGE\nREASON: A slip.\nANSWER: It is 42.", "41", "It is 41.", "A slip."),
        ("I would rather change.", "41", "It is 41.", ""),
        ("", "41", "It is 41.", ""),
    ],
    ids=["kept", "kept in short", "changed", "in other type", "no answer", "no position", "neither", "nothing"],
)  # fmt: skip
def test_only_a_clear_change_changes_an_answer(reply: str, position: str, text: str, reason: str) -> None:
    found = reconsidered(OWN, Reply(text=reply, latency=1.0))

    assert (found.position, found.text) == (position, text)
    assert found.reconsidered is not None
    assert (found.reconsidered.position, found.reconsidered.reason) == ("41", reason)
    assert found.reconsidered.text == ("" if position == "41" else "It is 41.")


async def test_each_member_reads_the_positions_in_an_order_of_its_own() -> None:
    sitting = a_sitting({**answers("40", "41", "42", "43"), "reconsider": KEEPS})
    await sitting.hold()

    asked = [call.prompt.text for call in sitting.models.calls if call.prompt.purpose == "reconsider"]

    listed = [text.partition("that members take\n")[2].partition("\n\n")[0] for text in asked]
    assert {tuple(sorted(each.splitlines())) for each in listed} == {("- 40", "- 41", "- 42", "- 43")}
    assert len(set(listed)) > 1
