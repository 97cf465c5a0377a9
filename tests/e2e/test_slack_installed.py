"""The whole product for several workspaces: installed with a browser, then asked."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from bot.app.open_tables import open_schedules
from bot.platforms.slack.connection.manifest import EVENTS, SCOPES
from bot.platforms.slack.platform import SlackPlatform
from tests.bot.platforms.slack.test_installs import install
from tests.e2e.council_app import environment, serving
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack


async def test_what_a_workspace_refused_is_posted_once_it_installs_the_app_again(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS) as slack:
        variables = environment(
            models, tmp_path, SLACK_API_URL=slack.api_url, SLACK_SIGNING_SECRET=slack.signing_secret, PORT="0",
            COUNCIL_SLACK_WORKSPACES="any", SLACK_CLIENT_ID=slack.client_id, SLACK_CLIENT_SECRET=slack.client_secret,
        )  # fmt: skip
        async with serving(variables, tmp_path) as served:
            slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
            await install(slack, f"http://127.0.0.1:{served.port}/slack", "T7")
            slack.add_channel("C7", "general-7", members=("dora",), team_id="T7")
            models.latency = 1.0
            await slack.person("dora", team_id="T7").command("C7", "/council", "Tabs or spaces?")
            await models.journal.until(lambda calls: len(calls) >= 9, seconds=60)
            await slack.uninstall("T7")
            (run,) = await served.app.store.latest(limit=1)
            async with asyncio.timeout(PATIENCE):
                while (await served.app.store.get(run.id)).verdict is None:  # noqa: ASYNC110 - nothing is posted
                    await asyncio.sleep(0.05)

            await install(slack, f"http://127.0.0.1:{served.port}/slack", "T7")

            await slack.message_with("# Verdict", channel="C7")


async def test_a_schedule_waits_while_a_workspace_has_removed_the_app(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS) as slack:
        variables = environment(
            models, tmp_path, SLACK_API_URL=slack.api_url, SLACK_SIGNING_SECRET=slack.signing_secret, PORT="0",
            COUNCIL_SLACK_WORKSPACES="any", SLACK_CLIENT_ID=slack.client_id, SLACK_CLIENT_SECRET=slack.client_secret,
        )  # fmt: skip
        async with serving(variables, tmp_path) as served, open_schedules(served.app.settings) as schedules:
            slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
            await install(slack, f"http://127.0.0.1:{served.port}/slack", "T7")
            slack.add_channel("C7", "general-7", members=("dora",), team_id="T7")
            await slack.person("dora", team_id="T7").command(
                "C7", "/council", "every day 9:00 UTC Tabs or spaces?"
            )
            await slack.wait_for(
                lambda: any("is asked this" in slack.words(one) for one in slack.workspace.posts)
            )
            await slack.uninstall("T7")
            platform = served.app.platforms["slack"]
            assert isinstance(platform, SlackPlatform)
            await platform.drain()  # The removal is handled after it is acknowledged.
            (schedule,) = await schedules.kept(None)
            await schedules.change(schedule.id, "active", datetime.now(UTC))
            await served.app.handlers.ask_due(["slack"])
            (waiting,) = await schedules.kept(None)

            await install(slack, f"http://127.0.0.1:{served.port}/slack", "T7")
            await served.app.handlers.ask_due(["slack"])

            await slack.message_with("# Verdict", channel="C7")
            assert (waiting.state, waiting.trouble) == ("active", "")


async def test_a_workspace_that_installs_the_app_gets_its_council(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS) as slack:
        variables = environment(
            models, tmp_path, SLACK_API_URL=slack.api_url, SLACK_SIGNING_SECRET=slack.signing_secret, PORT="0",
            COUNCIL_SLACK_WORKSPACES="any", SLACK_CLIENT_ID=slack.client_id, SLACK_CLIENT_SECRET=slack.client_secret,
        )  # fmt: skip
        async with serving(variables, tmp_path) as served:
            slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
            status = await install(slack, f"http://127.0.0.1:{served.port}/slack", "T7")
            slack.add_channel("C7", "general-7", members=("dora",), team_id="T7")

            await slack.person("dora", team_id="T7").command("C7", "/council", "Tabs or spaces?")
            await slack.message_with("# Verdict", channel="C7")

            assert status == 200
            run = (await served.app.store.latest(limit=1))[0]
            assert (run.question.place.workspace, run.question.place.channel) == ("T7", "C7")
        slack.assert_no_complaints()
