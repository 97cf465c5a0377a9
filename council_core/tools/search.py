"""Web search: one tool, and an engine behind it that the environment selects.

Engines get only the query. The operator's own SearXNG may be in a private network: the operator gave its address, so it
is requested without the checks for addresses from models.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import httpx2

from council_core.domain.tool import Found, Source, ToolFailed, ToolSpec, is_web
from council_core.envelope.characters import visible
from council_core.errors import ToolReason
from council_core.ports import Errand
from council_core.proxies import proxy_to

RESULTS = 5
LONGEST_QUERY = 400
"""Most characters of a query; Brave refuses longer ones (api.search.brave.com, query parameters)."""

LONGEST_TITLE = 200
LONGEST_SNIPPET = 1_000
"""Most characters of a result's text; five of them are about as long as a page that a model reads well."""


SECONDS = 12.0
LONGEST_PAUSE = 3.0
"""Longest pause in seconds that is waited for when an engine asks for one; a longer one is a failure."""

Json = Mapping[str, Any]
Ask = Callable[[httpx2.AsyncClient, "Engine", str], Awaitable[httpx2.Response]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A search engine as the environment describes it."""

    title: str
    url: str
    variable: str
    """Environment variable of its key, or of its address if it needs no key."""

    key: str = field(default="", repr=False)
    proxy: str | None = field(default=None, repr=False)
    """Address of the proxy through which it is reached, which may hold a password; None for none."""

    ask: Ask
    snippet: str
    """Field of a result that holds its text."""

    published: str
    """Field of a result that holds its date."""

    refused: ToolReason = "search_refused"
    """Reason that it gives nothing if it refuses the request (401, 403)."""


async def _ask_tavily(client: httpx2.AsyncClient, engine: Engine, query: str) -> httpx2.Response:
    body = {"query": query, "max_results": RESULTS, "search_depth": "basic"}
    headers = {"Authorization": f"Bearer {engine.key}"}
    return await client.post(f"{engine.url}/search", json=body, headers=headers)


async def _ask_brave(client: httpx2.AsyncClient, engine: Engine, query: str) -> httpx2.Response:
    words = " ".join(query.split()[:50])
    headers = {"X-Subscription-Token": engine.key, "Accept": "application/json"}
    return await client.get(
        f"{engine.url}/res/v1/web/search", params={"q": words, "count": RESULTS}, headers=headers
    )


async def _ask_exa(client: httpx2.AsyncClient, engine: Engine, query: str) -> httpx2.Response:
    body = {"query": query, "numResults": RESULTS, "contents": {"highlights": True}}
    return await client.post(f"{engine.url}/search", json=body, headers={"x-api-key": engine.key})


async def _ask_searxng(client: httpx2.AsyncClient, engine: Engine, query: str) -> httpx2.Response:
    return await client.get(f"{engine.url}/search", params={"q": query, "format": "json"})


def _rows(body: object) -> list[Json]:
    """Return the results in an engine's reply. Brave has its results of the web within `web`."""
    fields: Json = cast("Json", body) if isinstance(body, Mapping) else {}
    if isinstance(fields.get("web"), Mapping):
        return _rows(fields["web"])
    found = fields.get("results")
    if not isinstance(found, list):
        return []
    return [cast("Json", row) for row in cast("list[object]", found) if isinstance(row, Mapping)][:RESULTS]


def _source(row: Json, snippet: str, published: str) -> Source:
    said: object = row.get(snippet) or ""
    text = (
        " … ".join(str(each) for each in cast("list[object]", said)) if isinstance(said, list) else str(said)
    )
    return Source(
        title=_line(row.get("title"))[:LONGEST_TITLE] or _line(row.get("url"))[:LONGEST_TITLE],
        url=_line(row.get("url")),
        snippet=_line(text)[:LONGEST_SNIPPET],
        published=_line(row.get(published))[:10],
    )


def _line(value: object) -> str:
    """Return an engine's text in one line, without unseen characters and halves of surrogate pairs."""
    return " ".join(visible(str(value or "")).split())


ENGINES: Mapping[str, Engine] = {
    "tavily": Engine(
        title="Tavily",
        url="https://api.tavily.com",
        variable="TAVILY_API_KEY",
        ask=_ask_tavily,
        snippet="content",
        published="published_date",
    ),
    "brave": Engine(
        title="Brave Search",
        url="https://api.search.brave.com",
        variable="BRAVE_API_KEY",
        ask=_ask_brave,
        snippet="description",
        published="page_age",
    ),
    "exa": Engine(
        title="Exa",
        url="https://api.exa.ai",
        variable="EXA_API_KEY",
        ask=_ask_exa,
        snippet="highlights",
        published="publishedDate",
    ),
    "searxng": Engine(
        title="SearXNG",
        url="",
        variable="SEARXNG_URL",
        ask=_ask_searxng,
        snippet="content",
        published="publishedDate",
        refused="search_no_format",
    ),
}
"""Engines in the order of preference. `TAVILY_URL`, `BRAVE_URL` and `EXA_URL` set other addresses, such as that of a
proxy."""


def engine_of(environment: Mapping[str, str]) -> Engine | None:
    """Return the engine that members search with, the first that the environment sets up; None for none."""
    return next(iter(engines_of(environment)), None)


def engines_of(environment: Mapping[str, str]) -> tuple[Engine, ...]:
    """Return all engines that the environment sets up, the one in use first."""
    found: list[Engine] = []
    for name, engine in ENGINES.items():
        if not (value := environment.get(engine.variable, "")):
            continue
        needs_key = engine.variable.endswith("_KEY")
        url = (environment.get(f"{name.upper()}_URL", "") or engine.url) if needs_key else value
        key, proxy = value if needs_key else "", proxy_to(url, environment)
        found.append(replace(engine, url=url.rstrip("/"), key=key, proxy=proxy))
    return tuple(found)


class Search:
    """Implements `council_core.ports.Tool`: finds pages."""

    spec = ToolSpec(
        name="search",
        about="Searches the web and returns titles, addresses and short extracts of the best pages. Use few words.",
        schema={
            "type": "object",
            "properties": {"query": {"type": "string", "description": "What to look for."}},
            "required": ["query"],
            "additionalProperties": False,
        },
        shares=True,
    )

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # Free plans allow one request a second and would refuse several at once.
        self._turns = asyncio.Semaphore(1)

    @property
    def engine(self) -> str:
        """Return the engine's name for people."""
        return self._engine.title

    async def run(self, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        del errand
        query = arguments.get("query")
        words = _line(query)[:LONGEST_QUERY] if isinstance(query, str) else ""
        if not words:
            return ToolFailed(reason="no_query")
        async with self._turns:
            try:
                # Without a transport of ours, httpx takes a proxy from the process's environment alone.
                through = httpx2.AsyncHTTPTransport(proxy=self._engine.proxy)
                async with httpx2.AsyncClient(timeout=SECONDS, transport=through) as client:
                    response = await self._engine.ask(client, self._engine, words)
                    if response.status_code == 429 and (pause := _pause(response)) is not None:
                        await asyncio.sleep(pause)
                        response = await self._engine.ask(client, self._engine, words)
            except httpx2.HTTPError:
                return ToolFailed(reason="search_unreachable")
            except (httpx2.InvalidURL, ValueError):
                return ToolFailed(reason="search_set_up", facts={"variable": self._engine.variable})
        return self._read(response)

    def _read(self, response: httpx2.Response) -> Found | ToolFailed:
        if response.status_code in {401, 403}:
            facts = {"status": str(response.status_code), "variable": self._engine.variable}
            return ToolFailed(reason=self._engine.refused, facts=facts)
        if not response.is_success:
            return ToolFailed(reason="search_answered", facts={"status": str(response.status_code)})
        try:
            body: object = response.json()
        except ValueError:
            return ToolFailed(reason="search_no_json")
        found = (_source(row, self._engine.snippet, self._engine.published) for row in _rows(body))
        pages = tuple(source for source in found if is_web(source.url))
        return Found(sources=pages) if pages else Found(text="No page was found.")


def _pause(response: httpx2.Response) -> float | None:
    """Return the seconds to wait before another try; None if that is too long."""
    asked = response.headers.get("retry-after") or response.headers.get("x-ratelimit-reset", "1")
    try:
        seconds = float(asked.partition(",")[0])
    except ValueError:
        seconds = 1.0
    return seconds if 0 <= seconds <= LONGEST_PAUSE else None
