"""Values that many tests start from; each test changes only its subject."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from bot.presentation.words import ENGLISH
from council_core.domain.answer import Answer, Reply
from council_core.domain.ending import Ending
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, Question, RunId
from council_core.domain.run import Run
from council_core.domain.settings import CouncilSettings
from council_core.errors import Problem

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

STOPPED = Ending(kind="stopped", detail="Ann")
"""Ending of a run that Ann stopped."""

HERE = Place(platform="slack", workspace="T1", channel="C1")


def in_english(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return what people read of these errors in settings."""
    return tuple(ENGLISH.errors.problem(problem=each) for each in problems)


def a_member(name: str) -> Member:
    """Return a seat with this name."""
    return Member(id=MemberId(f"test:{name}"), model=f"test:{name}", name=name.capitalize())


MEMBERS = tuple(a_member(name) for name in ("ada", "blaise", "carl", "dorothy"))

ROSTER = Roster(members=MEMBERS, chairman=MEMBERS[0])

SETTINGS = CouncilSettings(roster=ROSTER, vote_seconds=60)

QUESTION = Question(
    text="Should we use tabs or spaces?", asker=Asker(id=PersonId("U1"), name="Alice"), place=HERE
)


def a_run(run_id: str = "r000000000001", **changes: object) -> Run:
    """Return a run that was just asked, with changes."""
    run = Run(id=RunId(run_id), question=QUESTION, settings=SETTINGS, seed="5eed" * 8, asked_at=NOON)
    return replace(run, **changes)  # type: ignore[arg-type]


def an_answer(member: Member, text: str = "Spaces.") -> Answer:
    """Return a member's answer."""
    return Answer(member=member.id, reply=Reply(text=text, latency=1.5))
