"""Tests of `council evaluate --live`: members asked once, stops, budgets, and the file of judged items."""

import asyncio
import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bot.cli.conftest import Council, Said, process
from tests.bot.cli.test_evaluate import PAIR, items, judged
from tests.testbed.gates import Moment, open_gate
from tests.testbed.models import Fails, Hangs, ModelServer, Says
from tests.testbed.models.journal import Call
from tests.testbed.patience import PATIENCE

MEMBERS = "openai:ada,openai:blaise"


def numbered(*numbers: int) -> list[dict[str, Any]]:
    return [{**PAIR, "id": f"q{at}", "question": f"Tabs, number {at}?"} for at in numbers]


def kept_by_id(folder: Path) -> dict[str, list[str]]:
    """The judges of each kept item; the latest line of an item counts."""
    text = (folder / "items.jsonl.judged.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.split("\n") if line]
    return {row["id"]: sorted(each["judge"] for each in row.get("judgements", [])) for row in rows}


async def live(council: Council, models: ModelServer, *words: str, members: str = MEMBERS) -> Said:
    """Run the command in a thread of its own while the models are served here, and return its output."""
    variables = {"COUNCIL_MEMBERS": members, **models.environment()}
    return await asyncio.to_thread(council, "evaluate", "items.jsonl", "--live", *words, **variables)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - another process writes the file
        await asyncio.sleep(0.02)


def questions_to(models: ModelServer) -> set[int]:
    """Return the numbers of the questions in the calls so far."""
    bodies = [json.dumps(call.body) for call in models.journal.calls]
    return {at for at in range(10) if any(f"Tabs, number {at}?" in body for body in bodies)}


async def test_a_killed_process_loses_no_finished_item_and_the_next_one_asks_only_the_rest(
    folder: Path, council: Council
) -> None:
    items(folder, *numbered(1, 2, 3, 4))
    async with ModelServer() as models:
        models.script("blaise", Says(), Says())
        models.always("blaise", Hangs())
        kept = folder / "items.jsonl.judged.jsonl"
        variables: dict[str, Any] = {"COUNCIL_MEMBERS": MEMBERS, **models.environment()}
        async with (
            asyncio.timeout(PATIENCE),
            process(folder, "evaluate", "items.jsonl", "--live", **variables) as evaluation,
        ):
            await until(lambda: kept.exists() and kept.read_bytes().count(b"\n") == 2)
            evaluation.signal(signal.SIGKILL)
            await evaluation.ends()
        before = kept_by_id(folder)
        kept.write_bytes(kept.read_bytes() + '{"id": "q9", "question": "탭'.encode()[:-1])
        models.always("blaise", Says())
        models.journal.calls.clear()

        said = await live(council, models)

    assert said.code == 0, said
    assert "4 items" in said.out
    assert kept_by_id(folder) == {f"q{at}": ["openai:ada", "openai:blaise"] for at in range(1, 5)}
    assert questions_to(models) == {at for at in range(1, 5) if f"q{at}" not in before}


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
async def test_a_stop_within_an_item_pays_for_no_reply_again(
    stop: signal.Signals, folder: Path, council: Council
) -> None:
    items(folder, {"id": "q1", "question": "Tabs, number 1?", "accepted": ["tabs"]}, *numbered(2))
    replies = folder / "items.jsonl.judged.jsonl.replies"

    async def holds_reviews_of_blaise(call: Call, _moment: Moment) -> bool:
        if call.asked is not None and call.asked.form != "text" and call.model == "blaise":
            await asyncio.Event().wait()
        return True

    async with ModelServer() as models:
        variables: dict[str, Any] = {"COUNCIL_MEMBERS": MEMBERS, **models.environment()}
        whole = await live(council, models, "--out", "whole.jsonl")
        models.gate = holds_reviews_of_blaise
        async with process(folder, "evaluate", "items.jsonl", "--live", **variables) as evaluation:
            await until(lambda: replies.exists() and replies.read_bytes().count(b"]\n") == 4)
            evaluation.signal(stop)
            await evaluation.ends()
        replies.write_bytes(replies.read_bytes() + b'["cut", "rev')
        models.gate = open_gate
        models.journal.calls.clear()
        said = await live(council, models)

    assert (whole.code, said.code) == (0, 0), (whole, said)
    assert [call.model for call in models.journal.calls] == ["blaise", "blaise"]
    assert said.out == whole.out
    assert not replies.exists()


async def test_a_budget_is_not_overspent_and_a_larger_one_goes_on(folder: Path, council: Council) -> None:
    items(folder, *numbered(1, 2, 3))
    members = "openrouter:lab/ada,openrouter:lab/blaise"
    async with ModelServer() as models:
        for model in ("lab/ada", "lab/blaise"):
            models.always(model, Says(cost=0.3))

        short = await live(council, models, "--budget", "1.5", members=members)
        after_short = kept_by_id(folder)
        enough = await live(council, models, "--budget", "3", members=members)

    assert (short.code, enough.code) == (0, 0), (short, enough)
    assert "Of the budget of $1.50 there is $0.30 left" in short.err
    assert "Cost: $1.20." in short.out
    assert sorted(after_short) == ["q1", "q2"]
    assert len(kept_by_id(folder)) == 3
    assert len(models.journal.calls) == 6


async def test_a_member_that_did_not_reply_or_is_new_is_asked_the_next_time_and_the_others_are_not(
    folder: Path, council: Council
) -> None:
    items(folder, *numbered(1))
    async with ModelServer() as models:
        models.script("blaise", Fails(status=401))

        first = await live(council, models)
        models.journal.calls.clear()
        second = await live(council, models, members=f"{MEMBERS},openai:carl")

    assert "openai:blaise did not reply about some items." in first.err
    assert (first.code, second.code) == (0, 0)
    assert sorted(call.model for call in models.journal.calls) == ["blaise", "carl"]
    assert kept_by_id(folder) == {"q1": ["openai:ada", "openai:blaise", "openai:carl"]}


async def test_where_nobody_replies_it_stops_and_keeps_nothing_as_judged(
    folder: Path, council: Council
) -> None:
    items(folder, *numbered(1, 2, 3))
    async with ModelServer() as models:
        for model in ("ada", "blaise"):
            models.always(model, Fails(status=401))
        said = await live(council, models)

    assert said.code == 2
    assert "Nobody replied about the item q" in said.err
    assert "the same command goes on from there" in said.err
    assert "\\" not in said.err, "plain text, without the escapes of Markdown"
    assert kept_by_id(folder) == {}


async def test_a_reviewer_without_a_clear_order_is_not_asked_again(folder: Path, council: Council) -> None:
    items(folder, *numbered(1))
    async with ModelServer() as models:
        models.always("blaise", Says(text="I cannot say."))
        await live(council, models)
        asked = len(models.journal.calls)
        said = await live(council, models)

        first = kept_by_id(folder)
        items(folder, {**numbered(1)[0], "unclear": ["openai:ada", "openai:blaise"]})
        unclear_to_all = await live(council, models)

    assert (said.code, unclear_to_all.code) == (0, 0), unclear_to_all
    assert len(models.journal.calls) == asked
    assert first == {"q1": ["openai:ada"]}


def test_separators_within_a_text_end_no_line(folder: Path, council: Council) -> None:
    odd = {**PAIR, "id": "q1", "answers": {"a": "Tabs.\u2028Always.\x85", "b": "No."}}
    (folder / "items.jsonl").write_text(
        f"\ufeff{json.dumps(odd, ensure_ascii=False)}\r\n", encoding="utf-8", newline=""
    )

    first = council("evaluate", "items.jsonl", "--live", "--json")
    second = council("evaluate", "items.jsonl", "--live", "--json")

    assert (first.code, second.code) == (0, 0), first
    assert first.out == second.out
    assert list(kept_by_id(folder)) == ["q1"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{**PAIR, "id": "q1", "answers": ["a", "b"]}], "The item q1 has no judgements, and answers without"),
        ([{**PAIR, "id": "q2", "question": "Spaces?"}], "holds another item under the id 'q2'."),
    ],
)
def test_what_members_cannot_judge_is_said_before_anybody_is_asked(
    rows: list[dict[str, Any]], said: str, folder: Path, council: Council
) -> None:
    (folder / "kept.jsonl").write_text(json.dumps(judged(2, "ada")) + "\n", encoding="utf-8")

    result = council("evaluate", items(folder, *rows), "--live", "--out", "kept.jsonl")

    assert result.code == 2
    assert said in result.err


ASKED: dict[str, Any] = {"id": "q1", "question": "Tabs?", "accepted": ["tabs"]}
LAB = "openrouter:lab/ada,openrouter:lab/blaise"


async def test_paid_answers_are_kept_although_no_review_came(folder: Path, council: Council) -> None:
    items(folder, ASKED)
    async with ModelServer() as models:
        for model in ("lab/ada", "lab/blaise"):
            models.script(model, Says(text="Tabs.\n\nPOSITION: tabs", cost=0.25))
            models.always(model, Fails(status=401))
        without = await live(council, models, members=LAB)
        kept = json.loads((folder / "items.jsonl.judged.jsonl").read_text(encoding="utf-8"))
        models.journal.calls.clear()
        for model in ("lab/ada", "lab/blaise"):
            models.always(model, Says(cost=0.25))
        said = await live(council, models, members=LAB)

    assert without.code == 2
    assert (len(kept["answers"]), kept["cost"]) == (2, 0.5)
    assert said.code == 0, said
    assert [call.asked.form for call in models.journal.calls if call.asked] == ["tool", "tool"]
    assert kept_by_id(folder) == {"q1": LAB.split(",")}


async def test_a_budget_counts_calls_that_gave_no_item_also_the_next_time(
    folder: Path, council: Council
) -> None:
    items(folder, ASKED)
    async with ModelServer() as models:
        models.always("lab/ada", Says(text="Tabs.\n\nPOSITION: tabs", cost=0.5))
        models.always("lab/blaise", Fails(status=401))
        first = await live(council, models, "--budget", "0.75", members=LAB)
        paid = len(models.journal.of("lab/ada"))
        second = await live(council, models, "--budget", "0.75", members=LAB)
        asked_again = len(models.journal.of("lab/ada"))
        models.script("lab/blaise", Says(text="Yes, tabs.\n\nPOSITION: tabs", cost=0.5))
        for model in ("lab/ada", "lab/blaise"):
            models.always(model, Says(cost=0.5))
        third = await live(council, models, members=LAB)

    assert (first.code, second.code, third.code) == (0, 0, 0), (first, second, third)
    assert len(models.journal.of("lab/ada")) == paid + 1, "its answer is kept, and its review is new"
    assert "Cost: $2.00." in third.out
    assert "Of the budget of $0.75 there is $0.25 left" in second.err
    assert asked_again == paid == 1
    assert "Cost: $0.50." in second.out


async def test_a_budget_refuses_a_model_without_a_price_beside_one_with_a_price(
    folder: Path, council: Council
) -> None:
    items(folder, *numbered(1, 2, 3, 4, 5, 6))
    async with ModelServer() as models:
        models.always("lab/ada", Says(cost=0.01))
        said = await live(council, models, "--budget", "5", members="openrouter:lab/ada,ollama:without-price")

    assert (said.code, said.out) == (2, "")
    assert "the price of a model is unknown" in said.err
    assert len(models.journal.calls) == 2


async def test_models_that_cost_nothing_are_asked_at_once_under_a_budget_too(
    folder: Path, council: Council, monkeypatch: pytest.MonkeyPatch
) -> None:
    items(folder, *numbered(1, 2, 3, 4, 5, 6))
    async with ModelServer() as models:
        models.latency = 0.2
        monkeypatch.setenv("OLLAMA_PRICES", "*=0")
        said = await live(council, models, "--budget", "1", members="ollama:ada,ollama:blaise")

    assert said.code == 0, said
    assert models.journal.most_at_once > 2, "more than the two members of one item"


async def test_a_second_command_is_refused_while_the_first_one_writes(folder: Path, council: Council) -> None:
    items(folder, *numbered(1))
    async with ModelServer() as models:
        models.always("blaise", Hangs())
        variables: dict[str, Any] = {"COUNCIL_MEMBERS": MEMBERS, **models.environment()}
        async with process(folder, "evaluate", "items.jsonl", "--live", **variables):
            await until(lambda: len(models.journal.calls) == 2)
            second = await live(council, models)

    assert (second.code, second.out) == (2, "")
    assert "Another command writes to items.jsonl.judged.jsonl now." in second.err
    assert len(models.journal.calls) == 2


async def test_one_model_is_not_paid_for_an_answer_that_nothing_stands_beside(
    folder: Path, council: Council
) -> None:
    items(folder, ASKED)
    async with ModelServer() as models:
        said = await live(council, models, members="openai:ada")

    assert said.code == 2
    assert "with these settings fewer than two models answer" in said.err
    assert models.journal.calls == []


@pytest.mark.parametrize("command", [["evaluate", "items.jsonl", "--live"], ["calibrate", "items.jsonl"]])
def test_the_items_own_file_takes_no_judged_items(command: list[str], folder: Path, council: Council) -> None:
    items(folder, *numbered(1, 2))
    before = (folder / "items.jsonl").read_bytes()

    refused = council(*command, "--out", "./items.jsonl")

    assert (refused.code, refused.out) == (2, "")
    assert refused.err.endswith("items.jsonl holds the items themselves. Name another file with --out.\n")
    assert (folder / "items.jsonl").read_bytes() == before
