"""Tests of search engines behind one interface, of given pages and no others, and of further parts of the question's
own files."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from council_core.context.reading import ChildReader
from council_core.domain.question import RunId
from council_core.domain.tool import Found, Source, ToolFailed, is_web
from council_core.ports import Errand, Tool
from council_core.tools import TOOLS, Workshop
from council_core.tools.fetch import Fetch, links_of
from council_core.tools.files import Files
from council_core.tools.pages import PublicPages
from council_core.tools.search import ENGINES, Search, engine_of
from tests.testbed.search import KEY, Page, SearchServer

SPEED = Page(
    "speed",
    "Speed of   light",
    "It is 299 792 458 m/s.",
    "<html><head><title>Speed of light</title></head><body><article><p>Light in vacuum goes exactly 299 792 458 metres "
    "per second, a figure that defines the metre since 1983 and that no measurement changes.</p>"
    '<p>See <a href="/pages/metre#history">the metre</a>, <a href="mailto:a@b.example">us</a> or '
    '<a href="javascript:x()">this</a>.</p></article></body></html>',
)


def errand(*addresses: str, **known: Any) -> Errand:
    return Errand(run_id=RunId("r000000000000"), addresses=frozenset(addresses), **known)


@pytest.fixture
async def server() -> AsyncIterator[SearchServer]:
    async with SearchServer([SPEED]) as running:
        yield running


def search(server: SearchServer, engine: str, **changes: str) -> Search:
    found = engine_of(server.environment(engine) | changes)
    assert found is not None
    return Search(found)


@pytest.mark.parametrize("engine", ENGINES)
async def test_each_engine_finds_pages(engine: str, server: SearchServer) -> None:
    result = await search(server, engine).run({"query": "speed   of light"}, errand())

    assert result == Found(
        sources=(
            Source(
                title="Speed of light",
                url=f"{server.url}/pages/speed",
                snippet="It is 299 792 458 m/s.",
                published="2026-10-01",
            ),
        )
    )
    assert server.queries == ["speed of light"]


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_busy_engine_is_asked_once_more_and_a_long_query_is_cut(
    engine: str, server: SearchServer
) -> None:
    server.busy = 1

    result = await search(server, engine).run({"query": "x" * 900}, errand())

    assert isinstance(result, Found)
    assert server.queries == ["x" * 400]


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "searxng"])
async def test_a_refused_key_is_told_by_its_variable(engine: str, server: SearchServer) -> None:
    wrong = search(server, engine, **{f"{engine.upper()}_API_KEY": "wrong"})

    result = await wrong.run({"query": "light"}, errand())

    assert isinstance(result, ToolFailed)
    assert (result.reason, result.facts["variable"]) == ("search_refused", f"{engine.upper()}_API_KEY")
    assert "wrong" not in repr(result)


async def test_a_searxng_without_json_says_what_it_needs(server: SearchServer) -> None:
    server.has_json = False

    result = await search(server, "searxng").run({"query": "light"}, errand())

    facts = {"status": "403", "variable": "SEARXNG_URL"}
    assert result == ToolFailed(reason="search_no_format", facts=facts)


async def test_halves_of_characters_and_addresses_that_nothing_can_send_are_left_out(
    server: SearchServer,
) -> None:
    server.pages[:] = [Page("one", "Cut \ud83d\u202e here", "And \ud83d here")]

    result = await search(server, "tavily").run({"query": "light"}, errand())

    assert isinstance(result, Found)
    assert [(each.title, each.snippet) for each in result.sources] == [("Cut here", "And here")]
    assert is_web("https://a.example/ü")
    assert not is_web("https://a.example/\ud83d")


async def test_no_page_no_server_and_wrong_arguments_are_sentences(server: SearchServer) -> None:
    server.pages.clear()
    tavily = search(server, "tavily")

    assert await tavily.run({"query": "light"}, errand()) == Found(text="No page was found.")
    assert isinstance(await tavily.run({"query": 7}, errand()), ToolFailed)
    assert isinstance(await tavily.run({"query": "\ud83d \u200b"}, errand()), ToolFailed)
    assert await tavily.run({"query": "li\ud83dght\0"}, errand()) == Found(text="No page was found.")
    for address in ("http://[::1", "http://a b/", "localhost:8888"):
        wrong = await search(server, "searxng", SEARXNG_URL=address).run({"query": "light"}, errand())
        assert isinstance(wrong, ToolFailed), address
    away = search(server, "searxng", SEARXNG_URL="http://127.0.0.1:9")
    assert await away.run({"query": "light"}, errand()) == ToolFailed(reason="search_unreachable")


def test_the_first_engine_that_is_set_up_is_taken_and_keys_are_not_shown() -> None:
    both = {"BRAVE_API_KEY": KEY, "SEARXNG_URL": "http://search.example/"}
    engine = engine_of(both)

    assert engine is not None
    assert (engine.title, engine.url) == ("Brave Search", "https://api.search.brave.com")
    assert KEY not in repr(engine)
    assert engine_of({}) is None


def names(environment: dict[str, str]) -> set[str]:
    shop = Workshop(environment=environment, pages=PublicPages(), reader=ChildReader())
    return {name for name, build in TOOLS.items() if build(shop) is not None}


def test_nothing_goes_to_the_network_unless_the_operator_says_so() -> None:
    assert names({}) == {"calculate", "python", "files"}
    assert names({"TAVILY_API_KEY": KEY}) == {"calculate", "python", "files", "search", "fetch"}
    assert "fetch" in names({"COUNCIL_TOOLS": "fetch, python"})
    assert "fetch" in names({"COUNCIL_FETCH": "any"})


@pytest.fixture
def fetch() -> Tool:
    return Fetch(PublicPages(allow_local=True), ChildReader())


async def test_a_page_that_was_given_is_read_with_its_links(fetch: Tool, server: SearchServer) -> None:
    url = f"{server.url}/pages/speed"

    result = await fetch.run({"url": f"{url}#top"}, errand(url))

    assert isinstance(result, Found)
    assert "299 792 458 metres" in result.text
    assert result.sources == (Source(title="Speed of light", url=f"{url}#top"),)
    assert result.addresses == (f"{server.url}/pages/metre",)


async def test_an_address_that_nobody_gave_is_not_opened(fetch: Tool, server: SearchServer) -> None:
    given = f"{server.url}/pages/speed"
    made_up = (
        f"{given}?q=our+secret", f"{server.url}/pages/other", f"{given}/x", given.replace("127.0.0.1", "localhost"),
        f"{given};x", f"{given}%20", "file:///etc/passwd", "gopher://x/", "", given.upper(),
    )  # fmt: skip

    for url in made_up:
        assert isinstance(await fetch.run({"url": url}, errand(given)), ToolFailed), url

    assert server.opened == []


async def test_something_given_that_is_no_address_keeps_none_from_being_opened(
    fetch: Tool, server: SearchServer
) -> None:
    url = f"{server.url}/pages/speed"

    assert isinstance(await fetch.run({"url": url}, errand("http://[bad", url)), Found)


async def test_pages_without_text_and_pages_that_are_not_there_are_sentences(
    fetch: Tool, server: SearchServer
) -> None:
    server.pages.append(
        Page("app", "App", "", "<html><body><div id=app></div><script>1</script></body></html>")
    )
    app, gone = f"{server.url}/pages/app", f"{server.url}/pages/gone"

    empty = await fetch.run({"url": app}, errand(app))
    missing = await fetch.run({"url": gone}, errand(gone))

    assert empty == ToolFailed(reason="page_empty")
    assert missing == ToolFailed(reason="server_answered", facts={"status": "404"})


async def test_a_long_page_is_read_part_by_part(fetch: Tool, server: SearchServer) -> None:
    words = " ".join(f"word{number}" for number in range(2_000))
    server.pages.append(
        Page("long", "Long", "", f"<html><body><article><p>{words}</p></article></body></html>")
    )
    url = f"{server.url}/pages/long"

    first = await fetch.run({"url": url}, errand(url, characters=5_000))
    assert isinstance(first, Found)
    assert "call again with from=5000]" in first.text
    second = await fetch.run({"url": url, "from": 5_000}, errand(url, characters=50_000))

    assert isinstance(second, Found)
    assert second.text.endswith("word1999")
    assert "word0 " not in second.text


def test_links_of_a_page_are_whole_addresses_each_once_and_not_endless() -> None:
    html = b"<a href='/a'>1</a><A class=x HREF=b.html>2</A><a href='/a#x'>3</a><a href='http://[bad'>4</a>"

    assert list(links_of("https://h.example/d/e", html)) == [
        "https://h.example/a",
        "https://h.example/d/b.html",
    ]
    many = b"".join(b"<a href='/%d'>x</a>" % number for number in range(1_000))
    assert len(list(links_of("https://h.example/", many))) == 200
    # # A search that continued after the next tag would take seconds for a page of endless tags.
    assert list(links_of("https://h.example/", b"<a <b href='/c'>")) == []


async def test_files_are_read_by_part_and_searched() -> None:
    text = "a" * 3_000 + " The NEEDLE is here. " + "b" * 3_000
    known = errand(material=(("plan.md", text),), characters=1_000)

    part = await Files().run({"name": "plan.md", "from": 2_500}, known)
    found = await Files().run({"name": "plan.md", "find": "needle"}, known)

    assert isinstance(part, Found)
    assert part.text.startswith("a" * 500 + " The NEEDLE")
    assert "[2521 more characters; call again with from=3500]" in part.text
    assert isinstance(found, Found)
    assert "The NEEDLE is here." in found.text
    assert await Files().run({"name": "plan.md", "find": "hay"}, known) == Found(
        text="These words do not stand in it."
    )
    missing = await Files().run({"name": "other"}, known)
    assert missing == ToolFailed(reason="no_such_piece", facts={"known": "plan.md"})
