"""The whole product, installed once for an organisation of several workspaces."""

from pathlib import Path

import pytest

from bot.platforms.slack.connection.manifest import EVENTS, SCOPES
from bot.platforms.slack.platform import SlackPlatform
from council_core.errors import PlaceGone
from tests.bot.platforms.slack.talk import CARD
from tests.bot.platforms.slack.test_installs import install
from tests.e2e.council_app import environment, serving
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack


@pytest.mark.parametrize("transport", ["http", "socket"])
async def test_one_installation_serves_all_workspaces_of_an_organisation_until_it_is_removed(
    models: ModelServer, tmp_path: Path, transport: str
) -> None:
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS) as slack:
        variables = environment(
            models, tmp_path, SLACK_API_URL=slack.api_url, PORT="0",
            COUNCIL_SLACK_WORKSPACES="any", SLACK_CLIENT_ID=slack.client_id, SLACK_CLIENT_SECRET=slack.client_secret,
        )  # fmt: skip
        if transport == "http":
            variables["SLACK_SIGNING_SECRET"] = slack.signing_secret
        else:
            variables["SLACK_APP_TOKEN"] = slack.app_token
        async with serving(variables, tmp_path) as served:
            if transport == "http":
                slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
            else:
                await slack.socket.connected()
            assert (
                await install(slack, f"http://127.0.0.1:{served.port}/slack", "E1", teams=("T7", "T8")) == 200
            )
            for team in ("T7", "T8"):
                slack.add_channel(f"C{team}", f"general-{team}", members=("dora", "emil"), team_id=team)
            dora, emil = slack.person("dora", team_id="T7"), slack.person("emil", team_id="T8")

            await dora.command("CT7", "/council", "Tabs or spaces?")
            await slack.message_with("# Verdict", channel="CT7")
            await emil.mention("CT8", "Tea or coffee?")
            await slack.message_with("# Verdict", channel="CT8")
            ballot = await slack.message_with("Which response is best?", channel="CT7")
            await dora.click(ballot.as_seen_now(), lambda element: "Response B" in str(element.get("text")))
            await slack.wait_for(
                lambda: any(
                    "Your vote: Response B" in slack.words(post)
                    for post in slack.workspace.posts
                    if post.ephemeral_to == dora.id
                )
            )
            await dora.open_home()
            await slack.wait_for(lambda: dora.id in slack.workspace.homes)

            runs = await served.app.store.latest(limit=5)
            assert {(run.question.place.workspace, run.question.place.channel) for run in runs} == {
                ("E1", "CT7"),
                ("E1", "CT8"),
            }
            home = slack.draw(dora.home)
            assert "Tabs or spaces?" in home
            assert "Tea or coffee?" not in home
            posts = {call.token for call in slack.calls if call.method == "chat.postMessage"}
            assert len(posts) == 1

            for delivery in await slack.uninstall("T7"):
                assert delivery.acknowledged
            platform = served.app.platforms["slack"]
            assert isinstance(platform, SlackPlatform)
            await platform.drain()
            with pytest.raises(PlaceGone, match="not installed"):
                await platform.post(runs[0].question.place, CARD, key="late", again=False)
        slack.assert_no_complaints()
