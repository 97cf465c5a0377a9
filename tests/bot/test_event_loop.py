"""Which loop a process runs on, and that it can do on it what Council does."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterator

import pytest

from bot import event_loop


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """Puts back how often garbage is looked for."""
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


@pytest.mark.parametrize("uvloop", ["installed", "missing"])
def test_ctrl_c_cancels_what_runs_and_what_it_returns_then_counts(
    uvloop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted() -> str:
        os.kill(os.getpid(), signal.SIGINT)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return "put away"
        return "never interrupted"

    if uvloop == "missing":
        monkeypatch.setitem(sys.modules, "uvloop", None)

    assert event_loop.run(interrupted()) == "put away"


def test_garbage_is_looked_for_less_often_than_python_does() -> None:
    event_loop.run(_its_module())

    assert gc.get_threshold() == event_loop.GENERATIONS
