"""Tests that people find their own questions from anywhere in the workspace, and nobody else's."""

import asyncio
from dataclasses import replace
from threading import Event, Lock
from typing import Any

import pytest

from bot.conversation import running
from bot.post import PrivateReply, Reply
from bot.requests.actions import export_action
from council_core.domain.events import RunExported
from tests.bot.conversation.talk import BOB, Talk, actions, said, with_votes_open
from tests.bot.presentation.drawing import draw_reply
from tests.core.sitting import a_sitting
from tests.samples import HERE
from tests.testbed.patience import PATIENCE

HOME = replace(HERE, channel="D1")
ELSEWHERE = replace(HERE, workspace="T2", channel="D1")


def read(reply: Reply | None) -> str:
    """Return everything that the person reads."""
    assert isinstance(reply, PrivateReply), reply
    return draw_reply(reply)


async def test_ones_own_questions_are_listed_wherever_they_were_asked() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?", "Spaces.")
    second = await talk.asked("And how many?", place=replace(HERE, channel="C2"))
    await talk.types("What of Bob?", person=BOB)

    mine = read(await talk.types("history mine", place=HOME))

    assert [run.id in mine for run in (first, second)] == [True, True]
    assert "What of Bob?" not in mine
    assert "C1/T-1" in mine
    assert (
        said(await talk.types("history mine", place=ELSEWHERE))
        == "You have not asked the council anything yet."
    )


async def test_ones_own_run_is_shown_with_its_verdict_from_anywhere_in_the_workspace() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", "Spaces, of course.")

    shown = read(await talk.types(f"show {run.id}", place=HOME))

    assert "Spaces, of course." in shown


async def test_the_whole_of_a_long_question_is_one_press_away() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces? " * 60 + "And in Makefiles?", "Spaces.")

    shown = read(await talk.presses(f"c1:question:{run.id}"))
    from_elsewhere = said(await talk.presses(f"c1:question:{run.id}", person=BOB, place=ELSEWHERE))

    assert shown.rstrip().endswith("And in Makefiles?")
    assert "Makefiles" not in from_elsewhere


async def test_only_the_asker_is_offered_to_end_the_vote_in_a_private_reply() -> None:
    talk = Talk()
    run = await with_votes_open(talk)

    askers = read(await talk.types(f"show {run.id}"))
    bobs = read(await talk.types(f"show {run.id}", person=BOB))

    assert "End the vote and reveal" in askers
    assert "End the vote and reveal" not in bobs


@pytest.mark.parametrize("place", [HOME, ELSEWHERE])
async def test_a_copied_id_shows_nobody_else_a_run_of_another_channel(place: object) -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", "Spaces, of course.")

    refused = said(await talk.types(f"show {run.id}", person=BOB, place=place))  # type: ignore[arg-type]

    assert run.id in refused
    assert "Spaces" not in refused


async def test_a_run_asked_for_from_elsewhere_comes_as_files_to_who_asks_and_not_into_its_thread() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", "Spaces.")

    offered = await talk.types(f"export {run.id}", place=HOME)
    replies = [
        await talk.presses(action, place=HOME)
        for action in (*actions(offered).values(), export_action(run.id, "json", to_thread=True))
    ]

    assert list(actions(offered)) == ["HTML", "PDF", "Word", "PNG", "Markdown", "JSON"]
    names = [file.name for reply in replies if isinstance(reply, PrivateReply) for file in reply.post.files]
    assert [name.rpartition(".")[2] for name in names] == ["html", "pdf", "docx", "md", "json", "json"]
    assert [each for reply in replies for each in actions(reply)] == [], "its thread is elsewhere"
    assert talk.announcer.events == []


async def test_two_files_are_written_at_a_time_and_others_wait_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", "Spaces.")
    export, lock, go = running.export_run, Lock(), Event()
    writing: list[int] = [0, 0]

    def counted(*about: Any, **more: Any) -> RunExported:
        with lock:
            writing[0] += 1
            writing[1] = max(writing)
        go.wait(60)
        made = export(*about, **more)
        with lock:
            writing[0] -= 1
        return made

    monkeypatch.setattr(running, "export_run", counted)
    asked = [asyncio.create_task(talk.presses(export_action(run.id, "json"))) for _ in range(4)]
    async with asyncio.timeout(PATIENCE):
        while writing[0] < 2:  # noqa: ASYNC110 - threads tell nobody
            await asyncio.sleep(0.01)
    go.set()
    replies = await asyncio.gather(*asked)

    assert all(isinstance(reply, PrivateReply) and reply.post.files for reply in replies)
    assert writing == [0, 2]


async def test_the_charts_of_a_revealed_question_come_as_one_picture_to_who_wants_them_alone() -> None:
    pytest.importorskip("resvg_py")
    talk = Talk()
    run = await a_sitting().hold()
    await talk.store.add(run.as_asked())
    await talk.store.save(run)

    reply = await talk.presses(export_action(run.id, "png"), person=BOB)

    assert isinstance(reply, PrivateReply)
    (file,) = reply.post.files
    assert (file.media_type, file.content[:4]) == ("image/png", b"\x89PNG")
    assert talk.announcer.events == []
