"""Contract of searching runs: the double in memory, SQLite and Postgres alike."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from council_core.domain.answer import Reply
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, FilledTemplate, RunId
from council_core.domain.run import Run
from council_core.domain.search import Wanted, phrases_in
from council_core.domain.verdict import Verdict
from council_core.ports import RunStore
from tests.samples import HERE, MEMBERS, NOON, QUESTION, a_run

ALICE, BOB = PersonId("U1"), PersonId("U2")


def asked(number: int, text: str, *, by: PersonId = ALICE, place: Place = HERE) -> Run:
    """Return a question asked this many minutes after noon."""
    question = replace(QUESTION, text=text, asker=Asker(id=by, name="Somebody"), place=place)
    return a_run(f"r{number:012d}", question=question, asked_at=NOON + timedelta(minutes=number))


async def kept(store: RunStore, *runs: Run) -> None:
    for run in runs:
        await store.add(run)


async def found(
    store: RunStore, words: str, *, person: PersonId | None = BOB, place: Place | None = HERE, limit: int = 10
) -> list[int]:
    """Return the numbers of the found runs, in the order of the result."""
    runs = await store.search(phrases_in(words), person=person, place=place, limit=limit)
    return [int(run.id[1:]) for run in runs]


def with_template(run: Run, name: str = "writer") -> Run:
    """Return the same run, asked with a template."""
    template = FilledTemplate(name=name, title=name.title(), instructions="Write well.")
    return replace(run, question=replace(run.question, template=template))


async def test_runs_are_found_by_their_template(store: RunStore) -> None:
    await kept(store, asked(1, "Tabs?"), with_template(asked(2, "Tabs!")), with_template(asked(3, "Emacs?")))

    found = await store.search(phrases_in("tabs"), limit=9, wanted=Wanted(template="writer"))
    newest = await store.latest(limit=9, place=HERE, wanted=Wanted(template="writer"))

    assert [run.id[-1] for run in found] == ["2"]
    assert [run.id[-1] for run in newest] == ["3", "2"]
    assert [run.question.template.name for run in newest if run.question.template] == ["writer"] * 2


async def test_the_newest_come_first_and_no_more_than_wanted(store: RunStore) -> None:
    await kept(store, asked(1, "Tabs?"), asked(3, "Tabs or spaces?"), asked(2, "Emacs?"), asked(4, "tabs!"))

    assert await found(store, "tabs") == [4, 3, 1]
    assert await found(store, "tabs", limit=2) == [4, 3]
    assert await found(store, "tabs spaces") == [3]
    assert await found(store, "nowhere") == []


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("grosse", [1]), ("GRÖ", [1]), ("大小", [2]), ("小大", []), ('"or spaces"', [3]), ("job-queue", [4]),
        ("100%", [4]), ("don't", [4]), ("spac*", [3]), ("x' OR 1=1", []), ("a" * 5_000, []), ("AND", []), ("or", [3]),
    ],
)  # fmt: skip
async def test_words_are_found_whatever_they_are_written_with(
    words: str, numbers: Sequence[int], store: RunStore
) -> None:
    texts = ["Welche Größe?", "这个大小写的问题", "Tabs or spaces?", "Don't write a job queue: 100 % safe?"]
    await kept(store, *(asked(number, text) for number, text in enumerate(texts, 1)))

    assert await found(store, words) == list(numbers)


async def test_one_finds_what_was_asked_in_the_channel_and_ones_own_of_the_workspace(store: RunStore) -> None:
    elsewhere = replace(HERE, channel="C2")
    await kept(
        store,
        asked(1, "Tabs?", by=ALICE),
        asked(2, "Tabs?", by=ALICE, place=elsewhere),
        asked(3, "Tabs?", by=BOB, place=elsewhere),
        asked(4, "Tabs?", by=BOB, place=replace(HERE, workspace="T2")),
        asked(5, "Tabs?", by=ALICE, place=replace(HERE, thread="1.2")),
    )

    assert await found(store, "tabs", person=BOB) == [5, 3, 1]
    assert await found(store, "tabs", person=ALICE, place=elsewhere) == [5, 3, 2, 1]
    assert await found(store, "tabs", person=None, place=None) == [5, 4, 3, 2, 1]


async def test_a_verdict_is_found_once_its_run_has_ended(store: RunStore) -> None:
    run = asked(1, "Tabs?")
    verdict = Verdict(chairman=MEMBERS[0].id, reply=Reply(text="Run a formatter.", latency=1.0), top=())
    await kept(store, run)

    await store.save(replace(run, status="voting", verdict=verdict))
    before = await found(store, "formatter")
    await store.save(replace(run, status="revealed", verdict=verdict))

    assert (before, await found(store, "formatter"), await found(store, "tabs")) == ([], [1], [1])


async def test_nothing_is_found_by_who_asked_where_or_who_sits_on_the_council(store: RunStore) -> None:
    await kept(store, asked(1, "Tabs?"))

    for words in ("Somebody", "U1", "C1", "slack", "ada", "test"):
        assert await found(store, words) == [], words


async def test_lists_and_searches_are_read_page_by_page_in_both_directions(store: RunStore) -> None:
    """Runs 3 and 4 were asked at the same moment, and run 2 belongs to somebody else."""
    runs = [asked(number, "Tabs?", by=BOB if number == 2 else ALICE) for number in range(1, 6)]
    await kept(
        store, *(replace(run, asked_at=runs[2].asked_at) if run.id == runs[3].id else run for run in runs)
    )

    async def everywhere(**limits: Any) -> list[list[int]]:
        wanted = Wanted(**limits)
        lists = [
            await store.latest(limit=2, place=HERE, wanted=wanted),
            await store.search(phrases_in("tabs"), person=ALICE, place=HERE, limit=2, wanted=wanted),
        ]
        return [[int(run.id[1:]) for run in each] for each in lists]

    async def own(**limits: Any) -> list[int]:
        found = await store.asked_by(ALICE, HERE, limit=2, wanted=Wanted(**limits))
        return [int(run.id[1:]) for run in found]

    listed, searched = await everywhere()
    assert listed[0] == searched[0] == 5
    for pages, one in ((listed, 0), (searched, 1)):
        last = runs[pages[1] - 1].id
        (second,) = [(await everywhere(older_than=last))[one]]
        third = (await everywhere(older_than=runs[second[1] - 1].id))[one]
        assert sorted([*pages, *second, *third]) == [1, 2, 3, 4, 5], "no run twice, none left out"
        assert (await everywhere(newer_than=runs[third[0] - 1].id))[one] == second
        assert (await everywhere(newer_than=runs[second[0] - 1].id))[one] == pages
    assert await own(older_than=runs[2].id) in ([1], [4, 1])
    assert await own(newer_than=runs[0].id) in ([3, 4], [4, 3])
    assert (await everywhere(askers=(BOB,)))[1] == [2]
    assert (await everywhere(older_than=RunId("rgone00000000")))[1] == searched, (
        "a deleted run: the first page"
    )
    assert await everywhere(is_revealed=True) == [[], []]


async def test_questions_of_the_same_moment_are_all_found(store: RunStore) -> None:
    runs = [replace(asked(number, "Tabs?"), asked_at=NOON) for number in (1, 2, 3)]
    await kept(store, *runs)

    assert sorted(await found(store, "tabs")) == [1, 2, 3]
    assert (await store.get(RunId("r000000000002"))).question.text == "Tabs?"
