"""Tests that Slack is reached through the proxy of the settings, wherever these were set, and through no other."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest

from bot.platforms.slack.connection.settings import SlackSettings, read_settings
from bot.platforms.slack.platform import SlackPlatform
from bot.presentation.words import slack_words
from bot.requests.running import ShowHelp
from tests.bot.platforms.slack.talk import Handler, said
from tests.testbed.slack.server import LocalSlack

NOWHERE = "http://127.0.0.1:1"


@dataclass(slots=True)
class Proxy:
    """Passes each connection on to one port, and records the addresses that were asked for."""

    to: int
    url: str = ""
    asked: set[str] = field(default_factory=set[str])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.to)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._pipe(reader, there_writer, notes=True))
            group.create_task(self._pipe(there_reader, writer))

    async def _pipe(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, notes: bool = False
    ) -> None:
        with suppress(ConnectionError):
            while piece := await reader.read(1 << 18):
                _, _, address = piece.partition(b"\r\n")[0].partition(b" ")
                if notes and b"://" in address:
                    self.asked.add(urlsplit(address.split(b" ")[0].decode()).path)
                writer.write(piece)
        writer.close()


@asynccontextmanager
async def proxy_to(slack: LocalSlack) -> AsyncGenerator[Proxy]:
    proxy = Proxy(to=urlsplit(slack.api_url).port or 0)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield proxy
    server.close()


@asynccontextmanager
async def serving(
    slack: LocalSlack, settings: SlackSettings
) -> AsyncGenerator[tuple[SlackPlatform, Handler]]:
    platform = SlackPlatform(settings, labels=slack_words, pace=None)
    handler = Handler(lambda _: said("Hello."))
    served = asyncio.create_task(platform.serve(handler))
    await slack.socket.connected()
    yield platform, handler
    served.cancel()
    await asyncio.wait([served])
    await platform.aclose()


async def test_everything_of_slack_goes_through_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", NOWHERE)
    async with LocalSlack() as slack, proxy_to(slack) as proxy:
        settings = SlackSettings(
            bot_token="xoxb-local", app_token="xapp-local", api_url=slack.api_url, proxy=proxy.url
        )
        file = slack.add_file("notes.txt", b"hello")
        async with serving(slack, settings) as (platform, handler):
            await slack.person("alice").command("general", "/council", "help")
            await slack.wait_for(lambda: "Hello." in slack.transcript("general"))
            content = await platform.fetch_file(file.id)

        assert isinstance(handler.asked[0], ShowHelp)
        assert content == b"hello"
        reached = {f"/{path.split('/')[1]}" for path in proxy.asked}
        assert reached >= {"/api", "/link", "/actions", "/files-pri"}, proxy.asked


async def test_this_machine_is_reached_directly_whatever_proxy_the_process_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", NOWHERE)
    async with LocalSlack() as slack:
        environment = {
            "SLACK_BOT_TOKEN": "xoxb-local",
            "SLACK_APP_TOKEN": "xapp-local",
            "SLACK_API_URL": slack.api_url,
            "HTTPS_PROXY": NOWHERE,
        }
        async with serving(slack, read_settings(environment, [], [])) as (_, handler):
            await slack.person("alice").command("general", "/council", "help")

            assert isinstance((await handler.requests(1))[0], ShowHelp)


@pytest.mark.parametrize(
    ("listed", "proxy"),
    [
        ("", NOWHERE),
        ("other.example", NOWHERE),
        ("notslack.com, lack.com", NOWHERE),
        ("slack.com", None),
        ("other.example,.slack.com", None),
        ("*", None),
    ],
)
def test_the_proxy_of_the_settings_counts_but_for_the_hosts_that_they_except(
    listed: str, proxy: str | None
) -> None:
    environment = {"SLACK_API_URL": "https://edge.slack.com/api/", "HTTPS_PROXY": NOWHERE, "NO_PROXY": listed}

    assert read_settings(environment, [], []).proxy == proxy
