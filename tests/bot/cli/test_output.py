"""Tests of commands whose output nobody takes: a reader that left, a full disk, a closed stream."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from tests.bot.cli.conftest import ROOT
from tests.testbed.forks import start


@pytest.mark.parametrize(
    ("command", "codes"),
    [
        ("schema | head -c 20", {0, 141}),  # 0 where the pipe took it all before the reader left
        ("history | true", {141}),
        ("doctor | true", {141}),
    ],
)
async def test_a_reader_that_has_read_enough_ends_a_command_without_a_traceback(
    command: str, codes: set[int], folder: Path
) -> None:
    ended = await asyncio.create_subprocess_exec(
        "bash", "-c", f"{sys.executable} -m bot {command}; exit ${{PIPESTATUS[0]}}",
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1",
             "XDG_DATA_HOME": str(folder)},
    )  # fmt: skip

    out, err = await ended.communicate()

    assert (len(out), err) == (20 if "head" in command else 0, b"")
    assert ended.returncode in codes


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no file that is always full")
@pytest.mark.parametrize(
    "command",
    ["schema", "history", "doctor --no-calls", "--version", "ask Tabs?", "ask --json Tabs?", "play"],
)
async def test_output_on_a_full_disk_ends_a_command_in_a_sentence(command: str, folder: Path) -> None:
    full, errors = os.open("/dev/full", os.O_WRONLY), os.open(folder / "errors", os.O_WRONLY | os.O_CREAT)
    started = await start(
        ("bot", *command.split()),
        folder=folder,
        variables={"LANG": "C.UTF-8", "XDG_DATA_HOME": str(folder)},
        output=full,
        errors=errors,
    )
    for each in (full, errors):
        os.close(each)

    code = await started.wait()

    err = (folder / "errors").read_text(encoding="utf-8")
    assert err.splitlines()[-1] == "The output cannot be written: No space left on device."
    assert "Traceback" not in err
    assert code == 1


async def test_a_command_without_an_output_ends_as_usual(folder: Path) -> None:
    item = {"id": 1, "question": "Tabs?", "answers": {"a": "Tabs.", "b": "No."}, "gold": ["a"]}
    (folder / "items.jsonl").write_text(json.dumps(item), encoding="utf-8")
    without_output, without_errors = "evaluate items.jsonl --live >&-", "evaluate items.jsonl --json 2>&-"
    commands = f"{without_output}; {sys.executable} -m bot {without_errors}"
    ended = await asyncio.create_subprocess_exec(
        "bash", "-c", f"{sys.executable} -m bot {commands}",
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder)},
    )  # fmt: skip

    out, err = await ended.communicate()

    assert (json.loads(out)["skipped"], ended.returncode) == (1, 0)
    assert b"Traceback" not in err
    assert len((folder / "items.jsonl.judged.jsonl").read_bytes().splitlines()) == 1
