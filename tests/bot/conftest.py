"""Fixtures for tests of the announcer: a run, a platform, receipts in a real database."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.announcing.announcer import ThreadAnnouncer
from bot.testing import MemoryPlatform
from council_core.storage.receipts import SqlReceipts
from council_core.testing import SteppingClock
from tests.bot.telling import PLACE, an_announcer
from tests.core.sitting import Sitting, a_sitting
from tests.samples import QUESTION
from tests.testbed.migrated import migrated


@pytest.fixture
async def receipts(tmp_path: Path) -> AsyncIterator[SqlReceipts]:
    """Yield receipts in a real file."""
    database = await migrated(f"sqlite:///{tmp_path / 'council.db'}")
    yield SqlReceipts(database, SteppingClock())
    await database.aclose()


@pytest.fixture
def platform() -> MemoryPlatform:
    return MemoryPlatform()


@pytest.fixture
def sitting() -> Sitting:
    """Return the parts of a run that was asked on the platform in memory."""
    sitting = a_sitting()
    sitting.run = replace(sitting.run, question=replace(QUESTION, place=PLACE))
    return sitting


@pytest.fixture
async def announcer(
    sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> AsyncIterator[ThreadAnnouncer]:
    """Yield an announcer of the sitting's run that retries at once."""
    speaker = an_announcer(sitting, platform, receipts)
    sitting.speaker = speaker
    yield speaker
    await speaker.aclose()
