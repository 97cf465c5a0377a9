"""Table of tools: the name of each, and a function that builds it from the environment; None if it is not set up.

One file per tool. A tool that nobody uses imports nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from council_core.ports import FileReader, PageSource, Tool

if TYPE_CHECKING:
    from council_core.tools.mcp import McpServers
    from council_core.tools.python import Sandbox
    from council_core.tools.toolbox import Tools

__all__ = ["TOOLS", "Workshop", "make_toolbox"]

FETCH = "COUNCIL_FETCH"
"""Environment variable; `any` allows models to open addresses that nobody gave them."""


@dataclass(frozen=True, kw_only=True)
class Workshop:
    """Parts from which tools are built."""

    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Keys and addresses of search engines."""

    pages: PageSource | None = None
    """Opens public pages; None if pages cannot be opened."""

    reader: FileReader | None = None
    """Reads the text of pages; None if it cannot be read."""

    @cached_property
    def sandbox(self) -> "Sandbox":
        """Return the interpreter that `python` and `calculate` share."""
        from council_core.tools.python import Sandbox

        return Sandbox()

    @cached_property
    def servers(self) -> "McpServers":
        """Return the MCP servers of `COUNCIL_MCP`, each connected when it is first needed."""
        from council_core.tools.mcp import McpServers, read_allowed, read_servers

        return McpServers(read_servers(self.environment, []), read_allowed(self.environment))

    async def aclose(self) -> None:
        """Close everything that the tools opened."""
        await self.servers.aclose()
        await self.sandbox.aclose()


def _search(shop: Workshop) -> Tool | None:
    from council_core.tools.search import Search, engine_of

    engine = engine_of(shop.environment)
    return Search(engine) if engine is not None else None


def _fetch(shop: Workshop) -> Tool | None:
    if shop.pages is None or shop.reader is None:
        return None
    from council_core.tools.fetch import Fetch
    from council_core.tools.search import engine_of

    opens_any = shop.environment.get(FETCH, "").strip().lower() == "any"
    is_named = "fetch" in shop.environment.get("COUNCIL_TOOLS", "")
    # Nothing is requested from the network unless the operator has set something up for it.
    if not (opens_any or is_named or engine_of(shop.environment)):
        return None
    return Fetch(shop.pages, shop.reader, opens_any)


def _files(shop: Workshop) -> Tool | None:
    del shop
    from council_core.tools.files import Files

    return Files()


def _calculate(shop: Workshop) -> Tool | None:
    from council_core.tools.python import Calculate, is_installed

    return Calculate(shop.sandbox) if is_installed() else None


def _python(shop: Workshop) -> Tool | None:
    from council_core.tools.python import Python, is_installed

    return Python(shop.sandbox) if is_installed() else None


TOOLS: dict[str, Callable[[Workshop], Tool | None]] = {
    "search": _search,
    "fetch": _fetch,
    "files": _files,
    "calculate": _calculate,
    "python": _python,
}
"""Functions that build each tool, by its name; they return None if the tool is not set up."""


def make_toolbox(shop: Workshop) -> "Tools":
    """Return all tools that are set up, and those of MCP servers."""
    from council_core.tools.toolbox import Tools

    built = (build(shop) for build in TOOLS.values())
    return Tools([tool for tool in built if tool is not None], (shop.servers,), known=TOOLS)
