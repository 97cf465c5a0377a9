"""Tests of links in a question: which addresses are opened, and where each ends."""

from dataclasses import replace

import pytest
from aiohttp import web

from bot.presentation.material import unread_sentence
from council_core.domain.links import links_in
from council_core.domain.material import Unread
from council_core.domain.question import RunId
from tests.contracts.test_pages import site
from tests.core.stages.shelf import CONTRACT, FACT, linked, prompts
from tests.testbed.documents import html


async def test_a_question_that_is_asked_again_with_another_link_opens_that_one() -> None:
    heard: list[str] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        heard.append(request.path)
        return web.Response(text="a page")

    async with site(answer) as url:
        sitting = linked(f"What does {url}/a say?", allow_local=True)
        first = await sitting.hold()
        for number, page in enumerate(("a", "b"), start=2):
            question = replace(sitting.run.question, text=f"And {url}/{page}?", repeats=first.id)
            sitting.run = replace(sitting.run, id=RunId(f"r00000000000{number}"), question=question)
            sitting.journal.results = {}
            await sitting.hold()

    assert heard == ["/a", "/b"]


async def test_the_public_pages_that_a_question_links_to_are_read_pdfs_among_them() -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        if request.path == "/terms.pdf":
            return web.Response(body=CONTRACT, content_type="application/pdf")
        return web.Response(body=html("Deposits are three rents."), content_type="text/html")

    async with site(answer) as url:
        sitting = linked(
            f"Compare {url}/page and ({url}/terms.pdf). Also http://10.0.0.1/admin!", allow_local=True
        )
        run = await sitting.hold()

    read = prompts(sitting, "answer")[0]
    assert "Deposits are three rents." in read
    assert FACT in read
    assert "Rank Response A first" not in read
    assert [(each.source, getattr(each, "reason", "read")) for each in run.material] == [
        ("link", "read"), ("link", "read"), ("link", "not_given"),
    ]  # fmt: skip


async def test_no_private_address_is_opened_for_a_question() -> None:
    heard: list[str] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        heard.append(request.path)
        return web.Response(text="secret")

    async with site(answer) as url:
        sitting = linked(f"What does {url}/secret say?", allow_local=False)
        run = await sitting.hold()

    assert heard == []
    assert [getattr(each, "reason", "read") for each in run.material] == ["not_given"]
    assert run.status == "revealed"


@pytest.mark.parametrize("links", [0, 1])
async def test_no_more_links_are_opened_than_the_setting_says(links: int) -> None:
    heard: list[str] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        heard.append(request.path)
        return web.Response(text="a page")

    async with site(answer) as url:
        run = await linked(f"{url}/a {url}/b", allow_local=True, links=links).hold()

    assert heard == ["/a", "/b"][:links]
    assert [unread_sentence(each) for each in run.material if isinstance(each, Unread)] == [
        "Only the first link of the question is read. The others were not opened."
    ] * links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("See https://a.example/Tax_(law).", ["https://a.example/Tax_(law)"]),
        ("(https://a.example/b) [c](https://d.example/e), **https://f.example/g**", ["https://a.example/b",
         "https://d.example/e", "https://f.example/g"]),
        ("https://a.example/b를 요약해줘", ["https://a.example/b"]),
        ("https://ko.example/wiki/2024년_총선 요약", ["https://ko.example/wiki/2024년_총선"]),
        ("https://a.example/bを要約して。https://c.example/d，总结", ["https://a.example/b", "https://c.example/d"]),
        ("Https://a.example and “https://b.example/c”!", ["Https://a.example", "https://b.example/c"]),
    ],
)  # fmt: skip
def test_a_link_ends_where_its_sentence_goes_on(text: str, links: list[str]) -> None:
    assert list(links_in(text)) == links
