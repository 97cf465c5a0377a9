"""Searches and boards of the terminal, limited to a part of what its database holds."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from council_core.domain.place import PersonId
from council_core.domain.question import Asker, FilledTemplate, RunId
from council_core.insights.member_results import member_results
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.runs import SqlRunStore
from tests.bot.cli.conftest import Council, kept_in
from tests.core.sitting import a_sitting
from tests.samples import HERE, NOON

BOB = Asker(id=PersonId("U2"), name="Bob Li")
WRITER = FilledTemplate(name="writer", title="Writer", instructions="Write.")
C2, T2 = replace(HERE, channel="C2"), replace(HERE, workspace="T2", channel="C3")


async def kept(folder: Path, *, each: int = 1) -> tuple[str, str]:
    """Store this many questions about a queue of each kind; return the first and the last asker."""
    done = await a_sitting().hold()
    asked = done.question
    kinds = (
        replace(asked, text="The old queue?", place=HERE),
        replace(asked, text="The queue of Bob?", place=C2, asker=BOB),
        replace(asked, text="The written queue?", place=T2, template=WRITER),
    )
    database = Database(f"sqlite:///{kept_in(folder)}")
    try:
        await migrate(database)
        for number in range(each * len(kinds)):
            at = NOON + timedelta(days=number)
            run = replace(done, id=RunId(f"r{number:012d}"), question=kinds[number % 3], asked_at=at)
            await SqlRunStore(database).add(run.as_asked())
            await SqlRunStore(database).save(run)
    finally:
        await database.aclose()
    places = {result.place: result.name for result in member_results(done)}
    return places[1], places[max(place for place in places if place is not None)]


def found(council: Council, *words: str) -> Sequence[bool]:
    """Return for each of the three questions whether it is found."""
    said = council("search", *words)
    assert (said.code, said.err) == (0, "")
    return [text in said.out for text in ("The old queue?", "The queue of Bob?", "The written queue?")]


def test_a_search_is_limited_by_person_model_template_day_and_channel(council: Council, folder: Path) -> None:
    first, last = asyncio.run(kept(folder))

    assert found(council, "queue", "by:bob") == [False, True, False]
    assert found(council, "by:Bob Li") == [False, True, False], "the shell has removed the quotes"
    assert found(council, 'by:"Bob Li"') == [False, True, False]
    assert found(council, "queue", f"model:{first}") == [True, True, True]
    assert found(council, "queue", f"model:{last}") == [False, False, False]
    assert found(council, "queue", "template:writer") == [False, False, True]
    assert found(council, "template:writer") == [False, False, True]
    assert found(council, "queue", f"since:{NOON + timedelta(days=1):%Y-%m-%d}") == [False, True, True]
    assert found(council, "queue", "channel:C2") == [False, True, False]
    assert found(council, "channel:slack:T2:C3") == [False, False, True]
    assert found(council, "queue", "channel:c2", "by:bob") == [False, True, False]
    assert found(council, "written", "channel:C1") == [False, False, False]
    nowhere = council("search", "queue", "channel:C9")
    assert (nowhere.code, nowhere.out) == (2, "")
    assert nowhere.err == "There is no channel 'C9' here. Choose slack:T1:C1, slack:T1:C2 or slack:T2:C3.\n"


BOARDS = (
    ((), 30),
    (("--in", "slack:T1"), 20),
    (("--in", "slack:T1:C2"), 10),
    (("--in", "slack:T2:C3"), 10),
    (("--template", "writer"), 10),
    (("--template", "Writer", "--in", "slack:T2"), 10),
    (("--template", "writer", "--in", "slack:T1"), 0),
    (("--rubric", "ranking"), 30),
    (("--rubric", "code"), 0),
    (("--member", "Ada"), 30),
    (("--member", "Nobody"), 0),
    (("--since", f"{NOON + timedelta(days=15):%Y-%m-%d}"), 15),
)
"""Options of a board, and the number of questions that it counts."""


def test_a_board_counts_the_questions_that_are_wanted(council: Council, folder: Path) -> None:
    asyncio.run(kept(folder, each=10))

    for options, count in BOARDS:
        said = council("board", *options)
        assert (said.code, said.err) == (0, "")
        assert (f"From the latest {count} questions" in said.out) == bool(count), (options, said.out)
        assert ("so there is no board" in said.out) == (not count), (options, said.out)
