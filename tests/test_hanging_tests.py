"""Tests that a test which waits for ever is ended, and that the tests after it run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HANGING = """
import asyncio, pytest

async def test_that_waits_for_ever():
    await asyncio.Event().wait()

@pytest.fixture
async def stubborn():
    yield
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        await asyncio.Event().wait()

async def test_whose_fixture_waits_for_ever(stubborn):
    pass

def test_that_passes():
    pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timer that interrupts a wait")
def test_a_test_or_a_fixture_that_waits_for_ever_fails_and_the_next_test_runs(tmp_path: Path) -> None:
    file = tmp_path / "tests" / "test_hanging.py"
    file.parent.mkdir()
    file.write_text(HANGING)

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:xdist", "-o", "addopts=-q",
         "-o", "asyncio_mode=auto", "--rootdir", str(tmp_path), str(file)],
        cwd=Path(__file__).parents[1], env={**os.environ, "COUNCIL_TEST_SECONDS": "1"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip

    assert "2 passed, 1 failed, 1 error" in done.stdout or "1 failed, 2 passed, 1 error" in done.stdout
    assert "test_that_waits_for_ever took longer than 1 s" in done.stdout
    assert "test_whose_fixture_waits_for_ever took longer than 1 s" in done.stdout
    assert "Current thread 0x" in done.stdout
    assert "Stack for <Task" in done.stdout
