"""The harness in a reduced form; `python -m tests.crash` tries every point and hundreds of random ones."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.crash.checks import findings
from tests.crash.crew import victim_at
from tests.crash.plays import PLAYS
from tests.crash.sitting import Batch, Ended, Sitting, Where
from tests.crash.trials import Trials, boundaries, prepared

SOME, FEW = 8, 4
"""The number of points that are tried at once."""

TALK = "conversation"
WHERE = [
    pytest.param(Where(platform="slack"), TALK, SOME, id="slack-sqlite"),
    pytest.param(Where(platform="discord"), TALK, SOME, id="discord-sqlite"),
    pytest.param(Where(platform="slack", postgres="wanted"), TALK, FEW, id="slack-postgres"),
    pytest.param(
        Where(platform="slack", postgres="wanted", split=True), TALK, FEW, id="slack-postgres-split"
    ),
    pytest.param(Where(platform="slack"), "stopped", SOME, id="a run that somebody stops"),
    pytest.param(Where(platform="slack"), "extras", FEW, id="a vote that closes by itself"),
]


@pytest.mark.parametrize(("where", "play", "count"), WHERE)
async def test_wherever_it_is_killed_or_stopped_every_room_ends_as_if_nothing_had_happened(
    where: Where, play: str, count: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if where.postgres:
        where = replace(where, postgres=request.getfixturevalue("postgres"))
    trials = await prepared(where, play, print)
    batches = [
        *(_held(trials, each, count) for each in where.roles),
        *([Batch(holds=[""] * 4, after=150, how="frozen", victim="worker")] if where.split else []),
        Batch(holds=[""] * 4, after=150, spread=1.0, how="stopped", waits=False, victim=where.roles[-1]),
    ]

    ended = await Sitting(where, PLAYS[play], tmp_path).hold(batches, trials.expected)

    assert _wrong(trials, ended) == []
    assert ended.said == []
    assert len(ended.missed) < count // 2, "the points are others than those of an undisturbed room"


@pytest.mark.parametrize(
    ("platform", "sides"),
    # Before a step nothing is as it was not after the one before it. On Discord one side of each step is enough.
    [("slack", ("/done#", "/after#")), ("discord", ("/done#",))],
)
async def test_killed_while_it_reads_material_it_fetches_nothing_again_that_was_kept_and_loses_nothing(
    platform: str, sides: tuple[str, ...], tmp_path: Path
) -> None:
    where = Where(platform=platform)
    trials = await prepared(where, "material", print)
    verbs = ("/step/prepare/", "/step/describe/")
    points = [point for point in trials.points if any(side in point for side in sides)]
    batch = Batch(holds=[point for point in points if any(verb in point for verb in verbs)])

    ended = await Sitting(where, PLAYS["material"], tmp_path).hold([batch], trials.expected)

    (read,) = trials.expected.runs
    assert "thread thread: " in read
    assert "connector web search: " in read
    assert "link http://SITE/ROOM: " in read
    assert "link http://SITE/ROOM: not_given" not in read
    held = {point.split("/")[3] for point in batch.holds}
    assert held == {
        "thread",
        "tidy",
        "connector:Wiki",
        "link:0",
        "search",
        "sight",
        "0:openai:model-onyx",
        *(f"{verb}:{index}" for verb in ("fetch", "read") for index in range(3)),
    }
    assert ended.missed == []
    assert _wrong(trials, ended) == []


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
async def test_killed_between_rounds_with_tools_it_pays_no_finished_call_and_no_finished_search_again(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres") if database == "postgres" else ""
    where = Where(platform="slack", postgres=url)
    trials = await prepared(where, "tools", print)
    rounds = [
        point for point in trials.points if "/say:" in point or "/tools:" in point or "/search/" in point
    ]
    batch = Batch(holds=rounds[:: -(-len(rounds) // SOME)])

    ended = await Sitting(where, PLAYS["tools"], tmp_path).hold([batch], trials.expected)

    assert trials.expected.paid == (2 + 3 + 4 + 5) + (3 + 4 + 5 + 6) + 4 + 1, (
        "searches, turns, reviews, verdict"
    )
    assert ended.missed == []
    assert _wrong(trials, ended) == []


async def test_killed_around_a_call_that_changes_something_it_makes_no_such_call_twice(
    tmp_path: Path,
) -> None:
    where = Where(platform="slack")
    trials = await prepared(where, "mixed", print)
    around = [
        point for point in trials.points if "/order/" in point or "/call:" in point or "/tools:" in point
    ]
    batch = Batch(holds=[point for point in around if "model-onyx" in point])

    ended = await Sitting(where, PLAYS["mixed"], tmp_path).hold([batch], trials.expected)

    files = 1 + 1 + 1
    assert trials.expected.paid == files + 4 * (1 + 2 + 1 + 1) + 1, (
        "file, thread, page; an order, turns, a second look and a review of each; the verdict"
    )
    assert ended.missed == []
    assert _wrong(trials, ended) == []


def _held(trials: Trials, victim: str, count: int) -> Batch:
    """Return some points of one process, from the first to the last."""
    split = trials.where.split
    everywhere = [point for point in boundaries(trials.points) if victim_at(point, split=split) == victim]
    return Batch(
        holds=everywhere[:: -(-len(everywhere) // count)], victim=victim_at(everywhere[0], split=split)
    )


def _wrong(trials: Trials, ended: Ended) -> list[tuple[str, ...]]:
    found = [findings(trials.expected, truth) for truth in ended.truths]
    return [each.words for each in found if not each.is_well]
