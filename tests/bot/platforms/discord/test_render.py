"""Posts as Discord shows them; the golden files are in tests/golden/discord."""

from dataclasses import replace
from io import BytesIO
from random import Random
from zipfile import ZipFile

import pytest

from bot.platforms.discord.drawing.limits import LIMITS, marker
from bot.platforms.discord.drawing.post import draw
from bot.platforms.discord.drawing.tables import table_text
from bot.post import (
    Actions,
    Block,
    Button,
    Chart,
    Choice,
    File,
    Heading,
    LinkButton,
    Mention,
    Post,
    Prose,
    Table,
    line,
)
from bot.presentation.board import Board, board_post
from bot.presentation.card import card_for
from bot.presentation.phrases import confirmation
from bot.presentation.posts import posts_for
from bot.presentation.reviews import reviews_reply
from bot.presentation.words import ENGLISH
from council_core.domain.ending import Ending
from council_core.domain.events import Event, LateAnswerArrived, StageProgressed
from council_core.domain.place import PersonId
from council_core.domain.slate import Alias, Response
from tests.bot.platforms.discord.drawing import check, shown
from tests.bot.presentation.examples import (
    MATERIAL,
    RANKED,
    REVEALED,
    REVIEWS,
    RUN,
    SLATE_OPENED,
    VERDICT,
    A,
    summary,
)
from tests.golden_files import assert_golden

STREAM = replace(LIMITS, edits=False)
MANY = tuple(Alias(letter) for letter in "ABCDEFGHIJKLM")
TABLE = "| Runner | Cost |\n|---|---:|\n| old | 12 |\n| new | 3 |"
LONG = replace(
    SLATE_OPENED,
    responses=(Response(alias=A, text=f"{TABLE}\n\n" + "```py\nprint('one more line')\n```\n\n" * 150),),
    gaps=(),
    cut_short=(),
)

EVENTS: list[tuple[str, Event]] = [
    ("responses", SLATE_OPENED),
    ("response-too-long", LONG),
    ("ranking", RANKED),
    ("verdict", VERDICT),
    ("verdict-demo", replace(VERDICT, demo=True, text="# Verdict\n\nWait.\n\n" + TABLE)),
    ("reveal", REVEALED),
    ("late", LateAnswerArrived(run_id=RUN, text="Wait for a quiet week.")),
]

POSTS: list[tuple[str, Post]] = [
    ("card-asked", card_for(summary("asked"), ENGLISH)),
    ("card-material", card_for(summary("asked", material=MATERIAL), ENGLISH)),
    (
        "card-answering",
        card_for(
            summary("answering", asker="123456789012345678"),
            ENGLISH,
            StageProgressed(run_id=RUN, stage="answer", done=1, of=4, failed=0),
            "There is no thread here.",
        ),
    ),
    ("card-revealed", card_for(summary("revealed"), ENGLISH)),
    (
        "card-failed",
        card_for(summary("failed", ending=Ending(kind="too_few", members=4, quorum=2)), ENGLISH),
    ),
    ("board", board_post(Board(summary=summary("voting"), ranked=RANKED), LIMITS, ENGLISH)),
    ("board-many", board_post(Board(summary=summary("reviewing", aliases=MANY)), LIMITS, ENGLISH)),
    (
        "board-revealed",
        board_post(Board(summary=summary(), ranked=RANKED, revealed=REVEALED), LIMITS, ENGLISH),
    ),
    ("reviews", reviews_reply(REVIEWS, LIMITS, ENGLISH, RUN).post),
    (
        "everything",
        Post(
            blocks=(
                Heading(text="A *heading* with <@1>"),
                line("Hello ", Mention(person=PersonId("123456789012345678"), name="Ann"), " and **all**"),
                Table(columns=("Name", "Size"), rows=(("a", "1"), ("bcd", "20"))),
                Chart(title="Votes", labels=("A", "B"), series=(("Team", (3.0, 0.0)), ("Wins", (1.5, 2.0)))),
                Actions(
                    buttons=(
                        Button(
                            label="Stop",
                            action="c1:cancel:r1",
                            style="danger",
                            confirm=confirmation("Sure?", ENGLISH),
                        ),
                        LinkButton(label="Page", url="https://council.example/r1"),
                    ),
                    choices=(Choice(label="One", action="c1:status:r1"),),
                    placeholder="Choose",
                ),
            ),
            summary="Everything.",
            files=(File(name="the run.md", media_type="text/markdown", content=b"# Run", title="The run"),),
            tone="warning",
        ),
    ),
]


@pytest.mark.parametrize(("name", "event"), EVENTS, ids=[row[0] for row in EVENTS])
async def test_what_a_run_posts_reads_like_its_golden_file(name: str, event: Event) -> None:
    drawn = [(keyed.key, draw(keyed.post, ENGLISH.discord)) for keyed in posts_for(event, STREAM, ENGLISH)]

    for _, one in drawn:
        check(one)
    assert_golden(
        f"discord/{name}.txt", "\n\n".join(f"===== {key} =====\n{shown(one)}" for key, one in drawn)
    )


@pytest.mark.parametrize(("name", "post"), POSTS, ids=[row[0] for row in POSTS])
async def test_cards_read_like_their_golden_files(name: str, post: Post) -> None:
    drawn = draw(post, ENGLISH.discord, as_card=True)

    check(drawn)
    assert_golden(f"discord/{name}.txt", shown(drawn))


def test_prose_is_a_plain_message_and_all_else_a_card() -> None:
    forms = {
        name: {
            bool(draw(keyed.post, ENGLISH.discord).content)
            for keyed in posts_for(event, STREAM, ENGLISH)
            if any(isinstance(block, Prose) for block in keyed.post.blocks)
        }
        for name, event in EVENTS
    }

    assert {name for name, plain in forms.items() if plain == {True}} >= {"responses", "late"}
    assert not draw(posts_for(REVEALED, STREAM, ENGLISH)[0].post, ENGLISH.discord).content


def test_eleven_responses_have_buttons_and_twelve_a_menu() -> None:
    letters = [Alias(letter) for letter in "ABCDEFGHIJKL"]
    counts: list[int] = []
    for many in (11, 12):
        board = Board(summary=summary("reviewing", aliases=tuple(letters[:many])))
        drawn = draw(board_post(board, LIMITS, ENGLISH), ENGLISH.discord)
        counts.append(
            sum("Response" in text for text in shown(drawn).splitlines() if text.startswith("[Resp"))
        )

    assert counts == [11, 0]


async def test_what_does_not_fit_goes_along_whole() -> None:
    blocks: tuple[Block, ...] = (Prose(text="one " * 900), line("between"), Prose(text="two " * 900))
    post = Post(blocks=blocks, summary="Long.")

    drawn = draw(post, ENGLISH.discord)

    check(drawn)
    assert [file.name for file in drawn.files] == ["whole-text.md"]
    assert drawn.files[0].content.decode().count("two") == 900
    assert "between" in shown(drawn)


async def test_a_file_that_is_too_large_goes_packed() -> None:
    file = File(name="run.json", media_type="application/json", content=b"x" * (11 * 1024 * 1024))
    drawn = draw(Post(blocks=(line("Here."),), summary="Here.", files=(file,)), ENGLISH.discord)

    check(drawn)
    assert [one.name for one in drawn.files] == ["run.json.zip"]
    assert ZipFile(BytesIO(drawn.files[0].content)).read("run.json") == file.content
    assert drawn == draw(Post(blocks=(line("Here."),), summary="Here.", files=(file,)), ENGLISH.discord)


async def test_a_file_that_is_too_large_even_packed_is_told_of() -> None:
    content = Random(1).randbytes(11 * 1024 * 1024)
    file = File(name="run.json", media_type="application/json", content=content)
    drawn = draw(Post(blocks=(line("Here."),), summary="Here.", files=(file,)), ENGLISH.discord)

    check(drawn)
    assert drawn.files == ()
    assert "Too large for Discord and left out: run.json." in shown(drawn).replace("\\", "")


WIDE = [
    ("narrow", ("A", "B"), (("1", "2"),), "```"),
    ("wide", ("A", "B"), (("x" * 70, "2"),), "**" + "x" * 70 + "**: 2"),
    ("three columns", ("A", "B", "C"), (("x" * 70, "2", "3"),), "**" + "x" * 70 + "**: 2 · C: 3"),
    ("four columns", ("A", "B", "C", "D"), (("x" * 70, "2", "3", "4"),), "**" + "x" * 70 + "**\n- B: 2"),
    ("long", ("A", "B"), tuple((str(n), "y" * 30) for n in range(60)), "**A 0**"),
    ("full width", ("A", "B"), (("漢字" * 16, "2"),), "**"),
]


@pytest.mark.parametrize(
    ("columns", "rows", "begins"), [row[1:] for row in WIDE], ids=[row[0] for row in WIDE]
)
def test_a_table_is_a_code_block_only_where_that_is_readable(
    columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], begins: str
) -> None:
    assert table_text(columns, rows).startswith(begins)


def test_a_wide_comparison_names_what_it_compares_in_each_row() -> None:
    said = f"| | Tabs | Spaces |\n|---|---|---|\n| Width | {'as each reader likes ' * 3} | the same |"

    drawn = draw(Post(blocks=(Prose(text=said),), summary="Here."), ENGLISH.discord)

    assert "**Width**: Tabs: as each reader" in shown(drawn)
    assert " · Spaces: the same" in shown(drawn)


def test_the_mark_of_a_key_is_always_the_same_and_never_a_small_number() -> None:
    marks = {marker(f"run/{n}") for n in range(2_000)}

    assert len(marks) == 2_000
    assert all(10_000 <= mark < 2**31 for mark in marks)
    assert marker("run/1") == marker("run/1")
