"""Models use the tools of a real MCP server before they answer, over every wire."""

import sys
from pathlib import Path

import aiohttp

from bot.app.clock import SystemClock
from bot.programs.platform import PLATFORM
from council_core.domain.place import PersonId, Scope
from council_core.domain.question import RunId
from council_core.storage.database import Database
from council_core.storage.places import SqlPlaceSettings
from tests.bot.programs.conftest import GIVEAWAYS, TOKENS, Caller, variables
from tests.e2e.council_app import serving
from tests.testbed.models import ModelServer, Says

QUESTION = "How many nuts are in stock?"
CALLS = Says(calls=(("local__stock", '{"article": "nut"}'),))
ANSWER = Says(text="There are 4711 pieces in stock.")
MODELS = ("gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon", "vendor/quartz")
LOCAL = f"local=stdio:{sys.executable} -m tests.testbed.mcp_server"
ROOT = Path(__file__).parents[2]


async def allow(url: str, channel: str, tools: str) -> None:
    """Let a channel use only these tools."""
    database = Database(url)
    scope = Scope(platform=PLATFORM, workspace="", channel=channel)
    places = SqlPlaceSettings(database, SystemClock())
    await places.save(scope, {"tools": tools}, version=0, by=PersonId("boss"))
    await database.aclose()


def offered(models: ModelServer) -> set[str]:
    """Return the tools that models were offered so far."""
    return {name for each in models.journal.calls if each.asked for name in each.asked.tools}


async def test_every_member_looks_it_up_on_a_server_and_nothing_tells_before_the_reveal(
    models: ModelServer, tmp_path: Path
) -> None:
    for model in MODELS:
        models.script(model, CALLS, ANSWER)
    settings = variables(
        models,
        tmp_path,
        COUNCIL_MCP=f"{LOCAL}, {LOCAL.replace('local', 'other', 1)}",
        MCP_LOCAL_ENV="PYTHONPATH",
        MCP_OTHER_ENV="PYTHONPATH",
        PYTHONPATH=str(ROOT),
        COUNCIL_TOOLS="local, other",
    )
    async with serving(settings, tmp_path) as served, aiohttp.ClientSession() as session:
        await allow(settings["DATABASE_URL"], "ci", "local")
        call = Caller(served, session)
        asked = await call("POST", "/v1/questions", json={"question": QUESTION})
        stream = await call("GET", f"/v1/runs/{asked.body['run']}/events")
        run = await served.app.council.run(RunId(asked.body["run"]))
        here = offered(models)
        await Caller(served, session, TOKENS["ada"])(
            "POST", "/v1/questions", json={"question": "And how many bolts?", "wait_seconds": 60}
        )
        elsewhere = offered(models)

    answers = [each for each in run.outcomes if each.kind == "answer"]
    works = [each.reply.work for each in answers]
    sealed = stream.body.partition("event: end")[0]
    results = [each.asked.results for each in models.journal.calls if each.asked and each.asked.results]
    assert run.status == "revealed"
    assert [work and [use.call.name for use in work.uses] for work in works] == [["local__stock"]] * 4
    assert len(results) >= 4
    assert all("nut: 4711 pieces" in result[-1] for result in results)
    # The channel's own setting leaves one server; another channel has both.
    assert {name.partition("__")[0] for name in here} == {"local"}
    assert {name.partition("__")[0] for name in elsewhere} == {"local", "other"}
    assert not [word for word in (*GIVEAWAYS, "local__stock") if word in sealed]


async def test_a_run_goes_on_without_a_server_that_is_away(models: ModelServer, tmp_path: Path) -> None:
    settings = variables(models, tmp_path, COUNCIL_MCP="away=http://127.0.0.1:9/mcp", COUNCIL_TOOLS="away")
    async with serving(settings, tmp_path) as served, aiohttp.ClientSession() as session:
        asked = await Caller(served, session)(
            "POST", "/v1/questions", json={"question": QUESTION, "wait_seconds": 60}
        )

    assert (asked.body["status"], asked.body["absent"]) == ("revealed", 0)
    assert not [each for each in models.journal.calls if each.asked and each.asked.tools]
