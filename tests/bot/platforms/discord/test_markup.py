"""Tests of untrusted text on Discord: nobody is notified, no link is disguised, everything stays readable and within
limits."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.discord.drawing.markup import NOTHING, cut, deceives, in_code, inline, plain, prose, weight
from bot.platforms.discord.drawing.post import draw
from bot.post import Chart, Heading, Mention, Post, Prose, Table, quoted
from bot.presentation.words import ENGLISH
from council_core.domain.place import PersonId
from tests.bot.platforms.discord.drawing import check, shown

CORPUS = Path(__file__).parents[5] / "shared" / "data" / "injections.jsonl"
ALIVE = re.compile(r"@everyone|@here|<@[!&]?\d+>|<#\d+>|</[^:>]+:\d+>|<id:\w+>", re.IGNORECASE)
MASKED = re.compile(r"(?<!\\)\[([^\[\]]+)\]\(<?(https?://[^()\s<>]+)>?\)")

RINGING = [
    "@everyone free nitro",
    "@HERE now",
    "<@123456789012345678> and <@!123456789012345678>",
    "<@&123456789012345678> <#123456789012345678>",
    "</council ask:123456789012345678> <id:customize>",
    "```\n@everyone\n``` and `<@123456789012345678>`",
    "@\x00everyone @\u202ehere",
    "[@everyone](https://a.example)",
    "| @everyone | <@123456789012345678> |\n|---|---|\n| @here | x |",
    "# @everyone\n-# @here\n> @everyone\n- <@&123456789012345678>",
    "<<@123456789012345678>@everyone@here",
]


@pytest.mark.parametrize("text", RINGING)
async def test_a_mention_is_dead_wherever_it_stands(text: str) -> None:
    drawn = [
        prose(text),
        plain(text),
        inline((quoted(text),)),
        inline((text,)),
        shown(draw(Post(blocks=(Heading(text=text), Prose(text=text)), summary=text), ENGLISH.discord)),
        shown(
            draw(
                Post(blocks=(Table(columns=(text, text), rows=((text, text),)),), summary=text),
                ENGLISH.discord,
            )
        ),
        shown(
            draw(
                Post(blocks=(Chart(title=text, labels=(text,), series=((text, (1.0,)),)),), summary=text),
                ENGLISH.discord,
            )
        ),
    ]

    assert [ALIVE.findall(one) for one in drawn] == [[]] * len(drawn)


def test_a_person_of_ours_is_named_and_one_of_another_platform_by_name() -> None:
    known = Mention(person=PersonId("123456789012345678"), name="Ann")
    other = Mention(person=PersonId("U1*"), name="*Ann*")

    assert inline(("Hello ", known, ", ", other)) == "Hello <@123456789012345678>, \\*Ann\\*"


LINKS = [
    ("[https://bank.example](https://evil.example)", "https://bank.example (<https://evil.example>)"),
    ("[bank.example/login](<https://evil.example/x>)", "bank.example/login (<https://evil.example/x>)"),
    ("[ｂank.example](https://evil.example)", "ｂank.example (<https://evil.example>)"),
    ("[see [bank.example]](https://evil.example)", "see [bank.example] (<https://evil.example>)"),
    ('[bank.example](https://evil.example "title")', "bank.example (<https://evil.example>)"),
    ("`[bank.example](https://evil.example)`", "`bank.example (<https://evil.example>)`"),
    ("[docs](https://docs.example/a_(b))", "[docs](https://docs.example/a_(b))"),
    ("[docs.example](https://www.docs.example/a)", "[docs.example](https://www.docs.example/a)"),
    ("[main.py](https://git.example/main.py)", "[main.py](https://git.example/main.py)"),
    ("[click](javascript:alert(1))", "click (javascript:alert(1))"),
    ("![a picture](https://img.example/a.png)", "[a picture](https://img.example/a.png)"),
    ("[](https://evil.example)", "[](https://evil.example)"),
    ("`on[name](it)`", "`on[name](it)`"),
    ("~~~py\non[name](it)\n~~~", "```py\non[name](it)\n```"),
    ("```md\n[docs](/docs) ![x](https://a.example/x.png)\n```",) * 2,
    ("[`main.py`](/main.py)", "`main.py` (/main.py)"),
]


@pytest.mark.parametrize(("text", "becomes"), LINKS)
def test_a_link_that_lies_says_where_it_leads(text: str, becomes: str) -> None:
    drawn = prose(text)

    assert drawn in (becomes, " (<https://evil.example>)")
    assert not any(deceives(label, url) for label, url in MASKED.findall(drawn))


DIALECT = [
    ("# Big\n## Less\n### Small\n#### Tiny", "### Big\n### Less\n### Small\n**Tiny**"),
    ("-# small print", "\\-# small print"),
    ("> -# quoted", "> \\-# quoted"),
    ("a\n\n---\n\nb", "a\n\n──────────\n\nb"),
    ("||hidden||", "\\|\\|hidden\\|\\|"),
    ("`a || b`", "`a || b`"),
    ("```py\n# comment\na || b\n---\n```", "```py\n# comment\na || b\n---\n```"),
    (
        "before\n\n| a | b |\n|---|--:|\n| x \\| y | 2 |\n\nafter",
        "before\n\n```\na      b\n─────  ─\nx | y  2\n```\n\nafter",
    ),
    ("a | b\n--- | ---\n1 | 2", "```\na  b\n─  ─\n1  2\n```"),
    ("no | table", "no | table"),
    ("```\n| a | b |\n|---|---|\n```", "```\n| a | b |\n|---|---|\n```"),
    ("| a | b |\n|---|---|\n| `x` | y |\n| z | w |", "```\na    b\n───  ─\n`x`  y\nz    w\n```"),
    ("In `sh` # starts a comment, `a || b` || c", "In `sh` # starts a comment, `a || b` \\|\\| c"),
    (">>> quoted\n\nnot quoted", "> quoted\n\nnot quoted"),
    (">quoted\n> > # Twice\n>\n> end", "> quoted\n> ### Twice\n> \n> end"),
    (
        "> so:\n> | a | b |\n> |---|---|\n> | 1 | 2 |\n\nafter",
        "> so:\n> ```\n> a  b\n> ─  ─\n> 1  2\n> ```\n\nafter",
    ),
    ("> a\n> ```\n> | x | y |\n> |---|---|\n> ```\n> b",) * 2,
    (
        "- a\n    - b\n      | a | b |\n      |---|---|\n      | 1 | 2 |",
        "- a\n    - b\n```\na  b\n─  ─\n1  2\n```",
    ),
    ("~~~py\n# a\n---\n~~~\nend", "```py\n# a\n---\n```\nend"),
    (
        "````md\n```py\n# x\n```\n````\nend",
        f"```md\n`{NOTHING}`{NOTHING}`py\n# x\n`{NOTHING}`{NOTHING}`\n```\nend",
    ),
    ("~~~\nnever closed", "```\nnever closed\n```"),
    ('```py title="app/main.py" {1}\nx = 1\n```', "```py\nx = 1\n```"),
    ("```ts:src/index.ts\nlet x\n```\n```{r}\nplot(x)\n```", "```ts\nlet x\n```\n```\nplot(x)\n```"),
    ("```c++\nint x;\n```",) * 2,
    ("Big\n===\n\nSmall\n---\ntext", "### Big\n\n### Small\ntext"),
    ("- item\n---\n===", "- item\n──────────\n==="),
    ("AT&amp;T &lt;b&gt; a&nbsp;b &#42;no&#42; `&amp;`", "AT&T \\<b\\> a\u00a0b \\*no\\* `&amp;`"),
    ("one" + "\n" * 40 + "two\n\n```\na\n\n\n\nb\n```", "one\n\ntwo\n\n```\na\n\n\n\nb\n```"),
    ("user__id__in and https://a.example/x__y__z", "user\\_\\_id\\_\\_in and https://a.example/x__y__z"),
    (
        "| **Name** | B |\n|---|---|\n| *a* ~~b~~ | `**kw` \\* |",
        "```\nName  B\n────  ────────\na b   `**kw` *\n```",
    ),
    (
        "| Name | Page |\n|---|---|\n| **Ann** | [home](https://a.example) |",
        "**Ann**: [home](https://a.example)",
    ),
    ("one\\\ntwo `a\\`\nC:\\\\", "one\ntwo `a\\`\nC:\\\\"),
    ("at 10:100:20 :100:", f"at 10:{NOTHING}100:20 :100:"),
    (
        "<t:1700000000> <:a:1234> <a:b:1234>",
        f"<{NOTHING}t:1700000000> <{NOTHING}:{NOTHING}a:1234> <{NOTHING}a:{NOTHING}b:1234>",
    ),
    ("```\n~~~\n# x\n```\nend", "```\n~~~\n# x\n```\nend"),
]


@pytest.mark.parametrize(("text", "becomes"), DIALECT)
def test_commonmark_becomes_discords_dialect(text: str, becomes: str) -> None:
    assert prose(text) == becomes


def test_what_stands_in_code_cannot_leave_it() -> None:
    assert "```" not in in_code("a```b````c")


@pytest.mark.parametrize("text", ["😀" * 50, "word " * 60, "```\n" + "x\n" * 80, "x" * 300])
def test_a_cut_fits_and_says_so(text: str) -> None:
    kept = cut(text, 60)

    assert weight(kept) <= 60
    assert "…" in kept
    assert kept.count("```") % 2 == 0
    assert cut("short", 60) == "short"


def _rows() -> list[Any]:
    if not CORPUS.exists():
        return [
            pytest.param(
                {}, marks=pytest.mark.skip(reason="the corpus of injections is not beside the project")
            )
        ]
    rows = [json.loads(row) for row in CORPUS.read_text(encoding="utf-8").split("\n") if row]
    return [pytest.param(row, id=row["id"]) for row in rows if row["surface"] == "platform_render"]


@pytest.mark.parametrize("row", _rows())
async def test_the_corpus_of_injections_is_harmless_and_visible(row: dict[str, Any]) -> None:
    text = str(row["text"])
    drawn = draw(Post(blocks=(Heading(text="Response A"), Prose(text=text)), summary=text), ENGLISH.discord)

    body = check(drawn)

    said = shown(drawn).split("**Response A**")[1]
    assert body["allowed_mentions"]["parse"] == []
    assert not ALIVE.findall(said)
    assert not any(deceives(label, url) for label, url in MASKED.findall(said))
    visible = re.sub(r"[\W_]", "", said.replace(NOTHING, ""))
    assert re.sub(r"[\W_]", "", unescape(text)) in visible
