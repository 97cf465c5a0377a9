"""Tests of finished and failed runs in a Discord place that a person has left: their buttons and forms do nothing."""

from pathlib import Path

import pytest

from tests.e2e.council_app import MEMBERS
from tests.hostile.arena import Attack, outcome
from tests.hostile.on_discord import on_discord
from tests.testbed.models import Fails, ModelServer

OUTSIDE = "somebody who is in it can add you."

ENDED = [
    pytest.param("Best: ", ("Edit and ask again", "Ask a follow-up"), id="revealed"),
    pytest.param("Try again", ("Edit and ask again", "Try again"), id="failed"),
]


def presses(label: str) -> Attack:
    return Attack(name=f"presses {label}", says=OUTSIDE, do=lambda arena, run: arena.pressed("bob", label))


@pytest.mark.parametrize("thread", [True, False], ids=["thread", "channel"])
@pytest.mark.parametrize(("ends", "labels"), ENDED)
async def test_who_left_asks_nothing_from_finished_runs(
    models: ModelServer, tmp_path: Path, database: str, ends: str, labels: tuple[str, ...], thread: bool
) -> None:
    for member in MEMBERS if ends == "Try again" else ():
        models.always(member.partition("?")[0].partition(":")[2], Fails(status=400))
    forms = {"again": "Edit and ask again"}
    async with on_discord(
        models,
        tmp_path,
        thread=thread,
        ends=(ends,),
        forms=forms,
        DATABASE_URL=database,
        COUNCIL_VOTE_MINUTES="0",
    ) as arena:
        sends = Attack(name="sends again", says=OUTSIDE, do=lambda arena, run: arena.sent("bob", "again"))
        attacks = [sends, *map(presses, labels)]
        wrong = [each for attack in attacks for each in await outcome(attack, arena)]

    assert wrong == []
