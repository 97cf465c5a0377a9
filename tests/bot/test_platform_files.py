"""Tests of threads and files that a platform does not let us read: the asker is told once, and the run continues."""

from dataclasses import replace

import pytest

from bot.app.platform_files import PlatformFiles
from bot.ports import Abilities
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.words import ENGLISH, words_for
from bot.testing import MemoryPlatform
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Question
from council_core.domain.thread import Said
from council_core.errors import (
    FILE_TOO_LARGE,
    MessageGone,
    OutcomeUnknown,
    PlaceClosed,
    PlatformError,
    PostRefused,
)
from council_core.storage.receipts import SqlReceipts
from tests.samples import QUESTION

HERE = Place(platform="memory", channel="C1", thread="1.0")


class Forbidding(MemoryPlatform):
    """A platform on which a permission is missing in channel C1."""

    forbidden, code = "C1", "missing_scope"
    trouble: PlatformError | None = None
    """Error in place of the refusal."""

    def __init__(self) -> None:
        super().__init__()
        self.abilities = Abilities(read_thread=self.read_thread)

    async def read_thread(self, place: Place, about: str) -> tuple[Said, ...]:
        if self.trouble is not None:
            raise self.trouble
        if place.channel == self.forbidden:
            raise PlaceClosed("Slack refused: missing_scope.", code=self.code)
        return (Said(author=PersonId("U7"), text=f"Said before {about}."),)

    async def fetch_file(self, reference: str, *, most: int = 0) -> bytes:
        raise PostRefused(f"Council may not read {reference}.", code=self.code)


def asked(place: Place) -> Question:
    return replace(QUESTION, place=place, about="m1")


async def test_who_asks_is_told_once_in_a_workspace_what_is_missing(receipts: SqlReceipts) -> None:
    platform = Forbidding()
    files = PlatformFiles({"memory": platform}, receipts)

    for _ in range(2):
        await refused(files)
    await refused(files, replace(HERE, workspace="T2"), "de")

    (person, post), (_, german) = platform.whispered
    assert "kopiere das Wichtige in die Frage" in repr(german)
    assert person == QUESTION.asker.id
    assert "Slack app lacks a scope" in repr(post).replace("\\", "")
    assert "copy what matters into the question" in repr(post)


@pytest.mark.parametrize(
    "trouble",
    [
        OutcomeUnknown("The connection to Slack broke.", code="ClientError"),
        OutcomeUnknown("Slack had trouble.", code="internal_error"),
        MessageGone("The message is not there any more.", code="message_not_found"),
    ],
)
async def test_who_asks_is_told_of_no_trouble_that_nobody_can_mend(
    trouble: PlatformError, receipts: SqlReceipts
) -> None:
    platform = Forbidding()
    platform.trouble = trouble
    files = PlatformFiles({"memory": platform}, receipts)

    assert await refused(files) == platform_sentence(ENGLISH, trouble)
    assert platform.whispered == []
    with pytest.raises(PlatformError) as error:
        await files.thread(asked(HERE), "")
    assert isinstance(error.value, OutcomeUnknown) is isinstance(trouble, OutcomeUnknown)


async def test_another_process_tells_it_again_only_after_the_permission_was_there(
    receipts: SqlReceipts,
) -> None:
    platform = Forbidding()

    for may_read in (False, False, True, True, False, False):
        platform.forbidden = "" if may_read else "C1"
        files = PlatformFiles({"memory": platform}, receipts)
        if may_read:
            assert await files.thread(asked(HERE), "")
        else:
            await refused(files)

    assert len(platform.whispered) == 2


async def test_another_permission_is_told_of_by_itself(receipts: SqlReceipts) -> None:
    platform = Forbidding()

    for platform.code in ("not_in_channel", "missing_scope", "not_in_channel"):
        await refused(PlatformFiles({"memory": platform}, receipts))

    assert len(platform.whispered) == 2


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Council's Slack app"), ("de", "Councils Slack-App"), ("ko", "Council의 Slack 앱")],
)
async def test_the_reason_comes_in_the_language_of_its_run(language: str, said: str) -> None:
    assert (await refused(PlatformFiles({"memory": Forbidding()}), HERE, language)).startswith(said)


async def refused(files: PlatformFiles, place: Place = HERE, language: str = "") -> str:
    """The reason for which a thread cannot be read."""
    with pytest.raises(PlatformError) as refusal:
        await files.thread(asked(place), language)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("code", "notices"), [("unscoped:channels:history", 1), ("no_intent", 1), ("uninvited", 2), ("50013", 2)]
)
async def test_what_the_app_lacks_is_told_once_in_a_workspace_and_what_a_channel_lacks_once_in_each(
    code: str, notices: int, receipts: SqlReceipts
) -> None:
    platform = Forbidding()
    platform.trouble = PostRefused("Council lacks something.", code=code)

    for channel in ("C1", "C2", "C1"):
        await refused(PlatformFiles({"memory": platform}, receipts), replace(HERE, channel=channel))

    assert len(platform.whispered) == notices


async def test_what_is_missing_for_files_is_told_once_and_again_after_it_was_there(
    receipts: SqlReceipts,
) -> None:
    platform = Hiding()
    elsewhere = replace(HERE, channel="C2")

    for may_read, place in (
        (False, HERE),
        (False, elsewhere),
        (False, HERE),
        (True, HERE),
        (True, elsewhere),
        (False, elsewhere),
        (False, HERE),
    ):
        platform.hands_out = may_read
        files = PlatformFiles({"memory": platform}, receipts)
        if may_read:
            assert await files.fetch(asked(place), "F1", most=1_000, language="") == b"words"
        else:
            await file_refused(files, place)

    assert [person for person, _ in platform.whispered] == [QUESTION.asker.id] * 2
    assert "copy the passages that matter into the question" in repr(platform.whispered[0][1])


async def test_a_missing_permission_for_files_and_one_for_threads_are_told_apart(
    receipts: SqlReceipts,
) -> None:
    platform = Forbidding()
    files = PlatformFiles({"memory": platform}, receipts)

    await refused(files)
    await file_refused(files, HERE)

    thread, file = (post.summary for _, post in platform.whispered)
    assert thread != file


@pytest.mark.parametrize(
    "trouble",
    [
        OutcomeUnknown("The connection to Slack broke.", code="ClientError"),
        PostRefused("The file is kept elsewhere.", code="external", withheld="elsewhere"),
        PostRefused("The file is too large.", code=FILE_TOO_LARGE),
    ],
)
async def test_a_file_that_no_permission_would_give_is_told_of_on_the_card_alone(
    trouble: PlatformError, receipts: SqlReceipts
) -> None:
    platform = Hiding()
    platform.trouble = trouble

    await file_refused(PlatformFiles({"memory": platform}, receipts), HERE)

    assert platform.whispered == []


async def file_refused(files: PlatformFiles, place: Place) -> None:
    with pytest.raises(PlatformError):
        await files.fetch(asked(place), "F1", most=1_000, language="")


async def test_where_it_may_be_read_nobody_is_told_anything() -> None:
    platform = Forbidding()

    read = await PlatformFiles({"memory": platform}).thread(asked(replace(HERE, channel="C2")), "")

    assert [each.text for each in read] == ["Said before m1."]
    assert platform.whispered == []


async def test_a_platform_without_threads_tells_nothing() -> None:
    assert await PlatformFiles({"memory": MemoryPlatform()}).thread(asked(HERE), "") == ()


@pytest.mark.parametrize("language", ["de", "ko"])
async def test_a_platforms_reason_for_a_file_is_said_in_the_language_of_the_thread(language: str) -> None:
    files = PlatformFiles({"memory": Hiding()})

    with pytest.raises(PlatformError, match="files:read") as refused:
        await files.fetch(asked(HERE), "F1", most=1_000, language=language)

    assert str(refused.value) == words_for(language).errors.platform(kind="no_file_scope", code="")


class Hiding(MemoryPlatform):
    """A platform that lets nobody read files."""

    hands_out = False
    trouble: PlatformError | None = None
    """Error in place of the refusal."""

    async def fetch_file(self, reference: str, *, most: int = 0) -> bytes:
        if self.hands_out:
            return b"words"
        if self.trouble is not None:
            raise self.trouble
        raise PostRefused(f"Council may not read {reference}.", code="no_file_scope")
