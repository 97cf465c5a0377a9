"""Tests of cited sources and used tools, which are listed below posts."""

from dataclasses import replace

from bot.presentation.board import Board, board_post
from bot.presentation.posts import posts_for
from bot.presentation.sources import source_line, tools_lines
from bot.presentation.words import ENGLISH
from bot.presentation.words.de import WORDS as GERMAN
from bot.presentation.words.ko import WORDS as KOREAN
from council_core.domain.slate import Response
from council_core.domain.tool import Source
from tests.bot.presentation.drawing import draw, draw_all
from tests.bot.presentation.examples import LIMITS, REVEALED, SLATE_OPENED, A, summary
from tests.golden_files import assert_golden

CITED = Response(
    alias=A,
    text="Light goes 299 792 458 m/s [1], and has done so since 1983 [2].",
    sources=(
        Source(title="Speed of light", url="https://www.physics.example/c?x=(1)"),
        Source(title="[bank.example](https://evil.example) @everyone", url="https://metre.example/1983"),
        Source(title="", url="https://long.example/" + "x" * 400),
    ),
)
LANGUAGES = (ENGLISH, GERMAN, KOREAN)


def test_sources_stand_under_the_response_that_cites_them() -> None:
    event = replace(SLATE_OPENED, responses=(CITED,), gaps=(), cut_short=())

    shown = draw_all(posts_for(event, LIMITS, ENGLISH))

    assert_golden("posts/sources.txt", shown)


def test_a_response_without_sources_has_no_such_line_and_many_are_counted() -> None:
    assert source_line(replace(CITED, sources=()), ENGLISH) == ()
    (shown,) = source_line(replace(CITED, sources=CITED.sources[:1] * 11), ENGLISH)
    assert str(shown.parts[0]).endswith(" · 3 more")


def test_the_reveal_says_who_described_pictures_and_who_cannot_see_them() -> None:
    event = replace(REVEALED, describers=("Onyx",), readers=("Beryl", "Topaz"))

    board = Board(summary=summary("revealed"), revealed=event)
    shown = [draw(board_post(board, LIMITS, words)) for words in LANGUAGES]

    said = (
        "Onyx described the pictures, which Beryl and Topaz cannot see.",
        "Onyx hat die Bilder beschrieben, die Beryl und Topaz nicht sehen können.",
        "이미지를 볼 수 없는 Beryl, Topaz를 위해 Onyx가 이미지를 설명했습니다.",
    )
    assert [each for each, board in zip(said, shown, strict=True) if each not in board] == []


def test_the_reveal_counts_tools_and_names_models_that_take_none() -> None:
    one, two, *rest = REVEALED.unveiled
    unveiled = (
        replace(one, tools=(("calculate", 1), ("git__log", 2))), replace(two, refused_tools=True), *rest,
    )  # fmt: skip

    said = [str(shown.parts[0]) for words in LANGUAGES for shown in tools_lines(unveiled, words)]

    assert_golden("posts/tools.txt", "\n".join(said) + "\n")
    assert tools_lines(REVEALED.unveiled, ENGLISH) == ()
