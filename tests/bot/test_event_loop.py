"""Tests of a process's event loop, and of its support for everything that Council does."""

import asyncio
import gc
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app import event_loop

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """Restore the settings of the garbage collector."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


async def _its_module() -> str:
    return type(asyncio.get_running_loop()).__module__


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop does not exist there")
def test_the_loop_is_the_quick_one() -> None:
    assert event_loop.run(_its_module()).startswith("uvloop")


def test_without_uvloop_the_loop_is_pythons_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)

    assert event_loop.run(_its_module()).startswith("asyncio")


INTERRUPTED = """
import asyncio, os, signal, sys, time

if sys.argv[1] == "missing":
    sys.modules["uvloop"] = None

from bot.app import event_loop

async def interrupted():
    os.kill(os.getpid(), signal.SIGINT)
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        if sys.argv[1] == "twice":
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
        return "put away"
    return "never interrupted"

print(event_loop.run(interrupted()))
"""
"""Runs in a process of its own: a stray signal would end the tests."""


@pytest.mark.parametrize("uvloop", ["installed", "missing"])
def test_ctrl_c_cancels_what_runs_and_what_it_returns_then_counts(uvloop: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, uvloop], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stdout.strip(), ended.stderr) == (0, "put away", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no process ends by a signal there")
def test_a_second_ctrl_c_ends_the_process_at_once_and_without_a_traceback() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "twice"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")


def test_garbage_is_looked_for_less_often_than_python_does() -> None:
    event_loop.run(_its_module())

    assert gc.get_threshold() == event_loop.GENERATIONS


THREADS = """
import asyncio, ctypes, os, threading
from bot.app import event_loop

async def main():
    libc, meeting = ctypes.CDLL(None), threading.Barrier(8)
    def takes():
        meeting.wait()
        libc.malloc(1000)
        meeting.wait()
    threads = [threading.Thread(target=takes) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    libc.fopen.restype = ctypes.c_void_p
    out = ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w"))
    libc.malloc_info(0, out)
    libc.fflush(out)

event_loop.run(main())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc makes a heap for each thread")
@pytest.mark.parametrize(("chosen", "heaps"), [(None, event_loop.HEAPS), ("5", 5)])
def test_threads_share_a_few_heaps_unless_the_operator_says_how_many(chosen: str | None, heaps: int) -> None:
    environment = {name: text for name, text in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    environment |= {"MALLOC_ARENA_MAX": chosen} if chosen else {}

    found = subprocess.run(
        [sys.executable, "-c", THREADS], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )

    assert found.stdout.count("<heap nr=") == heaps
