"""Tests of the choice of the chairman, and of the links that a verdict may hold."""

from dataclasses import replace

import pytest

from council_core.domain.answer import Reply
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.run import Run
from council_core.domain.settings import ShowRanking
from council_core.domain.slate import AliasKey, Response, Slate
from council_core.ports import Prompt
from council_core.stages.synthesize import foreign_links, line_of_chairs, order_in_words
from council_core.testing import fails
from tests.core.sitting import DOWN, Sitting, a_sitting
from tests.samples import MEMBERS, QUESTION, ROSTER, SETTINGS, a_run

ADA, BLAISE, CARL, DOROTHY = MEMBERS

OUTSIDER = Member(id=MemberId("openai:gpt-5"), model="openai:gpt-5", name="gpt-5")


async def ranked(**settings: object) -> tuple[Run, AliasKey]:
    """Return a run in which Carl came first, then Blaise, and Dorothy gave no answer."""
    run = await a_sitting({(DOROTHY.id, "answer"): fails(DOWN)}, **settings).hold()
    assert run.key is not None
    return run, run.key


def names(members: tuple[Member, ...]) -> list[str]:
    return [member.name for member in members]


async def test_after_the_chairman_come_the_others_by_rank_and_then_those_who_could_not_answer() -> None:
    run, key = await ranked()

    assert names(line_of_chairs(run, key)) == ["Ada", "Carl", "Blaise", "Dorothy"]


async def test_without_a_ranking_they_come_as_they_sit() -> None:
    run, key = await ranked()

    assert names(line_of_chairs(replace(run, ranking=None), key)) == ["Ada", "Blaise", "Carl", "Dorothy"]


async def test_a_chairman_from_outside_is_first_in_line_and_stands_there_once() -> None:
    run, key = await ranked(roster=Roster(members=ROSTER.members, chairman=OUTSIDER))

    assert names(line_of_chairs(run, key)) == ["gpt-5", "Carl", "Blaise", "Ada", "Dorothy"]


def test_an_order_is_said_with_its_ties() -> None:
    assert order_in_words((("B",), ("A", "C"))) == "B > A = C"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("verdict", "foreign", "why"),
    [
        ("See https://example.com/a.", (), "a response has it"),
        ("See https://example.com/a/", (), "a slash at the end makes no difference"),
        ("See [this](https://asked.example/b) too.", (), "the question has it"),
        ("See https://evil.example/x, then.", ("https://evil.example/x",), "nobody has it"),
        ("https://evil.example/x and https://evil.example/x.", ("https://evil.example/x",), "named once"),
        ("**https://evil.example/x**", ("https://evil.example/x",), "marks around it are no part of it"),
        ("Nothing to see.", (), "no link at all"),
    ],
)
def test_links_that_the_chairman_made_up_are_noticed(
    verdict: str, foreign: tuple[str, ...], why: str
) -> None:
    question = replace(QUESTION, text="Is https://asked.example/b right?")
    slate = Slate(responses=(Response(alias="A", text="As https://example.com/a says."),))  # type: ignore[arg-type]

    assert foreign_links(verdict, a_run(question=question), slate) == foreign, why


async def writes(member: Member, prompt: Prompt) -> Reply:
    """Write as a chairman that streams and names itself."""
    assert prompt.written is not None
    for end in range(0, len(WRITTEN) + 1, 5):
        prompt.written(WRITTEN[:end])
    return Reply(text=WRITTEN, latency=1.0)


WRITTEN = "Run a formatter.\n\nI am Claude, made by Anthropic, and agree with Response A.\nNot a whole line"


async def test_a_verdict_is_told_while_it_is_written_by_whole_lines_without_its_author() -> None:
    sitting = Sitting(run=a_run(settings=SETTINGS), scripts={"synthesize": writes}, drafts=True)

    await sitting.hold()

    *_, last = sitting.announcer.written
    assert sitting.announcer.written[0] == "Run a formatter."
    assert last.startswith("Run a formatter.\n\n")
    assert "Response A" in last
    assert "whole line" not in last
    assert not [text for text in sitting.announcer.written if "Claude" in text or "Anthropic" in text]


@pytest.mark.parametrize(("drafts", "show_ranking"), [(False, "at_once"), (True, "after_vote")])
async def test_no_verdict_is_told_while_it_is_written_where_nobody_shows_it_or_people_vote_first(
    drafts: bool, show_ranking: ShowRanking
) -> None:
    asked: list[Prompt] = []

    async def concludes(member: Member, prompt: Prompt) -> Reply:
        asked.append(prompt)
        return Reply(text=WRITTEN, latency=1.0)

    settings = replace(SETTINGS, show_ranking=show_ranking)
    sitting = Sitting(run=a_run(settings=settings), scripts={"synthesize": concludes}, drafts=drafts)
    await sitting.hold()

    assert [prompt.written for prompt in asked] == [None]
    assert sitting.announcer.written == []
