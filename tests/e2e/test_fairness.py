"""Tests of more questions than the council admits at a time: everybody reads their position, and people take turns."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from tests.e2e.brisk_bot import brisk_platforms
from tests.e2e.council_app import Serving, environment, serving
from tests.e2e.fleet import fleet
from tests.e2e.slack_talk import press, told
from tests.e2e.test_workers import all_revealed, ask_all, said_twice
from tests.e2e.times import TIMES
from tests.golden_files import assert_golden
from tests.testbed.gates import Moment
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer
from tests.testbed.models.journal import Call
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack

NOT_WHETHER_EDITED = {r" \(edited\)": ""}
"""Whether a card learns its place before or after it is posted depends on the machine."""

AT_ONCE = {
    "COUNCIL_VOTE_MINUTES": "0",
    # # Members are held up here while people read cards, which may take minutes on a busy machine.
    "COUNCIL_CALL_SECONDS": "3600",
    "COUNCIL_STAGE_SECONDS": "3600",
}


@asynccontextmanager
async def in_slack(
    slack: LocalSlack, models: ModelServer, folder: Path, **settings: str
) -> AsyncGenerator[Serving]:
    """Serve the product in a workspace, with these settings."""
    variables = environment(
        models, folder, SLACK_BOT_TOKEN="xoxb-local", SLACK_API_URL=slack.api_url,
        SLACK_APP_TOKEN=slack.app_token, **AT_ONCE, **settings,
    )  # fmt: skip
    async with serving(variables, folder, platforms=brisk_platforms) as served:
        await slack.socket.connected()
        yield served


@pytest.fixture
def may_answer(models: ModelServer) -> asyncio.Event:
    """Return an event before which no model answers."""
    may = asyncio.Event()

    async def gate(_call: Call, _moment: Moment) -> bool:
        await may.wait()
        return True

    models.gate = gate
    return may


async def test_who_waits_reads_how_many_come_first_and_cancelling_makes_room_in_line(
    slack: LocalSlack, models: ModelServer, may_answer: asyncio.Event, tmp_path: Path
) -> None:
    async with in_slack(slack, models, tmp_path, COUNCIL_RUNS_AT_ONCE="1"):
        await slack.person("alice").command("C1", "/council", "Is one under way?")
        await slack.message_with("0 of 4", channel="C1")
        await slack.person("bob").command("C1", "/council", "Does one wait?")
        bobs = await slack.message_with("Next in line", channel="C1")
        await slack.person("carol").command("C1", "/council", "Do two wait?")
        carols = await slack.message_with("1 question ahead of you", channel="C1")
        assert_golden("e2e/slack-waiting.txt", slack.transcript("C1", replace=TIMES | NOT_WHETHER_EDITED))
        await slack.person("carol").command("C1", "/council", "status")
        await told(slack, "carol", "1 question ahead of you")

        await press(slack, "bob", "Cancel", bobs)
        await told(slack, "bob", "Stopped.")
        await slack.wait_for(lambda: "stopped it" in slack.words(bobs))
        await slack.wait_for(lambda: "Next in line" in slack.words(carols))
        may_answer.set()
        await slack.wait_for(lambda: "# Answered" in slack.words(carols))

        assert "Next" not in slack.words(carols)


def first_asked(models: ModelServer) -> list[str]:
    """Return the questions in the order in which a member was first asked them."""
    found = [re.search(r"Question \w+", str(call.body)) for call in models.journal.calls]
    return list(dict.fromkeys(match[0] for match in found if match))


async def test_of_many_questions_at_once_all_are_answered_and_people_take_turns(
    slack: LocalSlack, models: ModelServer, may_answer: asyncio.Event, tmp_path: Path
) -> None:
    many = [f"Question many{number}" for number in range(6)]
    single = [f"Question single{number}" for number in range(4)]
    for channel in range(10):
        slack.add_channel(f"C{channel}", f"channel-{channel}")
    limits = {"COUNCIL_RUNS_AT_ONCE": "3", "COUNCIL_RUNS_PER_PERSON": "0"}
    async with in_slack(slack, models, tmp_path, **limits) as served:
        async with asyncio.TaskGroup() as group:
            for channel, question in enumerate(many):
                group.create_task(slack.person("alice").command(f"C{channel}", "/council", question))
        for number, question in enumerate(single):
            await slack.person(f"person{number}").command(f"C{6 + number}", "/council", question)
        for channel, question in enumerate([*many, *single]):
            await slack.message_with(question, channel=f"C{channel}")
        may_answer.set()
        for channel in range(10):
            await slack.message_with("Ranking and names", channel=f"C{channel}")
        runs = await served.app.store.latest(limit=100)

    assert [run.status for run in runs] == ["revealed"] * 10
    order = first_asked(models)
    assert set(order) == {*many, *single}
    assert set(order[:3]) < set(many)
    # # A person with one question waits for at most one of Alice's that has not begun yet.
    assert len(set(order[:8]) & set(many)) == 4


async def test_after_a_restart_those_who_wait_go_on_waiting_and_go_by_when_they_asked(
    slack: LocalSlack, models: ModelServer, may_answer: asyncio.Event, tmp_path: Path
) -> None:
    questions = [f"Question number{number}" for number in range(4)]
    async with in_slack(slack, models, tmp_path, COUNCIL_RUNS_AT_ONCE="1", COUNCIL_DRAIN_SECONDS="0"):
        for number, question in enumerate(questions):
            slack.add_channel(f"C{number}", f"channel-{number}")
            await slack.person(f"person{number}").command(f"C{number}", "/council", question)
            await slack.message_with(question, channel=f"C{number}")

    async with in_slack(slack, models, tmp_path, COUNCIL_RUNS_AT_ONCE="1") as served:
        await slack.message_with("2 questions ahead of you", channel="C3")
        may_answer.set()
        for number in range(4):
            await slack.message_with("Ranking and names", channel=f"C{number}")
        runs = await served.app.store.latest(limit=10)

    assert first_asked(models) == questions
    assert [run.status for run in runs] == ["revealed"] * 4
    assert said_twice(slack, 4) == []


LINE = "SELECT person, inside, carrier FROM line"


async def in_line(url: str) -> list[tuple[str, bool, str | None]]:
    """Return for each entry of the line: its question, whether it is admitted, and its worker."""
    async with await psycopg.AsyncConnection.connect(url) as connection:
        rows = await (await connection.execute(LINE)).fetchall()
        return [(str(row[0]), bool(row[1]), row[2]) for row in rows]


async def test_a_worker_that_is_killed_gives_its_places_back_with_its_runs_and_limits_hold_over_workers(
    postgres: str, slack: LocalSlack, models: ModelServer, may_answer: asyncio.Event, tmp_path: Path
) -> None:
    url = await fresh_database(postgres)
    limits = {"COUNCIL_RUNS_AT_ONCE": "2", "COUNCIL_WAITING_PER_PERSON": "2", "COUNCIL_RUNS_PER_PERSON": "1"}
    slack.add_channel("C1000", "channel-1000")
    async with fleet(url, slack, models, tmp_path, workers=2, settings={**AT_ONCE, **limits}) as them:
        await ask_all(slack, 0, 6)

        async def until(holds: Callable[[list[tuple[str, bool, str | None]]], bool]) -> None:
            async with asyncio.timeout(PATIENCE):
                while not holds(await in_line(url)):  # noqa: ASYNC110 - the database tells nobody
                    await asyncio.sleep(0.2)

        await until(lambda line: len(line) == 6 and all(each[2] for each in line))
        inside = sum(each[1] for each in await in_line(url))

        def last() -> int | None:
            cards = {number: slack.messages(f"C{number}") for number in range(6)}
            waits = (
                number
                for number, posts in cards.items()
                if posts and "3 questions ahead of you" in slack.words(posts[0])
            )
            return next(waits, None)

        await slack.wait_for(lambda: last() is not None)
        person = f"person{last()}"
        await slack.person(person).command(f"C{last()}", "/council", "status")
        await told(slack, person, "3 questions ahead of you")
        for text in ("A second one?", "A third one?", "A fourth one?"):
            await slack.person(person).command("C1000", "/council", text)
        await told(slack, person, "You have 2 questions in the queue, the most for one person")

        name = await them.busiest()
        await them.worker(name).kill()
        await until(lambda line: all(each[2] != name for each in line))
        inside_after = sum(each[1] for each in await in_line(url))
        may_answer.set()
        await all_revealed(slack, 6)
        await until(lambda line: not line)
        # A run leaves the line with its verdict; the reveal comes after it.
        async with asyncio.timeout(PATIENCE):
            runs = await them.runs()
            while any(run.status != "revealed" for run in runs):
                await asyncio.sleep(0.2)
                runs = await them.runs()

    assert (inside, inside_after) == (2, 2)
    assert [run.status for run in runs] == ["revealed"] * 7
    assert said_twice(slack, 6) == []
