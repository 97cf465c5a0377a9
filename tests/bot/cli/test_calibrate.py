"""`council calibrate`: members judge labelled pairs once, and what was found is kept for runs."""

import json
from pathlib import Path

from tests.bot.cli.conftest import Council

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
    assert council("calibrate", "--rubric", "quality", "--show").out.startswith("No member is calibrated")


def test_a_team_may_bring_its_own_pairs_and_a_bad_line_is_named(folder: Path, council: Council) -> None:
    said = council(
        "calibrate", pairs(folder, {**PAIR, "id": 1}, {**PAIR, "id": 2, "gold": ["c"]}), "--rubric", "ranking"
    )

    assert said.code == 2
    assert "pairs.jsonl, line 2: `gold` names 'c'. Expected one of the answers: a, b." in said.err
    assert "Carl (demo:carl): right on 1 of 1 pairs" in said.out


def test_what_cannot_be_read_at_all_is_said_and_nothing_is_kept(folder: Path, council: Council) -> None:
    missing, bad = council("calibrate", "nothing.jsonl"), council("calibrate", pairs(folder, {"id": 1}))

    assert (missing.code, bad.code) == (2, 2)
    assert "nothing.jsonl cannot be read" in missing.err
    assert "line 1: nothing says which answer is right" in bad.err
    assert council("calibrate", "--show").out.startswith("No member is calibrated")


def test_after_a_stop_it_goes_on_and_asks_nobody_twice(folder: Path, council: Council) -> None:
    file = pairs(folder, {**PAIR, "id": 1}, {**PAIR, "id": 2})
    council("calibrate", file, "--rubric", "ranking", "--out", "kept.jsonl")
    before = (folder / "kept.jsonl").read_text(encoding="utf-8")

    council("calibrate", file, "--rubric", "ranking", "--out", "kept.jsonl")

    assert (folder / "kept.jsonl").read_text(encoding="utf-8") == before
