"""Tests of posts as Block Kit: a golden file for each kind of post, and nothing that Slack would refuse."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.platforms.slack.drawing.limits import LIMITS, problems
from bot.platforms.slack.drawing.post import OPTIONAL, draw
from bot.platforms.slack.sending.split import as_file, cut, drawings, halves
from bot.platforms.slack.windows.modal import form_view, panel_view
from bot.post import (
    Actions,
    Button,
    Chart,
    Choice,
    Field,
    File,
    Form,
    Heading,
    LinkButton,
    Mention,
    Post,
    Prose,
    StageLine,
    Stages,
    Table,
    line,
    quoted,
)
from bot.presentation.card import card_for
from bot.presentation.phrases import confirmation
from bot.presentation.run_buttons import cancel_button
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from council_core.domain.place import PersonId, Place
from council_core.domain.question import FileReference, RunId
from tests.bot.presentation.examples import MATERIAL, summary
from tests.golden_files import assert_golden
from tests.testbed.slack.drawing import draw_blocks
from tests.testbed.slack.transcripts import Names
from tests.testbed.slack.workspace import Workspace

ALICE = Mention(person=PersonId("UALICE"), name="alice")
PLACE = Place(platform="slack", channel="C1", workspace="T1")
LOG = File(name="all.txt", media_type="text/plain", content=b"x")

CARD = Post(
    blocks=(
        Heading(text="Which database for the new service?"),
        line("Asked by ", ALICE, ". **4 members** are at the table."),
        Stages(
            lines=(
                StageLine(label="Answers", state="done", detail="4 of 4"),
                StageLine(label="Reviews", state="running", detail="2 of 4"),
                StageLine(label="Verdict", state="waiting"),
            ),
        ),
        line("About 3 cents", small=True),
        Actions(
            buttons=(
                Button(
                    label="Cancel",
                    action="c1:cancel:r1",
                    style="danger",
                    confirm=confirmation("Stop this run?", ENGLISH),
                ),
            )
        ),
    ),
    summary="The council is at work on: Which database for the new service?",
)
RESPONSE = Post(
    blocks=(
        Heading(text="Response A"),
        Prose(
            text="# Use Postgres\n\nIt is **boring**, see [the docs](https://www.postgresql.org/docs/).\n\n"
            "1. JSON\n2. Replication\n   - streaming\n   - logical\n\n```sql\nselect 1 < 2 -- <!here>\n```\n\n"
            "| Store | Fits |\n|---|---|\n| Postgres | yes |\n| Redis | no |\n\n> Choose once.\n"
        ),
        line("412 words", small=True),
    ),
    summary="Response A: use Postgres.",
)
RANKING = Post(
    blocks=(
        Heading(text="The ranking, under letters"),
        Table(
            columns=("Place", "Response", "Points"),
            rows=(("1", "Response B", "7.5"), ("2", "Response A", "4"), ("3", "Response C", "")),
            caption="Response B leads with 7.5 points, then A with 4.",
        ),
        Chart(
            title="Reviews and votes",
            labels=("Response A", "Response B"),
            series=(("reviewers", (1.0, 3.0)), ("team", (2.0, 0.0))),
        ),
        line("Three reviews were valid, one was not: ", quoted("gpt_x said *nothing* <clear>"), "."),
        Actions(
            buttons=(
                Button(label="Vote A", action="c1:vote:r1:A"),
                Button(label="Reveal", action="c1:reveal:r1", style="primary"),
                LinkButton(label="Read more", url="https://council.example/r1"),
            )
        ),
        Actions(choices=(Choice(label="Response A", action="c1:vote:r1:A"),), placeholder="Your vote"),
    ),
    summary="Response B leads.",
    tone="warning",
)
VERDICT = Post(
    blocks=(
        Heading(text="Verdict"),
        Prose(text="Postgres."),
        Actions(
            buttons=(
                Button(label="Ask a follow-up", action="c1:followup:r1", style="primary"),
                Button(label="Helpful", action="c1:good:r1", rates="good"),
                Button(label="Not helpful", action="c1:bad:r1", rates="bad"),
            )
        ),
    ),
    summary="Verdict: Postgres.",
)
MATERIAL_CARD = card_for(summary("asked", material=MATERIAL), ENGLISH)
POSTS = {
    "card": CARD,
    "card-material": MATERIAL_CARD,
    "response": RESPONSE,
    "ranking": RANKING,
    "verdict": VERDICT,
}


def picture(text: str, blocks: list[dict[str, Any]]) -> str:
    """Return the visible text of a post, then its payload."""
    workspace = Workspace()
    seen = "\n".join(draw_blocks(blocks, Names(workspace, "")))
    sent = json.dumps(blocks, indent=1, ensure_ascii=False)
    return f"Read aloud:\n{text}\n\nSeen:\n{seen}\n\nSent:\n{sent}"


@pytest.mark.parametrize("name", POSTS)
@pytest.mark.parametrize("plainly", [False, True])
def test_a_post_looks_as_it_did(name: str, plainly: bool) -> None:
    drawn = draw(POSTS[name], OPTIONAL if plainly else frozenset())

    assert problems(drawn.blocks) == []
    assert_golden(f"slack/{name}{'_plain' if plainly else ''}.txt", picture(drawn.text, drawn.blocks))


def test_a_window_and_a_form_look_as_they_did() -> None:
    form = Form(
        title="Ask the council",
        action="c1:status:r1",
        submit="Ask",
        intro="It takes about a minute.",
        fields=(
            Field(name="question", label="Question", kind="text", hint="As long as you like", longest=2_000),
            Field(name="title", label="Title", kind="line", value="Databases", required=False),
            Field(name="rubric", label="Rubric", kind="choice", options=(("code", "Code"),), value="code"),
            Field(
                name="members",
                label="Members",
                kind="choices",
                options=(("a", "Ada"), ("b", "Bob")),
                value=("b",),
            ),
            Field(name="quorum", label="Quorum", kind="number", value="2"),
            Field(name="blind", label="Vote blind", kind="flag"),
            Field(name="files", label="Files", kind="files", required=False),
        ),
    )
    panel = panel_view("Reviews of this run", RESPONSE, PLACE, ENGLISH.slack)
    shown = form_view(form, PLACE, ENGLISH.slack)

    assert problems(panel["blocks"], "modal") == []
    assert problems(shown["blocks"], "modal") == []
    assert_golden("slack/panel.txt", picture(panel["title"]["text"], panel["blocks"]))
    assert_golden("slack/form.txt", picture(shown["title"]["text"], shown["blocks"]))


def test_a_window_that_is_too_small_says_so() -> None:
    view = panel_view(
        "All",
        Post(blocks=tuple(line(f"Line {at}") for at in range(150)), summary="All"),
        PLACE,
        ENGLISH.slack,
    )

    assert len(view["blocks"]) == 100
    assert "does not fit" in json.dumps(view["blocks"][-1])


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_a_dialogue_and_a_window_speak_the_language_of_their_reader(words: Words) -> None:
    button = cancel_button(RunId("r1"), words)
    form = Form(title="?", action="c1:write", submit="!", fields=(Field(name="q", label="?", kind="text"),))
    log = FileReference(reference="F1", name="log {x}.txt", media_type="text/plain", size=1)

    asks = draw(Post(blocks=(Actions(buttons=(button,)),), summary="x")).blocks[0]["elements"][0]["confirm"]
    window = form_view(form, PLACE, words.slack, files=(log,), asks_where=True)
    panel = panel_view("All", replace(RESPONSE, files=(LOG,)), PLACE, words.slack)

    asked = [asks[name]["text"] for name in ("title", "text", "confirm", "deny")]
    assert asked == [words.buttons.sure, words.buttons.confirm_cancel, words.buttons.yes, words.buttons.no]
    assert (window["close"]["text"], panel["close"]["text"]) == (words.slack.cancel, words.slack.close)
    assert words.slack.goes_along(names="log {x}.txt") in json.dumps(window, ensure_ascii=False)
    assert words.slack.file_comes(names="all.txt") in json.dumps(panel, ensure_ascii=False)
    assert problems(window["blocks"], "modal") == []


def test_a_heading_that_is_too_long_for_a_header_is_not_cut() -> None:
    long = "Why " * 60

    drawn = draw(Post(blocks=(Heading(text=long),), summary="x"))

    assert long.strip() in json.dumps(drawn.blocks)
    assert problems(drawn.blocks) == []


def test_a_table_that_is_too_large_for_a_block_becomes_columns_of_letters() -> None:
    rows = tuple((f"row {at}", str(at)) for at in range(120))

    drawn = draw(Post(blocks=(Table(columns=("name", "n"), rows=rows),), summary="x"))

    assert drawn.kinds == {"rich_text"}
    assert "row 119" in json.dumps(drawn.blocks)


@pytest.mark.parametrize(
    "chart",
    [
        Chart(
            title="t",
            labels=tuple(f"{at}" for at in range(30)),
            series=(("s", tuple(float(at) for at in range(30))),),
        ),
        Chart(title="", labels=("a" * 30 + "1", "a" * 30 + "2"), series=(("s", (0.0, 0.0)),)),
        Chart(title="t", labels=(), series=()),
    ],
    ids=["too many bars", "names that become equal", "nothing"],
)
def test_a_chart_that_fits_no_block_is_drawn_with_letters(chart: Chart) -> None:
    drawn = draw(Post(blocks=(chart,), summary="x"))

    assert drawn.kinds == {"rich_text"}
    assert problems(drawn.blocks) == []


def test_a_third_chart_is_drawn_with_letters() -> None:
    chart = Chart(title="t", labels=("a",), series=(("s", (1.0,)),))

    drawn = draw(Post(blocks=(chart,) * 3, summary="x"))

    assert [block["type"] for block in drawn.blocks] == [
        "data_visualization",
        "data_visualization",
        "rich_text",
    ]


def test_the_same_post_gives_the_same_ids_and_another_one_others() -> None:
    first, again, other = (draw(post).blocks for post in (CARD, CARD, RANKING))

    assert [block["block_id"] for block in first] == [block["block_id"] for block in again]
    assert not {block["block_id"] for block in first} & {block["block_id"] for block in other}


def test_a_cut_closes_a_code_block_and_opens_it_again() -> None:
    code = "```python\n" + "\n".join(f"x = {at}" for at in range(40)) + "\n```"

    first, second = cut(code)

    assert first.endswith("\n```")
    assert second.startswith("```python\n")


def test_prose_within_our_limits_needs_no_second_message() -> None:
    text = ("word " * 400 + "\n\n") * 5
    post = Post(
        blocks=(Heading(text="Response A"), Prose(text=text), line("412 words", small=True)), summary="A"
    )

    assert LIMITS.weigh(text) <= LIMITS.prose
    assert len(drawings(post, frozenset())) == 1


def test_halves_of_a_post_are_all_of_it() -> None:
    parts = halves(RANKING)

    assert parts is not None
    assert (*parts[0].blocks, *parts[1].blocks) == RANKING.blocks


def test_a_post_whose_text_is_in_a_file_says_so() -> None:
    short = as_file(RESPONSE, ENGLISH.slack)

    assert short.files[0].name == "response-a-use-postgres.md"
    assert b"boring" in short.files[0].content
    assert "attached file" in json.dumps(draw(short).blocks)
