"""Ports to the tools of members, and to the tokens of connectors."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from council_core.domain.connector import Tokens
from council_core.domain.question import RunId
from council_core.domain.tool import AbsentTool, Found, ToolFailed, ToolSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """Facts of a run that a tool may know while it works for the run."""

    run_id: RunId
    addresses: Collection[str] = ()
    """Addresses that a person, a search or a page has given so far; a tool opens no others."""

    material: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Name and text of each piece that came with the question."""

    characters: int = 20_000
    """Most characters of the result that the model gets."""


class Tool(Protocol):
    """One tool. It changes nothing outside."""

    @property
    def spec(self) -> ToolSpec:
        """Return the tool's description for models."""
        ...

    async def run(self, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        """Use the tool. Cancelled when its time is up. Every failure is returned as a `ToolFailed`, and nothing is
        raised.

        Args:
            arguments: Arguments as a model wrote them: an object, not checked against the schema.
            errand: Facts of the run.
        """
        ...


class ToolSource(Protocol):
    """Tools that only a running process can list, such as those of MCP servers."""

    async def tools(self) -> Sequence[Tool]:
        """Return the tools that can be used now. Raises nothing: an unreachable server has none."""
        ...

    def absent(self) -> Sequence[AbsentTool]:
        """Return the servers that were unreachable when their tools were last listed."""
        ...

    def knows(self, name: str) -> bool:
        """Tell whether a server has this name."""
        ...


class Toolbox(Protocol):
    """All tools of a process."""

    async def offered(self, chosen: Collection[str]) -> tuple[ToolSpec, ...]:
        """Return the tools that a run may use.

        Args:
            chosen: Names of tools, or of MCP servers for all of their tools; empty for every tool.
        """
        ...

    def absent(self, chosen: Collection[str]) -> tuple[AbsentTool, ...]:
        """Return the chosen tools that were missing when tools were last offered, each with the reason."""
        ...

    async def use(self, name: str, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        """Use a tool by its name. Raises nothing."""
        ...


class ConnectorTokens(Protocol):
    """Stores the tokens of connectors, encrypted, for all processes of a database.

    Raises (every method): StoreUnavailable; StoreIncompatible, also for a token that this process cannot decrypt.
    """

    async def find(self, key: str) -> Tokens | None:
        """Return the tokens under a key; None where there are none."""
        ...

    async def claim(self, key: str, connector: str, now: datetime, until: datetime) -> bool:
        """Claim the right to request tokens, which one caller has at a time. Return False if another caller has it."""
        ...

    async def keep(self, key: str, tokens: Tokens) -> None:
        """Store tokens under a key that was claimed, and drop those of the connector's earlier accounts."""
        ...

    async def release(self, key: str) -> None:
        """Give up the right to request tokens."""
        ...
