"""Tests of a process that is killed in the middle of a run: the next one continues there, whatever the run was
doing."""

import asyncio
import sys
from pathlib import Path

from tests.testbed.patience import PATIENCE

BRANCHES = "branches: quick1quick2 slow1slow2 steady1steady2"


async def killed_after(*words: str, folder: Path, arguments: tuple[str, ...] = ()) -> list[str]:
    """Start a process, read until it has printed all these lines, and kill it.

    Returns:
        Everything that it printed.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.core.engine.a_process", str(folder), *arguments,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    said: list[str] = []
    try:
        async with asyncio.timeout(PATIENCE):
            while not set(words) <= set(said):
                line = await process.stdout.readline()
                assert line, f"it ended after saying {said}"
                said.append(line.decode().strip())
    finally:
        process.kill()
        await process.wait()
    return said


async def test_a_killed_run_goes_on_where_it_stood_and_pays_only_for_what_was_under_way(
    tmp_path: Path,
) -> None:
    while_slow_thinks = await killed_after(
        "kept: quick 2", "kept: steady 2", "asked: slow 2", folder=tmp_path, arguments=("--first",)
    )
    while_it_waits = await killed_after(BRANCHES, folder=tmp_path)
    to_the_end = await killed_after("end", folder=tmp_path, arguments=("--reveal",))

    def asked(said: list[str]) -> list[str]:
        return sorted(line for line in said if line.startswith("asked"))

    assert asked(while_slow_thinks) == [
        f"asked: {name} {part}" for name in ("quick", "slow", "steady") for part in (1, 2)
    ]
    assert asked(while_it_waits) == ["asked: slow 2"]
    assert asked(to_the_end) == []
    assert to_the_end[-5:] == [BRANCHES, "heard: Alice", "heard again: nothing", "posted", "end"]
