"""Table of tools: the name of each, and a function that builds it from the environment; None if it is not set up.

One file per tool. A tool that nobody uses imports nothing.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from council_core.domain.tool import LONGEST_NAME, AbsentTool, Found, ToolFailed, ToolSpec
from council_core.ports import Errand, FileReader, PageSource, Tool, ToolSource

if TYPE_CHECKING:
    from council_core.tools import Tools
    from council_core.tools.mcp import McpServers
    from council_core.tools.python import Sandbox


OF_A_SERVER = "__"
"""Separator between the name of an MCP server and that of its tool."""

logger = logging.getLogger(__name__)


class Tools:
    """Implements `council_core.ports.Toolbox`."""

    def __init__(
        self, tools: Sequence[Tool], sources: Sequence[ToolSource] = (), known: Collection[str] = ()
    ) -> None:
        """Args:
        tools: Tools that are always available.
        sources: List further tools, again for each run.
        known: Names of all tools that could be set up."""
        self._known = frozenset(known)
        self._own = {tool.spec.name: tool for tool in tools}
        self._sources = tuple(sources)
        self._listed: dict[str, Tool] = {}

    async def offered(self, chosen: Collection[str]) -> tuple[ToolSpec, ...]:
        tools = dict(self._own)
        for source in self._sources:
            listed = {tool.spec.name: tool for tool in await source.tools()}
            self._listed |= listed
            tools = listed | tools
        return tuple(tool.spec for name, tool in tools.items() if not chosen or is_chosen(name, chosen))

    def absent(self, chosen: Collection[str]) -> tuple[AbsentTool, ...]:
        away = [each for source in self._sources for each in source.absent()]
        if not chosen:
            return tuple(away)
        servers = {name.partition(OF_A_SERVER)[0] for name in chosen}
        missing = [each for each in away if each.name in servers]
        named = {each.name for each in missing}
        for name in sorted(chosen):
            server = name.partition(OF_A_SERVER)[0]
            if name in self._own or name in self._listed or server in named:
                continue
            if name in self._known:
                missing.append(AbsentTool(name=name, reason="tool_not_set_up", facts={"name": name}))
            elif not any(source.knows(server) for source in self._sources) or (
                OF_A_SERVER in name and self._listed
            ):
                missing.append(AbsentTool(name=name, reason="no_such_tool", facts={"name": name}))
        return tuple(missing)

    async def use(self, name: str, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        tool = self._own.get(name) or self._listed.get(name)
        if tool is None and OF_A_SERVER in name:
            await self.offered(())  # The process may be younger than the run.
            tool = self._listed.get(name)
            if tool is None and (away := self.absent((name,))):
                return ToolFailed(reason=away[0].reason, facts=away[0].facts)
        if tool is None:
            return ToolFailed(reason="no_such_tool", facts={"name": name[:LONGEST_NAME]})
        try:
            return await tool.run(arguments, errand)
        except Exception:
            logger.exception("the tool %s broke", name)
            return ToolFailed(reason="tool_broke", facts={"name": name})


def is_chosen(name: str, chosen: Collection[str]) -> bool:
    """Tell whether a tool is among the chosen ones, by its own name or by its server's."""
    return name in chosen or (OF_A_SERVER in name and name.partition(OF_A_SERVER)[0] in chosen)


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
    from council_core.tools import Tools

    built = (build(shop) for build in TOOLS.values())
    return Tools([tool for tool in built if tool is not None], (shop.servers,), known=TOOLS)
