"""Contract of every store of calibrations: the double in memory, SQLite and Postgres alike."""

from dataclasses import replace
from datetime import timedelta

import pytest

from council_core.domain.calibration import Calibration
from council_core.ports import Calibrations, RunStore
from council_core.storage.calibrations import SqlCalibrations
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryCalibrations, MemoryRunStore
from tests.samples import NOON

ADA = Calibration(version="demo:ada", rubric="ranking", agreed=20.5, pairs=30.0, picks=30, at=NOON)
BOB = replace(ADA, version="demo:bob?effort=high")


@pytest.fixture
def calibrations(store: RunStore) -> Calibrations:
    """Return the calibrations beside this store."""
    if isinstance(store, MemoryRunStore):
        return MemoryCalibrations()
    assert isinstance(store, SqlRunStore)
    return SqlCalibrations(store._database)  # pyright: ignore[reportPrivateUsage]


async def test_what_was_kept_is_found_by_model_and_rubric(calibrations: Calibrations) -> None:
    await calibrations.keep([BOB, ADA])

    assert await calibrations.kept({"demo:ada", "demo:bob?effort=high", "demo:cyd"}, "ranking") == (ADA, BOB)
    assert await calibrations.kept({"demo:ada"}, "quality") == ()
    assert await calibrations.kept({"demo:bob"}, "ranking") == ()
    assert await calibrations.kept(set(), "ranking") == ()


async def test_a_later_one_replaces_an_earlier_one(calibrations: Calibrations) -> None:
    later = replace(ADA, agreed=25.0, at=NOON + timedelta(days=1))
    await calibrations.keep([ADA])
    await calibrations.keep([later])

    assert await calibrations.kept({"demo:ada"}, "ranking") == (later,)


async def test_keeping_no_calibration_stores_nothing(calibrations: Calibrations) -> None:
    await calibrations.keep([])

    assert await calibrations.kept({"demo:nobody"}, "ranking") == ()
