"""Tests of miniature data sets in their authors' layout, and of the sentences about missing ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from council_core.errors import BadItems, BadLine, RequestError
from council_core.evaluation.items import Item
from council_core.evaluation.layouts import LAYOUTS, converted


def write(path: Path, rows: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(rows if isinstance(rows, str) else json.dumps(rows), encoding="utf-8")


def lines(*rows: dict[str, Any]) -> str:
    return "\n".join(json.dumps(row) for row in rows)


def orders(item: Item) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in item.judgements:
        found.setdefault(each.judge, []).append(">".join("=".join(group) for group in each.order))
    return found


def test_llmbar_gives_pairs_with_both_orders(tmp_path: Path) -> None:
    row = {"input": "Say hi.", "output_1": "Hi.", "output_2": "No.", "label": 1}
    judged = {"swap = False": {"winner": "1"}, "swap = True": {"winner": "2"}}
    write(tmp_path / "Natural/dataset.json", [row])
    write(
        tmp_path / "Natural/evaluators/GPT-4/Metrics_Reference/result.json",
        [{**row, "results": [["1. x", "stop"], judged]}],
    )

    (item,) = converted("llmbar", tmp_path)

    assert (item.question, item.best) == ("Say hi.", {"1"})
    assert orders(item) == {"GPT-4": ["1>2", "2>1"]}


def test_prd_makes_one_order_of_a_judges_pairs_and_takes_people_as_gold(tmp_path: Path) -> None:
    for judge, score in (("bard", 1), ("human", 2)):
        folder = tmp_path / f"ratings-{judge}"
        write(
            folder / f"answer_bard-vs-answer_gpt4-{judge}-reviewer_threeclass.jsonl",
            lines({"question_id": 1, "score": score}),
        )
        write(
            folder / f"answer_gpt4-vs-answer_bard-{judge}-reviewer_threeclass.jsonl",
            lines({"question_id": 1, "score": 3}),
        )

    (item,) = converted("prd", tmp_path)

    assert (item.id, item.best) == ("prd/1", {"gpt4"})
    assert orders(item) == {"bard": ["bard>gpt4"]}
    assert dict(item.authors) == {"bard": "bard", "gpt4": "gpt4"}


def test_prd_counts_every_opponent_once_and_leaves_out_answers_that_no_model_judged(tmp_path: Path) -> None:
    def compared(judge: str, one: str, two: str, *scores: int, end: str = "_threeclass") -> None:
        write(
            tmp_path / f"ratings-{judge}" / f"answer_{one}-vs-answer_{two}-{judge}-reviewer{end}.jsonl",
            lines(*({"question_id": 1, "score": score} for score in scores)),
        )

    for one, two in (("bard", "gpt4"), ("bard", "vicuna-13b"), ("gpt4", "vicuna-13b")):
        compared("vicuna-13b", one, two, 1, end="")
    compared("human", "bard", "gpt4", 1)
    compared("human", "bard", "vicuna-13b", 2, 2, 2)
    compared("human", "gpt4", "vicuna-13b", 2)
    compared("human", "guanaco-7b", "bard", 2, 2, 2)

    (item,) = converted("prd", tmp_path)

    assert item.names == ("bard", "gpt4", "vicuna-13b")
    assert dict(item.gold) == {"bard": 0.5, "gpt4": 0.0, "vicuna-13b": 1.0}
    assert orders(item) == {"vicuna-13b": ["bard>gpt4>vicuna-13b"]}


def test_hanna_takes_the_mean_of_people_and_criteria(tmp_path: Path) -> None:
    head = "Prompt,Model,Relevance,Coherence,Empathy,Surprise,Engagement,Complexity"
    write(
        tmp_path / "hanna_stories_annotations.csv",
        f"{head}\nA fox,GPT,5,5,5,5,5,5\nA fox,GPT,4,4,4,4,4,4\nA fox,TD,1,1,1,1,1,1\n",
    )
    write(
        tmp_path / "judge-Llama.csv",
        f"{head}\nA fox,GPT,2,2,2,2,2,2\nA fox,TD,2,2,2,2,2,2\nA fox,New,5,5,5,5,5,5\n",
    )

    (item,) = converted("hanna", tmp_path)

    assert (item.question, item.best) == ("A fox", {"GPT"})
    assert orders(item) == {"Llama": ["GPT=TD"]}


def test_triviaqa_gives_questions_for_live_members(tmp_path: Path) -> None:
    answer = {"Value": "Seoul", "Aliases": ["Seoul", "서울"]}
    write(
        tmp_path / "qa.json",
        {"Data": [{"QuestionId": "tc_1", "Question": "Capital of Korea?", "Answer": answer}]},
    )

    (item,) = converted("triviaqa", tmp_path / "qa.json")

    assert (item.id, item.accepted, item.answers) == ("tc_1", ("Seoul", "서울"), ())


def test_pandalm_takes_what_most_people_say(tmp_path: Path) -> None:
    row = {"idx": 0, "instruction": "Shorten.", "input": float("nan"), "response1": "a", "response2": "b"}
    mostly_tied = {**row, "idx": 1, "annotator1": 0, "annotator2": 2, "annotator3": 0}
    write(
        tmp_path / "testset-v1.json",
        [{**row, "annotator1": 2, "annotator2": 2, "annotator3": 0}, mostly_tied],
    )
    write(tmp_path / "gpt-3.5-turbo-testset-v1.json", [{"idx": 0, "gpt_result": "1"}])

    item, tie = converted("pandalm", tmp_path)

    assert tie.best == {"1", "2"}
    assert (item.question, item.best) == ("Shorten.", {"2"})
    assert orders(item) == {"gpt-3.5-turbo": ["1>2"]}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_laid_out_otherwise_is_said_in_a_sentence(layout: str, tmp_path: Path) -> None:
    for name in ("dataset.json", "testset-v1.json", "items.jsonl", "hanna_stories_annotations.csv"):
        write(tmp_path / name, [{"id": 1}] if name.endswith("json") else '{"id": 1}')
    path = tmp_path / "items.jsonl" if layout in ("triviaqa", "scores") else tmp_path

    with pytest.raises(RequestError) as caught:
        list(converted(layout, path))

    assert str(tmp_path) in str(caught.value)


def test_a_bad_line_of_a_layout_is_named_and_the_items_before_it_come(tmp_path: Path) -> None:
    good = {"id": 1, "candidates": ["a", "b"], "reviewers": ["ada"], "ballots": [[2, 1]], "gold": [1, 0]}
    write(tmp_path / "items.jsonl", f"{json.dumps(good)}\n\n{{nothing\n")
    found = iter(converted("scores", tmp_path / "items.jsonl"))

    assert next(found).id == "1"
    with pytest.raises(BadLine) as caught:
        next(found)

    assert (caught.value.line, caught.value.fault, caught.value.facts) == (3, "no_json_file", {"column": "2"})


def test_an_id_of_two_items_is_named_before_anybody_pays_for_both(tmp_path: Path) -> None:
    row = {"QuestionId": "tc_1", "Question": "Capital of Korea?", "Answer": {"Value": "Seoul"}}
    write(tmp_path / "qa.json", {"Data": [row, {**row, "Question": "Capital of Peru?"}]})

    with pytest.raises(BadItems) as caught:
        list(converted("triviaqa", tmp_path / "qa.json"))

    assert (caught.value.fault, caught.value.facts["number"]) == ("same_id", "2")


@pytest.mark.parametrize("figure", ["much", "", "nan"])
def test_what_is_no_figure_in_a_table_is_named_with_its_line(figure: str, tmp_path: Path) -> None:
    columns = "Prompt,Model,Relevance,Coherence,Empathy,Surprise,Engagement,Complexity"
    rows = ["p,a,1,1,1,1,1,1", f"p,b,1,{figure},1,1,1,1"]
    write(tmp_path / "hanna_stories_annotations.csv", "\n".join([columns, *rows]))

    with pytest.raises(BadLine) as caught:
        list(converted("hanna", tmp_path))

    assert (caught.value.line, caught.value.fault) == (3, "no_figure")
    assert caught.value.facts == {"key": "Coherence", "value": json.dumps(figure)}
