"""`council doctor` checks the programs that may ask, and the MCP servers whose tools models use."""

import os
import sys
from pathlib import Path

from tests.bot.cli.conftest import process
from tests.bot.programs.conftest import TOKENS


async def test_the_doctor_lists_programs_and_the_tools_of_each_server_or_what_is_wrong(
    tmp_path: Path,
) -> None:
    servers = f"local=stdio:{sys.executable} -m tests.testbed.mcp_server, away=http://127.0.0.1:9/mcp"
    tokens = ", ".join(f"{name}={token}" for name, token in TOKENS.items())
    async with process(
        tmp_path,
        "doctor",
        "--no-calls",
        COUNCIL_MCP=servers,
        MCP_LOCAL_ENV="PYTHONPATH",
        COUNCIL_API_TOKENS=tokens,
    ) as council:
        said = await council.ends()

    lines = {line.partition(":")[0]: line for line in said.out.splitlines()}
    assert said.code == 1, said.err
    assert lines["✓ Programs"] == "✓ Programs: ci, ada may ask at /v1 and /mcp, on port 3000"
    assert "local__stock, local__environment" in lines["✓ MCP server local"]
    assert "not local__order, local__unmarked: not marked as read-only" in lines["✓ MCP server local"]
    assert lines["✗ MCP server away"].startswith(
        "✗ MCP server away: MCP server 'away' cannot be reached (ConnectError). Runs go on without its tools."
    )
    assert not [token for token in TOKENS.values() if token in said.out + said.err]


async def test_a_wrong_setting_is_told_before_anything_is_opened(tmp_path: Path) -> None:
    async with process(
        tmp_path, "doctor", COUNCIL_MCP="ftp://docs.example", COUNCIL_API_TOKENS="ci=short"
    ) as council:
        said = await council.ends()

    assert said.code == 2
    assert "COUNCIL_MCP: entry 1 cannot be read. Expected entries as in " in said.err
    assert "COUNCIL_API_TOKENS: the token of 'ci' needs at least 20" in said.err
    assert os.listdir(tmp_path) == []
