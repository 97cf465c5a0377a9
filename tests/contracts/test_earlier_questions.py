"""Contract of every search for earlier questions: in memory, SQLite and Postgres alike."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from council_core.domain.place import Place
from council_core.domain.question import FileReference, FilledField, FilledTemplate, RunId
from council_core.domain.run import Run
from council_core.domain.similarity import around
from council_core.ports import EarlierQuestions, RunStore
from council_core.storage.history import SqlEarlierQuestions
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryEarlierQuestions, MemoryRunStore
from tests.contracts.conftest import emptied
from tests.core.sitting import a_sitting
from tests.samples import HERE, NOON

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Stores:
    runs: RunStore
    earlier: EarlierQuestions


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Stores]:
    if request.param == "memory":
        memory = MemoryRunStore()
        yield Stores(memory, MemoryEarlierQuestions(memory))
        return
    url = f"sqlite:///{tmp_path / 'council.db'}"
    database = await emptied(request.getfixturevalue("postgres") if request.param == "postgres" else url)
    yield Stores(SqlRunStore(database), SqlEarlierQuestions(database))
    await database.aclose()


async def asked(stores: Stores, number: int, text: str, place: Place = HERE, *, is_over: bool = True) -> Run:
    done = await a_sitting().hold()
    question = replace(done.question, text=text, place=place)
    run = replace(done, id=RunId(f"r{number:016d}"), question=question, asked_at=NOON + number * DAY)
    await stores.runs.add(replace(run, status="asked", verdict=None, finished_at=None))
    if is_over:
        await stores.runs.save(run)
    return run


async def found(stores: Stores, words: Sequence[str], *, days: int = 99) -> list[str]:
    hits = await stores.earlier.sharing(words, HERE, before=NOON + days * DAY, limit=20)
    return [hit.text for hit in hits]


async def test_revealed_questions_of_the_channel_that_share_two_words_are_found(stores: Stores) -> None:
    await asked(stores, 1, "Which database for the event log?")
    await asked(stores, 2, "Which database for the cache?")
    await asked(stores, 3, "Which event log database?", is_over=False)
    await asked(stores, 4, "Which database for the event log?", replace(HERE, channel="C-other"))
    await asked(stores, 5, "The log of events: which database?")

    assert await found(stores, ["database", "event", "log"]) == [
        "The log of events: which database?",
        "Which database for the event log?",
    ]
    assert await found(stores, ["database"], days=2) == ["Which database for the event log?"]
    assert await found(stores, []) == []


async def test_a_hit_names_its_run_and_the_time_it_was_asked(stores: Stores) -> None:
    run = await asked(stores, 1, "Which database for the event log?")

    (hit,) = await stores.earlier.sharing(["database", "event"], HERE, before=NOON + 9 * DAY, limit=20)

    assert (hit.run_id, hit.asked_at) == (run.id, NOON + DAY)


async def test_a_hit_carries_the_template_and_the_files_of_its_question(stores: Stores) -> None:
    done = await asked(stores, 1, "Which database for the event log?")
    template = FilledTemplate(
        name="writer",
        title="Writer",
        instructions="Write.",
        fields=(FilledField(name="reader", label="Reader", value="Our users"),),
    )
    plan = FileReference(name="plan.pdf", media_type="application/pdf", size=9, reference="F1")
    question = replace(done.question, template=template, files=(plan,))
    other = replace(done, id=RunId("r" + "2" * 16), question=question, asked_at=NOON + 2 * DAY)
    await stores.runs.add(other)
    await stores.runs.save(other)

    hits = await stores.earlier.sharing(["database", "event"], HERE, before=NOON + 9 * DAY, limit=20)

    assert [hit.around for hit in hits] == [around(template, (plan,)), around(None, ())]
