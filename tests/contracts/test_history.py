"""Contract of reading runs of several channels: the double in memory, SQLite and Postgres alike."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import partial

import pytest

from council_core.domain.answer import Answer, Reply, Usage
from council_core.domain.budget import PeriodFigures
from council_core.domain.member import MemberId
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, RunId
from council_core.domain.run import Run
from council_core.domain.search import Wanted, phrases_in
from council_core.insights.member_results import member_results
from council_core.ports import History, RunStore
from council_core.storage.history import SqlHistory
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryHistory, MemoryRunStore
from tests.contracts.test_member_results import keep
from tests.contracts.test_member_results import revealed as a_revealed
from tests.contracts.test_search import BOB, asked, kept, with_template
from tests.samples import HERE, NOON

C2 = replace(HERE, channel="C2")
ELSEWHERE = replace(HERE, workspace="T2")


@pytest.fixture
def history(store: RunStore) -> History:
    """Return the history of the store."""
    if isinstance(store, MemoryRunStore):
        return MemoryHistory(store)
    assert isinstance(store, SqlRunStore)
    return SqlHistory(store._database)  # pyright: ignore[reportPrivateUsage]


def numbers(runs: tuple[object, ...]) -> list[int]:
    """Return the runs' numbers."""
    return [int(str(run.id)[1:]) for run in runs]  # type: ignore[attr-defined]


async def test_channels_of_a_workspace_come_with_the_latest_asked_in_first(
    store: RunStore, history: History
) -> None:
    await kept(store, asked(1, "A?"), asked(2, "B?", place=C2), asked(3, "C?", place=ELSEWHERE))
    thread = replace(HERE, thread="T-1")
    await kept(store, asked(4, "D?", place=thread))

    found = await history.channels(Place(platform="slack", workspace="T1", channel=""), limit=10)

    assert [place.channel for place in found] == ["C1", "C2"]
    assert {(place.platform, place.workspace, place.thread) for place in found} == {("slack", "T1", None)}
    assert len(await history.channels(HERE, limit=1)) == 1


async def test_workspaces_in_which_somebody_asked_are_known(store: RunStore, history: History) -> None:
    await kept(store, asked(1, "A?"), asked(2, "B?", place=ELSEWHERE))

    assert await history.known("slack", ["T3", "T2", "T1", "T2"]) == ("T2", "T1")
    assert await history.known("discord", ["T1"]) == ()
    assert await history.known("slack", []) == ()


async def test_the_newest_runs_of_some_channels(store: RunStore, history: History) -> None:
    await kept(
        store,
        asked(1, "A?"),
        asked(2, "B?", place=C2),
        asked(3, "C?", place=ELSEWHERE),
        asked(4, "D?"),
        asked(5, "E?", place=replace(HERE, channel="C3")),
    )

    assert numbers(await history.newest([HERE, C2], limit=10)) == [4, 2, 1]
    assert numbers(await history.newest([HERE, C2], limit=2)) == [4, 2]
    assert numbers(await history.newest([ELSEWHERE], limit=10)) == [3]
    assert await history.newest([], limit=10) == ()


async def test_words_in_some_channels(store: RunStore, history: History) -> None:
    await kept(
        store,
        asked(1, "Tabs?"),
        asked(2, "Tabs?", place=C2),
        asked(3, "Tabs?", place=ELSEWHERE),
        asked(4, "Spaces?"),
    )

    assert numbers(await history.search(phrases_in("tabs"), [HERE, C2], limit=10)) == [2, 1]
    assert numbers(await history.search(phrases_in("tabs"), [C2], limit=10)) == [2]
    assert numbers(await history.search(phrases_in("tabs"), [HERE, C2], limit=1)) == [2]
    assert await history.search(phrases_in("tabs"), [], limit=10) == ()


async def test_a_list_goes_on_where_the_last_page_ended(store: RunStore, history: History) -> None:
    same = [replace(asked(3, "C tabs?"), id=RunId(f"r00000000000{letter}")) for letter in "abc"]
    await kept(store, asked(1, "A tabs?"), asked(2, "B tabs?", place=C2), *same)

    for turn in (history.newest, partial(history.search, phrases_in("tabs"))):
        pages: list[str] = []
        older_than = None
        while found := await turn([HERE, C2], limit=2, wanted=Wanted(older_than=older_than)):
            pages += [run.id for run in found]
            older_than = found[-1].id

        assert sorted(pages[:3]) == [run.id for run in same]
        assert pages[3:] == ["r000000000002", "r000000000001"]


async def test_lists_are_limited_by_person_time_and_the_member_in_front(
    store: RunStore, history: History
) -> None:
    await kept(store, asked(1, "A tabs?"), asked(2, "B tabs?", by=BOB), asked(3, "C tabs?", by=BOB, place=C2))
    await kept(store, with_template(asked(4, "D tabs?")))
    revealed = await a_revealed("r000000000009", minutes=9)
    revealed = replace(revealed, question=replace(revealed.question, text="Z tabs?"))
    await keep(store, revealed)
    first = next(each.member for each in member_results(revealed) if each.place == 1.0)
    second = next(each.member for each in member_results(revealed) if each.place == 2.0)

    async def numbers_of(wanted: Wanted) -> list[list[int]]:
        both = [HERE, C2]
        return [
            numbers(await history.newest(both, limit=9, wanted=wanted)),
            numbers(await history.search(phrases_in("tabs"), both, limit=9, wanted=wanted)),
        ]

    assert await numbers_of(Wanted(askers=(BOB,))) == [[3, 2]] * 2
    everywhere = await store.search(phrases_in("tabs"), limit=9, wanted=Wanted(askers=(BOB,)))
    assert numbers(everywhere) == [3, 2]
    assert await numbers_of(Wanted(template="writer")) == [[4]] * 2
    assert await numbers_of(Wanted(since=NOON + timedelta(minutes=3))) == [[9, 4, 3]] * 2
    assert await numbers_of(Wanted(until=NOON + timedelta(minutes=3))) == [[2, 1]] * 2
    assert await numbers_of(Wanted(askers=(BOB, "U404"))) == [[3, 2]] * 2
    assert await numbers_of(Wanted(firsts=(first,))) == [[9]] * 2
    assert await numbers_of(Wanted(firsts=(second, first))) == [[9]] * 2
    assert await numbers_of(Wanted(firsts=(second,))) == [[]] * 2
    assert await numbers_of(Wanted(askers=(BOB,), older_than=RunId("r000000000003"))) == [[2]] * 2


async def test_all_who_asked_in_some_channels_are_known_by_their_newest_name(
    store: RunStore, history: History
) -> None:
    def of(number: int, who: str, name: str, place: Place = HERE) -> Run:
        run = asked(number, "Tabs?", place=place)
        return replace(run, question=replace(run.question, asker=Asker(id=PersonId(who), name=name)))

    await kept(store, of(1, "U1", "Ada"), of(2, "U2", "Bob"), of(3, "U1", "Ada \u201cthe\u201d Lin"))
    await kept(store, of(4, "U3", "김철수", C2), of(5, "U4", "Mallory", ELSEWHERE))

    assert list((await history.askers([HERE])).items()) == [("U1", "Ada “the” Lin"), ("U2", "Bob")]
    assert dict(await history.askers([HERE, C2])) == {"U1": "Ada “the” Lin", "U2": "Bob", "U3": "김철수"}
    assert await history.askers([]) == {}


async def test_all_members_with_results_in_some_channels_are_known(store: RunStore, history: History) -> None:
    revealed = await a_revealed("r000000000009", minutes=9)
    await keep(store, revealed)
    later = await a_revealed("r000000000010", minutes=10)
    roster = later.settings.roster
    first, *others = roster.members
    renamed = replace(roster, members=(replace(first, name=f"{first.name} the Second"), *others))
    later = replace(later, settings=replace(later.settings, roster=renamed))
    await keep(store, later)

    members = sorted(
        {(str(each.member), each.name) for run in (revealed, later) for each in member_results(run)}
    )
    assert len(members) == len(others) + 2
    assert list(await history.seats([HERE, C2])) == members
    assert len(members) > 1
    assert await history.seats([C2]) == ()


async def test_a_period_counts_all_its_runs_and_adds_up_what_they_cost(
    store: RunStore, history: History
) -> None:
    def costing(number: int, cost: str | None, *, place: Place = HERE, is_estimate: bool = False) -> Run:
        usage = Usage(cost=None if cost is None else Decimal(cost), cost_is_estimate=is_estimate)
        reply = Reply(text='Say {"cost_is_estimate":true}.', latency=1.0, usage=usage)
        answer = Answer(member=MemberId("demo:ada"), reply=reply)
        return replace(asked(number, "Tabs?", place=place), outcomes=(answer,))

    runs = [costing(1, "9"), costing(2, "0.25"), costing(3, None), costing(4, "0.5"), costing(6, "9")]
    for run in (*runs, costing(5, "9", place=C2)):
        await keep(store, run)
    span = {"since": NOON + timedelta(minutes=2), "until": NOON + timedelta(minutes=6)}

    assert await history.figures(HERE, **span) == PeriodFigures(
        runs=3, cost=Decimal("0.75"), cost_is_estimate=False
    )
    await keep(store, replace(costing(7, "1", is_estimate=True), asked_at=NOON + timedelta(minutes=5)))
    assert await history.figures(HERE, **span) == PeriodFigures(
        runs=4, cost=Decimal("1.75"), cost_is_estimate=True
    )
    nothing = PeriodFigures(runs=0, cost=None, cost_is_estimate=False)
    assert await history.figures(ELSEWHERE, **span) == nothing
