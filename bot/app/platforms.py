"""The table of chat platforms: for each name its settings and its constructor."""

import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from starlette.routing import BaseRoute

from bot.platforms.discord.connection import settings as discord_settings
from bot.platforms.slack.connection import settings as slack_settings
from bot.ports import ChatPlatform, Finding, Handle, SignsIn
from bot.ports.words import PageLabels
from bot.presentation.words import LANGUAGES, discord_words, slack_words, words_for
from bot.programs.platform import PLATFORM as PROGRAMS
from bot.programs.platform import VARIABLE as API_TOKENS
from bot.programs.platform import ProgramPlatform, read_tokens
from bot.settings.bounds import one_of
from bot.settings.environment import Settings
from council_core.domain.place import Message, PersonId, Place
from council_core.errors import PlatformError, Problem, SettingsError
from council_core.storage.secrets import Secrets

logger = logging.getLogger(__name__)


@runtime_checkable
class ReceivesHttp(Protocol):
    """A platform that can receive requests over HTTP."""

    def routes(self, handle: Handle) -> Sequence[BaseRoute]:
        """Return the routes on which it receives requests; empty if it is connected in another way."""
        ...


class PlatformSettings(Protocol):
    """Settings that a platform reads from the environment."""

    @property
    def is_wanted(self) -> bool:
        """Tell whether the platform should be served."""
        ...


Read = Callable[[Mapping[str, str], list[Problem], list[Problem]], PlatformSettings]
"""Reads variables into a platform's own settings. Appends to the lists of problems and notices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One platform of the table."""

    variable: str
    """Variable that switches the platform on."""

    variables: tuple[str, ...]
    """Its own variables with names that begin with `COUNCIL_`."""

    read: Read
    page: str
    """Page of the documentation that shows how to get the token."""

    build: Callable[[Settings], ChatPlatform]
    diagnose: Callable[[Settings, str], Awaitable[Sequence[Finding]]]
    """Checks token and permissions on the platform, and reports in this language."""

    places: re.Pattern[str] = re.compile(r"/[^/\s]*(/[^/\s]+)?")
    """Form of a workspace, or of a workspace and a channel in it, behind the platform's name."""

    sign_in: Callable[[Settings], SignsIn | None] = lambda settings: None
    """Signs people in to the pages; None if the operator has not set it up."""

    sealed: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Columns of its own tables that hold sealed texts, by table."""

    def is_wanted(self, settings: Settings) -> bool:
        """Tell whether the platform should be served."""
        return self.read(settings.environment, [], []).is_wanted


def _slack(settings: Settings) -> ChatPlatform:
    from bot.platforms.slack.connection.installs import Installs
    from bot.platforms.slack.platform import SlackPlatform

    slack = slack_settings.read_settings(settings.environment, [], [])
    installs = Installs(slack, Secrets(settings.secret_keys)) if slack.client_id else None
    return SlackPlatform(slack, labels=slack_words, language=settings.for_run({}).language, installs=installs)


def _slack_sign_in(settings: Settings) -> SignsIn | None:
    from bot.platforms.slack.connection.sign_in import SlackSignIn

    slack = slack_settings.read_settings(settings.environment, [], [])
    return SlackSignIn(slack) if slack.sign_in_id else None


async def _diagnose_slack(settings: Settings, language: str) -> Sequence[Finding]:
    from bot.platforms.slack.diagnose import diagnose

    read = slack_settings.read_settings(settings.environment, [], [])
    return await diagnose(read, slack_words(language).checks)


def _discord(settings: Settings) -> ChatPlatform:
    from bot.platforms.discord.platform import DiscordPlatform

    return DiscordPlatform(
        discord_settings.read_settings(settings.environment, [], []),
        words=discord_words,
        descriptions={code: words.help.commands for code, words in LANGUAGES.items()},
    )


def _discord_sign_in(settings: Settings) -> SignsIn | None:
    from bot.platforms.discord.connection.sign_in import DiscordSignIn

    discord = discord_settings.read_settings(settings.environment, [], [])
    return DiscordSignIn(discord) if discord.sign_in_id else None


async def _diagnose_discord(settings: Settings, language: str) -> Sequence[Finding]:
    from bot.platforms.discord.diagnose import diagnose

    return await diagnose(
        discord_settings.read_settings(settings.environment, [], []), discord_words, language=language
    )


def _programs(settings: Settings) -> ChatPlatform:
    del settings
    return ProgramPlatform()


async def _diagnose_programs(settings: Settings, language: str) -> Sequence[Finding]:
    said, tokens = words_for(language).doctor, read_tokens(settings.environment, [], [])
    advice = said.programs_ask(names=list(tokens.by_name), port=settings.port)
    return [Finding(what=said.programs, ok=True, advice=advice)]


PLATFORMS: dict[str, Entry] = {
    "slack": Entry(
        variable="SLACK_BOT_TOKEN",
        variables=slack_settings.VARIABLES,
        read=slack_settings.read_settings,
        page="docs/slack.md",
        build=_slack,
        diagnose=_diagnose_slack,
        places=re.compile(r"/[TE][A-Z0-9]+(/[CDG][A-Z0-9]+)?"),
        sign_in=_slack_sign_in,
        sealed=slack_settings.SEALED,
    ),
    "discord": Entry(
        variable="DISCORD_TOKEN",
        variables=discord_settings.VARIABLES,
        read=discord_settings.read_settings,
        page="docs/discord.md",
        build=_discord,
        diagnose=_diagnose_discord,
        places=re.compile(r"/\d+(/\d+)?|//\d+"),
        sign_in=_discord_sign_in,
    ),
    PROGRAMS: Entry(
        variable=API_TOKENS,
        variables=(API_TOKENS,),
        read=read_tokens,
        page="docs/mcp.md",
        build=_programs,
        diagnose=_diagnose_programs,
    ),
}


@runtime_checkable
class ServesPage(Protocol):
    """A platform that people use through a page on this machine."""

    @property
    def port(self) -> int:
        """Return the port of the page; 0 for a free one."""
        ...

    def page_routes(self, handle: Handle) -> Sequence[BaseRoute]:
        """Return the routes of the page, which are served on the loopback address alone."""
        ...

    def listening(self, port: int) -> None:
        """Store the port on which the page is served."""
        ...

    def end_news(self) -> None:
        """End the responses that stream without an end, because the server stops."""
        ...


def playground(opened: Callable[[str], None], *, demo: bool, port: int = 0) -> ChatPlatform:
    """Return the playground, which needs no token.

    Args:
        opened: Called with the address of its page once that is served.
        demo: Whether the page says that demo models answer.
        port: The port of its page; 0 for a free one.
    """
    from bot.platforms.playground.platform import PlaygroundPlatform

    def labels(locale: str) -> PageLabels:
        said = words_for(locale).playground
        return said if demo else replace(said, demo="")

    return PlaygroundPlatform(labels, opened=opened, port=port)


def chosen_platforms(
    settings: Settings, names: Sequence[str], *, opened: Callable[[str], None] | None = None
) -> dict[str, ChatPlatform]:
    """Return the named platforms, or all that have a token, or else the playground.

    Args:
        settings: Settings of the whole process.
        names: Platforms to serve; empty for all that have a token.
        opened: Called with the address of the playground's page; None forbids the playground.

    Raises:
        SettingsError: A name is unknown, a named platform has no token, or no platform has a token and the playground
            is forbidden.
    """
    chosen = named_platforms(settings, names, may_play=opened is not None)
    if not chosen and opened is not None:
        return {"playground": playground(opened, demo=settings.council.roster.is_demo)}
    return {name: PLATFORMS[name].build(settings) for name in chosen}


def named_platforms(settings: Settings, names: Sequence[str], *, may_play: bool) -> list[str]:
    """Return the names of the platforms to serve; none for the playground. Raises as `chosen_platforms`."""
    problems: list[Problem] = []
    for name in names:
        if name not in PLATFORMS:
            problems.append(one_of("PLATFORM", name, PLATFORMS))
        elif not PLATFORMS[name].is_wanted(settings):
            problems.append(
                Problem(
                    "platform_unset", name=name, variable=PLATFORMS[name].variable, page=PLATFORMS[name].page
                )
            )
    chosen = [
        name
        for name, entry in PLATFORMS.items()
        if (name in names or not names) and entry.is_wanted(settings)
    ]
    if not chosen and not problems and not may_play:
        variables = ", ".join(entry.variable for entry in PLATFORMS.values())
        problems.append(Problem("no_platform", variables=variables))
    if problems:
        raise SettingsError(problems)
    return chosen


def routes_of(platforms: Mapping[str, ChatPlatform], handle: Handle) -> list[BaseRoute]:
    """Return the HTTP routes of all platforms together."""
    return [
        route
        for platform in platforms.values()
        if isinstance(platform, ReceivesHttp)
        for route in platform.routes(handle)
    ]


def readers(platforms: Mapping[str, ChatPlatform]) -> Callable[[PersonId, Place], Awaitable[bool]]:
    """Return a function that asks a place's platform whether a person may read there. It raises PlatformError, also for
    a platform that is not served."""

    async def may_read(person: PersonId, place: Place) -> bool:
        platform = platforms.get(place.platform)
        if platform is None:
            raise PlatformError(f"{place.platform} is not served by this process.", code="not_served")
        return await platform.may_read(person, place)

    return may_read


def channel_namer(platforms: Mapping[str, ChatPlatform]) -> Callable[[Place], Awaitable[str]]:
    """Return a function that asks a place's platform for the channel's name. It returns an empty text if there is no
    name, or the platform cannot tell."""

    async def name(place: Place) -> str:
        platform = platforms.get(place.platform)
        channel_name = None if platform is None else platform.abilities.channel_name
        if channel_name is None:
            return ""
        try:
            return await channel_name(place)
        except PlatformError as error:
            logger.info("nobody could say what a channel is called: %s", error)
            return ""

    return name


def thread_addresses(platforms: Mapping[str, ChatPlatform]) -> Callable[[Place], Awaitable[str]]:
    """Return a function that asks a place's platform for the address of its thread. It returns an empty text if there
    is no thread, or no address."""

    async def address(place: Place) -> str:
        platform = platforms.get(place.platform)
        if platform is None or place.thread is None:
            return ""
        # A thread has the id of the message that begins it; Discord opens a thread without such a message as well.
        return await platform.address(Message(place=place, id=place.thread))

    return address


def sign_ins(settings: Settings, names: Collection[str]) -> dict[str, SignsIn]:
    """Return the way of signing in to the pages for each of these platforms that has one set up, by name."""
    ways = {name: PLATFORMS[name].sign_in(settings) for name in names if name in PLATFORMS}
    return {name: way for name, way in ways.items() if way is not None}
