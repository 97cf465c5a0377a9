"""The terminal's output; the golden files are in tests/golden/terminal."""

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from bot.platforms.terminal import LIMITS, print_posts
from bot.platforms.terminal.render import render
from bot.post import Chart, File, Heading, Line, Post, Prose, Table, line, quoted
from bot.presentation.card import card_for
from bot.presentation.posts import posts_for
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH
from council_core.domain.ending import Ending
from council_core.domain.waiting import RunWaits
from council_core.view import view
from tests.bot.presentation.examples import (
    MATERIAL,
    RANKED,
    REVEALED,
    RUN,
    SLATE_OPENED,
    VERDICT,
    summary,
    whole,
)
from tests.golden_files import assert_golden

WIDTHS = [40, 80]


def piped(*posts: Post, width: int = 80, encoding: str = "utf-8") -> str:
    """Return the output behind a pipe."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    print_posts(Console(file=file, width=width), posts)
    file.flush()
    return raw.getvalue().decode(encoding)


def on_screen(post: Post, **options: object) -> str:
    """Return the output on a terminal."""
    file = io.StringIO()
    console = Console(file=file, width=60, force_terminal=True, **options)  # type: ignore[arg-type]
    console.print(render(post))
    return file.getvalue()


def said_by(post: Post, width: int = 80) -> str:
    return piped(post, width=width)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_run_reads_like_its_golden_file(width: int) -> None:
    events = (SLATE_OPENED, RANKED, VERDICT, REVEALED)
    posts = [
        card_for(summary("revealed"), ENGLISH),
        *(p.post for event in events for p in posts_for(event, replace(LIMITS, edits=False), ENGLISH)),
    ]

    assert_golden(f"terminal/thread-{width}.txt", piped(*posts, width=width))


@pytest.mark.parametrize("width", WIDTHS)
def test_a_run_that_waits_reads_like_its_golden_file(width: int) -> None:
    waits = RunWaits(run_id=RUN, before=2, limit="person")

    assert_golden(
        f"terminal/waits-{width}.txt", piped(card_for(summary("asked"), ENGLISH, waits=waits), width=width)
    )


def test_a_card_names_its_material_like_its_golden_file() -> None:
    assert_golden(
        "terminal/material.txt", piped(card_for(summary("asked", material=MATERIAL), ENGLISH), width=80)
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_a_stored_run_reads_like_its_golden_file(width: int) -> None:
    assert_golden(f"terminal/run-{width}.txt", piped(*whole_run(view(whole())), width=width))


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    drawn = piped(*whole_run(view(whole())), width=width)

    assert max(len(row) for row in drawn.splitlines()) <= width


def test_what_goes_through_a_pipe_has_no_colours_and_no_spaces_at_line_ends() -> None:
    drawn = piped(*whole_run(view(whole())))

    assert "\x1b" not in drawn
    assert [row for row in drawn.splitlines() if row != row.rstrip()] == []


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    drawn = on_screen(
        card_for(summary("failed", ending=Ending(kind="too_few", answered=1, members=4, quorum=2)), ENGLISH)
    )

    assert "\x1b[31m" not in drawn
    assert "\x1b[1;31m" not in drawn


def test_an_old_terminal_gets_question_marks_instead_of_a_crash() -> None:
    drawn = piped(
        Post(blocks=(Heading(text="✓ größer"), Prose(text="字 — 👍")), summary=""), encoding="ascii"
    )

    assert "gr??er" in drawn


def test_buttons_become_what_can_be_typed() -> None:
    (ranking,) = posts_for(RANKED, replace(LIMITS, edits=False), ENGLISH)

    drawn = said_by(ranking.post)

    assert "council show r4k7m2p9x1qz" in drawn
    assert "Read each review" not in drawn


def test_an_attached_file_is_named() -> None:
    post = Post(blocks=(), summary="", files=(File(name="a.md", media_type="text/markdown", content=b""),))

    assert "File: a.md" in said_by(post)


def test_a_link_shows_where_it_leads() -> None:
    drawn = on_screen(
        Post(blocks=(Prose(text="[https://good.example](https://evil.example/x)"),), summary="")
    )

    assert "evil.example/x" in drawn
    assert "\x1b]8;" not in drawn


def test_each_verse_of_a_poem_keeps_its_line() -> None:
    verses = ["The last build turns green", "and nobody merges."]

    drawn = on_screen(Post(blocks=(Prose(text="\n".join(verses)),), summary=""))

    assert [line.strip() for line in drawn.splitlines() if line.strip()] == verses


def test_a_cell_of_two_lines_is_drawn_in_two_lines() -> None:
    drawn = on_screen(
        Post(blocks=(Prose(text="| Day | `<br>` |\n|---|---|\n| Monday<br>Tuesday | b |"),), summary="")
    )

    first, second = [line for line in drawn.splitlines() if "day" in line]
    assert ("Monday" in first, "Tuesday" in second, "<br>" in drawn) == (True, True, True)


ATTACKS = [
    ("a colour", "\x1b[31mred"),
    ("a title", "\x1b]0;owned\x07"),
    ("a link", "\x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\"),
    ("a cursor, one byte", "\x9b2J"),
    ("a carriage return", "good\rbad"),
    ("a carriage return as an entity", "good&#13;bad"),
    ("a turned text as an entity", "&#x202e;txet"),
    ("backspaces", "good\x08\x08bad"),
    ("rich markup", "[bold red]x[/]"),
    ("an emoji code", ":bomb:"),
]


@pytest.mark.parametrize(("what", "attack"), ATTACKS, ids=[attack[0] for attack in ATTACKS])
def test_untrusted_text_cannot_bring(what: str, attack: str) -> None:
    assert what
    post = Post(
        blocks=(
            Heading(text=attack),
            Prose(text=attack),
            line(quoted(attack)),
            Table(columns=(attack,), rows=((attack,),)),
        ),
        summary="",
    )

    drawn = on_screen(post, color_system=None)

    assert [sign for sign in "\x1b\x07\x08\r\x9b\u202e" if sign in drawn] == []
    assert "💣" not in drawn


@settings(max_examples=150)
@given(st.text(max_size=80))
def test_no_text_at_all_sends_a_control_character(text: str) -> None:
    blocks = (Heading(text=text), Prose(text=text), Line(parts=(quoted(text),)))

    drawn = on_screen(Post(blocks=blocks, summary=""), color_system=None)

    assert [sign for sign in drawn if sign != "\n" and (ord(sign) < 32 or 127 <= ord(sign) < 160)] == []


def test_a_table_that_would_break_its_words_becomes_paragraphs() -> None:
    (reveal,) = posts_for(REVEALED, replace(LIMITS, edits=False), ENGLISH)

    drawn = said_by(reveal.post, width=40)

    assert "B" in drawn


def test_the_bars_of_a_chart_begin_below_each_other_whatever_the_width_of_its_names() -> None:
    chart = Chart(title="Marks", labels=("Facts",), series=(("김민준", (2.0,)), ("Ada", (1.0,))))

    drawn = on_screen(Post(blocks=(chart,), summary=""))

    assert len({cell_len(line.partition("█")[0]) for line in drawn.splitlines() if "█" in line}) == 1
