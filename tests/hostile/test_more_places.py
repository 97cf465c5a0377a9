"""Tests of Slack's other places and people: the same rows by strangers to a direct message, a group message, a channel
that a guest has not joined, a private channel of another workspace of the organisation, and a finished run with its
decision."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.platforms.slack.connection.manifest import EVENTS, SCOPES
from tests.bot.platforms.slack.test_installs import install
from tests.e2e.council_app import environment, serving
from tests.hostile.arena import kept_beside_runs, outcome
from tests.hostile.on_slack import PRIVATE, SlackArena
from tests.hostile.rows import FORGED, PLACE, SCHEDULES, STRANGERS, forges
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

ONLY_ALICE = "Only alice and those who manage this channel can change this schedule."


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A place of Slack in which Alice asks."""

    make: Callable[[LocalSlack], None]
    place: str = PRIVATE
    open_channel: str = "C1"
    teams: Mapping[str, str] = field(default_factory=dict[str, str])
    ends: str = "Open until"
    changes: Mapping[str, str] = field(default_factory=dict[str, str])
    allowed: frozenset[str] = frozenset()
    """Names of rows that Eve is allowed to do, in her own channel."""


def direct_message(slack: LocalSlack) -> None:
    alice = slack.person("alice")
    slack.workspace.direct_channel(alice.id, alice.app)


def group_message(slack: LocalSlack) -> None:
    slack.add_channel(PRIVATE, "mpdm", members=("alice", "carol"), private=True).kind = "mpim"


def public_channel_of_members(slack: LocalSlack) -> None:
    slack.add_channel(PRIVATE, "plans", members=("alice",))
    for guest in ("eve", "bob"):
        slack.user(guest).is_restricted = True


def channel_of_another_workspace(slack: LocalSlack) -> None:
    slack.add_channel(PRIVATE, "board", members=("alice",), private=True, team_id="T7")
    slack.add_channel("CT8", "general-T8", members=("eve", "bob"), team_id="T8")
    slack.user("eve", team_id="T8").is_admin = True


def finished(slack: LocalSlack) -> None:
    slack.add_channel(PRIVATE, "board", members=("alice",), private=True)


ROOMS = {
    "direct message": Room(make=direct_message, place="DALICE"),
    "group message": Room(make=group_message),
    "channel without the guest": Room(make=public_channel_of_members),
    "finished run": Room(make=finished, ends="Best: ", changes={"COUNCIL_VOTE_MINUTES": "0"}),
    "another workspace": Room(
        make=channel_of_another_workspace,
        open_channel="CT8",
        teams={"alice": "T7", "bob": "T8", "eve": "T8"},
        # Eve is an admin of her workspace only.
        allowed=frozenset({"eve sends a forged form c1:save:channel:all:0 in the open channel"}),
    ),
}


@asynccontextmanager
async def asked_in(
    room: Room, models: ModelServer, folder: Path, database: str
) -> AsyncGenerator[SlackArena]:
    """Let Alice create a schedule and ask; Eve and Bob never joined the place."""
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS) as slack:
        variables = environment(
            models, folder, SLACK_API_URL=slack.api_url, PORT="0", SLACK_SIGNING_SECRET=slack.signing_secret,
            DATABASE_URL=database, **room.changes,
        )  # fmt: skip
        if room.teams:
            variables |= {
                "COUNCIL_SLACK_WORKSPACES": "any",
                "SLACK_CLIENT_ID": slack.client_id,
                "SLACK_CLIENT_SECRET": slack.client_secret,
            }
        else:
            variables["SLACK_BOT_TOKEN"] = "xoxb-local"
        async with serving(variables, folder) as served:
            slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
            if room.teams:
                url = f"http://127.0.0.1:{served.port}/slack"
                assert await install(slack, url, "E1", teams=("T7", "T8")) == 200
            room.make(slack)
            arena = SlackArena(
                slack=slack,
                models=models,
                served=served,
                place=room.place,
                open_channel=room.open_channel,
                teams=room.teams,
            )
            await arena.prepare("alice")
            await slack.message_with(room.ends, channel=room.place)
            here = [post for post in slack.workspace.posts if post.channel == room.place]
            arena.screen = [post.as_seen_now() for post in here if post.ephemeral_to is None]
            if room.changes:
                (run,) = await served.app.store.latest(limit=2)
                told = await arena.filled_in(
                    "alice", f"c1:decide:{run.id}", {"decision": "We sell the walrus division."}, inside=True
                )
                assert "walrus" in told
            yield arena
        slack.assert_no_complaints()


@pytest.mark.parametrize(
    ("room", "database"),
    # Who may what is the same code on both databases.
    [
        *(pytest.param(room, "sqlite", id=name) for name, room in ROOMS.items()),
        pytest.param(ROOMS["finished run"], "postgres", id="finished run-postgres"),
    ],
    indirect=["database"],
)
async def test_nobody_from_outside_gets_into_this_place(
    room: Room, models: ModelServer, tmp_path: Path, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.conversation.dispatch")
    async with asked_in(room, models, tmp_path, database) as arena:
        before = await kept_beside_runs(database)

        rows = [attack for attack in STRANGERS if attack.name not in room.allowed]
        wrong = [each for attack in rows for each in await outcome(attack, arena)]

        assert wrong == []
        assert await kept_beside_runs(database) == before
    refused = [record.getMessage() for record in caplog.records if "was refused" in record.getMessage()]
    assert len(refused) >= len(FORGED) + len(PLACE)
    assert "walrus" not in "\n".join(refused)


async def test_a_member_of_a_group_message_changes_no_schedule_of_another(
    models: ModelServer, tmp_path: Path, database: str
) -> None:
    changes = [forges("carol", action, ONLY_ALICE, inside=True) for action in SCHEDULES]
    async with asked_in(ROOMS["group message"], models, tmp_path, database) as arena:
        before = await kept_beside_runs(database)

        wrong = [each for attack in changes for each in await outcome(attack, arena)]

        assert wrong == []
        assert await kept_beside_runs(database) == before
