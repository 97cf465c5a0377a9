"""Tests of the table of points and the suggested follow-ups below a verdict: both platforms accept any content."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.platforms.discord.drawing import limits as discord_limits
from bot.platforms.discord.drawing.post import draw
from bot.platforms.slack.drawing import limits as slack_limits
from bot.platforms.slack.sending.split import drawings
from bot.post import Limits, Post
from bot.presentation.board import Board
from bot.presentation.follow_up import follow_up_post
from bot.presentation.posts import posts_for
from bot.presentation.words import ENGLISH
from council_core.domain.verdict import LONGEST_POINT, NO_POINTS, Points
from council_core.reading.conclusion import MOST, conclusion
from tests.bot.platforms.discord.drawing import check, shown
from tests.bot.presentation.examples import RANKED, VERDICT, summary
from tests.testbed.slack.message_rules import check_blocks, living_mentions

HOSTILE = "<!channel> @everyone <@U1> | `x` ```\n| a | b |\n|---|---|\n<https://evil.example|ours> ||x|| **"
ROWS = tuple(f"{at} {HOSTILE * 4}"[:LONGEST_POINT] for at in range(MOST))
FULL = Points(agree=ROWS, differ=ROWS, unique=ROWS, ask=ROWS)
KINDS = ("AGREE", "DIFFER", "UNIQUE", "ASK")
FORTY = conclusion("\n".join(["It works.", *(f"{kind}: row {at}" for kind in KINDS for at in range(40))]))[1]
CASES: Mapping[str, Points] = {"none": NO_POINTS, "hostile": FULL, "forty of a kind": FORTY}


def posts_of(points: Points, limits: Limits) -> list[Post]:
    """Return the verdict of a first question and that of a follow-up, both of the greatest length."""
    said = replace(
        VERDICT, points=points, asker="1", asker_name="Ann", text="Word " * 3_000, critique="Hm. " * 300
    )
    board = Board(summary=summary("voting"), ranked=RANKED)
    followed = follow_up_post(said, board, limits, ENGLISH, has_page=True)
    return [each.post for each in (*posts_for(said, limits, ENGLISH), followed)]


@pytest.mark.parametrize("points", CASES.values(), ids=CASES)
async def test_discord_takes_them_and_nobody_is_notified_by_them(points: Points) -> None:
    asked: list[str] = []
    for post in posts_of(points, discord_limits.LIMITS):
        drawn = draw(post, ENGLISH.discord)

        check(drawn)
        assert drawn.rings_for in ((), (1,))
        asked = [line for line in shown(drawn).splitlines() if line.startswith("[Ask: “")]
        assert len(asked) in (0, len(points.ask))
    assert len(asked) == len(points.ask), "below a follow-up's verdict too"


@pytest.mark.parametrize("points", CASES.values(), ids=CASES)
def test_slack_takes_them_and_nobody_is_notified_by_them(points: Points) -> None:
    asked = 0
    for post in posts_of(points, slack_limits.LIMITS):
        (drawn,) = drawings(post, frozenset())

        check_blocks(drawn.blocks, "message", frozenset())
        assert living_mentions(drawn.text, drawn.blocks, linked_names=True) == []
        asked = str(drawn.blocks).count("Ask: “")
    assert asked == len(points.ask), "below a follow-up's verdict too"
