"""Tests of `council evaluate`: the table, live members with a budget, continuing after a stop, and unusable lines."""

import asyncio
import json
import os
import signal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from bot.cli.evaluate import show
from bot.presentation.words import ENGLISH
from council_core.evaluation.items import item_from
from council_core.evaluation.report import evaluate
from tests.bot.cli.conftest import Council, process
from tests.testbed.patience import PATIENCE

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
    assert "The council does not win; no difference can be shown" in " ".join(said.out.split())


@pytest.mark.parametrize(
    ("language", "sentence", "row", "figure"),
    [
        (
            "de",
            "Der Rat gewinnt nicht; ein Unterschied lässt sich nicht zeigen",
            "ada als einziger Gutachter",
            "1,000 │ 0,050 bis 1,000",
        ),
        (
            "ko",
            "위원회가 이기지 못합니다. 차이를 확인할 수 없습니다",
            "ada 혼자 심사",
            "1.000 │ 0.050 ~ 1.000",
        ),
    ],
)
def test_the_table_and_the_sentence_are_in_the_language_of_the_settings(
    folder: Path, council: Council, language: str, sentence: str, row: str, figure: str
) -> None:
    said = council("evaluate", items(folder, judged(1, "ada")), COUNCIL_LANGUAGE=language)

    assert row in said.out
    assert figure in said.out
    assert sentence in " ".join(said.out.split())
    assert "the only judge" not in said.out


@pytest.mark.parametrize("width", ["30", "60", "89"])
def test_no_figure_is_cut_off_in_a_narrow_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    report = evaluate([item_from(judged(at, "ada", "bob")) for at in range(5)])

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    show(report, out, ENGLISH)

    said = " ".join(out.getvalue().split())
    assert "…" not in said
    assert "ada as the only judge Right: 1.000 (0.549 to 1.000) Council better by: +0.000" in said


def test_the_arithmetic_tells_of_its_progress_to_the_end() -> None:
    told: list[tuple[int, int]] = []

    evaluate(
        [item_from(judged(at, "ada")) for at in range(4)],
        labels=2,
        told=lambda done, of: told.append((done, of)),
    )

    assert told == [(at, 44) for at in range(1, 45)]


async def test_an_interrupt_ends_the_arithmetic_at_once(folder: Path) -> None:
    pipe = folder / "items.jsonl"
    os.mkfifo(pipe)
    rows = "\n".join(json.dumps(judged(at, "ada", "bob", "carl")) for at in range(6_000))

    async with asyncio.timeout(PATIENCE), process(folder, "evaluate", "items.jsonl") as evaluation:
        await asyncio.to_thread(pipe.write_text, rows, encoding="utf-8")
        evaluation.signal(signal.SIGINT)
        said = await evaluation.ends()

    assert (said.code, said.out) == (130, "")


def test_a_name_is_shown_as_it_is_and_steers_no_terminal(folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, judged(1, "[/b]lab:free:4[q8]\x1b[2J")))

    assert said.code == 0, said
    assert said.out.count("[/b]lab:free:4[q8][2J as the only judge") == 2
    assert "\x1b" not in said.out


def test_no_table_stands_for_items_of_which_none_counts(folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, {**judged(1, "ada"), "gold": ["a", "b"]}))

    assert said.code == 0
    assert said.out.startswith("Nothing was ranked.\n1 item ")


def test_figures_can_be_had_as_json(folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, judged(1, "ada")), "--json")

    assert json.loads(said.out)["items"] == 1


def test_a_bad_line_is_named_and_those_before_it_are_used(folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, judged(1, "ada"), {**PAIR, "id": "q2", "gold": ["z"]}))

    assert said.code == 2
    assert 'items.jsonl, line 2: `gold` names "z". Expected one of the answers: a, b.' in said.err
    assert "The items before it were used." in said.err
    assert "1 item (95 % intervals)" in said.out


def test_a_first_line_that_is_bad_gives_no_table(folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, {**PAIR, "id": "q2", "gold": ["z"]}))

    assert (said.code, said.out) == (2, "")
    assert "line 1" in said.err
    assert "The items before it" not in said.err


def test_items_before_a_line_in_another_encoding_are_used(folder: Path, council: Council) -> None:
    file = folder / items(folder, judged(1, "ada"))
    file.write_bytes(file.read_bytes() + b"\n" + b'{"id": "M\xfcller"}\n')

    said = council("evaluate", str(file))

    assert (said.code, "1 item (95 % intervals)" in said.out) == (2, True)
    assert "line 2: it is not UTF-8 text. The items before it were used." in " ".join(said.err.split())


def test_items_of_a_layout_before_a_bad_one_are_used(folder: Path, council: Council) -> None:
    good = {"id": 1, "candidates": ["a", "b"], "reviewers": ["ada"], "ballots": [[2, 1]], "gold": [1, 0]}
    file = items(folder, good, {**good, "gold": 7})

    said = council("evaluate", file, "--layout", "scores")

    assert (said.code, "1 item (95 % intervals)" in said.out) == (2, True)
    assert "item 2 has another form" in said.err


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
    assert "This is a demonstration" in first.err
    assert sorted(row["id"] for row in rows) == ["q1", "q2", "q3"]
    assert json.loads(kept) == rows[0]
    assert [len(row["judgements"]) for row in rows] == [4, 4, 4]
    assert {len(row["answers"]) for row in rows} == {2, 4}
    assert json.loads(second.out)["items"] == 2


def test_a_budget_stops_before_it_is_overspent_and_what_was_asked_is_kept(
    folder: Path, council: Council
) -> None:
    file = items(folder, {**PAIR, "id": "q1"}, {**PAIR, "id": "q2"})
    paid = {**judged(1, "ada"), "cost": 0.75}
    (folder / "kept.jsonl").write_text(json.dumps(paid) + "\n", encoding="utf-8")

    said = council("evaluate", file, "--live", "--out", "kept.jsonl", "--budget", "0.50")

    assert "Of the budget of $0.50 there is $0.00 left" in " ".join(said.err.split())
    assert len((folder / "kept.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_a_data_set_can_be_converted(folder: Path, council: Council) -> None:
    row = {"QuestionId": "tc_1", "Question": "Capital of Korea?", "Answer": {"Value": "Seoul"}}
    (folder / "qa.json").write_text(json.dumps({"Data": [row]}), encoding="utf-8")

    said = council("evaluate", "qa.json", "--layout", "triviaqa", "--convert")

    assert json.loads(said.out) == {"id": "tc_1", "question": "Capital of Korea?", "accepted": ["Seoul"]}


@pytest.mark.parametrize(
    "words", [("--limit", "0"), ("--labels", "-1"), ("--budget", "-2"), ("--limit", "x")]
)
def test_a_number_that_cannot_be_is_refused(words: tuple[str, str], folder: Path, council: Council) -> None:
    said = council("evaluate", items(folder, judged(1, "ada")), *words)

    assert (said.code, said.out) == (2, "")
    assert f"{words[0]}: '{words[1]}' is no" in said.err


HANNA = "Prompt,Story,Model,Relevance,Coherence,Empathy,Surprise,Engagement,Complexity\n"
FOX = f'{HANNA}A fox,"It ran.\nIt hid.",GPT,5,5,5,5,5,5\nA fox,It sat.,TD,1,1,1,1,1,1\n'
COMPARED = {"question_id": 1, "score": 1}
PANDA: dict[str, Any] = {"idx": 0, "instruction": "Hi?", "input": "", "response1": "a", "response2": "b"}
BAR = {"input": "Say hi.", "output_1": "Hi.", "output_2": "No.", "label": 1}
BAR_JUDGED = [{**BAR, "results": [{"swap = False": {"winner": "1"}, "swap = True": {"winner": "1"}}]}]

SETS: dict[str, dict[str, Any]] = {
    "llmbar": {"dataset.json": [BAR], "evaluators/GPT-4/Metrics_Reference/result.json": BAR_JUDGED},
    "prd": {
        f"ratings-{judge}/answer_bard-vs-answer_gpt4-{judge}-reviewer_threeclass.jsonl": json.dumps(COMPARED)
        for judge in ("bard", "human")
    },
    "hanna": {"hanna_stories_annotations.csv": FOX, "judge-Llama.csv": FOX},
    "pandalm": {
        "testset-v1.json": [{**PANDA, "annotator1": 2, "annotator2": 2, "annotator3": 0}],
        "gpt-testset-v1.json": [{"idx": 0, "gpt_result": "2"}],
    },
}
"""Miniature data sets in their authors' layout."""


def laid_out(folder: Path, files: dict[str, Any]) -> None:
    for name, content in files.items():
        (folder / "set" / name).parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / "set" / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("layout", SETS)
def test_each_layout_is_evaluated_as_it_was_published(layout: str, folder: Path, council: Council) -> None:
    laid_out(folder, SETS[layout])

    said = council("evaluate", "set", "--layout", layout)

    assert said.code == 0, said
    assert "1 item (95 % intervals)" in said.out
    assert "as the only judge" in said.out


@pytest.mark.parametrize("layout", ["llmbar", "hanna", "pandalm"])
def test_members_judge_a_set_that_nobody_judged(layout: str, folder: Path, council: Council) -> None:
    _, *judges = SETS[layout]
    laid_out(folder, {name: content for name, content in SETS[layout].items() if name not in judges})

    said = council("evaluate", "set", "--layout", layout, "--live")
    kept = (folder / "set.judged.jsonl").read_bytes()
    with_slash = council("evaluate", "set/", "--layout", layout, "--live")

    assert said.code == 0, said
    assert with_slash.out == said.out
    assert (folder / "set.judged.jsonl").read_bytes() == kept
    assert not (folder / "set" / ".judged.jsonl").exists()
    assert all(f"demo:{name} as the only judge" in said.out for name in ("ada", "blaise", "carl", "dorothy"))


def test_members_answer_questions_and_judge_the_answers(folder: Path, council: Council) -> None:
    row = {"QuestionId": "tc_1", "Question": "Capital of Korea?", "Answer": {"Value": "Seoul"}}
    (folder / "qa.json").write_text(json.dumps({"Data": [row]}), encoding="utf-8")

    said = council("evaluate", "qa.json", "--layout", "triviaqa", "--live")

    (line,) = (folder / "qa.json.judged.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    assert said.code == 0, said
    assert "1 item does not count, because it has no judgements, or all or none" in " ".join(said.out.split())
    assert (len(json.loads(line)["answers"]), len(json.loads(line)["judgements"])) == (4, 4)


def test_a_strategy_that_nobody_used_is_named_with_those_that_were(folder: Path, council: Council) -> None:
    laid_out(folder, SETS["llmbar"])

    said = council("evaluate", "set", "--layout", "llmbar", "--strategy", "Vanila")

    assert said.code == 2
    assert "'Vanila'. Expected one of: Metrics_Reference." in said.err
