"""Tests of Slack's places of several people or companies, and of finished runs of a channel that a person has left."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.platforms.slack.connection.manifest import EVENTS, SCOPES
from bot.requests.actions import edit_action, reset_action, run_action
from council_core.domain.place import PlaceSettings, Scope
from council_core.storage.database import Database
from council_core.storage.places import SqlPlaceSettings
from council_core.testing import SteppingClock
from tests.e2e.council_app import MEMBERS, environment, serving
from tests.hostile.arena import SECRET, Attack, outcome
from tests.hostile.on_slack import PRIVATE, SlackArena, with_button
from tests.testbed.models import Fails, ModelServer
from tests.testbed.slack import LocalSlack, payloads

OUTSIDE = "somebody who is in it can add you."
NONE = "There is no run"
DELETING = "Only alice, or those who manage this channel, may delete this question."
SCOPES_HERE = (
    Scope(platform="slack", workspace="T1", channel=PRIVATE),
    Scope(platform="slack", workspace="T1"),
)
OUR_ADMIN, THEIR_ADMIN = ("carol", "T1"), ("mallory", "T9")


@asynccontextmanager
async def asked(
    models: ModelServer, folder: Path, database: str, *, ends: str, kind: str = "group"
) -> AsyncGenerator[SlackArena]:
    """Let Alice ask in a place that Bob reads too, until a post of the run holds `ends`."""
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS) as slack:
        variables = environment(
            models, folder, SLACK_BOT_TOKEN="xoxb-local", SLACK_API_URL=slack.api_url, PORT="0",
            SLACK_SIGNING_SECRET=slack.signing_secret, DATABASE_URL=database, COUNCIL_VOTE_MINUTES="0",
        )  # fmt: skip
        room = slack.add_channel(PRIVATE, "board", members=("alice", "bob"), private=kind != "channel")
        room.kind, room.creator = kind, slack.person("bob").id if kind == "mpim" else ""  # type: ignore[assignment]
        async with serving(variables, folder) as served:
            slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
            await slack.person("alice").command(PRIVATE, "/council", SECRET)
            await slack.message_with(ends, channel=PRIVATE)
            arena = SlackArena(slack=slack, models=models, served=served)
            here = [post for post in slack.workspace.posts if post.channel == PRIVATE]
            arena.screen = [post.as_seen_now() for post in here if post.ephemeral_to is None]
            yield arena
        slack.assert_no_complaints()


async def settings_of(database: str, scope: Scope) -> PlaceSettings:
    """Return the settings of a place itself."""
    opened = Database(database)
    try:
        return await SqlPlaceSettings(opened, SteppingClock()).find(scope)
    finally:
        await opened.aclose()


def presses(label: str) -> Attack:
    return Attack(name=f"presses {label}", says=OUTSIDE, do=lambda arena, run: arena.pressed("bob", label))


def sends(form: str) -> Attack:
    return Attack(name=f"sends {form}", says=OUTSIDE, do=lambda arena, run: arena.sent("bob", form))


ENDED = [
    pytest.param("Best: ", ("Edit and ask again",), id="revealed"),
    pytest.param("Try again", ("Edit and ask again", "Try again"), id="failed"),
]


@pytest.mark.parametrize(("ends", "labels"), ENDED)
async def test_who_left_a_channel_asks_nothing_from_its_finished_runs(
    models: ModelServer, tmp_path: Path, database: str, ends: str, labels: tuple[str, ...]
) -> None:
    for member in MEMBERS if ends == "Try again" else ():
        name = member.partition("?")[0].partition(":")[2]
        models.always(name, Fails(status=400))
    async with asked(models, tmp_path, database, ends=ends) as arena:
        await arena.pressed("bob", labels[0])
        arena.windows["again"] = arena.slack.views("bob")[-1]
        arena.slack.channel(PRIVATE).members -= {arena.slack.person("bob").id}

        attacks = [sends("again"), *map(presses, labels)]
        wrong = [each for attack in attacks for each in await outcome(attack, arena)]

    assert wrong == []


async def test_nobody_of_a_group_message_deletes_or_takes_away_what_another_asked(
    models: ModelServer, tmp_path: Path, database: str
) -> None:
    async with asked(models, tmp_path, database, ends="Ranking and names", kind="mpim") as arena:
        (run,) = await arena.served.app.store.latest(limit=2)
        inside = await arena.told(
            "bob", lambda: arena.slack.person("bob").command(PRIVATE, "/council", f"forget {run.id}")
        )
        outside = [
            await arena.typed("bob", f"{word} {run.id}") for word in ("export", "show", "forget", "cancel")
        ]

        before = [await settings_of(database, scope) for scope in SCOPES_HERE]
        deleted = [
            await arena.forged("bob", action, inside=True)
            for action in (run_action("forget", run.id), run_action("forget_now", run.id))
        ]
        changed = [await arena.forged("bob", action, inside=True) for action in FORGED]

        assert DELETING in " ".join(inside.split())
        assert [told for told in deleted if DELETING not in " ".join(told.split())] == []
        assert [told for told in changed if "may change" not in told] == []
        assert [await settings_of(database, scope) for scope in SCOPES_HERE] == before
        assert [told for told in outside if NONE not in told or "walrus" in told] == []
        assert await arena.served.app.store.get(run.id) is not None


async def told_by_mention(arena: SlackArena, who: tuple[str, str], words: str) -> str:
    """Return the reply to a mention in the channel; one from another company reaches our workspace's app."""
    slack = arena.slack
    person = slack.person(who[0], team_id=who[1])
    ours = slack.workspace.installation_of("T1")
    message = person.say(PRIVATE, f"@council {words}")

    def told() -> list[str]:
        posts = [
            slack.words(post) + str(post.blocks)
            for post in slack.workspace.posts
            if post.ephemeral_to == person.id
        ]
        return posts[before:]

    before = 0
    before = len(told())
    await slack.tell(ours, payloads.message_event(slack, message, "app_mention"))
    await slack.wait_for(told)
    return "\n".join(told())


FORGED = [
    *(edit_action(level, "all") for level in ("channel", "workspace")),
    *(reset_action(level, 0) for level in ("channel", "workspace")),
]


async def test_a_forged_settings_click_of_another_companys_admin_changes_nothing(
    models: ModelServer, tmp_path: Path, database: str
) -> None:
    async with asked(models, tmp_path, database, ends="Ranking and names", kind="channel") as arena:
        slack, (name, team) = arena.slack, THEIR_ADMIN
        slack.user(name, team_id=team).is_admin = True
        mallory = slack.person(name, team_id=team)
        slack.channel(PRIVATE).creator = mallory.id
        slack.channel(PRIVATE).members.add(mallory.id)
        before = {scope: await settings_of(database, scope) for scope in SCOPES_HERE}
        ours = slack.workspace.installation_of("T1")

        for forged in FORGED:
            button = with_button(arena.screen[0], forged)
            done = {"type": "button", "action_id": forged, "block_id": "forged", "value": forged}
            click = payloads.message_action(slack, ours, mallory.user, button, done)
            told = await arena.told_by(mallory.id, slack.deliver("interactive", click, None))

            assert "may change" in told, (forged, told)
            assert slack.workspace.stacks.get(mallory.id, []) == []

        after = {scope: await settings_of(database, scope) for scope in SCOPES_HERE}

    assert after == before


async def test_an_admin_of_another_company_manages_nothing_in_a_shared_channel(
    models: ModelServer, tmp_path: Path, database: str
) -> None:
    async with asked(models, tmp_path, database, ends="Ranking and names", kind="channel") as arena:
        for name, team in (OUR_ADMIN, THEIR_ADMIN):
            arena.slack.user(name, team_id=team).is_admin = True
        (run,) = await arena.served.app.store.latest(limit=2)

        ours, theirs = [await told_by_mention(arena, who, "settings") for who in (OUR_ADMIN, THEIR_ADMIN)]
        deleting = await told_by_mention(arena, THEIR_ADMIN, f"forget {run.id}")

        change = edit_action("channel", "all").rpartition(":")[0]
        assert change in ours, "an admin of the workspace may"
        assert change not in theirs
        assert ":workspace:" not in theirs
        assert DELETING in " ".join(deleting.split())
        assert await arena.served.app.store.get(run.id) is not None
