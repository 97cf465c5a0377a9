"""Tests of all tools of a process in one toolbox: those that a run may use, and the result of a call of each."""

from collections.abc import Mapping, Sequence

from council_core.domain.question import RunId
from council_core.domain.tool import AbsentTool, Found, ToolFailed, ToolSpec
from council_core.ports import Errand, Tool
from council_core.tools import TOOLS, Workshop, make_toolbox
from council_core.tools.toolbox import Tools

ERRAND = Errand(run_id=RunId("r000000000000"))


class Echo:
    """A tool that returns its arguments."""

    def __init__(self, name: str) -> None:
        self.spec = ToolSpec(name=name, about="Echoes.", schema={"type": "object"})

    async def run(self, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        if "break" in arguments:
            raise RuntimeError("broken")
        return Found(text=f"{self.spec.name} of {errand.run_id}")


class Server:
    """Tools of an MCP server that can become unreachable."""

    def __init__(self, *names: str, away: Sequence[str] = ()) -> None:
        self.names, self.away = names, away

    async def tools(self) -> Sequence[Tool]:
        return [Echo(name) for name in self.names]

    def absent(self) -> Sequence[AbsentTool]:
        return [AbsentTool(name=name, reason="mcp_silent", facts={"server": name}) for name in self.away]

    def knows(self, name: str) -> bool:
        return name in {*(each.partition("__")[0] for each in self.names), *self.away}


def names(specs: Sequence[ToolSpec]) -> list[str]:
    return sorted(spec.name for spec in specs)


async def test_a_run_is_offered_the_tools_that_were_chosen_or_all() -> None:
    box = Tools([Echo("python"), Echo("search")], [Server("git__log", "git__show", "docs__find")])

    assert names(await box.offered(())) == ["docs__find", "git__log", "git__show", "python", "search"]
    assert names(await box.offered({"git", "python"})) == ["git__log", "git__show", "python"]
    assert names(await box.offered({"docs__find"})) == ["docs__find"]


async def test_a_tool_is_used_by_its_name_and_a_broken_or_unknown_one_is_a_sentence() -> None:
    box = Tools([Echo("python")], [Server("git__log")])

    assert await box.use("python", {}, ERRAND) == Found(text="python of r000000000000")
    assert await box.use("git__log", {}, ERRAND) == Found(text="git__log of r000000000000")
    assert await box.use("fly", {}, ERRAND) == ToolFailed(reason="no_such_tool", facts={"name": "fly"})
    assert await box.use("python", {"break": 1}, ERRAND) == ToolFailed(
        reason="tool_broke", facts={"name": "python"}
    )


async def test_a_council_has_the_tools_of_its_table_that_are_set_up() -> None:
    box = make_toolbox(Workshop())

    offered = names(await box.offered(()))

    assert set(offered) <= set(TOOLS)
    assert {"calculate", "python"} <= set(offered)


async def test_what_a_run_was_to_have_and_does_without_has_a_reason_each() -> None:
    box = Tools([Echo("python")], [Server("git__log", away=("docs", "wiki"))], known=("python", "search"))
    await box.offered(())

    assert [each.name for each in box.absent(())] == ["docs", "wiki"]
    chosen = {"python", "search", "fly", "git", "git__log", "git__push", "docs__find"}
    assert {each.name: (each.reason, *each.facts.values()) for each in box.absent(chosen)} == {
        "docs": ("mcp_silent", "docs"),
        "fly": ("no_such_tool", "fly"),
        "git__push": ("no_such_tool", "git__push"),
        "search": ("tool_not_set_up", "search"),
    }
