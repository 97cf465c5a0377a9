"""Tests of an operator's external view of whole runs: metrics without anybody's words."""

from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.watching import get, port_of, until
from tests.testbed.migrated import fresh_database
from tests.testbed.models import Fails, Hangs, ModelServer
from tests.testbed.slack import LocalSlack

QUESTION = "Shall the planted word zebrafish swim?"
TOKEN = "planted-token"


async def figures(port: int) -> tuple[str, dict[str, float]]:
    """Return the raw page, and its samples as `name{label=value}`."""
    status, page = await get(port, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200, page
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return page, found


async def test_a_run_with_a_failing_and_a_hesitant_member_shows_in_the_figures(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.always("gpt-6.1-sol", Fails(status=401))
    models.script("claude-sonnet-5-5", Fails(status=429, headers={"retry-after": "0.1"}))
    variables = environment(
        models, tmp_path, PORT="0", COUNCIL_METRICS="yes", COUNCIL_METRICS_TOKEN=TOKEN,
        SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token, SLACK_API_URL=slack.api_url,
        COUNCIL_VOTE_MINUTES="0", COUNCIL_CHAIRMAN="google:gemini-4-argon",
    )  # fmt: skip
    async with bot_process(variables, tmp_path) as bot:
        port = await port_of(bot)
        await slack.socket.connected()
        await slack.person("alice").command("C1", "/council", QUESTION)
        await slack.message_with("Best: ", channel="C1")

        async def ended() -> tuple[str, dict[str, float]] | None:
            page, found = await figures(port)
            return (page, found) if found.get("council_runs_under_way{platform=slack}") == 0 else None

        stranger = await get(port, "/metrics")
        page, found = await until(ended)

    assert stranger[0] == 401
    assert found["council_runs_total{outcome=verdict,platform=slack}"] == 1
    assert found["council_runs_under_way{platform=slack}"] == 0
    assert found["council_queue_wait_seconds_count{platform=slack}"] == 1
    assert found["council_calls_total{member=openai:gpt-6.1-sol,outcome=unauthorized,purpose=answer}"] == 1
    assert found["council_calls_total{member=anthropic:claude-sonnet-5-5,outcome=ok,purpose=answer}"] == 1
    assert found["council_call_retries_total{provider=anthropic,why=429}"] == 1
    assert found["council_stage_seconds_count{stage=review}"] == 1
    assert found["council_posts_total{outcome=ok,platform=slack,what=slate}"] >= 3
    assert found["council_requests_total{platform=slack,what=ask}"] == 1
    assert found["council_tokens_total{direction=out,member=google:gemini-4-argon}"] > 0
    assert found["council_store_seconds_count{kind=write}"] > 5
    assert found["council_loop_lag_seconds_count{}"] > 0
    assert {part for part in ("engine", "database", "slack") if found[f"council_part_ok{{part={part}}}"]} == {
        "engine", "database", "slack",
    }  # fmt: skip
    assert [word for word in ("zebrafish", "alice", "C1", "T1", TOKEN, "xoxb") if word in page] == []


async def test_the_oldest_run_the_oldest_untaken_question_and_the_lease_stand_in_the_figures(
    slack: LocalSlack, models: ModelServer, postgres: str, tmp_path: Path
) -> None:
    """A member of one run hangs, and the next run waits for its turn."""
    models.always("gpt-6.1-sol", Hangs())
    variables = environment(
        models, tmp_path, PORT="0", COUNCIL_METRICS="yes", COUNCIL_METRICS_TOKEN=TOKEN,
        DATABASE_URL=await fresh_database(postgres), COUNCIL_RUNS_AT_ONCE="1", COUNCIL_CLOSE_EARLY="yes",
        SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token, SLACK_API_URL=slack.api_url,
    )  # fmt: skip
    oldest = "council_part_figure{figure=oldest_%s_seconds,part=database}"
    async with bot_process(variables, tmp_path) as bot:
        port = await port_of(bot)
        await slack.socket.connected()
        await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
        await models.journal.until(lambda calls: len(calls) >= 4, seconds=60)
        await slack.person("bob").command("C1", "/council", "Emacs or vi?")

        async def aged() -> dict[str, float] | None:
            _, found = await figures(port)
            # # The first run counts until its stage closes without the member that hangs.
            return found if 0 < found.get(oldest % "untaken", 0) < found[oldest % "unfinished"] else None

        found = await until(aged)

    assert found["council_part_ok{part=lease}"] == 1


async def test_figures_are_not_there_unless_asked_for(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    variables = environment(
        models, tmp_path, PORT="0", SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url,
    )  # fmt: skip
    async with bot_process(variables, tmp_path) as bot:
        assert (await get(await port_of(bot), "/metrics"))[0] == 404
