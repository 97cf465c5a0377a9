"""Members that use tools, and tools that count their calls: the start of the tests of rounds."""

import asyncio
import json
from collections.abc import Collection, Mapping, Sequence

from council_core.domain.answer import Failure, Reply, Usage
from council_core.domain.member import Member
from council_core.domain.tool import AbsentTool, Found, Source, ToolCall, ToolFailed, ToolSpec, Wants
from council_core.ports import Errand, Prompt
from council_core.testing import Script

SEARCH = ToolSpec(name="search", about="Searches.", schema={"type": "object"}, shares=True)
SUM = ToolSpec(name="sum", about="Adds.", schema={"type": "object"})

CALL_USAGE = Usage(tokens_in=100, tokens_out=5)


class CountedTools:
    """A `Toolbox` with a search that finds two pages for each query, and a sum.

    Attributes:
        calls: Each use, in order.
        errands: What each of them knew.
        specs: Its tools.
        seconds: How long each takes.
    """

    def __init__(self, *, seconds: float = 0.0) -> None:
        self.calls: list[tuple[str, Mapping[str, object]]] = []
        self.errands: list[Errand] = []
        self.specs: tuple[ToolSpec, ...] = (SEARCH, SUM)
        self.listed = 0
        self.away: tuple[AbsentTool, ...] = ()
        self.seconds = seconds

    async def offered(self, chosen: Collection[str]) -> tuple[ToolSpec, ...]:
        self.listed += 1
        return tuple(spec for spec in self.specs if not chosen or spec.name in chosen)

    def absent(self, chosen: Collection[str]) -> tuple[AbsentTool, ...]:
        del chosen
        return self.away

    async def use(self, name: str, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        self.calls.append((name, arguments))
        self.errands.append(errand)
        await asyncio.sleep(self.seconds)
        if name == "sum":
            return Found(text="4")
        query = str(arguments.get("query", ""))
        return Found(sources=(page(query, 1), page(query, 2)))


def page(query: str, number: int) -> Source:
    """Return the results of a search for these words."""
    return Source(
        title=f"{query} {number}",
        url=f"https://{query}.example/{number}",
        snippet=f"Of {query}.",
    )


def calls(*wanted: tuple[str, str]) -> tuple[ToolCall, ...]:
    """These tools with their arguments as JSON."""
    return tuple(
        ToolCall(id=f"c{number}", name=name, arguments=arguments)
        for number, (name, arguments) in enumerate(wanted)
    )


def searches(*queries: str) -> tuple[ToolCall, ...]:
    """Return one round of searches."""
    return calls(*(("search", json.dumps({"query": query})) for query in queries))


def works(
    rounds: Sequence[tuple[ToolCall, ...]], text: str, *, seconds: float = 0.0, usage: Usage = CALL_USAGE
) -> Script:
    """Return a script of a member that makes these rounds of calls, as far as it may, and then answers with
    this text."""

    async def script(member: Member, prompt: Prompt) -> Reply | Failure:
        await asyncio.sleep(seconds)
        made = len(prompt.exchanges)
        if prompt.tools and not prompt.tools_are_over and made < len(rounds):
            wants = Wants(calls=rounds[made], opaque=f"round {made}")
            return Reply(text="", latency=1.0, usage=usage, wants=wants, finish_reason="tool_call")
        return Reply(text=text, latency=1.0, usage=usage)

    return script
