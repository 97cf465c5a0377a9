"""All tools of a process: those of `TOOLS` that are set up, and those of MCP servers."""

import logging
from collections.abc import Collection, Mapping, Sequence

from council_core.domain.tool import LONGEST_NAME, AbsentTool, Found, ToolFailed, ToolSpec
from council_core.ports import Errand, Tool, ToolSource

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
