"""Tests that edits are delayed and merged without losing one that matters, with a clock that jumps."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial

import pytest

from bot.platforms.slack.connection.rate import Bucket
from bot.post import Post, line
from bot.sending.edit_queue import TRIES, Edits
from council_core.domain.place import Message, Place
from council_core.errors import OutcomeUnknown, PlatformError, PostRefused
from tests.virtual_time import virtually

CARD = Message(place=Place(platform="slack", channel="C1"), id="1.1")
OTHER = Message(place=CARD.place, id="2.2")
PAUSE = 3.0

Edited = tuple[float, str]


def said(text: str) -> Post:
    return Post(blocks=(line(text),), summary=text)


class Screen:
    """A target of edits, each of which takes this many seconds; `troubles` come first."""

    def __init__(self, *, takes: float = 0.0, budget: Bucket | None = None) -> None:
        self.takes = takes
        self.shown: list[Edited] = []
        self.tried: list[Edited] = []
        self.troubles: list[PlatformError] = []
        self.edits = Edits(apply=self.apply, seconds_between=PAUSE, budget=budget)
        self.show = partial(self.edits.edit, CARD)

    async def apply(self, message: Message, post: Post) -> None:
        self.tried.append((self.now, post.summary))
        await asyncio.sleep(self.takes)
        if self.troubles:
            raise self.troubles.pop(0)
        self.shown.append((self.now, post.summary))

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()


Scene = Callable[[Screen], Coroutine[None, None, None]]


def played(scene: Scene, screen: Callable[[], Screen] = Screen) -> Screen:
    """Return the screen an hour after the scene."""

    async def play() -> Screen:
        made = screen()
        await scene(made)
        await asyncio.sleep(3_600)
        return made

    return virtually(play())


def test_the_first_edit_is_done_at_once_and_of_the_next_ones_only_the_last_after_a_pause() -> None:
    async def scene(screen: Screen) -> None:
        for at in range(5):
            await screen.show(said(f"{at}"))

    assert played(scene).shown == [(0, "0"), (PAUSE, "4")]


@pytest.mark.parametrize("while_it_is_tried", [False, True])
def test_an_edit_that_was_put_off_and_cancelled_never_shows_but_a_later_one_does(
    while_it_is_tried: bool,
) -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        screen.troubles = [OutcomeUnknown("The connection was cut.")]
        await screen.show(said("put off"))
        await asyncio.sleep(1 + PAUSE + 0.5 if while_it_is_tried else 0.5)
        screen.edits.cancel_pending_edit(CARD)
        screen.troubles.clear()
        await screen.show(said("ours again"))

    shown = [text for _, text in played(scene, partial(Screen, takes=1.0)).shown]
    assert shown == ["first", "ours again"]


def test_the_pause_begins_when_an_edit_is_done() -> None:
    async def scene(screen: Screen) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(screen.show(said("first")))
            await asyncio.sleep(1)
            group.create_task(screen.show(said("put off")))
            await asyncio.sleep(11)
            group.create_task(screen.show(said("last")))

    assert played(scene, partial(Screen, takes=10)).shown == [(10, "first"), (10 + PAUSE + 10, "last")]


def test_a_message_that_was_left_alone_long_enough_is_edited_at_once_again() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        await asyncio.sleep(PAUSE)
        await screen.show(said("second"))

    assert played(scene).shown == [(0, "first"), (PAUSE, "second")]


def test_messages_do_not_wait_for_each_other() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("one"))
        await screen.edits.edit(OTHER, said("two"))

    assert played(scene).shown == [(0, "one"), (0, "two")]


def test_an_edit_that_is_done_at_once_says_what_goes_wrong() -> None:
    async def scene(screen: Screen) -> None:
        screen.troubles = [OutcomeUnknown("reset")]

        with pytest.raises(OutcomeUnknown, match="reset"):
            await screen.show(said("first"))

    assert played(scene).shown == []


def test_an_edit_that_was_put_off_is_tried_again_when_its_outcome_is_unknown() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        screen.troubles = [OutcomeUnknown("reset")] * 2
        await screen.show(said("last"))

    assert played(scene).shown == [(0, "first"), (3 * PAUSE, "last")]


def test_an_edit_that_never_gets_through_is_given_up_and_the_next_one_has_all_its_tries() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        screen.troubles = [OutcomeUnknown("reset")] * (2 * TRIES - 1)
        await screen.show(said("lost"))
        await asyncio.sleep((TRIES + 0.5) * PAUSE)
        await screen.show(said("last"))

    screen = played(scene)

    assert [text for _, text in screen.tried] == ["first", *["lost"] * TRIES, *["last"] * TRIES]
    assert [text for _, text in screen.shown] == ["first", "last"]


def test_an_edit_that_comes_during_the_last_try_of_another_is_not_given_up_with_it() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        screen.troubles = [OutcomeUnknown("reset")] * TRIES
        await screen.show(said("lost"))
        await asyncio.sleep(TRIES * (PAUSE + screen.takes) - 0.5)
        await screen.show(said("last"))

    screen = played(scene, partial(Screen, takes=1))

    assert [text for _, text in screen.tried] == ["first", *["lost"] * TRIES, "last"]


@pytest.mark.parametrize("later", [0.5, 1.5], ids=["while it fails", "after it failed"])
def test_a_newer_edit_takes_the_place_of_one_that_is_to_be_tried_again(later: float) -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        screen.troubles = [OutcomeUnknown("reset")]
        await screen.show(said("older"))
        await asyncio.sleep(PAUSE + later)
        await screen.show(said("newer"))

    screen = played(scene, partial(Screen, takes=1))

    assert [text for _, text in screen.tried] == ["first", "older", "newer"]


def test_an_edit_that_comes_just_when_an_older_one_is_due_takes_its_place() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        await screen.show(said("older"))
        await asyncio.sleep(PAUSE)
        await screen.show(said("newer"))

    assert played(scene).shown == [(0, "first"), (PAUSE, "newer")]


def test_a_refused_edit_is_not_tried_again_and_does_not_stop_the_next_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        screen.troubles = [PostRefused("no")]
        await screen.show(said("refused"))
        await asyncio.sleep(PAUSE + 1)
        await screen.show(said("last"))

    screen = played(scene)

    assert screen.tried == [(0, "first"), (PAUSE, "refused"), (2 * PAUSE, "last")]
    assert caplog.messages == ["An edit that was put off was refused: no"]


def test_the_last_edit_of_all_is_never_put_off_and_nothing_older_covers_it() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        await screen.show(said("put off"))
        await asyncio.sleep(1)
        await screen.show(said("last"), final=True)

    assert played(scene).shown == [(0, "first"), (1, "last")]


def test_the_last_edit_waits_for_one_that_is_under_way_even_where_that_one_fails() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        await screen.show(said("put off"))
        await asyncio.sleep(PAUSE + 5)
        screen.troubles = [OutcomeUnknown("reset")]
        await screen.show(said("last"), final=True)

    screen = played(scene, partial(Screen, takes=10))

    assert [text for _, text in screen.tried] == ["first", "put off", "last"]
    assert screen.shown[-1] == (10 + PAUSE + 10 + 10, "last")


def test_the_last_edit_says_what_goes_wrong() -> None:
    async def scene(screen: Screen) -> None:
        screen.troubles = [PostRefused("no")]

        with pytest.raises(PostRefused, match="no"):
            await screen.show(said("last"), final=True)

    assert played(scene).shown == []


def test_an_edit_after_the_last_one_keeps_the_pause() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("last"), final=True)
        await asyncio.sleep(1)
        await screen.show(said("one more"))

    assert played(scene).shown == [(0, "last"), (PAUSE, "one more")]


def test_an_edit_of_another_kind_takes_the_place_of_what_was_put_off() -> None:
    async def scene(screen: Screen) -> None:
        async def erase() -> None:
            screen.shown.append((screen.now, "erased"))

        await screen.show(said("first"))
        await screen.show(said("put off"))
        await screen.edits.last(CARD, erase)

    assert played(scene).shown == [(0, "first"), (0, "erased")]


def budgeted() -> Screen:
    """Return a screen that allows two edits at once, then one every ten seconds."""
    return Screen(budget=Bucket(0.1, 2))


def test_edits_beyond_the_budget_are_put_off_until_there_is_room() -> None:
    async def scene(screen: Screen) -> None:
        for at in range(4):
            await screen.edits.edit(Message(place=CARD.place, id=f"{at}.0"), said(f"{at}"))

    assert played(scene, budgeted).shown == [(0, "0"), (0, "1"), (10, "2"), (20, "3")]


def test_the_last_edit_waits_for_the_budget() -> None:
    async def scene(screen: Screen) -> None:
        for at in range(3):
            await screen.show(said(f"{at}"), final=True)

    assert played(scene, budgeted).shown == [(0, "0"), (0, "1"), (10, "2")]


def test_a_drain_sends_at_once_what_was_put_off_whatever_it_was_put_off_for() -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        await screen.show(said("for its pause"))
        for at in range(1, 3):
            await screen.edits.edit(Message(place=CARD.place, id=f"2.{at}"), said(f"for the budget {at}"))
        await screen.edits.drain(5)
        assert screen.now == 0

    shown = played(scene, budgeted).shown

    assert [text for _, text in shown[:2]] == ["first", "for the budget 1"]
    assert sorted(text for _, text in shown[2:]) == ["for its pause", "for the budget 2"]


def test_a_drain_gives_up_after_its_time_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(screen: Screen) -> None:
        await screen.show(said("first"))
        screen.takes = 100
        await screen.show(said("too slow"))
        await screen.edits.drain(5)
        assert screen.now == 5

    assert played(scene).shown == [(0, "first")]
    assert caplog.messages == ["An edit was still waiting when Council stopped."]
