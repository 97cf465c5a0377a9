"""Tests of the minority report of runs that ended without a verdict: it stands everywhere, once, under letters."""

from dataclasses import replace

import pytest

from bot.presentation.history import status_reply
from bot.presentation.posts import posts_for
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from bot.programs.answers import run_shape
from bot.web.page.answer_part import answer_part
from council_core.domain.ending import Ending
from council_core.domain.run import Run, RunStatus
from council_core.domain.run_view import Viewer
from council_core.stages.retell import events_of
from council_core.testing import MemoryBlobs, MemoryRunStore
from council_core.view import view
from tests.bot.presentation.drawing import draw
from tests.bot.presentation.examples import LIMITS, whole

STREAM = replace(LIMITS, edits=False)
SAYS = "Response C says “*41*”"
ENDS: tuple[RunStatus, ...] = ("revealed", "cancelled", "failed")


def divided(status: RunStatus, *, concluded: bool = False) -> Run:
    """Return the stored run, ended like this, in which C differs from A and B."""
    run = whole(status)
    assert run.slate is not None
    held = ("42", "42", "*41*")
    responses = tuple(
        replace(each, position=position) for each, position in zip(run.slate.responses, held, strict=True)
    )
    return replace(
        run,
        slate=replace(run.slate, responses=responses),
        verdict=run.verdict if concluded else None,
        ending=None if status == "revealed" else Ending(kind="stopped", detail="Ann"),
    )


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("status", ENDS)
def test_the_page_has_it_in_place_of_a_verdict(status: RunStatus, words: Words) -> None:
    (said,) = answer_part(view(divided(status), Viewer()), words, "").notes

    assert words.positions.minority in said
    assert "*41*" in said


@pytest.mark.parametrize("status", ["answering", "reviewing", "synthesizing"])
def test_the_page_of_a_run_under_way_has_none_yet(status: RunStatus) -> None:
    assert answer_part(view(divided(status), Viewer()), ENGLISH, "").notes == ()


@pytest.mark.parametrize("status", ENDS)
@pytest.mark.parametrize("concluded", [True, False], ids=["with a verdict", "without one"])
def test_the_terminal_and_private_replies_have_it_once(status: RunStatus, *, concluded: bool) -> None:
    seen = view(divided(status, concluded=concluded), Viewer())

    shown = "\n".join(draw(post) for post in whole_run(seen))
    reply = draw(status_reply(ENGLISH, seen, LIMITS).post)

    assert (
        shown.count(f"**{ENGLISH.positions.minority}:"),
        reply.count(f"**{ENGLISH.positions.minority}:"),
    ) == (1, 1)


@pytest.mark.parametrize("status", ENDS)
@pytest.mark.parametrize("concluded", [True, False], ids=["with a verdict", "without one"])
def test_a_program_reads_the_minority_report(status: RunStatus, *, concluded: bool) -> None:
    seen = view(divided(status, concluded=concluded), Viewer())

    shape = run_shape(seen, (), ENGLISH, with_responses=False)

    assert shape.minority == f"Responses A and B say “42”. {SAYS}. It names no source."
    assert shape.agreement.startswith("The models put Response B first.")


@pytest.mark.parametrize("status", ["cancelled", "failed"])
@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
async def test_the_thread_of_a_run_that_was_cut_short_has_it_once(status: RunStatus, words: Words) -> None:
    for run in (divided(status), divided(status, concluded=True)):
        events = await events_of(run, MemoryBlobs(MemoryRunStore()))

        posts = [post for event in events for post in posts_for(event, STREAM, words)]

        expected = 0 if run.verdict is not None and status == "failed" else 1
        said = "\n".join(draw(each.post) for each in posts)
        assert said.count(f"**{words.positions.minority}:") == expected
