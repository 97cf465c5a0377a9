"""Tests of runs that do not go on, brought about with real processes: the reason that an operator reads, and the advice
that ends it."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from council_core.engine.lease import lock_of
from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.council_app import environment
from tests.e2e.fleet import name_in
from tests.e2e.test_ended_by_an_operator import latest
from tests.e2e.test_workers import PATIENCE
from tests.e2e.watching import until
from tests.testbed.migrated import fresh_database
from tests.testbed.models import Hangs, ModelServer, Says
from tests.testbed.slack import LocalSlack

QUESTION = "Tabs or spaces?"
WHY = "Its worker was gone."
OLDER = "UPDATE run_steps SET ended = ended - 3600000"
"""Moves the last step an hour into the past, in place of a long wait."""


def variables(models: ModelServer, slack: LocalSlack, folder: Path, url: str) -> dict[str, str]:
    return environment(
        models, folder, DATABASE_URL=url, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, PORT="0", COUNCIL_LOG="INFO",
    )  # fmt: skip


def room(folder: Path) -> Path:
    """Create a folder for one process."""
    folder.mkdir()
    return folder


async def said(settings: Mapping[str, str], folder: Path, *words: str) -> str:
    """Return the output of a command of the operator."""
    folder = room(folder)
    async with bot_process(settings, folder, command=("bot", *words)) as operator:
        await operator.ended()
    return operator.log.read_text()


async def asked(slack: LocalSlack, models: ModelServer) -> None:
    """Ask a question of which one member never answers."""
    models.always("claude-sonnet-5-5", Hangs())
    await slack.socket.connected(timeout=PATIENCE)
    await slack.person("alice").command("C1", "/council", QUESTION)
    await slack.message_with("3 of 4", channel="C1")


async def executed(url: str, *statements: str) -> None:
    """Change a Postgres behind the processes' backs."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        for each in statements:
            await connection.execute(each.encode())


async def lease_lost(url: str, name: str) -> None:
    """Wait until this process's lease is lost: Postgres has released its lock."""
    held = (
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 "
        "AND (classid::bigint << 32) | objid::bigint = %s"
    )
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:

        async def look() -> bool | None:
            return await (await connection.execute(held, [lock_of(name)])).fetchone() is None or None

        await until(look)


@pytest.mark.parametrize("how", ["killed", "frozen"])
async def test_a_run_whose_process_is_gone_names_it_and_goes_on_with_another(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path, how: str
) -> None:
    url = await fresh_database(postgres)
    settings = variables(models, slack, tmp_path, url)
    async with bot_process(settings, room(tmp_path / "first")) as first:
        await asked(slack, models)
        name = name_in(await first.says("this process works as"))
        running = await said(settings, tmp_path / "running", "runs")
        if how == "killed":
            await first.kill()
        else:
            first.freeze()
        await executed(url, OLDER, "UPDATE runs SET asked_at = asked_at - interval '1 hour'")
        try:
            await lease_lost(url, name)
            stuck = await said(settings, tmp_path / "stuck", "runs", "--stuck")
            doctor = await said(settings, tmp_path / "doctor", "doctor", "--no-calls")
            models.always("claude-sonnet-5-5", Says())
            async with bot_process(settings, room(tmp_path / "second")):
                await slack.message_with("# Verdict", channel="C1")
                healed = await said(settings, tmp_path / "healed", "runs", "--stuck")
        finally:
            if how == "frozen":
                await first.kill()

    assert f"{name}, lease held" in running
    reason = f"Its process {name} is gone or frozen, and no other one has taken it over."
    assert f"{name}, lease lost" in stuck
    assert f"STUCK: {reason}" in stuck
    assert f"{reason} Start `council serve`: it goes on where the run stopped, within seconds." in doctor
    assert healed == "No run is stuck.\n"


async def test_a_run_killed_on_sqlite_is_stuck_at_once_and_can_be_ended(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    settings = variables(models, slack, tmp_path, f"sqlite:///{tmp_path / 'council.db'}")
    async with bot_process(settings, room(tmp_path / "first")) as first:
        await asked(slack, models)
        running = await said(settings, tmp_path / "running", "runs")
        await first.kill()
    stuck = await said(settings, tmp_path / "stuck", "runs", "--stuck")
    doctor = await said(settings, tmp_path / "doctor", "doctor", "--no-calls")
    run_id, _ = await latest(settings["DATABASE_URL"])
    await said(settings, tmp_path / "end", "end", run_id, "--why", WHY)
    ended = await said(settings, tmp_path / "ended", "runs", "--stuck")

    assert "local, lease held" in running
    assert "STUCK" not in running
    reason = "Its process `council serve` is gone or frozen, and no other one has taken it over."
    assert f"STUCK: {reason}" in stuck
    assert f"{run_id}: {reason} Start `council serve`:" in doctor
    assert ended == "No run is stuck.\n"


async def test_a_run_that_a_frozen_process_holds_on_sqlite_is_silent(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    database = tmp_path / "council.db"
    settings = variables(models, slack, tmp_path, f"sqlite:///{database}")
    async with bot_process(settings, room(tmp_path / "first")) as first:
        await asked(slack, models)
        first.freeze()
        with closing(sqlite3.connect(database)) as file, file:
            file.execute(OLDER)
            file.execute("UPDATE runs SET asked_at = datetime(asked_at, '-1 hour')")
        stuck = await said(settings, tmp_path / "stuck", "runs", "--stuck")
        await first.kill()
    models.always("claude-sonnet-5-5", Says())
    async with bot_process(settings, room(tmp_path / "second")):
        await slack.message_with("# Verdict", channel="C1")

    assert "local, lease held" in stuck
    assert "STUCK: No step has ended for 15 minutes." in stuck
    assert "Restart `council serve`: finished steps are kept and not paid for again." in stuck


async def test_a_run_that_the_engine_ended_goes_on_with_the_next_process(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    database = tmp_path / "council.db"
    settings = variables(models, slack, tmp_path, f"sqlite:///{database}")
    async with bot_process(settings, room(tmp_path / "first")) as first:
        await asked(slack, models)
        await first.kill()
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE workflow_status SET status = 'ERROR'")
    doctor = await said(settings, tmp_path / "doctor", "doctor", "--no-calls")
    models.always("claude-sonnet-5-5", Says())
    async with bot_process(settings, room(tmp_path / "second")):
        await slack.message_with("# Verdict", channel="C1")
        healed = await said(settings, tmp_path / "healed", "runs", "--stuck")

    run_id, _ = await latest(settings["DATABASE_URL"])
    reason = f"{run_id}: The engine has ended it as ERROR, and it has not ended in the store."
    assert f"{reason} Wait a minute if `council serve` is running, else start it" in doctor
    assert f"end it: `council end {run_id} --why" in doctor
    assert healed == "No run is stuck.\n"


async def test_a_question_of_a_terminal_is_left_to_its_terminal(
    postgres: str, models: ModelServer, slack: LocalSlack, tmp_path: Path
) -> None:
    url = await fresh_database(postgres)
    settings = variables(models, slack, tmp_path, url)
    models.always("claude-sonnet-5-5", Hangs())
    asking: BotProcess
    async with bot_process(settings, room(tmp_path / "ask"), command=("bot", "ask", QUESTION)) as asking:
        await models.journal.until(lambda calls: len(calls) >= 4, seconds=PATIENCE)
        await asking.says("3 of 4")
        await executed(
            url,
            "UPDATE run_steps SET ended = ended - 120000",
            "UPDATE runs SET asked_at = asked_at - interval '2 min'",
        )
        while_it_lives = await said(settings, tmp_path / "runs", "runs")
        await asking.kill()
    await executed(url, OLDER, "UPDATE runs SET asked_at = asked_at - interval '1 hour'")
    stuck = await said(settings, tmp_path / "stuck", "runs", "--stuck")
    run_id, _ = await latest(url)
    models.always("claude-sonnet-5-5", Says())
    resumed = await said(settings, tmp_path / "resume", "ask", "--resume", run_id)

    assert "ask-" in while_it_lives
    assert "lease" not in while_it_lives
    assert "STUCK" not in while_it_lives
    assert "STUCK: Its terminal has been silent for 15 minutes." in stuck
    assert f"go on with `council ask --resume {run_id}`" in stuck
    assert "Verdict" in resumed


async def test_a_run_whose_place_refuses_posts_ends_by_itself(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    settings = variables(models, slack, tmp_path, f"sqlite:///{tmp_path / 'council.db'}")
    settings |= {"COUNCIL_STAGE_SECONDS": "10"}
    async with bot_process(settings, room(tmp_path / "first")):
        await asked(slack, models)
        slack.channel("C1").archived = True
        for model in ("gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon", "vendor/quartz"):
            models.always(model, Says(after=3.0))  # The refusal is known before the last reviews are paid.

        async def ended() -> bool | None:
            return (await latest(settings["DATABASE_URL"]))[1] in {"cancelled", "failed", "revealed"} or None

        run_id, _ = await latest(settings["DATABASE_URL"])
        await until(ended)
        stuck = await said(settings, tmp_path / "stuck", "runs", "--stuck")
        shown = await said(settings, tmp_path / "shown", "show", run_id)

    assert stuck == "No run is stuck.\n"
    print(shown)
