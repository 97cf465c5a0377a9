"""Tests of building a council from settings: which runs a server resumes, and which it leaves alone."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.bootstrap import ASK, SERVE, App, open_app
from bot.app.load_settings import load_settings, settings_for_run
from bot.app.open_tables import open_store
from bot.requests.asking import Ask
from bot.requests.person import Person
from bot.settings.environment import Settings
from bot.testing import MemoryPlatform
from council_core.domain.place import PersonId, Place
from council_core.domain.run import Run
from council_core.errors import SettingsError, StoreIncompatible, StoreUnavailable
from tests.samples import NOON, QUESTION, a_run, in_english
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE

PLACE = Place(platform="memory", channel="C1")

ALICE = Person(id=PersonId("U1"), name="Alice")


@pytest.fixture
async def settings(tmp_path: Path) -> AsyncIterator[Settings]:
    """Yield settings for three members on a local model server, without a vote."""
    async with ModelServer() as models:
        yield load_settings(
            {
                **models.environment(),
                "DATABASE_URL": f"sqlite:///{tmp_path / 'council.db'}",
                "COUNCIL_MEMBERS": "openai:one, openai:two, openai:three",
                "COUNCIL_VOTE_MINUTES": "0",
            },
            folder=tmp_path,
        )


def kept(settings: Settings, run_id: str, platform: str = "memory") -> Run:
    """Store a run that was asked of these members."""
    question = replace(QUESTION, place=replace(PLACE, platform=platform))
    return a_run(run_id, question=question, settings=settings.council, asked_at=NOON)


async def revealed(app: App, run: Run) -> Run:
    """Return the run once it has ended."""
    async with asyncio.timeout(PATIENCE):
        await app.engine.finished(run.id)
    return await app.store.get(run.id)


async def test_a_question_goes_all_the_way_over_the_real_engine_and_store(settings: Settings) -> None:
    platform = MemoryPlatform()

    async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
        await app.handle(Ask(person=ALICE, place=PLACE, text="Tabs or spaces?", delivery="D1"))
        (run,) = await app.store.latest(limit=1)
        run = await revealed(app, run)

    assert (run.status, len(run.outcomes), len(run.reviews)) == ("revealed", 3, 3)
    assert platform.keys == [
        "card",
        "slate/A/1",
        "slate/B/1",
        "slate/C/1",
        "voting",
        "verdict/1",
    ]


async def test_a_run_that_was_kept_and_never_started_is_carried_out_by_the_next_server(
    settings: Settings,
) -> None:
    run = kept(settings, "r000000000001")
    async with open_store(settings) as store:
        await store.add(run)
    platform = MemoryPlatform()

    async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
        ended = await revealed(app, run)

    assert (ended.status, platform.keys[-1]) == ("revealed", "verdict/1")


@pytest.mark.parametrize(
    ("family", "platform", "why"),
    [
        (SERVE, "elsewhere", "nobody here could tell anybody about it"),
        (ASK, "memory", "a single question takes up nothing else"),
    ],
)
async def test_what_is_not_ours_to_carry_out_is_left_alone(
    family: str, platform: str, why: str, settings: Settings
) -> None:
    run = kept(settings, "r000000000001", platform)
    async with open_store(settings) as store:
        await store.add(run)

    async with open_app(settings, lambda _: {"memory": MemoryPlatform()}, family=family) as app:
        left = await app.store.get(run.id)

    assert left == run, why


async def test_a_run_under_way_goes_on_with_the_next_server(settings: Settings) -> None:
    platform = MemoryPlatform()
    voting = replace(settings.council, vote_seconds=3600.0)
    run = replace(kept(settings, "r000000000001"), settings=voting)
    async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
        await app.store.add(run)
        await app.engine.start(run.id)
        async with asyncio.timeout(PATIENCE):
            await platform.wait_for("/verdict/1")

    async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
        await app.council.reveal(run.id, ALICE.id, "Alice")
        ended = await revealed(app, run)

    assert ended.status == "revealed"
    assert len(platform.keys) == len(set(platform.keys))
    assert platform.keys[-1] == "verdict/1"


async def test_two_servers_never_work_with_one_file(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "council.db")
    linked = replace(settings, database_url=f"sqlite:///{tmp_path / 'link.db'}")
    async with open_app(settings, lambda _: {}, family=SERVE):
        for other in (settings, linked):
            with pytest.raises(StoreUnavailable, match="served_already database="):
                async with open_app(other, lambda _: {}, family=SERVE):
                    pass

    async with open_app(settings, lambda _: {}, family=SERVE) as app:
        assert await app.store.latest(limit=1) == ()


async def test_a_lock_that_cannot_be_made_is_named(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "council.db.lock").mkdir()

    with pytest.raises(StoreUnavailable, match=r"lock_file file=.*council\.db\.lock"):
        async with open_app(settings, lambda _: {}, family=SERVE):
            pass


def test_the_environment_wins_over_the_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("COUNCIL_QUORUM=3\nCOUNCIL_VOTE_MINUTES=7\n")

    council = load_settings({"COUNCIL_QUORUM": "1"}, folder=tmp_path).council

    assert (council.quorum, council.vote_seconds) == (1, 420)


def test_a_tool_or_service_that_is_not_there_is_noted_at_start_up(tmp_path: Path) -> None:
    settings = load_settings(
        {"COUNCIL_TOOLS": "serach, docs__read", "COUNCIL_MCP": "docs=http://127.0.0.1:9/mcp"}, folder=tmp_path
    )

    (notice,) = in_english(settings.notices)
    assert notice.startswith("COUNCIL_TOOLS is 'serach'; expected one of search, fetch,")
    assert notice.endswith("Did you mean search?")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tools": "search, fly"}, "tools is 'fly'; expected one of search,"),
        ({"services": "wiki"}, "services is 'wiki'; expected one of all, none."),
    ],
)
def test_one_that_somebody_types_for_a_run_is_refused(
    options: dict[str, str], said: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError) as refused:
        settings_for_run(load_settings({}, folder=tmp_path), options)

    assert said in in_english(refused.value.problems)[0]


@pytest.mark.parametrize("value", ["", "all", "none", "Search, calculate"])
def test_tools_that_are_there_are_not_noted(value: str, tmp_path: Path) -> None:
    assert load_settings({"COUNCIL_TOOLS": value}, folder=tmp_path).notices == ()


async def test_a_server_leaves_the_database_of_another_program_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "theirs.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (address)")
    before = file.read_bytes()
    settings = load_settings({"DATABASE_URL": f"sqlite:///{file}"}, folder=tmp_path)

    with pytest.raises(StoreIncompatible):
        async with open_app(settings, lambda _: {"memory": MemoryPlatform()}, family=SERVE):
            pass

    assert (file.read_bytes(), [each.name for each in os.scandir(tmp_path)]) == (before, [file.name])
