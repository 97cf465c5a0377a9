"""Tests of shapes in which models write their answers, on every surface where people read them."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from rich.console import Console

from bot.platforms.discord.drawing import markup as discord
from bot.platforms.shortcodes import NOTHING
from bot.platforms.slack.drawing.post import draw
from bot.platforms.slack.drawing.prose import rich_blocks
from bot.platforms.terminal.render import render
from bot.post import Heading, Limits, Post, Prose
from bot.presentation.verdict import verdict_posts
from bot.presentation.words import ENGLISH
from bot.web.page.prose import prose
from council_core.exports.html import html_of
from council_core.exports.source import formulas_as_code, links_in_place
from council_core.exports.tree import tree
from tests.bot.presentation.examples import VERDICT


def on_terminal(text: str) -> str:
    """Return the lines that a terminal shows."""
    console = Console(file=io.StringIO(), width=80, no_color=True)
    console.print(render(Post(blocks=(Prose(text=text),), summary="x")))
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().split("\n")).strip()


def in_slack(text: str) -> str:
    """Return the Markdown that Slack gets; empty if the text is drawn as rich text."""
    (block,) = draw(Post(blocks=(Prose(text=text),), summary="x")).blocks
    return str(block["text"]) if block["type"] == "markdown" else ""


def on_page(text: str) -> str:
    return str(prose(text))


def in_file(text: str) -> str:
    return html_of(tree(text))


def words_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


@pytest.mark.parametrize("draw_html", [on_page, in_file])
@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("**핵심(요약)**은 이것입니다", "핵심(요약)"),
        ('그는 **"인용"**이라고 했다', '"인용"'),
        ("성공률은 **70%**로 올랐다", "70%"),
        ("这是**“重点”**的内容", "“重点”"),
        ("**加粗（含括号）。**后面", "加粗（含括号）。"),
        ("한글**(괄호)**한글", "(괄호)"),
    ],
)
def test_bold_text_beside_a_letter_of_a_language_without_spaces_is_bold(
    draw_html: Callable[[str], str], text: str, bold: str
) -> None:
    html = draw_html(text)

    assert f"<strong>{bold}</strong>" in unescape(html)
    assert "*" not in on_terminal(text)
    assert '{"bold": True}' in str(rich_blocks(text)).replace("'", '"')


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("**핵심(요약)**은", "**핵심(요약)_**은"),
        ("**`code`**를 쓰고", "**`code`_**를 쓰고"),
        ("这是**“重点”**的", "这是**_“重点”_**的"),
        ("~~취소(안)~~는", "~~취소(안)_~~는"),
        ("**굵게**합니다, `**(x)**은`", "**굵게**합니다, `**(x)**은`"),
        ("**Note:** text", "**Note:** text"),
    ],
)
def test_slack_reads_a_mark_between_punctuation_and_a_letter(text: str, becomes: str) -> None:
    assert in_slack(text).replace(NOTHING, "_") == becomes


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("at 10:100:20", "at 10:_100:20"),
        ("urn:x:y and std::x::y", "urn:_x:y and std::_x::y"),
        ("`a:100:b` https://a.example/x:100:b", "`a:100:b` https://a.example/x:100:b"),
        (":tada: and :+1:", ":tada: and :+1:"),
    ],
)
def test_a_name_between_colons_within_a_word_becomes_no_emoji_in_slack(text: str, becomes: str) -> None:
    post = Post(blocks=(Heading(text=text), Prose(text=text)), summary=text)

    heading, block = draw(post).blocks

    assert block["text"].replace(NOTHING, "_") == becomes
    if "`" not in text:
        assert heading["text"]["text"].replace(NOTHING, "_") == becomes
        assert draw(post).text.replace(NOTHING, "_") == becomes


@pytest.mark.parametrize("text", ["2 * 3 * 4", "5*3은 15", "** 굵게 **", "별표(*)는 이렇게"])
def test_a_star_that_is_no_mark_stays_a_star(text: str) -> None:
    assert words_of(on_page(text)).strip() == text


@pytest.mark.parametrize(
    "text",
    [
        "Use Vec<String>, or <your-key> in prose.",
        "<answer>\nUse Postgres.\n</answer>",
        "<section>\nMore\n</section>",
        "<!-- a comment --> and <!channel>",
    ],
)
def test_what_looks_like_a_tag_is_text_on_a_terminal(text: str) -> None:
    assert on_terminal(text) == text


def test_an_address_and_a_picture_stand_once_and_in_order_on_a_terminal() -> None:
    text = (
        "<https://a.example/x> ![chart](https://a.example/c.png) ![](https://a.example/d.png) <me@a.example>"
    )

    said = on_terminal(text).replace("\n", " ")

    assert said == "https://a.example/x chart (https://a.example/c.png) https://a.example/d.png me@a.example"


@pytest.mark.parametrize("draw_html", [on_page, in_file])
def test_a_picture_in_a_link_is_the_name_of_that_link(draw_html: Callable[[str], str]) -> None:
    html = draw_html("[![build](https://a.example/b.svg)](https://ci.example)")

    assert re.findall(r'href="([^"]+)"[^>]*>([^<]*)<', html) == [("https://ci.example", "build")]


FORMULAS = [
    ("so \\(a_{i} * b_{j}\\) and \\(n\\)", "so `a_{i} * b_{j}` and `n`"),
    ("$x_1^{*}$ and $$y = \\{1\\}$$.", "`x_1^{*}` and `y = \\{1\\}`."),
    ("Area:\n\\[\nA = \\pi r^2 \\\\\nB = 1\n\\].", "Area:\n```latex\nA = \\pi r^2 \\\\\nB = 1.\n```"),
    ("> $$\n> a_1 = 2\n> $$", "> ```latex\n> a_1 = 2\n> ```"),
    ("1. \\[ \\frac{a}{b} \\]", "1. `\\frac{a}{b}`"),
]


@pytest.mark.parametrize(("text", "becomes"), FORMULAS)
def test_a_formula_keeps_its_signs(text: str, becomes: str) -> None:
    assert in_slack(text) == discord.prose(text) == becomes
    for said in (words_of(on_page(text)), words_of(in_file(text)), on_terminal(text)):
        for code in re.findall(r"`([^`]+)`", becomes.replace("```latex", "`").replace("```", "`")):
            assert all(line.removeprefix("> ").strip() in said for line in code.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $10, or $5-$10, i.e. US$20_000.",
        "Set ${HOME}/${USER} and $A_B to $C_D, or `$x_1$`.",
        "See \\[1\\] and \\(optional words\\).",
        "```sh\necho $$ $A_B$\n```",
        "C:\\\\[x_1\\\\]",
    ],
)
def test_an_amount_or_a_bracket_is_no_formula(text: str) -> None:
    assert formulas_as_code(text) == text


def test_openings_of_formulas_without_an_end_take_no_time() -> None:
    for opening in ("\\[\n", "\\(", "$$x\n", "$a ", "> $$\n"):
        text = opening * 10_000

        assert len(formulas_as_code(text)) >= len(text) // 2


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        (
            "Cats[1][2], dogs [3].\n\n[1]: https://a.example/1\n[2]: https://a.example/2 'T'",
            "Cats[[1]](https://a.example/1)[[2]](https://a.example/2), dogs [3].",
        ),
        (
            "[x][a], [A][], [a] ![p][a]\n[a]: no\n\n[a]: <https://a.example/(b)>",
            "[x](<{0}>), [A](<{0}>), [a](<{0}>) ![p](<{0}>)\n[a](<{0}>): no",
        ),
        (
            "`[1]` \\[1\\] [1](https://b.example) [x][1][1]\n\n[1]: https://a.example",
            "`[1]` \\[1\\] [1](https://b.example) [x](https://a.example)[1](https://a.example)",
        ),
        ("a [b]\n\n[b]: relative\n[c]: https://c.example",) * 2,
        (
            "a [b] [c]\n\n```\n[b]: https://b.example\n```\n\n[c]: https://c.example",
            "a [b] [c](https://c.example)\n\n```\n[b]: https://b.example\n```",
        ),
    ],
)
def test_a_link_stands_where_it_is_used(text: str, becomes: str) -> None:
    assert links_in_place(text) == becomes.format("https://a.example/(b)")


def test_each_number_of_a_source_leads_to_its_own_page() -> None:
    html = on_page("Cats[1][2].\n\n[1]: https://a.example/1\n[2]: https://a.example/2")

    assert re.findall(r'href="([^"]+)"[^>]*>([^<]*)<', html) == [
        ("https://a.example/1", "[1]"),
        ("https://a.example/2", "[2]"),
    ]


def test_a_link_leads_on_from_the_first_of_several_posts() -> None:
    text = "See [the docs][1].\n\n" + "A sentence of an answer. " * 200 + "\n\n[1]: https://a.example"
    event = replace(VERDICT, text=text)

    first, *rest = verdict_posts(event, Limits(prose=2_000, parts=5), ENGLISH)

    assert rest
    assert any(
        isinstance(block, Prose) and "[the docs](https://a.example)" in block.text
        for block in first.post.blocks
    )


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("H<sub>2</sub>O, x<sup>2</sup>, V<sub>in</sub>, 5<sup>th</sup>", "H₂O, x², V_in, 5th"),
        ("<kbd>Ctrl</kbd>+<kbd>C</kbd> <u>now</u>", "`Ctrl`+`C` now"),
        ("<b>bold</b>, <i><b>both</b></i>, <del>no</del>", "**bold**, ***both***, ~~no~~"),
        (
            "<details>\n<summary>More **info**</summary>\n\nText\n\n</details>\nEnd",
            "**More info**\n\nText\n\nEnd",
        ),
        ("> <details><summary>A</summary>\n> b\n> </details>\n> c", "> **A**\n> b\n> c"),
        ("The <b> tag, Vec<i> and `<b>x</b>`", "The <b> tag, Vec<i> and `<b>x</b>`"),
        ("```html\n<b>x</b>\n```",) * 2,
        ("<u>@</u>everyone <u>&lt;</u>!channel>", "@_everyone &lt;_!channel>"),
    ],
)
def test_a_tag_of_html_is_drawn_as_the_mark_that_it_stands_for(text: str, becomes: str) -> None:
    assert in_slack(text).replace(NOTHING, "_") == becomes
    if "channel" not in text:
        assert discord.prose(text) == becomes


def test_the_notification_of_a_verdict_has_no_marks() -> None:
    event = replace(VERDICT, text="**Use `jobs`**, as [the docs](https://a.example) say.\n\nMore.")

    (post,) = verdict_posts(event, Limits(prose=2_000, parts=1), ENGLISH)

    assert post.post.summary.endswith(": Use jobs, as the docs say.")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("> a\n>\n> | x | y |\n> |---|---|\n> | 1 | 2 |\n>\n> ---\n> b", "a\nx  y\n─  ─\n1  2\n⸻\nb"),
        ("> 7. one\n> 8. two\n>    - deep\n> - three", "7. one\n8. two\n   • deep\n• three"),
        (
            "| a | b |\n|---|---|\n| [**the** docs](https://d.example) | c |",
            "a                             b\n────────────────────────────  ─\nthe docs (https://d.example)  c",
        ),
    ],
)
def test_rich_text_of_slack_loses_nothing_of_quotes_and_tables(text: str, shown: str) -> None:
    (block,) = rich_blocks(text)

    said = "".join(element["text"] for part in block["elements"] for element in part["elements"])

    assert said == shown


def test_a_badge_is_one_link_in_rich_text_of_slack() -> None:
    (block,) = rich_blocks("[![build](https://a.example/b.svg)](https://ci.example)")

    links = [each for each in block["elements"][0]["elements"] if each["type"] == "link"]
    assert links == [{"type": "link", "url": "https://ci.example", "text": "build"}]
