"""A strict local server with the APIs of Tavily, Brave, Exa and SearXNG, and pages that they find.

Sources: docs.tavily.com/documentation/api-reference/endpoint/search, api-dashboard.search.brave.com,
docs.exa.ai/reference/search, docs.searxng.org/dev/search_api.html.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.testbed.gates import Gate, open_gate

KEY = "local-search-key"


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is found for every query."""

    path: str
    title: str
    extract: str
    html: str = ""


class SearchServer:
    """All engines and the pages on one port.

    Attributes:
        queries: What was looked for, in order.
        opened: Paths of pages that were opened, with their query, in order.
        pages: What every search finds.
        busy: How many further requests are answered with 429.
        has_json: Whether SearXNG gives JSON.
        key: The key that is accepted.
        gate: Holds searches that were answered and not sent yet.
    """

    def __init__(self, pages: Sequence[Page] = ()) -> None:
        self.queries: list[str] = []
        self.opened: list[str] = []
        self.pages = list(pages)
        self.busy = 0
        self.has_json = True
        self.key = KEY
        self.gate: Gate[str] = open_gate
        self.url = ""
        self._runner: web.AppRunner | None = None

    def environment(self, engine: str) -> dict[str, str]:
        """Return variables that lead this engine here."""
        if engine == "searxng":
            return {"SEARXNG_URL": f"{self.url}/searxng"}
        name = engine.upper()
        return {f"{name}_API_KEY": KEY, f"{name}_URL": f"{self.url}/{engine}"}

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_post("/tavily/search", self._tavily)
        app.router.add_get("/brave/res/v1/web/search", self._brave)
        app.router.add_post("/exa/search", self._exa)
        app.router.add_get("/searxng/search", self._searxng)
        app.router.add_get("/pages/{path:.*}", self._page)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    async def _found(self, query: object, key: object = None) -> web.Response | None:
        """Return the refusal of a request; None for a good one."""
        if key not in {None, self.key}:
            return web.json_response({"detail": "Unauthorized"}, status=401)
        if not isinstance(query, str) or not 0 < len(query) <= 400:
            return web.json_response({"detail": "Bad query"}, status=422)
        if self.busy:
            self.busy -= 1
            return web.json_response({}, status=429, headers={"X-RateLimit-Reset": "0, 9999"})
        self.queries.append(query)
        return None if await self.gate(query, "done") else web.Response(status=500)

    def _rows(self, extract: str, published: str) -> list[dict[str, Any]]:
        return [
            {
                "title": page.title,
                "url": f"{self.url}/pages/{page.path}",
                extract: [page.extract] if extract == "highlights" else page.extract,
                published: "2026-10-01T08:00:00Z",
            }
            for page in self.pages
        ]

    async def _tavily(self, request: web.Request) -> web.Response:
        body = await request.json()
        refused = await self._found(body["query"], request.headers["Authorization"].removeprefix("Bearer "))
        return refused or web.json_response({"results": self._rows("content", "published_date")})

    async def _brave(self, request: web.Request) -> web.Response:
        refused = await self._found(request.query.get("q"), request.headers["X-Subscription-Token"])
        return refused or web.json_response({"web": {"results": self._rows("description", "page_age")}})

    async def _exa(self, request: web.Request) -> web.Response:
        body = await request.json()
        refused = await self._found(body["query"], request.headers["x-api-key"])
        return refused or web.json_response({"results": self._rows("highlights", "publishedDate")})

    async def _searxng(self, request: web.Request) -> web.Response:
        if request.query.get("format") != "json" or not self.has_json:
            return web.Response(status=403)
        refused = await self._found(request.query.get("q"))
        return refused or web.json_response({"results": self._rows("content", "publishedDate")})

    async def _page(self, request: web.Request) -> web.Response:
        self.opened.append(
            request.match_info["path"] + (f"?{request.query_string}" if request.query_string else "")
        )
        page = next((page for page in self.pages if page.path == request.match_info["path"]), None)
        if page is None:
            return web.Response(status=404)
        return web.Response(text=page.html, content_type="text/html")
