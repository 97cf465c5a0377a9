"""Table of tools: a name, and a function that builds it from the environment, or tells that it is not set up.

One file per tool. A tool that nobody asks for imports nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from council_core.ports import FileReader, PageSource, Tool
from council_core.tools.fetch import Fetch
from council_core.tools.files import Files
from council_core.tools.mcp import McpServers, read_allowed, read_servers
from council_core.tools.python import Calculate, Python, Sandbox, is_installed
from council_core.tools.search import Search, engine_of
from council_core.tools.toolbox import Tools

__all__ = ["TOOLS", "Workshop", "toolbox"]

FETCH = "COUNCIL_FETCH"
"""Variable that is `any` where models may open addresses that nobody gave them."""


@dataclass(frozen=True, kw_only=True)
class Workshop:
    """The parts that tools are built from."""

    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Keys and addresses of search engines."""

    pages: PageSource | None = None
    """Opens public pages; None where nobody does."""

    reader: FileReader | None = None
    """Reads their text; None where nobody does."""

    @cached_property
    def sandbox(self) -> Sandbox:
        """The interpreter that `python` and `calculate` share."""
        return Sandbox()

    @cached_property
    def servers(self) -> McpServers:
        """The MCP servers of `COUNCIL_MCP`, each connected when it is first needed."""
        return McpServers(read_servers(self.environment, []), read_allowed(self.environment))

    async def aclose(self) -> None:
        """End what the tools opened."""
        await self.servers.aclose()
        await self.sandbox.aclose()


def _search(shop: Workshop) -> Tool | None:
    engine = engine_of(shop.environment)
    return Search(engine) if engine is not None else None


def _fetch(shop: Workshop) -> Tool | None:
    if shop.pages is None or shop.reader is None:
        return None
    opens_any = shop.environment.get(FETCH, "").strip().lower() == "any"
    is_named = "fetch" in shop.environment.get("COUNCIL_TOOLS", "")
    # Without a word of the operator nothing is asked of the network.
    if not (opens_any or is_named or engine_of(shop.environment)):
        return None
    return Fetch(shop.pages, shop.reader, opens_any)


TOOLS: dict[str, Callable[[Workshop], Tool | None]] = {
    "search": _search,
    "fetch": _fetch,
    "files": lambda _shop: Files(),
    "calculate": lambda shop: Calculate(shop.sandbox) if is_installed() else None,
    "python": lambda shop: Python(shop.sandbox) if is_installed() else None,
}
"""Every tool by its name; None where something that it needs is not set up."""


def toolbox(shop: Workshop) -> Tools:
    """Return all tools that are set up, and those of MCP servers."""
    built = (build(shop) for build in TOOLS.values())
    return Tools([tool for tool in built if tool is not None], (shop.servers,), known=TOOLS)
