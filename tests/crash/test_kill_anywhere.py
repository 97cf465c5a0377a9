"""The harness in a reduced form; `python -m tests.crash` tries every point and hundreds of random ones."""

from pathlib import Path

import pytest

from tests.crash.checks import COUNTED, findings
from tests.crash.plays import PLAYS
from tests.crash.sitting import Batch, Sitting
from tests.crash.trials import boundaries, prepared

WRONG = [kind for kind in COUNTED if kind != "unheard"]
"""All but what Slack was told to have arrived a few milliseconds before it was kept."""

POINTS = 11


@pytest.mark.parametrize("platform", ["slack", "discord"])
async def test_wherever_it_is_killed_or_stopped_every_room_ends_as_if_nothing_had_happened(
    platform: str, tmp_path: Path
) -> None:
    trials = await prepared(platform, "conversation", print)
    everywhere = boundaries(trials.points)
    held = Batch(holds=everywhere[:: len(everywhere) // POINTS])
    stopped = Batch(holds=[""] * 4, after=150, spread=1.0, gently=True, waits=False)

    ended = await Sitting(platform, PLAYS["conversation"], tmp_path).hold([held, stopped], trials.expected)

    found = [findings(trials.expected, truth) for truth in ended.truths]
    assert [each.words for each in found if any(getattr(each, kind) for kind in WRONG)] == []
    assert ended.said == []
    assert len(ended.missed) < len(held.holds) // 2, "the points are others than those of an undisturbed room"
