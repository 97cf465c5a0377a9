"""Tools count in an estimate as the latest runs of the place used them."""

from dataclasses import replace

import pytest

from council_core.domain.answer import Answer, Reply
from council_core.domain.run import Run
from council_core.domain.tool import Found, ToolCall, ToolUse, Work
from council_core.stages.estimate import expected_calls, looked_up_in
from tests.samples import MEMBERS, QUESTION, SETTINGS, a_run


def used(calls: int, text: str) -> Run:
    """Return a run whose first member called a tool this often, with this result."""
    use = ToolUse(call=ToolCall(id="c", name="search", arguments="{}"), result=Found(text=text))
    reply = Reply(text="Spaces.", latency=1.0, work=Work(uses=(use,) * calls))
    return a_run(outcomes=(Answer(member=MEMBERS[0].id, reply=reply),))


def read_by_first(run: Run, **settings: object) -> int:
    """Return the tokens that the first member is expected to read for its answer."""
    calls = expected_calls(QUESTION, replace(SETTINGS, **settings), {}, looked_up_in([run]))  # type: ignore[arg-type]
    return calls[0].tokens_in


def test_a_member_reads_the_question_and_all_results_so_far_in_each_round() -> None:
    plain = read_by_first(used(0, ""))

    assert read_by_first(used(1, "x" * 400)) == 2 * plain + 100
    assert read_by_first(used(3, "x" * 400)) == 4 * plain + 600


def test_no_more_is_expected_than_the_settings_allow() -> None:
    plain = read_by_first(used(0, ""))

    assert read_by_first(used(8, "x" * 400), tool_rounds=2) == 3 * plain + 300
    assert read_by_first(used(8, "x" * 400), tools="none") == plain
    assert read_by_first(used(1, "x" * 2_000), tool_characters=1_000) == 2 * plain + 250


@pytest.mark.parametrize("member", range(1, len(MEMBERS)))
def test_models_that_used_no_tools_are_expected_to_use_none(member: int) -> None:
    with_tools, without = (
        expected_calls(QUESTION, SETTINGS, {}, looked_up_in([run])) for run in (used(3, "x"), used(0, ""))
    )

    assert with_tools[member] == without[member]


def test_a_search_before_the_run_is_read_by_everybody() -> None:
    plain = read_by_first(used(0, ""))

    assert read_by_first(used(0, ""), web_search=True) > plain + 1_000
