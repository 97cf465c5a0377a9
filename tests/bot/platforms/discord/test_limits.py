"""Tests that Discord accepts the worst texts of models and people in posts of every shape, and that nobody is
notified."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.platforms.discord.drawing.post import draw
from bot.post import (
    Actions,
    Block,
    Button,
    Chart,
    Choice,
    File,
    Heading,
    Line,
    Post,
    Prose,
    StageLine,
    Stages,
    Table,
    line,
    quoted,
)
from bot.presentation.phrases import confirmation
from bot.presentation.words import ENGLISH
from tests.bot.platforms.discord.drawing import check, shown
from tests.bot.platforms.discord.test_markup import ALIVE

BITS = [
    "```",
    "`",
    "@everyone",
    "<@1234567>",
    "[a.b](http://",
    ")",
    "|",
    "|---|---|",
    "\n",
    "\n\n",
    "# ",
    "-# ",
]
MORE = [
    "😀",
    "漢",
    "\u202e",
    "word",
    " ",
    "\\",
    "**",
    "||",
    "https://x.example/",
    "x" * 90,
    "]",
    "[",
    "!",
    "<",
]

NASTY = st.lists(st.sampled_from([*BITS, *MORE]), max_size=250).map("".join)
TEXTS = NASTY | st.text(max_size=300)


@st.composite
def buttons(draw_: st.DrawFn) -> Button:
    number = draw_(st.integers(0, 10**6))
    return Button(
        label=draw_(TEXTS), action=f"c1:vote:r{number:012d}:A", confirm=confirmation(draw_(TEXTS), ENGLISH)
    )


@st.composite
def choices(draw_: st.DrawFn) -> Choice:
    return Choice(label=draw_(TEXTS), action=f"c1:status:r{draw_(st.integers(0, 10**6)):012d}")


@st.composite
def blocks(draw_: st.DrawFn) -> Block:
    text = draw_(TEXTS)
    match draw_(st.integers(0, 7)):
        case 0:
            return Prose(text=text)
        case 1:
            return Prose(text=text * 20)
        case 2:
            return Heading(text=text)
        case 3:
            return line(quoted(text), small=draw_(st.booleans()))
        case 4:
            rows = draw_(st.lists(st.tuples(TEXTS, TEXTS), max_size=20))
            return Table(columns=("a", text), rows=tuple(rows))
        case 5:
            return Stages(lines=(StageLine(label=text, state="running", detail=text),))
        case 6:
            values = tuple(draw_(st.lists(st.floats(-100, 100), min_size=2, max_size=2)))
            return Chart(title=text, labels=("A", text), series=((text, values),))
        case _:
            return Actions(
                buttons=tuple(draw_(st.lists(buttons(), max_size=20))),
                choices=tuple(draw_(st.lists(choices(), max_size=60))),
                placeholder=text,
            )


@st.composite
def posts(draw_: st.DrawFn) -> Post:
    names = draw_(st.lists(TEXTS, max_size=12))
    files = tuple(File(name=name, media_type="text/plain", content=b"x", title=name) for name in names)
    return Post(blocks=tuple(draw_(st.lists(blocks(), max_size=12))), summary=draw_(TEXTS), files=files)


@settings(max_examples=60)
@given(post=posts(), as_card=st.booleans())
async def test_discord_takes_whatever_anybody_says(post: Post, as_card: bool) -> None:
    drawn = draw(post, ENGLISH.discord, as_card=as_card)

    body = check(drawn)

    assert not as_card or drawn.pieces
    assert not ALIVE.findall(json.dumps(body, ensure_ascii=False))


def many(actions: int) -> tuple[Actions, ...]:
    choices_ = tuple(Choice(label=f"{n}", action=f"c1:status:r{n}") for n in range(30))
    return tuple(
        Actions(
            buttons=tuple(Button(label=f"{n}", action=f"c1:vote:r{at}-{n}:A") for n in range(20)),
            choices=choices_,
        )
        for at in range(actions)
    )


SIZES: list[tuple[str, tuple[Block, ...], str]] = [
    ("an ordinary full answer", (Heading(text="Response A"), Prose(text="x " * 949)), "message"),
    ("a little too long for a message", (Prose(text="x" * 2_001),), "card without a box"),
    ("emoji, which may count twice", (Prose(text="😀" * 1_001),), "card without a box"),
    ("too long for a card", (Prose(text="x" * 4_001),), "card without a box"),
    ("thousands of lines", (Line(parts=("y " * 9_000,)),), "card"),
    ("more buttons than components", many(6), "card"),
    ("nothing", (), "card"),
    ("only blanks", (Prose(text=" \n "), Line(parts=("",))), "card without a box"),
]


@pytest.mark.parametrize(("blocks_", "form"), [row[1:] for row in SIZES], ids=[row[0] for row in SIZES])
async def test_a_post_of_any_size_is_one_message(blocks_: tuple[Block, ...], form: str) -> None:
    drawn = draw(Post(blocks=blocks_, summary="In short."), ENGLISH.discord)

    body: dict[str, Any] = check(drawn)

    assert shown(drawn).startswith(f"[{form}, ")
    assert body
