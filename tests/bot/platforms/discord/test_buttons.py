"""Tests that an ordinary button, a time-out and a view used twice trigger two bugs of the library, which forgets
buttons."""

from typing import Any

from discord import ui

from bot.platforms.discord.drawing.buttons import is_ours, view_of
from bot.platforms.discord.drawing.post import draw
from bot.platforms.discord.listening.command_sync import same_commands
from bot.platforms.discord.sending.send import nonce_of
from bot.post import Post
from bot.presentation.words import ENGLISH
from tests.bot.platforms.discord.test_limits import many
from tests.bot.platforms.discord.wire import CARD, VOTING


async def test_every_view_is_new_dynamic_all_through_and_without_time_out() -> None:
    for post in (CARD, VOTING, Post(blocks=many(1), summary="Many.")):
        drawn = draw(post, ENGLISH.discord)
        views = [view_of(drawn), view_of(drawn)]

        assert views[0] is not views[1]
        for view in views:
            controls = [part for part in view.walk_children() if part.is_dispatchable()]
            assert controls
            assert all(isinstance(part, ui.DynamicItem) for part in controls)
            assert view.timeout is None
            assert view.is_persistent()


def test_only_what_we_draw_is_ours() -> None:
    cases = {
        "c1:vote:r4k7m2p9x1qz:A": True,
        "ask:c1:reveal:r4k7m2p9x1qz": True,
        "c27:whatever:\n": True,
        "choose:3": True,
        "choose:x": False,
        "vote:c1": False,
        "": False,
    }

    assert {custom_id: is_ours(custom_id) for custom_id in cases} == cases


def test_a_nonce_fits_and_depends_on_the_key_alone() -> None:
    assert nonce_of("run/card") == nonce_of("run/card")
    assert nonce_of("run/card") != nonce_of("run/card2")
    assert len(nonce_of("x" * 500)) == 25


def test_commands_are_the_same_whatever_discord_adds() -> None:
    ours: list[dict[str, Any]] = [
        {
            "name": "council",
            "contexts": [0, 1],
            "nsfw": False,
            "options": [{"name": "ask", "required": False}],
        }
    ]
    theirs = [
        {
            "id": "1",
            "version": "2",
            "name": "council",
            "contexts": [1, 0],
            "options": [{"name": "ask", "type": 1}],
        }
    ]

    assert same_commands(ours, theirs)
    assert not same_commands(ours, [])
    assert not same_commands(ours, [{**theirs[0], "name": "other"}])
    assert not same_commands(ours, [{**theirs[0], "options": []}])
    assert not same_commands(ours, [*theirs, *theirs])
