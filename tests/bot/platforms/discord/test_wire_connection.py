"""Tests of tokens, processes, gateways, and the commands that are registered with Discord."""

import asyncio
from dataclasses import replace
from itertools import repeat

import discord
import pytest
from discord.gateway import DiscordWebSocket

from bot.platforms.discord.connection.settings import read_settings
from bot.platforms.discord.diagnose import diagnose
from bot.platforms.discord.listening import client
from bot.platforms.discord.platform import DiscordPlatform
from bot.presentation.words import LANGUAGES, discord_words
from council_core.errors import OutcomeUnknown, Problem, SettingsError
from tests.bot.platforms.discord.wire import (
    CARD,
    QUESTION,
    RESPONSE,
    RUN,
    Council,
    asked,
    channel_place,
    serving,
    settings_for,
)
from tests.testbed.discord import ORDINARY, LocalDiscord, Permission
from tests.testbed.patience import PATIENCE

CARD_KEY, KEY = f"{RUN}/card", f"{RUN}/slate/A/1"


async def test_a_worker_without_gateway_sends_by_rest_alone(server: LocalDiscord) -> None:
    with server.library_points_here():
        worker = DiscordPlatform(settings_for(server), words=discord_words)
        async with asyncio.TaskGroup() as group:
            sent = [
                group.create_task(worker.post(channel_place(server), RESPONSE, key=f"{KEY}{n}", again=False))
                for n in range(3)
            ]
        await worker.connection.close()

    assert len({task.result().id for task in sent}) == 3
    assert server.identifies == 0
    assert len(server.calls("GET", "/users/@me")) == 1


async def test_another_process_finishes_what_this_one_began(server: LocalDiscord, council: Council) -> None:
    async with serving(server, council):
        place = await asked(server, council)
    with server.library_points_here():
        worker = DiscordPlatform(settings_for(server), words=discord_words)
        thread = await worker.open_thread(place, CARD, key=CARD_KEY, again=True)
        await worker.connection.close()

    assert thread.missing is None
    assert len(server.messages(server.channel())) == 1
    assert not server.messages(server.channel())[0].is_loading


async def test_a_wrong_token_is_a_sentence(server: LocalDiscord, council: Council) -> None:
    wrong = replace(settings_for(server), token="wrong")
    with server.library_points_here():
        with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
            await DiscordPlatform(wrong, words=discord_words).serve(council)
        with pytest.raises(OutcomeUnknown, match="DISCORD_TOKEN"):
            await DiscordPlatform(wrong, words=discord_words).post(
                channel_place(server), RESPONSE, key=KEY, again=False
            )
        findings = await diagnose(wrong, discord_words, language="en")

    assert [(one.ok, "token" in one.what) for one in findings] == [(False, True)]


async def test_a_doctor_says_that_all_is_well_and_how_to_invite(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    findings = await diagnose(settings_for(server), discord_words, language="en")

    assert all(one.ok for one in findings)
    assert "Discord knows /council." in [one.advice for one in findings]
    assert "scope=bot+applications.commands" in findings[-1].advice


ALL = ORDINARY | Permission.MANAGE_THREADS
NONE = Permission(0)
# # Permissions of the server, those denied in the channel, whether all is well, and the sentence about it.
LACKING: list[tuple[str, Permission, Permission, bool, str]] = [
    ("nothing", ALL, NONE, True, "has all the permissions it needs"),
    (
        "threads in one channel",
        ALL,
        Permission.CREATE_PUBLIC_THREADS,
        False,
        "In #council: without Create Public Threads everything follows in the channel",
    ),
    (
        "files anywhere",
        ALL & ~Permission.ATTACH_FILES,
        NONE,
        False,
        "Everywhere: without Attach Files long texts are cut",
    ),
    ("the sight of one channel", ALL, Permission.VIEW_CHANNEL, True, "has all the permissions it needs"),
    ("anything but the whole", Permission.ADMINISTRATOR, NONE, True, "has all the permissions it needs"),
    (
        "locked threads",
        ORDINARY,
        NONE,
        True,
        "without Manage Threads threads that a moderator locks stay closed",
    ),
]


@pytest.mark.parametrize(
    ("granted", "denied", "ok", "said"), [row[1:] for row in LACKING], ids=[row[0] for row in LACKING]
)
async def test_a_doctor_says_what_is_lost_without_a_permission(
    granted: Permission,
    denied: Permission,
    ok: bool,
    said: str,
    server: LocalDiscord,
    council: Council,
    platform: DiscordPlatform,
) -> None:
    server.bot_permissions = granted
    server.deny(server.channel(), denied)

    findings = [
        one
        for one in await diagnose(settings_for(server), discord_words, language="en")
        if "permissions on" in one.what
    ]

    assert [one.ok for one in findings] == [ok]
    assert said in findings[0].advice


async def test_a_doctor_says_that_the_bot_is_on_no_server(server: LocalDiscord) -> None:
    server.remove_bot()

    with server.library_points_here():
        findings = await diagnose(settings_for(server), discord_words, language="en")

    assert [one.what for one in findings if not one.ok] == ["Discord: servers"]


async def test_after_the_end_nothing_is_refused_for_good(server: LocalDiscord, council: Council) -> None:
    async with serving(server, council) as platform:
        pass

    with pytest.raises(OutcomeUnknown, match="stopping"):
        await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)


SHARDS = [("one gateway", 1), ("two", 2), ("as many as Discord says", None)]


@pytest.mark.parametrize("shards", [row[1] for row in SHARDS], ids=[row[0] for row in SHARDS])
async def test_an_event_that_the_library_chokes_on_does_not_end_the_bot(
    shards: int | None, server: LocalDiscord, council: Council, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*_: object, **__: object) -> None:
        """Return at once, in place of the five seconds between two gateways."""

    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    monkeypatch.setattr(client, "_pauses", lambda: repeat(0.01))
    many = shards or 1
    async with serving(server, council, replace(settings_for(server), shards=shards)):
        await server.ready(identifies=many)
        server.gateway.tell(
            "GUILD_ROLE_CREATE", {"guild_id": "no number"}, channel=server.channel(), intent=1
        )
        await server.ready(identifies=2 * many)

        await server.person("ann").slash("council ask", {"question": QUESTION}, server.channel())
        await server.wait_for(lambda: council.asked)

        assert len(council.asked) == 1
        assert len(server.gateway.connected) == many


async def test_two_gateways_share_the_servers_and_direct_messages(
    server: LocalDiscord, council: Council, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*_: object, **__: object) -> None:
        """Return at once, in place of the five seconds between two gateways."""

    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    async with serving(server, council, replace(settings_for(server), shards=2)) as platform:
        await server.ready(identifies=2)
        ann = server.person("ann")

        await ann.slash("council ask", {"question": QUESTION}, server.channel())
        await ann.say(server.dm(ann), QUESTION)
        await server.wait_for(lambda: len(council.asked) == 2)
        thread = await platform.open_thread(
            next(one.place for one in council.asked if one.place.workspace), CARD, key=CARD_KEY, again=False
        )

    assert server.identifies == 2
    assert thread.place.thread == thread.card.id


async def test_commands_are_told_once_per_change(server: LocalDiscord, council: Council) -> None:
    put = ("PUT", "/applications/{application_id}/commands")
    for _ in range(2):
        async with serving(server, council):
            pass
    once = len(server.calls(*put))
    server.commands[None] = []
    async with serving(server, council):
        pass

    assert (once, len(server.calls(*put))) == (1, 2)


@pytest.mark.parametrize(("code", "locale"), [("en", "en-GB"), ("de", "de"), ("ko", "ko")])
async def test_every_command_and_option_is_described_in_each_language(
    code: str, locale: str, server: LocalDiscord, council: Council
) -> None:
    async with serving(server, council):
        pass

    group, menu = sorted(server.commands[None], key=lambda command: command["type"])
    told = {group["name"]: group, menu["name"]: menu}
    for command in group["options"]:
        told[command["name"]] = command
        told |= {f"{command['name']} {option['name']}": option for option in command.get("options", [])}
    described = {
        name: one["name_localizations" if one is menu else "description_localizations"].get(locale)
        for name, one in told.items()
    }
    assert described == LANGUAGES[code].help.commands
    if code == "en":
        english = {name: one["name" if one is menu else "description"] for name, one in told.items()}
        assert english == described


async def test_a_gateway_that_drops_is_taken_up_and_loses_no_click(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    async with server.gateway_down():
        await server.person("ann").slash("council ask", {"question": QUESTION}, server.channel())

    await server.wait_for(lambda: council.asked)

    assert (server.resumes, server.identifies) == (1, 1)


ASKED_FOR: list[tuple[str, dict[str, str], int | None]] = [
    ("nothing", {}, 1),
    ("a number", {"DISCORD_SHARDS": "4"}, 4),
    ("as Discord says", {"DISCORD_SHARDS": "auto"}, None),
]


@pytest.mark.parametrize(
    ("variables", "shards"), [row[1:] for row in ASKED_FOR], ids=[row[0] for row in ASKED_FOR]
)
def test_how_many_gateways_is_a_setting(variables: dict[str, str], shards: int | None) -> None:
    assert read_settings(variables, [], []).shards == shards


@pytest.mark.parametrize("text", ["0", "many", "-1", "1.5"])
def test_a_wrong_number_of_gateways_is_named(text: str) -> None:
    problems: list[Problem] = []
    read_settings({"DISCORD_SHARDS": text}, problems, [])

    assert [(each.kind, each.facts["value"]) for each in problems] == [("count_or_auto", text)]


async def test_a_gateway_that_does_not_answer_our_close_is_left(
    server: LocalDiscord, council: Council, caplog: pytest.LogCaptureFixture
) -> None:
    with server.library_points_here():
        platform = DiscordPlatform(settings_for(server), words=discord_words)
        unread = await platform.connection.ready()
        # Nobody reads from this socket, as between two events. The library closes one that is being read by itself.
        unread.ws = await DiscordWebSocket.from_client(unread)
        server.gateway.stop_reading()

        async with asyncio.timeout(PATIENCE):
            await platform.connection.leave()

        server.gateway.go_on_reading()
        await platform.connection.close()

    assert "Discord did not answer the close of 1 gateways in time." in caplog.text
