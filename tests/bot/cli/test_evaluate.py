"""`council evaluate`: the table, live members with a budget, going on after a stop, and lines that cannot be used."""

import json
from pathlib import Path
from typing import Any

from tests.bot.cli.conftest import Council

PAIR: dict[str, Any] = {
    "question": "Tabs?",
    "answers": {"a": "Tabs, since a tab is one key.", "b": "No."},
    "gold": ["a"],
}


def items(folder: Path, *rows: dict[str, Any]) -> str:
    (folder / "items.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return "items.jsonl"


def judged(at: int, *judges: str) -> dict[str, Any]:
    return {**PAIR, "id": f"q{at}", "judgements": [{"judge": judge, "order": ["a", "b"]} for judge in judges]}


def test_stored_judgements_make_a_table_and_a_sentence(folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, *(judged(at, "ada", "bob") for at in range(5))))

    assert said.code == 0
    assert "How often each way finds a right answer, 5 items" in said.out
    assert "ada as the only judge" in said.out
    assert "The council does not win, no difference can be shown" in " ".join(said.out.split())


def test_figures_can_be_had_as_json(folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, judged(1, "ada")), "--json")

    assert json.loads(said.out)["items"] == 1


def test_a_bad_line_is_named_and_those_before_it_are_used(folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, judged(1, "ada"), {**PAIR, "id": "q2", "gold": ["z"]}))

    assert said.code == 2
    assert "items.jsonl, line 2: `gold` names 'z'. Expected one of the answers: a, b." in said.err
    assert "The items before it were used." in said.err
    assert "1 items (95 % intervals)" in said.out


def test_what_is_not_there_or_empty_is_said(folder: Path, council: Council) -> None:
    missing, empty = council("evaluate", "nothing.jsonl"), council("evaluate", items(folder))

    assert (missing.code, empty.code) == (2, 2)
    assert "nothing.jsonl cannot be read" in missing.err
    assert "holds no item" in empty.err


def test_live_members_judge_what_nobody_judged_and_are_not_asked_twice(
    folder: Path, council: Council
) -> None:
    file = items(
        folder,
        {**PAIR, "id": "q1"},
        {**PAIR, "id": "q2"},
        {"id": "q3", "question": "6 x 7?", "accepted": ["42"]},
    )

    first = council("evaluate", file, "--live", "--limit", "1")
    kept = (folder / "items.jsonl.judged.jsonl").read_text(encoding="utf-8")
    (folder / "items.jsonl.judged.jsonl").write_text(f'{kept}{{"id": "q2", "que', encoding="utf-8")
    second = council("evaluate", file, "--live", "--json")

    rows = [
        json.loads(line)
        for line in (folder / "items.jsonl.judged.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert (first.code, second.code) == (0, 0)
    assert [row["id"] for row in rows] == ["q1", "q2", "q3"]
    assert json.loads(kept) == rows[0]
    assert [len(row["judgements"]) for row in rows] == [4, 4, 4]
    assert len(rows[2]["answers"]) == 4
    assert json.loads(second.out)["items"] == 2


def test_a_budget_stops_before_it_is_overspent_and_what_was_asked_is_kept(
    folder: Path, council: Council
) -> None:
    file = items(folder, {**PAIR, "id": "q1"}, {**PAIR, "id": "q2"})
    paid = {**judged(1, "ada"), "cost": 0.75}
    (folder / "kept.jsonl").write_text(json.dumps(paid) + "\n", encoding="utf-8")

    said = council("evaluate", file, "--live", "--out", "kept.jsonl", "--budget", "0.50")

    assert "Of the budget of $0.50 there is $0.0000 left" in " ".join(said.err.split())
    assert len((folder / "kept.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_a_data_set_can_be_converted(folder: Path, council: Council) -> None:
    row = {"QuestionId": "tc_1", "Question": "Capital of Korea?", "Answer": {"Value": "Seoul"}}
    (folder / "qa.json").write_text(json.dumps({"Data": [row]}), encoding="utf-8")

    said = council("evaluate", "qa.json", "--layout", "triviaqa", "--convert")

    assert json.loads(said.out) == {"id": "tc_1", "question": "Capital of Korea?", "accepted": ["Seoul"]}
