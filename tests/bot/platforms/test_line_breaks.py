"""Tests of line breaks that models write as `<br>`, in Slack and in Discord."""

import pytest

from bot.platforms.discord.drawing import markup
from bot.platforms.line_breaks import in_words
from bot.platforms.slack.drawing.post import draw
from bot.post import Post, Prose

TABLE = "| Day | Tag |\n|---|---|\n| • Monday<br>• Tuesday.<br/>Wednesday | `<br>` |"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("One line<br>and another.", "One line\nand another."),
        ("One line<br>\nand another.", "One line\nand another."),
        ("| one<BR />two | three, <br> four |", "| one; two | three, four |"),
        ("| <br>one |", "| one |"),
        ("| `GET`<br>`POST` | b |", "| `GET`; `POST` | b |"),
        ("Write `<br>` or ``<br>``.", "Write `<br>` or ``<br>``."),
        ("```html\na<br>b\n```\na<br>b", "```html\na<br>b\n```\na\nb"),
        ("```html\n| a<br>b |", "```html\n| a<br>b |"),
        ("1 <b or 2", "1 <b or 2"),
    ],
)
def test_a_break_outside_of_code_becomes_a_line_end_or_a_semicolon(text: str, told: str) -> None:
    assert in_words(text) == told


def test_slack_and_discord_show_no_tag_outside_of_code() -> None:
    (block, *_) = draw(Post(blocks=(Prose(text=TABLE),), summary="")).blocks

    for drawn in (str(block), markup.prose(TABLE)):
        assert "• Monday; • Tuesday. Wednesday" in drawn
        assert drawn.count("<br") == 1
