"""Workspaces of Slack side by side: what an admin, an id or a menu of one of them does in another."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.platforms.slack.connection.manifest import EVENTS, SCOPES
from bot.requests import edit_action
from council_core.domain.place_settings import PlaceSettings, Scope
from council_core.storage.database import Database
from council_core.storage.place_settings import SqlPlaceSettings
from council_core.testing import SteppingClock
from tests.bot.platforms.slack.test_installs import install
from tests.e2e.council_app import Serving, environment, serving
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack, Message

PATIENCE = """Council is taking longer than usual, and this is not kept yet. It shows up here in a
moment; if it does not within a minute, please ask once more."""
QUESTION = "Shall we sell the walrus division?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenants:
    """The app, installable by anybody, with a channel in each workspace."""

    slack: LocalSlack
    served: Serving
    url: str

    async def told(self, who: str, team: str, words: str) -> str:
        """What somebody is told privately about a command in their workspace's channel."""
        person = self.slack.person(who, team_id=team)
        before = len(self._private(person.id))

        def told() -> str:
            views = self.slack.workspace.stacks.get(person.id, [])
            posts = self._private(person.id)[before:]
            return "\n".join([*map(self.slack.words, posts), *map(self.slack.draw, views)])

        await person.command(f"C{team}", "/council", words)
        # On a busy machine a word that asks for patience comes first.
        await self.slack.wait_for(lambda: told().replace(PATIENCE, "").strip())
        return told()

    def _private(self, person: str) -> list[Message]:
        return [one for one in self.slack.workspace.posts if one.ephemeral_to == person]


@pytest.fixture
async def tenants(models: ModelServer, database: str, tmp_path: Path) -> AsyncIterator[Tenants]:
    """Nobody has installed it yet."""
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS) as slack:
        variables = environment(
            models, tmp_path, SLACK_API_URL=slack.api_url, PORT="0", COUNCIL_SLACK_WORKSPACES="any",
            SLACK_CLIENT_ID=slack.client_id, SLACK_CLIENT_SECRET=slack.client_secret,
            SLACK_SIGNING_SECRET=slack.signing_secret, DATABASE_URL=database,
        )  # fmt: skip
        async with serving(variables, tmp_path) as served:
            slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
            url = f"http://127.0.0.1:{served.port}/slack"
            yield Tenants(slack=slack, served=served, url=url)
        slack.assert_no_complaints()


def with_channels(slack: LocalSlack) -> None:
    for team, people in {"T7": ("dora",), "T8": ("emil",)}.items():
        slack.add_channel(f"C{team}", f"general-{team}", members=people, team_id=team)


async def test_an_admin_of_one_workspace_does_not_set_the_settings_of_the_organisation(
    tenants: Tenants, database: str
) -> None:
    assert await install(tenants.slack, tenants.url, "E1", teams=("T7", "T8")) == 200
    with_channels(tenants.slack)
    tenants.slack.user("dora", team_id="T7").is_admin = True

    told = await tenants.told("dora", "T7", "settings")

    dora = tenants.slack.person("dora", team_id="T7")
    offered = [str(view.payload) for view in tenants.slack.workspace.stacks.get(dora.id, [])]
    offered += [str(one.blocks) for one in tenants.slack.workspace.posts if one.ephemeral_to == dora.id]
    assert "members" in told.lower()
    assert edit_action("channel", "all").rpartition(":")[0] in "".join(offered)
    assert ":workspace:" not in "".join(offered)
    opened = Database(database)
    whole = await SqlPlaceSettings(opened, SteppingClock()).find(Scope(platform="slack", workspace="E1"))
    await opened.aclose()
    assert whole == PlaceSettings()


async def test_an_id_that_was_copied_from_another_tenant_opens_nothing(tenants: Tenants) -> None:
    for team in ("T7", "T8"):
        assert await install(tenants.slack, tenants.url, team) == 200
    with_channels(tenants.slack)
    await tenants.slack.person("dora", team_id="T7").command("CT7", "/council", QUESTION)
    await tenants.slack.message_with("Verdict of", channel="CT7")
    (run,) = await tenants.served.app.store.latest(limit=2)

    for words in (f"show {run.id}", f"export {run.id}", f"cancel {run.id}", f"forget {run.id}", "history"):
        told = await tenants.told("emil", "T8", words)

        assert "walrus" not in told
        assert words == "history" or "There is no run" in told
    assert await tenants.served.app.store.get(run.id) is not None
