"""Tests of runs whose asker may recognise letters, and of the notice about that."""

from dataclasses import replace

import pytest

from bot.presentation.board import reveal_posts
from bot.presentation.card import card_for
from bot.presentation.words import ENGLISH
from council_core.domain.place import Scope
from council_core.domain.summary import summarize
from tests.bot.conversation.talk import MANAGER, Talk, an_ask
from tests.bot.presentation.examples import REVEALED
from tests.samples import HERE

SECRET = "demo:ada?system=Begin%20with%20Well, demo:carl"


@pytest.mark.parametrize(
    "members",
    [
        *(SECRET, "demo:ada?name=Blaise, demo:carl", "demo:ada?max_tokens=9, demo:carl"),
        *("demo:ada?temperature=2, demo:carl", "demo:ada?effort=low, demo:carl"),
    ],
)
async def test_who_marks_a_member_for_one_run_is_told_that_it_is_not_blind(members: str) -> None:
    talk = Talk()

    await talk.handle(an_ask("Tabs?", options={"members": members}))

    run = await talk.newest()
    assert run.settings.not_blind
    assert "Not blind for the asker" in str(card_for(summarize(run), ENGLISH))


@pytest.mark.parametrize(
    "members", ["demo:carl, demo:ada", "demo:ada, demo:ada", "demo:ada?answers=no, demo:carl"]
)
async def test_another_choice_of_members_is_as_blind_as_any(members: str) -> None:
    talk = Talk()

    await talk.handle(an_ask("Tabs?", options={"members": members, "chairman": ""}))
    run = await talk.newest()

    assert not run.settings.not_blind
    assert "Not blind" not in str(card_for(summarize(run), ENGLISH))


async def test_what_a_manager_set_here_is_no_secret_of_the_asker() -> None:
    talk = Talk()
    await talk.places.save(Scope.around(HERE, "channel"), {"members": SECRET}, version=0, by=MANAGER.id)

    await talk.types("Tabs or spaces?")
    here = await talk.newest()
    await talk.handle(an_ask("Tabs?", delivery="2", options={"members": SECRET}))
    chosen = await talk.newest()

    assert (here.settings.not_blind, chosen.settings.not_blind) == (False, False)


async def test_a_run_asked_again_with_such_members_says_it_again() -> None:
    talk = Talk()
    await talk.handle(an_ask("Tabs?", options={"members": SECRET}))
    first = await talk.concluded(await talk.newest(), "", status="failed", verdict=None)

    await talk.presses(f"c1:retry:{first.id}")

    run = await talk.newest()
    assert run.id != first.id
    assert run.settings.not_blind


def test_the_reveal_says_it_beside_the_names() -> None:
    blind, not_blind = (reveal_posts(replace(REVEALED, not_blind=each), ENGLISH) for each in (False, True))

    assert "Not blind for the asker" not in str(blind)
    assert "Not blind for the asker" in str(not_blind)
