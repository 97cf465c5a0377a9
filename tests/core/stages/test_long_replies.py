"""Tests of answers that are too long: the run continues with the beginning, and the whole is kept and attached."""

import re
from dataclasses import replace

import pytest

from bot.post import Limits, Post
from bot.presentation.posts import posts_for
from bot.presentation.words import ENGLISH
from council_core.domain.answer import LONGEST_REPLY
from council_core.domain.events import LateAnswerArrived, SlateOpened
from council_core.domain.material import Digest
from council_core.domain.question import RunId
from council_core.errors import StoreUnavailable, UnknownBlob
from council_core.ports import Blobs
from council_core.testing import MemoryBlobs, MemoryRunStore, PowerCut, says
from tests.core.sitting import Sitting
from tests.samples import MEMBERS, NOON

LONG = "The queue is long. " * 16_000 + "As Claude, made by Anthropic, I would wait."
LIMITS = Limits(prose=10_000, parts=3)


def posts_of(event: SlateOpened | LateAnswerArrived) -> list[Post]:
    """Return all posts of an event, in order."""
    return [keyed.post for keyed in posts_for(event, LIMITS, ENGLISH)]


def words(post: Post) -> str:
    """Return all our own words in a post."""
    return " ".join(str(part) for block in post.blocks if block.kind == "line" for part in block.parts)


async def a_long_answer(blobs: Blobs | None = None) -> tuple[Sitting, SlateOpened]:
    """Return a run whose first member writes too much, and the event of its slate."""
    sitting = Sitting(scripts={(MEMBERS[0].id, "answer"): says(LONG)})
    sitting.blobs = blobs or sitting.blobs
    await sitting.hold()
    (opened,) = [event for event in sitting.announcer.events if isinstance(event, SlateOpened)]
    return sitting, opened


async def test_the_whole_of_a_long_answer_is_kept_and_the_run_goes_on_with_its_beginning() -> None:
    sitting, opened = await a_long_answer()

    run = await sitting.store.get(sitting.run.id)
    (answer,) = [each for each in run.outcomes if each.member == MEMBERS[0].id and each.kind == "answer"]
    assert answer.text == LONG[:LONGEST_REPLY].rstrip()
    assert answer.reply.finish_reason == "stop"
    assert answer.reply.cut is not None
    assert answer.reply.cut.characters == len(LONG)
    assert answer.reply.cut.whole is not None
    assert (await sitting.blobs.get(answer.reply.cut.whole)).decode() == LONG
    assert not opened.cut_short


async def test_no_step_holds_more_than_the_beginning() -> None:
    sitting, _ = await a_long_answer()

    assert max(len(str(kept)) for kept in sitting.journal.results.values()) < LONGEST_REPLY + 10_000


async def test_the_post_of_a_long_answer_says_how_long_it_is_and_has_all_of_it_in_a_file_without_names() -> (
    None
):
    _, opened = await a_long_answer()
    ((alias, long),) = opened.too_long

    response = [post for post in posts_of(opened) if post.files]

    (post,) = response
    (file,) = post.files
    assert file.name == f"response-{alias.lower()}.md"
    assert file.content.decode() == long.whole
    assert len(long.whole) > LONGEST_REPLY
    assert long.whole.startswith("The queue is long.")
    assert not {"Claude", "Anthropic"} & set(re.findall(r"\w+", long.whole))
    assert f"has {len(LONG):,} characters, too many to read: Council took the first 200,000." in words(post)
    assert f"The whole text is in the file response-{alias.lower()}.md." in words(post)
    assert "token limit" not in words(post)


class FullDisk(MemoryBlobs):
    """A store of bytes without space."""

    async def put(self, run_id: RunId, content: bytes) -> Digest:
        raise StoreUnavailable("disk_full", database="it")


async def test_an_answer_that_cannot_be_kept_whole_is_asked_for_once_and_says_so() -> None:
    sitting, opened = await a_long_answer(FullDisk(MemoryRunStore()))

    asked = [call for call in sitting.models.calls if call.prompt.purpose == "answer"]
    ((_, long),) = opened.too_long
    (post,) = [post for post in posts_of(opened) if post.files]
    assert len(asked) == len(MEMBERS)
    assert long.whole == ""
    assert "The rest could not be kept." in words(post)


async def test_the_whole_goes_with_its_run() -> None:
    sitting, _ = await a_long_answer()
    run = await sitting.store.get(sitting.run.id)
    (cut,) = [each.reply.cut for each in run.outcomes if each.kind == "answer" and each.reply.cut]
    assert cut.whole is not None

    await sitting.store.delete(run.id, NOON, from_chat=False)

    with pytest.raises(UnknownBlob):
        await sitting.blobs.get(cut.whole)


async def test_a_power_cut_loses_nothing_of_a_long_answer() -> None:
    _, opened = await a_long_answer()
    sitting = Sitting(scripts={(MEMBERS[0].id, "answer"): says(LONG)})

    try:
        await sitting.hold(cut_after=len(MEMBERS) + 1)
    except* PowerCut:
        pass
    await sitting.hold()

    assert [event for event in sitting.announcer.events if isinstance(event, SlateOpened)] == [opened]


async def test_a_late_answer_that_is_too_long_has_all_of_it_in_a_file() -> None:
    event = LateAnswerArrived(run_id=RunId("r1"), text="x" * 50_000)
    _, opened = await a_long_answer()
    ((_, long),) = opened.too_long

    (post,) = [post for post in posts_of(replace(event, too_long=long)) if post.files]

    assert post.files[0].content.decode() == long.whole
    assert f"{len(LONG):,} characters" in words(post)
