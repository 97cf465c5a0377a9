"""Tests that mentions and disguised links in texts of models and people have no effect anywhere in Slack."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from bot.platforms.slack.drawing.limits import problems, texts
from bot.platforms.slack.drawing.markup import (
    NOTHING,
    deceives,
    escaped,
    mrkdwn,
    neutral,
    rich_elements,
    spans,
)
from bot.platforms.slack.drawing.post import NOT_IN_MODALS, OPTIONAL, Drawn, draw, words
from bot.platforms.slack.windows.modal import panel_view
from bot.post import (
    Actions,
    Button,
    Chart,
    Choice,
    File,
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

ROWS = Path(__file__).parents[5] / "shared" / "data" / "injections.jsonl"

ATTACKS = [
    "<!channel> look",
    "<!here|here> now",
    "<!everyone>",
    "<!subteam^S0123|@devs>",
    "<!date^1700000000^{date}|yesterday>",
    "<!channel",
    "Look: <@U1>><!here>",
    "<@UALICE> and <#C1|general>",
    "@here @channel @everyone, please",
    "(@channel)",
    "**@here**",
    "_@here_ and __@channel__",
    "여러분@here에게 알립니다",
    "&lt;!channel&gt;",
    "&#60;!channel&#62; &#x3c;!here&#x3e;",
    "&#64;here &commat;channel @&#104;ere",
    "<&#33;channel>",
    r"<\!channel> \<!here> \@everyone",
    "`<!channel>` and ```\n<!here> @channel\n```",
    "    <!channel> in a code block",
    "> <!channel> in a quote",
    "- <!channel>\n- @here",
    "# <!channel> in a heading",
    "| a | b |\n|---|---|\n| <!channel> | @here |",
    "<https://evil.example|https://bank.example/login>",
    "<https://evil.example|bank.example login>",
    "<mailto:a@evil.example|support@bank.example>",
    "<javascript:alert(1)|click>",
    "<slack://channel?team=T1&id=C1|open>",
    "<tel:+123|call>",
    "[bank.example](https://evil.example)",
    "[https://bank.example/login](https://evil.example/login)",
    "[**bank.example**](https://evil.example)",
    "[bank.example][1]\n\n[1]: https://evil.example",
    "![bank.example](https://evil.example/x.png)",
    "[bank\uff0eexample](https://evil.example)",
    "[www.bank.example](//evil.example)",
    "[support@bank.example](mailto:a@evil.example)",
    "[click](javascript:alert(1)) [click](slack://channel?id=C1)",
    "[bank.example](https://[evil.example)",
    "<https://bank.example@evil.example/login>",
    "[bank.example](https://bank.example@evil.example/login)",
    "<" + "https://evil.example/" + "a" * 900 + "|bank.example>",
]


def posts_with(text: str) -> Iterator[Post]:
    """Yield posts with the text in every position for untrusted text."""
    person = Mention(person=PersonId("UALICE"), name=text)
    yield Post(blocks=(Prose(text=text),), summary=text)
    yield Post(
        blocks=(
            Heading(text=text),
            line("Asked by ", person, ": ", quoted(text)),
            line(quoted(text), small=True),
            Table(columns=(text, "n"), rows=((text, "1"),), caption=text),
            Chart(title=text, labels=(text, "b"), series=((text, (1.0, 2.0)),)),
            Stages(lines=(StageLine(label=quoted(text), state="done", detail=quoted(text)),)),
            Actions(
                buttons=(Button(label=text, action="c1:reveal:r", confirm=confirmation(text, ENGLISH)),),
                choices=(Choice(label=text, action="c1:reveal:r"),),
                placeholder=text,
            ),
        ),
        summary=text,
        files=(File(name=text, media_type="text/plain", content=b"x", title=text),),
    )


ALIVE = re.compile(
    r"(?:<|&lt;)\\*[!@#]|(?<![a-z0-9])@(?:here|channel|everyone)(?![a-z0-9])|<(?!\u200b)[^<>\s]+\|",
    re.IGNORECASE,
)
OURS = re.compile(r"<@UALICE>|<https?://[^|<>]+\|[^<>]*>")
BANK = re.compile(r"bank.{0,3}example", re.IGNORECASE)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        return
    for inner in within(value):
        yield from strings(inner)


def within(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(cast("dict[str, Any]", value).values())
    return cast("list[Any]", value) if isinstance(value, list) else []


def assert_dead(drawn: Drawn) -> None:
    """Fail if a string for Slack notifies anybody, or a link shows another address than its own."""
    for text in [drawn.text, *strings(drawn.blocks)]:
        assert not ALIVE.search(OURS.sub("", text)), text
    for link in links(drawn.blocks):
        assert link["text"] == link["url"] or not (BANK.search(link["text"]) and "evil" in link["url"]), link
        assert re.match(r"https?://|mailto:", link["url"]), link
    for block in drawn.blocks:
        if block["type"] == "markdown":
            assert not re.search(r"\]\(", block["text"]) or not BANK.search(block["text"])


def links(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and cast("dict[str, Any]", value).get("type") == "link":
        yield cast("dict[str, Any]", value)
    for inner in within(value):
        yield from links(inner)


@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_in_a_message_is_alive(text: str) -> None:
    for post in posts_with(text):
        for refused in (frozenset[str](), OPTIONAL, NOT_IN_MODALS):
            drawn = draw(post, refused)

            assert_dead(drawn)
            assert problems(drawn.blocks) == []
        assert not ALIVE.search(OURS.sub("", words(post)))


@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_in_a_window_is_alive(text: str) -> None:
    for post in posts_with(text):
        view = panel_view(text, post, Place(platform="slack", channel="C1"), ENGLISH.slack)

        assert problems(view["blocks"], "modal") == []
        assert_dead(Drawn(text=view["title"]["text"], blocks=view["blocks"]))


@pytest.mark.parametrize("text", ATTACKS)
def test_the_words_stay_visible(text: str) -> None:
    shown = "".join(texts(draw(Post(blocks=(Prose(text=text),), summary="x")).blocks)).replace(NOTHING, "")

    for word in re.findall(r"[a-z]{4,}", re.sub(r"[&#]\w+;", "", text)):
        assert word in shown.lower()


def rows() -> list[dict[str, Any]]:
    if not ROWS.exists():
        return []
    found = [json.loads(row) for row in ROWS.read_text(encoding="utf-8").split("\n") if row]
    return [row for row in found if row["surface"] in ("platform_render", "user_question")]


@pytest.mark.skipif(not ROWS.exists(), reason="the shared corpus of injections is not here")
def test_every_row_of_the_shared_corpus_is_dead_and_readable() -> None:
    for row in rows():
        for post in posts_with(row["text"]):
            drawn = draw(post)

            assert_dead(drawn)
            assert problems(drawn.blocks) == []
            assert "<" not in OURS.sub("", drawn.text), row["id"]
            assert len(drawn.text) >= len(row["text"].strip()), row["id"]


@pytest.mark.parametrize(
    ("label", "url", "lies", "why"),
    [
        ("bank.com and evil.com", "https://evil.com", True, "one of the two is not where it leads"),
        ("evil.com and bank.com", "https://evil.com", True, "in whichever order"),
        ("bank.com", "https://[", True, "nobody can tell where it leads"),
        ("Python docs", "https://docs.python.org/3/", False, "no address in the words"),
        ("docs.python.org", "https://docs.python.org/3/", False, "the same host"),
        ("python.org", "https://docs.python.org/3/", False, "a part of the named site"),
        ("www.python.org", "https://python.org/", False, "www makes no difference"),
        ("https://docs.python.org/3/", "https://docs.python.org/3/", False, "the address itself"),
        ("README.md", "https://github.com/x/y", False, "a file, not a host"),
        ("bank.com", "https://evil.com", True, "another host"),
        ("bank.com", "https://bank.com.evil.com", True, "only begins like it"),
        ("evil.com", "https://notevil.com", True, "only ends like it"),
        ("https://bank.com/login", "https://evil.com/login", True, "another host, spelled out"),
        ("go to BANK.COM now", "https://evil.com", True, "capitals and words around it"),
        ("a@bank.com", "mailto:a@evil.com", True, "another mailbox"),
        ("a@bank.com", "mailto:a@bank.com", False, "the same mailbox"),
        ("https://bank.py", "https://evil.com", True, "spelled out, so it is meant as an address"),
    ],
)
def test_a_link_lies_when_its_words_name_another_address(label: str, url: str, lies: bool, why: str) -> None:
    assert deceives(label, url) is lies, why


def test_a_lying_link_shows_where_it_leads() -> None:
    drawn = draw(Post(blocks=(Prose(text="See [bank.com](https://evil.com/x)."),), summary="x"))

    assert "".join(element.get("text", element.get("url", "")) for element in _inline(drawn)) == (
        "See bank.com (https://evil.com/x).\n"
    )


def _inline(drawn: Drawn) -> list[dict[str, Any]]:
    return drawn.blocks[0]["elements"][0]["elements"]


def test_an_honest_link_stays_a_link_in_markdown() -> None:
    drawn = draw(Post(blocks=(Prose(text="See [the docs](https://docs.python.org)."),), summary="x"))

    assert drawn.blocks[0]["text"] == "See [the docs](https://docs.python.org)."


def test_our_own_words_keep_their_marks_and_quoted_ones_lose_theirs() -> None:
    asked = quoted("*bold* _it_ ~st~ `code` snake_case <b> & [x](y)")

    shown = rich_elements(spans(["**Asked**: ", asked]))

    assert shown[0] == {"type": "text", "text": "Asked", "style": {"bold": True}}
    rest = "".join(str(element["text"]) for element in shown[1:])
    assert rest == ": *bold* _it_ ~st~ `code` snake_case <b> & [x](y)"


def test_small_print_escapes_and_keeps_marks_from_meaning_anything() -> None:
    small = mrkdwn(
        spans(["**4** members, ", quoted("a_b *x* <!here> & more"), " [site](https://x.org/?a=1&b=2)"])
    )

    assert small == ("*4* members, a_b ∗x∗ &lt;\u200b!here&gt; &amp; more <https://x.org/?a=1&amp;b=2|site>")


def test_a_mark_in_small_print_works_directly_before_a_korean_particle() -> None:
    small = mrkdwn(spans(["양식(**/council**만 입력)에서 `forget`으로, snake_case"]))

    assert small == "양식(*/council*\u200b만 입력)에서 `forget`\u200b으로, snake_case"


def test_plain_text_is_escaped_once() -> None:
    assert escaped("&lt; a < b & c") == "&amp;lt; a &lt; b &amp; c"
    assert neutral("mail me@here.example or a <b> tag") == "mail me@here.example or a <b> tag"
