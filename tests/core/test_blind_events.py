"""Tests that no name leaves before the reveal: not through types, events, or the log."""

import dataclasses
import json
import logging
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from council_core.codec import to_json
from council_core.domain.answer import Abstention, Answer, Failure
from council_core.domain.ballot import Ballot, Preference
from council_core.domain.events import BlindEvent, Event, NamesRevealed, OpenEvent
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.run_view import OPERATOR, OpenRun, SealedRun, Viewer
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import AliasKey, Masked, Seal
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.tool import ToolCall, ToolUse, Wants, Work
from council_core.domain.verdict import Verdict
from council_core.domain.waiting import Progress
from council_core.exports.json import run_json
from council_core.testing import MemoryRunStore, Script, fails, says
from council_core.view import view
from tests.core.sitting import FILE, FORMATTER, SPACES, TABS, Sitting, mends, ranks
from tests.core.working import CountedTools, calls, page, searches, works
from tests.samples import SETTINGS, a_run

TELL_TALES = (
    Member, MemberId, Roster, Answer, Abstention, Verdict, Review, AliasKey, Seal, Masked, Ballot, Preference,
    Run, CouncilSettings, Work, ToolUse, ToolCall, Wants,
)  # fmt: skip
"""Types that hold a name, the way to one, or the tools behind an answer."""

OPEN = typing.get_args(OpenEvent)

NAMES = ("Quillworth", "Brambleby", "Oxenfold", "Thistlewick")


def parts_of(kind: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every type that a value of this type can hold, with its path."""
    yield path, kind
    for argument in typing.get_args(kind):
        yield from parts_of(argument, path)
    if dataclasses.is_dataclass(kind):
        for name, hint in typing.get_type_hints(kind).items():
            yield from parts_of(hint, f"{path}.{name}")


@pytest.mark.parametrize(
    "event", [*typing.get_args(BlindEvent), *typing.get_args(Progress)], ids=lambda event: event.__name__
)
def test_no_event_before_the_reveal_can_hold_a_name(event: type) -> None:
    found = [f"{event.__name__}{path}" for path, kind in parts_of(event) if kind in TELL_TALES]

    assert found == []


def test_the_summary_that_cards_are_drawn_from_can_hold_no_name_either() -> None:
    assert [path for path, kind in parts_of(RunSummary) if kind in TELL_TALES] == []


def test_a_view_before_the_reveal_can_reach_no_member() -> None:
    assert [f"SealedRun{path}" for path, kind in parts_of(SealedRun) if kind in TELL_TALES] == []


def test_a_view_after_the_reveal_reaches_them() -> None:
    assert {kind for _, kind in parts_of(OpenRun) if kind in TELL_TALES} >= {Member, MemberId, Answer, Run}


def test_the_walk_finds_names_where_they_are_meant_to_be() -> None:
    found = {path for path, kind in parts_of(NamesRevealed) if kind is MemberId}

    assert found == {".unveiled.member", ".reviewers.member", ".absences.member"}


def test_every_event_is_either_blind_or_open() -> None:
    blind, opened = set(typing.get_args(BlindEvent)), set(OPEN)

    assert set(typing.get_args(Event)) == blind | opened
    assert blind & opened == set()


class WatchedStore(MemoryRunStore):
    """Records the public view of each run whenever it was stored."""

    def __init__(self) -> None:
        super().__init__()
        self.looked: list[RunSummary] = []
        self.kept: list[Run] = []

    async def save(self, run: Run, *, since: Run | None = None) -> bool:
        is_news = await super().save(run, since=since)
        self.kept.append(await self.get(run.id))
        self.looked.append(summarize(self.kept[-1]))
        return is_news


@pytest.fixture
def sitting() -> Sitting:
    """Return members with names that occur nowhere else, and with every fault."""
    members = tuple(
        Member(id=MemberId(f"vendor:{name.lower()}-9"), model=f"vendor:{name.lower()}-9", name=name)
        for name in NAMES
    )
    quill, bramble, oxen, thistle = members
    down = Failure(
        reason="unknown_model", detail="The vendor does not serve a model 'brambleby-9'.", latency=1.0
    )
    unclear = says("All of them are fine.")
    run = a_run(settings=dataclasses.replace(SETTINGS, roster=Roster(members=members, chairman=quill)))
    scripts = {
        (quill.id, "answer"): says(TABS),
        (bramble.id, "answer"): fails(down),
        (oxen.id, "answer"): says(FORMATTER),
        (thistle.id, "answer"): says(FILE),
        (quill.id, "review"): mends(unclear, ranks(FORMATTER, SPACES)),
        (bramble.id, "review"): fails(down),
        (oxen.id, "review"): unclear,
        (quill.id, "synthesize"): fails(down),
    }
    return Sitting(run=run, scripts=scripts, store=WatchedStore())


def tell_tales_in(text: str) -> list[str]:
    """Return the names and ids in a text."""
    return [name for name in NAMES if name.lower() in text.lower()]


async def test_nothing_that_is_told_before_the_reveal_names_anybody(sitting: Sitting) -> None:
    await sitting.hold()

    blind = [event for event in sitting.announcer.events if not isinstance(event, OPEN)]
    assert len(blind) == 5
    for event in [*blind, *sitting.announcer.progressed]:
        assert tell_tales_in(json.dumps(to_json(event, type(event)))) == [], event.kind


async def test_the_reveal_then_names_everybody(sitting: Sitting) -> None:
    await sitting.hold()

    revealed = sitting.event("names_revealed")
    assert tell_tales_in(json.dumps(to_json(revealed, NamesRevealed))) == list(NAMES)


async def test_no_summary_of_a_run_names_anybody_at_any_time(sitting: Sitting) -> None:
    await sitting.hold()

    assert isinstance(sitting.store, WatchedStore)
    assert len(sitting.store.looked) >= 4
    for summary in sitting.store.looked:
        assert tell_tales_in(json.dumps(to_json(summary, RunSummary))) == [], summary.status


async def test_no_view_names_anybody_before_the_reveal_and_then_it_names_everybody(sitting: Sitting) -> None:
    await sitting.hold()

    assert isinstance(sitting.store, WatchedStore)
    *sealed, last = sitting.store.kept
    for run in sealed:
        for viewer in (OPERATOR, Viewer(person=run.question.asker.id), Viewer()):
            assert tell_tales_in(json.dumps(run_json(view(run, viewer)))) == [], run.status
    assert tell_tales_in(json.dumps(run_json(view(last)))) == list(NAMES)


async def test_the_log_of_a_whole_run_holds_neither_names_nor_answers_nor_the_question(
    sitting: Sitting, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        await sitting.hold()

    words = [*NAMES, TABS, FORMATTER, FILE, sitting.run.question.text]
    assert [word for word in words if word.lower() in caplog.text.lower()] == []


async def test_a_failure_of_our_own_puts_no_name_and_no_answer_into_the_log(
    sitting: Sitting, caplog: pytest.LogCaptureFixture
) -> None:
    sitting.run = dataclasses.replace(
        sitting.run, settings=dataclasses.replace(sitting.run.settings, aggregation="dice")
    )

    with caplog.at_level(logging.INFO):
        run = await sitting.hold()

    assert run.status == "failed"
    assert "thing=aggregation value=dice" in caplog.text
    words = [*NAMES, TABS, FORMATTER, FILE, sitting.run.question.text]
    assert [word for word in words if word.lower() in caplog.text.lower()] == []


TELLING = (
    "{name} on this: {text}",
    "As {model}, I say: {text}",
    "{text}\n\n— {name}",
    "{text} (`{id}`, see https://docs.example/{model})",
)
"""Ways in which a model names itself."""


@pytest.mark.parametrize("telling", TELLING)
async def test_no_text_and_no_prompt_before_the_reveal_holds_anything_of_the_roster(telling: str) -> None:
    members = tuple(
        Member(id=MemberId(f"vendor:{name.lower()}-9"), model=f"vendor:{name.lower()}-9", name=name)
        for name in NAMES
    )
    settings = dataclasses.replace(
        SETTINGS,
        roster=Roster(members=members, chairman=members[0]),
        revise=True,
        critique=True,
        both_orders=True,
    )

    def tells(member: Member, text: str) -> Script:
        model = member.model.partition(":")[2]
        return says(telling.format(name=member.name, model=model, id=member.id, text=text))

    texts = dict(zip(members, (TABS, SPACES, FORMATTER, FILE), strict=True))
    scripts: dict[object, Script] = {}
    for member, text in texts.items():
        for purpose in ("answer", "revise", "synthesize", "critique"):
            scripts[member.id, purpose] = tells(member, text)
    scripts[members[3].id, "review"] = mends(tells(members[3], "All of them are fine."), ranks(FORMATTER))
    sitting = Sitting(run=a_run(settings=settings), scripts=scripts)

    await sitting.hold()

    blind = [event for event in sitting.announcer.events if not isinstance(event, OPEN)]
    assert {"slate_opened", "slate_ranked", "verdict_reached"} <= {event.kind for event in blind}
    for event in blind:
        assert tell_tales_in(json.dumps(to_json(event, type(event)))) == [], event.kind
    for call in sitting.models.calls:
        prompt = call.prompt
        own = [telling.format(name=m.name, model=m.model.partition(":")[2], id=m.id, text=texts[m])
               for m in members if m.id == call.member]  # fmt: skip
        read = "\n".join([prompt.instructions, prompt.text, *(asked for asked, _ in prompt.history)])
        for each in own:
            read = read.replace(each, "")  # # A member's own words tell it nothing new.
        assert tell_tales_in(read) == [], prompt.purpose


async def test_a_run_with_tools_and_checked_claims_tells_neither_names_nor_tools_before_the_reveal() -> None:
    members = tuple(
        Member(id=MemberId(f"vendor:{name.lower()}-9"), model=f"vendor:{name.lower()}-9", name=name)
        for name in NAMES
    )
    settings = dataclasses.replace(
        SETTINGS, roster=Roster(members=members, chairman=members[0]), verify=True, critique=True
    )
    claim = {
        "claim": "As Quillworth (vendor:quillworth-9) I found that tabs are wide.",
        "mark": "supported",
        "source": page("tabs", 1).url,
        "quote": "Said Brambleby: tabs are wide.",
    }
    answers = works([searches("tabs"), calls(("sum", "{}"))], "Tabs [1].")
    checks = works([searches("tabs"), calls(("sum", "{}"))], json.dumps({"claims": [claim]}))
    sitting = Sitting(
        run=a_run(settings=settings),
        scripts={"answer": answers, "verify": checks, "synthesize": says("Tabs (Response A [1]).")},
        store=WatchedStore(),
        toolbox=CountedTools(),
        drafts=True,
    )

    run = await sitting.hold()

    blind = [event for event in sitting.announcer.events if not isinstance(event, OPEN)]
    texts = [json.dumps(to_json(event, type(event))) for event in [*blind, *sitting.announcer.progressed]]
    assert isinstance(sitting.store, WatchedStore)
    *sealed, _ = sitting.store.kept
    texts += [json.dumps(run_json(view(each, Viewer()))) for each in sealed]
    assert sitting.event("verdict_reached").claims
    assert [name for text in texts for name in tell_tales_in(text)] == []
    assert [word for text in texts for word in ('"uses"', '"sum"', '"tools": [[') if word in text] == []
    assert sum(len(review.work.uses) for review in run.reviews if review.work) == 2 * len(members)
    assert tell_tales_in(json.dumps(run_json(view(run)))) == list(NAMES)
