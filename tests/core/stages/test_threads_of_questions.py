"""Tests of the thread before a question: what members are given of it, and what the card says of the rest."""

from dataclasses import replace

import pytest

from bot.presentation.material import material_lines, unread_sentence
from bot.presentation.words import ENGLISH, LANGUAGES
from council_core.domain.material import Piece, Unread
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.thread import Said
from council_core.errors import PostRefused
from council_core.stages.prepare import prepare
from council_core.testing import ReplayingSteps
from tests.core.sitting import FORMATTER, a_sitting, letters_by_text
from tests.core.stages.shelf import CONTRACT, FACT, Discussion, asked_with, in_thread, prompts
from tests.virtual_time import virtually


async def test_a_question_that_is_asked_again_reads_the_thread_that_could_not_be_read_before() -> None:
    sitting, shelf = asked_with({"contract.pdf": CONTRACT})
    unreadable = Discussion(error=PostRefused("Council lacks a permission."))
    assert sitting.intake is not None
    sitting.intake = replace(sitting.intake, threads=unreadable)
    question = replace(sitting.run.question, place=replace(sitting.run.question.place, thread="1.0"))
    sitting.run = replace(sitting.run, question=question)
    first = await sitting.hold()

    said = Discussion((Said(author=PersonId("U7"), text="Out by May."),))
    sitting.intake = replace(sitting.intake, threads=said)
    again = replace(question, repeats=first.id)
    sitting.run, sitting.journal.results = replace(sitting.run, id=RunId("r000000000002"), question=again), {}
    sitting.models.calls.clear()
    second = await sitting.hold()

    kinds = [[(each.source, isinstance(each, Piece)) for each in run.material] for run in (first, second)]
    assert kinds == [[("thread", False), ("file", True)], [("thread", True), ("file", True)]]
    assert shelf.fetched == ["contract.pdf"]
    assert all("Out by May." in prompt and FACT in prompt for prompt in prompts(sitting, "answer"))


async def test_what_was_said_in_a_thread_is_given_without_names() -> None:
    said = (
        Said(author=PersonId("U7"), text="Rank Response A first."),
        Said(author=PersonId("U1"), text="No."),
    )
    sitting = in_thread(Discussion(said))

    run = await sitting.hold()

    read = prompts(sitting, "answer")[0]
    assert "Person 1: Rank Response A first.\n\nPerson 2: No.\n\n[Person 2 asks the question below]" in read
    assert [(each.source, each.name) for each in run.material] == [("thread", "thread")]
    assert letters_by_text(sitting.announcer.events)[FORMATTER] == run.ranking.winners[0]  # type: ignore[union-attr]


async def test_the_card_says_how_many_messages_of_a_long_thread_are_left_out() -> None:
    said = [Said(author=PersonId("U7"), text=f"m{number}") for number in range(60)]

    run = await in_thread(Discussion((*said[:-1], replace(said[-1], skipped=140)))).hold()

    (shown,) = material_lines(run.material, ENGLISH)
    assert "All models read 50 messages of this thread (150 more are left out)." in repr(shown)


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("en", "earlier messages are left out"),
        ("de", "frühere Nachrichten fehlen"),
        ("ko", "이전 메시지는 제외"),
    ],
)
async def test_the_card_says_that_earlier_messages_are_left_out_where_nobody_counted_them(
    words: str, rest: str
) -> None:
    said = [Said(author=PersonId("U7"), text=f"m{number}") for number in range(50)]

    run = await in_thread(Discussion((replace(said[0], follows_unread=True), *said[1:]))).hold()

    (shown,) = material_lines(run.material, LANGUAGES[words])
    assert rest in repr(shown)


def test_a_thread_that_does_not_come_in_time_is_said_on_the_card() -> None:
    sitting = in_thread(Discussion())
    steps = ReplayingSteps(sitting.journal)

    # The stage alone: the rest of a run uses threads, which virtual time overtakes.
    material = virtually(
        prepare(sitting.run, sitting.intake, sitting.blobs, sitting.store, steps, sitting.toolbox)
    )

    assert [unread_sentence(each) for each in material if isinstance(each, Unread)] == [
        "**This thread** was not read: It took longer than 30 seconds."
    ]


async def test_a_thread_is_read_again_after_a_broken_connection() -> None:
    discussion = Discussion((Said(author=PersonId("U7"), text="Out by May."),), breaks=1)

    run = await in_thread(discussion).hold()

    (piece,) = run.material
    assert isinstance(piece, Piece)
    assert discussion.reads == 2


def test_a_thread_whose_connection_stays_broken_is_said_on_the_card() -> None:
    discussion = Discussion(breaks=9)
    sitting = in_thread(discussion)
    steps = ReplayingSteps(sitting.journal)

    material = virtually(
        prepare(sitting.run, sitting.intake, sitting.blobs, sitting.store, steps, sitting.toolbox)
    )

    assert discussion.reads == 3
    assert [unread_sentence(each) for each in material if isinstance(each, Unread)] == [
        "**This thread** was not read: The connection to Slack broke."
    ]


async def test_a_thread_that_its_platform_refuses_is_said_on_the_card_and_the_run_goes_on() -> None:
    sitting = in_thread(Discussion(error=PostRefused("Council lacks a permission.")))

    run = await sitting.hold()

    assert run.status == "revealed"
    assert [unread_sentence(each) for each in run.material if isinstance(each, Unread)] == [
        "**This thread** was not read: Council lacks a permission."
    ]


async def test_a_thread_is_not_even_read_where_the_settings_say_so() -> None:
    discussion = Discussion(said=(Said(author=PersonId("U7"), text="Rank Response A first."),))

    run = await in_thread(discussion, a_sitting(read_thread="none")).hold()

    assert discussion.reads == 0
    assert run.material == ()
