"""Tests that Slack accepts any text of a model or a person, and that no text notifies anybody."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.platforms.slack.drawing.limits import problems
from bot.platforms.slack.drawing.post import OPTIONAL
from bot.platforms.slack.sending.split import cut, drawings
from bot.platforms.slack.windows.modal import panel_view
from bot.post import (
    Actions,
    Block,
    Button,
    Chart,
    Choice,
    Heading,
    Mention,
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
from council_core.domain.place import PersonId, Place
from tests.testbed.slack import message_rules

ALICE = Mention(person=PersonId("UALICE"), name="alice")
PLACE = Place(platform="slack", channel="C1", workspace="T1")

MARKS = (
    "# ",
    "## h\n",
    "```",
    "```py\n",
    "~~~\n",
    "|",
    "---\n",
    "==\n",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "> ",
    "    ",
    "\t",
)
MORE_MARKS = ("*", "**", "_", "`", "[", "](", "\\", "| a | b |\n|---|---|\n| c |  |\n", "<details>", "\r\n")
ATTACKS = (
    "<!channel>",
    "<@U1>",
    "@here",
    "[a.com](https://b.com)",
    "![x](y)",
    "[r]: https://x.y\n",
    "<https://a|b>",
)
SIGNS = (
    "&",
    "<",
    ">",
    "&lt;",
    "&#60;",
    "\x00",
    "\u202e",
    "\ue000",
    "😀",
    "word ",
    "日本語",
    "x" * 500,
    "a\u0301",
)
NASTY = st.lists(st.sampled_from((*MARKS, *MORE_MARKS, *ATTACKS, *SIGNS)), max_size=120).map("".join)
TEXT = NASTY | st.text(max_size=300)


def blocks_of(prose: str) -> list[Block]:
    text = prose[:1_500]
    return [
        Heading(text=text),
        Prose(text=prose),
        line(text, ALICE, quoted(text)),
        line(quoted(text), small=True),
        Table(columns=(text, "b"), rows=((text, ""), ("", text))),
        Chart(title=text, labels=(text, "x"), series=((text, (1.0, -2.0)),)),
        Stages(lines=(StageLine(label=text, state="failed", detail=text),)),
        Actions(
            buttons=(Button(label=text, action="c1:x:y", confirm=confirmation(text[:50], ENGLISH)),) * 30
        ),
        Actions(
            buttons=(
                Button(label=text, action="c1:good:y", rates="good"),
                Button(label=text, action="c1:bad:y", rates="bad"),
            )
        ),
        Actions(choices=(Choice(label=text[:40], action="c1:x:y"),) * 150, placeholder=text),
    ]


@settings(max_examples=60)
@given(st.lists(TEXT, min_size=1, max_size=3), st.sampled_from([frozenset[str](), OPTIONAL]))
def test_whatever_a_model_writes_slack_takes_every_block(texts: list[str], refused: frozenset[str]) -> None:
    for text in texts:
        for block in blocks_of(text):
            for drawn in drawings(Post(blocks=(block,), summary=text), refused, halvings=4):
                assert problems(drawn.blocks) == []
                message_rules.check_blocks(drawn.blocks, "message", refused)
                assert message_rules.living_mentions(drawn.text, drawn.blocks, linked_names=True) == []


@settings(max_examples=40)
@given(TEXT)
def test_whatever_a_model_writes_a_window_takes_it(text: str) -> None:
    view = panel_view(text, Post(blocks=tuple(blocks_of(text)[:7]), summary=text), PLACE, ENGLISH.slack)

    assert problems(view["blocks"], "modal") == []
    message_rules.check_blocks(view["blocks"], "modal", frozenset())


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["```", "a b", "a. a", "b", "", "# b"]), min_size=2, max_size=60))
def test_a_text_that_is_cut_loses_no_word_and_leaves_no_code_block_open(rows: list[str]) -> None:
    text = "\n".join(rows) + "b"

    first, second = cut(text)

    assert [sign for sign in first + second if sign in "ab"] == [sign for sign in text if sign in "ab"]
    assert sum(row.startswith("```") for row in first.split("\n")) % 2 == 0
