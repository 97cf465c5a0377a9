"""Tests of `council calibrate`: members judge labelled pairs once, and their results are kept for runs."""

import asyncio
import json
from pathlib import Path

from tests.bot.cli.conftest import Council
from tests.testbed.models import ModelServer, Says

PAIR = {"question": "6 x 7?", "answers": {"a": "42", "b": "It is 41, no doubt about it."}, "gold": ["a"]}


def pairs(folder: Path, *rows: dict[str, object]) -> str:
    (folder / "pairs.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return "pairs.jsonl"


def test_each_member_judges_the_pairs_that_ship_and_the_result_is_kept(
    folder: Path, council: Council
) -> None:
    said = council("calibrate", "--rubric", "ranking")
    shown = council("calibrate", "--rubric", "ranking", "--show")

    assert (said.code, shown.code) == (0, 0)
    assert "Under the rubric ranking, from now on:" in said.out
    assert said.out.count("reliability") == shown.out.count("under ranking") == 4
    assert council("calibrate", "--rubric", "quality", "--show").out.startswith("No model is calibrated")


def test_a_team_may_bring_its_own_pairs_and_a_bad_line_is_named(folder: Path, council: Council) -> None:
    said = council(
        "calibrate", pairs(folder, {**PAIR, "id": 1}, {**PAIR, "id": 2, "gold": ["c"]}), "--rubric", "ranking"
    )

    assert said.code == 2
    assert 'pairs.jsonl, line 2: `gold` names "c". Expected one of the answers: a, b.' in said.err
    assert "Carl (demo:carl): right on 1 of 1 pairs" in said.out


def test_what_cannot_be_read_at_all_is_said_and_nothing_is_kept(folder: Path, council: Council) -> None:
    missing, bad = council("calibrate", "nothing.jsonl"), council("calibrate", pairs(folder, {"id": 1}))

    assert (missing.code, bad.code) == (2, 2)
    assert "nothing.jsonl cannot be read" in missing.err
    assert "line 1: nothing says which answer is right" in bad.err
    assert council("calibrate", "--show").out.startswith("No model is calibrated")


def test_after_a_stop_it_goes_on_and_asks_nobody_twice(folder: Path, council: Council) -> None:
    file = pairs(folder, {**PAIR, "id": 1}, {**PAIR, "id": 2})
    council("calibrate", file, "--rubric", "ranking", "--out", "kept.jsonl")
    before = (folder / "kept.jsonl").read_text(encoding="utf-8")

    council("calibrate", file, "--rubric", "ranking", "--out", "kept.jsonl")

    assert (folder / "kept.jsonl").read_text(encoding="utf-8") == before


async def test_each_version_of_a_model_judges_the_pairs_itself_and_once(
    folder: Path, council: Council
) -> None:
    words = ("calibrate", pairs(folder, {**PAIR, "id": 1, "unclear": ["openai:ada"], "cost": 9}))
    async with ModelServer() as models:

        async def judged_by(members: str, **variables: str) -> list[str]:
            models.journal.calls.clear()
            variables |= {"COUNCIL_MEMBERS": members, **models.environment()}
            said = await asyncio.to_thread(council, *words, **variables)
            assert said.code == 0, said
            assert said.out.count("of 1 pairs") == 2
            return sorted(call.model for call in models.journal.calls)

        first = await judged_by("openai:ada,openai:ada,openai:blaise")
        other_effort = await judged_by("openai:ada?effort=high,openai:blaise")
        own_criteria = await judged_by("openai:ada,openai:blaise", COUNCIL_CRITERIA="tone: Is it kind?")
        others = await judged_by("openai:ada,openai:blaise", COUNCIL_CRITERIA="facts: Is it true?")
        same_again = await judged_by("openai:ada,openai:blaise")

    assert first == own_criteria == others == ["ada", "blaise"]
    assert (other_effort, same_again) == (["ada"], [])


async def test_a_budget_and_a_kill_lose_nothing_and_what_was_judged_counts(
    folder: Path, council: Council
) -> None:
    rows: list[dict[str, object]] = [{**PAIR, "id": at, "question": f"6 x {at}?"} for at in range(1, 5)]
    words = ("calibrate", pairs(folder, *rows), "--rubric", "ranking", "--out", "kept.jsonl")
    kept = folder / "kept.jsonl"
    async with ModelServer() as models:
        variables = {"COUNCIL_MEMBERS": "openrouter:lab/ada,openrouter:lab/blaise", **models.environment()}
        for model in ("lab/ada", "lab/blaise"):
            models.always(model, Says(cost=0.1))
        short = await asyncio.to_thread(council, *words, "--budget", "0.5", **variables)
        before = kept.read_text(encoding="utf-8")
        kept.write_text(before + '{"id": "3", "quest', encoding="utf-8")  # # As after a kill.
        said = await asyncio.to_thread(council, *words, **variables)

    assert (short.code, said.code) == (0, 0), (short, said)
    assert short.out.count("of 2 pairs") == said.out.count("of 4 pairs") == 2
    assert "Of the budget of $0.50 there is $0.10 left" in short.err
    assert kept.read_text(encoding="utf-8").startswith(before)
    assert len(models.journal.calls) == 8
