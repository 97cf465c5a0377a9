"""Tests of `council mcp`: the SDK's own client asks the council over standard input and output, with real models."""

import json
import os
import re
import sys
import tomllib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from anyio import wrap_file
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.server.stdio import stdio_server

from bot.cli import COMMANDS
from council_core.domain.run_view import OpenRun
from council_core.view import view
from tests.bot.cli.conftest import process
from tests.e2e.council_app import environment
from tests.stored import newest_run
from tests.testbed.forks import start
from tests.testbed.models import Hangs, ModelServer

ROOT = Path(__file__).parents[3]
QUESTION = "Should we rewrite the importer in Rust?"
AUTHORS = ("Onyx", "Beryl", "Topaz", "Quartz")


@asynccontextmanager
async def connected(models: ModelServer, folder: Path, **changes: str) -> AsyncGenerator[Client]:
    """Yield a client of `council mcp` in this folder, as a fork, which the SDK's way of starting a program is not."""
    variables = {"LANG": "C.UTF-8", **environment(models, folder, COUNCIL_LOG="INFO", **changes)}
    (given, asks), (replies, output) = os.pipe(), os.pipe()
    with (folder / "errors.txt").open("wb") as log:
        program = await start(
            ("bot", "mcp"),
            folder=folder,
            variables=variables,
            given=given,
            output=output,
            errors=log.fileno(),
        )
    for theirs in (given, output):
        os.close(theirs)
    with os.fdopen(replies, encoding="utf-8") as out, os.fdopen(asks, "w", encoding="utf-8") as into:
        # Lines of JSON go both ways: what serves over streams can ask over them, too.
        over_streams = stdio_server(wrap_file(out), wrap_file(into))
        async with Client(over_streams, read_timeout_seconds=60) as client:
            try:
                yield client
            finally:
                program.kill()
                await program.wait()


async def called(client: Client, tool: str, **arguments: object) -> dict[str, Any]:
    """Return the result of a tool."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return cast("dict[str, Any]", result.structured_content)


async def refused(client: Client, tool: str, **arguments: object) -> str:
    """Return the reason with which a tool refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return "".join(getattr(part, "text", "") for part in result.content)


async def test_a_program_lists_the_tools_asks_and_reads_verdict_ranking_and_names(tmp_path: Path) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def report(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with ModelServer() as models, connected(models, tmp_path) as client:
        tools = (await client.list_tools()).tools
        asked = await client.call_tool("ask_the_council", {"question": QUESTION}, progress_callback=report)
        run = cast("dict[str, Any]", asked.structured_content)
        again = await called(client, "get_run", run=run["run"], with_responses=True)
        found = await called(client, "search_runs", words="importer rust")
        presets = await called(client, "list_presets")

    assert {tool.name: tool.annotations and tool.annotations.read_only_hint for tool in tools} == {
        "ask_the_council": False,
        "list_presets": True,
        "get_run": True,
        "search_runs": True,
    }
    assert (run["status"], run["is_finished"], bool(run["verdict"])) == ("revealed", True, True)
    assert sorted(each["author"] for each in run["responses"]) == sorted(AUTHORS)
    assert {each["text"] for each in run["responses"]} == {None}
    assert all(each["text"] for each in again["responses"])
    assert [each["run"] for each in found["runs"]] == [run["run"]]
    assert "quick" in [each["name"] for each in presets["presets"]]
    figures = [figure for figure, _, _ in told]
    assert figures == sorted(set(figures))
    assert any("of 4" in (message or "") for _, _, message in told)
    stored = view(await newest_run(tmp_path))
    assert isinstance(stored, OpenRun)
    assert stored.verdict is not None
    assert (stored.summary.run_id, stored.verdict.text) == (run["run"], run["verdict"])


async def test_a_run_that_takes_longer_returns_its_id_and_tells_no_name_before_the_reveal(
    tmp_path: Path,
) -> None:
    async with ModelServer() as models:
        models.script("gpt-6.1-sol", Hangs())
        async with connected(models, tmp_path) as client:
            early = await called(client, "ask_the_council", question=QUESTION, wait_seconds=0)
            later = await called(client, "get_run", run=early["run"], wait_seconds=1, with_responses=True)

    for run in (early, later):
        assert (run["is_finished"], run["verdict"]) == (False, None)
        assert not [name for name in (*AUTHORS, "gpt", "claude", "gemini") if name in str(run)]


async def test_a_run_that_its_program_left_goes_on_in_the_terminal(tmp_path: Path) -> None:
    """Demo members answer, so that the test needs nothing else."""
    errors = tmp_path / "errors.txt"
    usual = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "LANG": "C.UTF-8",
        "XDG_DATA_HOME": str(tmp_path),
    }
    server = StdioServerParameters(command=sys.executable, args=["-m", "bot", "mcp"], cwd=tmp_path, env=usual)
    with errors.open("w") as log:
        async with Client(stdio_client(server, errlog=log), read_timeout_seconds=60) as client:
            left = await called(client, "ask_the_council", question="Tabs or spaces?", wait_seconds=0)

    async with process(tmp_path, "ask", "--resume", left["run"]) as council:
        said = await council.ends()
    assert f"council ask --resume {left['run']}" in errors.read_text()
    assert said.code == 0
    assert (await newest_run(tmp_path / "council")).status == "revealed"


async def test_what_cannot_be_done_is_a_sentence(tmp_path: Path) -> None:
    async with ModelServer() as models, connected(models, tmp_path) as client:
        sentences = [
            await refused(client, "ask_the_council", question="?"),
            await refused(client, "ask_the_council", question=QUESTION, preset="hasty"),
            await refused(client, "get_run", run="r0000"),
            await refused(client, "search_runs", words="?!"),
        ]
        calls = len(models.journal.calls)

    for said, words in zip(
        sentences,
        ("The question is empty", "preset is 'hasty'", "no run 'r0000'", "at least one word"),
        strict=True,
    ):
        assert words in said
    assert calls == 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"COUNCIL_RUN_BUDGET": "0.000001", "OPENAI_PRICES": "*=9/9", "ANTHROPIC_PRICES": "*=9/9",
          "GOOGLE_PRICES": "*=9/9", "OPENROUTER_PRICES": "*=9/9"}, "would cost"),
        ({"COUNCIL_RUNS_PER_PERSON": "1"}, "1 question in the queue"),
    ],
)  # fmt: skip
async def test_budgets_and_limits_hold_for_programs(
    changes: dict[str, str], words: str, tmp_path: Path
) -> None:
    async with ModelServer() as models:
        models.always("gpt-6.1-sol", Hangs())
        async with connected(models, tmp_path, **changes) as client:
            if "COUNCIL_RUNS_PER_PERSON" in changes:
                await called(client, "ask_the_council", question=QUESTION, wait_seconds=0)
            said = await refused(client, "ask_the_council", question=QUESTION)

    assert words in said


def test_the_documented_configurations_start_this_command() -> None:
    blocks = re.findall(
        r"```(json|toml)\n(.*?)```", (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8"), re.DOTALL
    )
    read = [json.loads(text) if kind == "json" else tomllib.loads(text) for kind, text in blocks]

    local = [each["council"] for config in read for each in config.values() if "command" in each["council"]]
    assert [(each["command"], each["args"]) for each in local] == [("council", ["mcp"])] * 3
    assert "mcp" in COMMANDS
