"""Tests of a question that has files but no text, and of an empty one."""

from dataclasses import replace

from bot.requests.asking import Ask
from bot.requests.typed import read_command
from council_core.domain.question import FileReference
from tests.bot.conversation.talk import ALICE, Talk
from tests.samples import HERE


async def test_files_alone_are_a_question_with_words_of_ours() -> None:
    talk = Talk()
    plan = FileReference(name="plan.pdf", media_type="application/pdf", size=7, reference="F1")
    asked = read_command("", person=ALICE, place=HERE, delivery="d1", opens_forms=False, files=True)
    assert isinstance(asked, Ask)

    await talk.handle(replace(asked, files=(plan,)))

    (run,) = await talk.store.latest(limit=5)
    assert run.question.text == "What matters in plan.pdf, and what should we do about it?"
    assert (run.question.is_wordless, run.question.files) == (True, (plan,))


async def test_neither_words_nor_files_are_no_question() -> None:
    talk = Talk()

    await talk.handle(Ask(person=ALICE, place=HERE, text=" ?! ", delivery="d1"))

    assert await talk.store.latest(limit=5) == ()
