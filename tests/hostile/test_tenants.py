"""Tests of workspaces of Slack side by side: actions of an admin, an id or a menu of one workspace in another."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.platforms.slack.connection.manifest import EVENTS, SCOPES
from bot.platforms.slack.payloads.parse import Memory, remember
from bot.platforms.slack.platform import SlackPlatform
from bot.platforms.slack.windows.modal import CALLBACK
from bot.requests.actions import edit_action
from council_core.domain.place import Place, PlaceSettings, Scope
from council_core.storage.database import Database
from council_core.storage.places import SqlPlaceSettings
from council_core.testing import SteppingClock
from tests.bot.platforms.slack.test_installs import install
from tests.e2e.council_app import Serving, environment, serving
from tests.hostile.arena import settings_kept
from tests.hostile.on_slack import inputs
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack, Message, View

PATIENCE = """Council is slower than usual and has not saved what you typed yet. It appears here in a
moment. If it does not, please ask again in a minute."""
QUESTION = "Shall we sell the walrus division?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenants:
    """The app, installable by anybody, with a channel in each workspace."""

    slack: LocalSlack
    served: Serving
    url: str

    async def told(self, who: str, team: str, words: str) -> str:
        """Return the private reply to a command in the channel of a person's workspace."""
        person = self.slack.person(who, team_id=team)
        before = len(self._private(person.id))

        def told() -> str:
            views = self.slack.workspace.stacks.get(person.id, [])
            posts = self._private(person.id)[before:]
            return "\n".join([*map(self.slack.words, posts), *map(self.slack.draw, views)])

        await person.command(f"C{team}", "/council", words)
        # # On a busy machine a request for patience comes first.
        await self.slack.wait_for(lambda: told().replace(PATIENCE, "").strip())
        return told()

    async def sent(self, who: str, team: str, channel: str, action: str, fields: dict[str, str]) -> str:
        """Return the private reply to a forged form, as if it had been opened in this channel."""
        person = self.slack.person(who, team_id=team)
        place = Place(platform="slack", workspace=team, channel=channel)
        payload = {
            "type": "modal",
            "callback_id": CALLBACK,
            "private_metadata": remember(Memory(place=place, action=action)),
            "blocks": inputs(fields),
        }
        number = f"V{len(self.slack.calls)}{channel}{len(action)}"
        view = View(id=number, user=person.id, team_id=team, payload=payload, hash="1", root_view_id=number)
        self.slack.workspace.stacks[person.id] = [view]
        before = len(self._private(person.id))
        delivery = await person.submit(view, fields)
        platform = self.served.app.platforms["slack"]
        assert isinstance(platform, SlackPlatform)
        await platform.drain()
        private = [self.slack.words(one) for one in self._private(person.id)[before:]]
        return " ".join([*view.errors.values(), str(delivery.reply), *private])

    def _private(self, person: str) -> list[Message]:
        return [one for one in self.slack.workspace.posts if one.ephemeral_to == person]


@pytest.fixture
async def tenants(models: ModelServer, database: str, tmp_path: Path) -> AsyncIterator[Tenants]:
    """Serve an app that nobody has installed yet."""
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
    assert "setting" in told.lower()
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
    await tenants.told("dora", "T7", f"every monday 9:00 Europe/Berlin {QUESTION}")
    await tenants.slack.person("dora", team_id="T7").command("CT7", "/council", QUESTION)
    await tenants.slack.message_with("# Verdict", channel="CT7")
    (run,) = await tenants.served.app.store.latest(limit=2)

    for words in (f"show {run.id}", f"export {run.id}", f"cancel {run.id}", f"forget {run.id}"):
        told = await tenants.told("emil", "T8", words)

        assert "walrus" not in told
        assert "There is no run" in told
    for words in ("history", "search division", "board", "stats", "decisions", "schedules"):
        assert "walrus" not in await tenants.told("emil", "T8", words)
    assert await tenants.served.app.store.get(run.id) is not None


FORMS: dict[str, dict[str, str]] = {
    "c1:followup:RUN": {"question": "And when?"},
    "c1:again:RUN": {"question": "Once more?"},
    "c1:rank:RUN": {"place1": "B"},
    "c1:decide:RUN": {"decision": "We sell."},
    "c1:save:channel:all:0": {"rubric": "code"},
    "c1:save:workspace:all:0": {"rubric": "code"},
}


async def test_a_forged_form_with_the_place_and_the_run_of_another_tenant_does_nothing(
    tenants: Tenants, models: ModelServer, database: str
) -> None:
    """The sender is an admin of their own workspace; Slack reports the workspace of a form, our metadata does not."""
    for team in ("T7", "T8"):
        assert await install(tenants.slack, tenants.url, team) == 200
    with_channels(tenants.slack)
    await tenants.slack.person("dora", team_id="T7").command("CT7", "/council", QUESTION)
    await tenants.slack.message_with("# Verdict", channel="CT7")
    await tenants.slack.message_with("Open until", channel="CT7")
    tenants.slack.user("emil", team_id="T8").is_admin = True
    (run,) = await tenants.served.app.store.latest(limit=2)
    calls = len(models.journal.calls)

    for channel in ("CT7", "CT8"):
        for action, fields in FORMS.items():
            if (channel, action[:7]) == ("CT8", "c1:save"):
                continue  # their own
            told = await tenants.sent("emil", "T8", channel, action.replace("RUN", run.id), fields)

            assert "walrus" not in told
            assert "There is no run" in told or "so nothing was done" in told, (channel, action, told)

    assert await tenants.served.app.store.latest(limit=2) == (run,)
    assert len(models.journal.calls) == calls
    assert await settings_kept(database) == []
