"""Tests of tool calls, each shown after one click once names are revealed."""

from dataclasses import replace
from typing import get_args

import pytest

from bot.presentation.card import card_for
from bot.presentation.documents import result_of, run_document
from bot.presentation.sources import tool_calls_reply
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from council_core.domain.answer import Answer
from council_core.domain.run import Run, RunStatus
from council_core.domain.summary import summarize
from council_core.domain.tool import Found, ToolFailed, ToolUse, Work
from council_core.errors import PageReason, ToolReason
from council_core.prompts import FAILURES
from council_core.stages.cite import shown_to_model
from council_core.view import view
from tests.bot.presentation.drawing import draw, draw_reply
from tests.bot.presentation.examples import LIMITS
from tests.core.exports.test_export import CALL, with_tools
from tests.golden_files import assert_golden


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_a_person_reads_name_arguments_and_result_of_each_call(words: Words) -> None:
    reply = tool_calls_reply(view(with_tools("revealed")), LIMITS, words)

    assert_golden(f"posts/reply/tool-calls-{words.language}.txt", draw_reply(reply))


@pytest.mark.parametrize("status", ["voting", "revealed"])
def test_the_menu_offers_them_after_the_reveal_and_not_before(status: RunStatus) -> None:
    run = with_tools(status)

    card = draw(card_for(summarize(run), ENGLISH))
    reply = draw_reply(tool_calls_reply(view(run), LIMITS, ENGLISH))

    is_open = status == "revealed"
    assert ("Tool calls (2)" in card) == is_open
    assert ("search" in reply) == is_open
    assert ("shown once the names are out" in reply) != is_open


@pytest.mark.parametrize("status", ["voting", "revealed"])
def test_show_and_exports_list_them_after_the_reveal_with_those_of_reviewers(status: RunStatus) -> None:
    run = with_tools(status)
    use = ToolUse(call=replace(CALL, arguments='{"query": "is that so"}'), result=Found(text="It is."))
    reviews = (replace(run.reviews[0], work=Work(uses=(use,))), *run.reviews[1:])
    seen = view(replace(run, reviews=reviews))

    for text in ("\n".join(map(draw, whole_run(seen))), run_document(seen, ENGLISH).markdown):
        assert ("Tool calls (3)" in text) == (status == "revealed")
        assert ("is that so" in text) == (status == "revealed")


def test_a_run_without_tools_offers_nothing() -> None:
    run = with_tools("revealed")
    without = replace(run, outcomes=tuple(map(_without_work, run.outcomes)))

    assert "Tool calls" not in draw(card_for(summarize(without), ENGLISH))
    assert "No model called a tool" in draw_reply(tool_calls_reply(view(without), LIMITS, ENGLISH))


@pytest.mark.parametrize("count", [1, 40])
def test_long_calls_are_shortened_and_whole_in_a_file(count: int) -> None:
    use = ToolUse(call=CALL, result=Found(text="line one\n" + "x" * 1_900))

    reply = tool_calls_reply(view(_with_calls(with_tools("revealed"), (use,) * count)), LIMITS, ENGLISH)

    (file,) = reply.post.files
    assert file.content.decode().count("x" * 1_900) == count
    assert "x" * 500 not in draw_reply(reply)
    assert "The file tool-calls.md holds every call." in draw_reply(reply).replace("\\", "")


def _without_work(outcome: object) -> object:
    return (
        replace(outcome, reply=replace(outcome.reply, work=None)) if isinstance(outcome, Answer) else outcome
    )


def _with_calls(run: Run, uses: tuple[ToolUse, ...]) -> Run:
    first, *rest = run.outcomes
    assert isinstance(first, Answer)
    assert first.reply.work is not None
    reply = replace(first.reply, work=replace(first.reply.work, uses=uses))
    return replace(run, outcomes=(replace(first, reply=reply), *rest))


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_a_failed_call_says_why_in_the_readers_language(words: Words) -> None:
    refused = "The page could not be opened. Its server answered 404."
    use = ToolUse(call=CALL, result=ToolFailed(why=refused))

    told = result_of(
        replace(use, result=ToolFailed(reason="server_answered", facts={"status": "404"})), words
    )
    of_earlier = result_of(use, words)

    why = words.material.withheld(why="server_answered", facts={"status": "404"})
    assert told == of_earlier == words.documents.failed(why=words.material.page_unopened(why=why))
    assert (refused in told) == (words.language == "en")
    assert result_of(replace(use, result=ToolFailed(why="ValueError: x")), words).endswith("ValueError: x")


def test_the_model_reads_a_sentence_of_its_own_for_each_reason_of_a_tool() -> None:
    use = ToolUse(call=CALL, result=ToolFailed(reason="search_set_up", facts={"variable": "BRAVE_API_KEY"}))

    assert shown_to_model(use, {}, "x") == "Failed: The search cannot be asked."
    assert set(FAILURES) == {*get_args(PageReason), *get_args(ToolReason)}
