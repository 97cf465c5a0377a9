"""A run with tools on its page and for programs, before the reveal and after it, as golden files."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest

from bot.presentation.documents import run_document
from bot.presentation.words import ENGLISH, words_for
from bot.programs.answers import run_shape
from bot.web.page.drawing import draw
from bot.web.page.reader_actions import acts_part
from bot.web.page.run_page import run_page
from council_core.domain.answer import Answer
from council_core.domain.place import PersonId
from council_core.domain.run import Run, RunStatus
from council_core.domain.run_view import Viewer
from council_core.domain.tool import Found, ToolCall, ToolUse, Work
from council_core.exports.json import run_json
from council_core.tools.search import ENGINES
from council_core.view import view
from tests.bot.presentation.examples import NAMES
from tests.core.exports.test_export import PAGE, with_tools
from tests.golden_files import assert_golden

USES = tuple(
    ToolUse(
        call=ToolCall(id=f"c{number}", name="docs__lookup", arguments=f'{{"words": "wide tabs {number}"}}'),
        result=Found(text="Of four columns.", sources=(replace(PAGE, snippet="Wide."),)),
    )
    for number in range(3)
)
TELL_TALES = (
    *NAMES,
    *ENGINES,
    "docs__lookup",
    "wide tabs",
    "Of four columns",
    "Tool calls",
    "cannot use tools",
)


def looked_up(status: RunStatus) -> Run:
    """Return a run whose first model and first reviewer called tools, and whose second model cannot use any."""
    run = with_tools(status)
    first, *others = run.outcomes
    assert isinstance(first, Answer)
    worked = replace(first, reply=replace(first.reply, work=Work(uses=USES, sources=(PAGE,))))
    reviews = (replace(run.reviews[0], work=Work(uses=USES[:2])), *run.reviews[1:])
    return replace(run, outcomes=(worked, *others), reviews=reviews)


def told_by(text: str) -> list[str]:
    """Return the telling words in a text, such as names of models."""
    return [each for each in TELL_TALES if re.search(rf"\b{each}\b", text, re.IGNORECASE)]


def text_of(html: str) -> str:
    """Return the words of a page and the addresses in it, a line for each."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", "", html.partition("<main")[2], flags=re.DOTALL)
    linked = re.sub(r'<a [^>]*href="(https?:[^"]*)"[^>]*>', r"(\1) ", body)
    words = unescape(re.sub(r"<[^>]*>", "\n", linked.partition(">")[2]))
    return "\n".join(line.strip() for line in words.splitlines() if line.strip())


@pytest.mark.parametrize("status", ["reviewing", "voting"])
def test_before_the_reveal_no_document_of_a_run_with_tools_tells_its_models_apart(status: RunStatus) -> None:
    seen = view(looked_up(status), Viewer())

    assert told_by(run_document(seen, words_for("en")).markdown) == []
    assert told_by(json.dumps(run_json(seen), ensure_ascii=False)) == []


@pytest.mark.parametrize("status", ["reviewing", "voting", "revealed"])
def test_the_page_of_a_run_with_tools_reads_like_its_golden_file(status: RunStatus) -> None:
    words, seen = words_for("en"), view(looked_up(status), Viewer())
    html = draw(
        "run.html", words, run=run_page(seen, words), acts=acts_part(seen, words, person=PersonId("U1")), form="f",
        seen="", said="", here="/r/x",
    )  # fmt: skip

    assert_golden(f"page/with-tools-{status}.txt", text_of(html))
    assert (told_by(html) == []) == (status != "revealed")


@pytest.mark.parametrize("status", ["reviewing", "voting", "revealed"])
def test_programs_read_a_run_with_tools_as_its_golden_file_says(status: RunStatus) -> None:
    shape = run_shape(view(looked_up(status), Viewer()), (), ENGLISH, with_responses=True)
    written = shape.model_dump_json(indent=1)

    assert_golden(f"programs/with-tools-{status}.json", written)
    assert (told_by(written) == []) == (status != "revealed")


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, ENGLISH.programs.going_on), (3600, ENGLISH.programs.voting)]
)
def test_programs_hear_of_a_vote_only_where_people_vote(seconds: int, said: str) -> None:
    run = looked_up("voting")
    run = replace(run, settings=replace(run.settings, vote_seconds=seconds))

    assert run_shape(view(run, Viewer()), (), ENGLISH, with_responses=False).note == said
