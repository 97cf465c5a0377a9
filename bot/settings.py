"""The environment and `.env` -> settings: the only place that reads either. All problems are told at once."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

from bot.roster import read_roster
from council_core.aggregation import AGGREGATORS
from council_core.domain.member import Roster
from council_core.domain.ranking import OwnAnswer
from council_core.domain.settings import CouncilSettings, WhoReveals
from council_core.errors import RequestError, SettingsError
from council_core.rubrics import custom_rubric
from council_core.rubrics import known as known_rubrics

T = TypeVar("T")

PREFIX = "COUNCIL_"
DEFAULT_DATABASE = "sqlite:///council.db"
DEFAULT_PORT = 3000
DEFAULT_QUORUM = 2

A_DAY = 24 * 60 * 60
"""Seconds. Whatever takes longer is stuck, and times further off than some thousand years cannot be written down."""

A_WEEK = 7 * 24 * 60
"""Minutes."""

KEYS = ("OPENROUTER_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that is set from outside. Secrets are left out of its `repr`."""

    council: CouncilSettings
    values: Mapping[str, str]
    """The texts that `council` was made of, so that one run may override some of them."""

    environment: Mapping[str, str] = field(repr=False)
    """Everything, for the providers' keys and addresses, and for an app of Slack that workspaces install."""

    database_url: str = field(default=DEFAULT_DATABASE, repr=False)
    slack_bot_token: str | None = field(default=None, repr=False)
    slack_app_token: str | None = field(default=None, repr=False)
    slack_signing_secret: str | None = field(default=None, repr=False)
    slack_api_url: str | None = None
    discord_token: str | None = field(default=None, repr=False)
    discord_api_url: str | None = None
    discord_gateway_url: str | None = None
    discord_shards: int | None = 1  # None: as many as Discord recommends
    port: int = DEFAULT_PORT
    log_level: str = "INFO"
    notices: tuple[str, ...] = ()
    """What whoever runs the bot should know, though nothing is wrong."""

    def for_run(self, overrides: Mapping[str, str]) -> CouncilSettings:
        """The council's settings with some of them replaced, by the names in `SETTINGS`; an empty text asks for
        the built-in default.

        Raises:
            SettingsError: A name is unknown or a value wrong; all problems at once.
        """
        if not overrides:
            return self.council
        problems: list[str] = []
        values = {name: text for name, text in {**self.values, **overrides}.items() if text.strip()}
        settings = council_settings(values, problems, label=lambda name: name)
        if settings is None or problems:
            raise SettingsError(problems)
        return settings


def read_settings(environment: Mapping[str, str], *, demo_roster: tuple[str, ...]) -> Settings:
    """All settings from these variables.

    Args:
        environment: Variables by name; empty texts count as not set.
        demo_roster: Members to take when no models are named.

    Raises:
        SettingsError: Something is wrong; all problems at once.
    """
    env = {name: value.strip() for name, value in environment.items() if value.strip()}
    problems: list[str] = []
    notices: list[str] = []
    values = {name: env[PREFIX + name.upper()] for name in SETTINGS if PREFIX + name.upper() in env}
    if "members" not in values:
        values["members"] = ", ".join(demo_roster)
        if keys := [key for key in KEYS if key in env]:
            notices.append(
                f"{keys[0]} is set, but COUNCIL_MEMBERS names no models, so the demo members sit in."
            )
    council = council_settings(values, problems, label=lambda name: PREFIX + name.upper())
    port = _number(
        "PORT", env.get("PORT"), int, lambda value: 0 <= value < 65_536, "a port from 0 to 65535", problems
    )
    level = env.get("COUNCIL_LOG", "INFO").upper()
    if level not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
        problems.append(f"COUNCIL_LOG is '{level}'; expected DEBUG, INFO, WARNING or ERROR.")
    problems += _slack_problems(env)
    for name in ("SLACK_API_URL", "DISCORD_API_URL", "DISCORD_GATEWAY_URL"):
        _check_override(name, env.get(name), problems, notices)
    shards = _shards(env.get("DISCORD_SHARDS", "1"), problems)
    if council is None or problems:
        raise SettingsError(problems)
    return Settings(
        council=council,
        values=values,
        environment=env,
        database_url=env.get("DATABASE_URL", DEFAULT_DATABASE),
        slack_bot_token=env.get("SLACK_BOT_TOKEN"),
        slack_app_token=env.get("SLACK_APP_TOKEN"),
        slack_signing_secret=env.get("SLACK_SIGNING_SECRET"),
        slack_api_url=env.get("SLACK_API_URL"),
        discord_token=env.get("DISCORD_TOKEN"),
        discord_api_url=env.get("DISCORD_API_URL"),
        discord_gateway_url=env.get("DISCORD_GATEWAY_URL"),
        discord_shards=shards,
        port=DEFAULT_PORT if port is None else port,
        log_level=level,
        notices=tuple(notices),
    )


def council_settings(
    values: Mapping[str, str], problems: list[str], *, label: Callable[[str], str]
) -> CouncilSettings | None:
    """The council's settings that these texts describe; None, with `problems` longer, when some are wrong.

    Args:
        values: Texts by the names in `SETTINGS`.
        problems: Takes one sentence for each thing that is wrong.
        label: What a name is called towards people.
    """
    before = len(problems)
    problems += [
        f"Unknown setting '{unknown}'. Known: {', '.join(SETTINGS)}."
        for unknown in sorted(values.keys() - set(SETTINGS))
    ]
    roster: Roster | None = None
    try:
        roster = read_roster(values.get("members", ""), values.get("chairman", ""))
    except SettingsError as error:
        problems += error.problems
    given: dict[str, Any] = {}
    for name, read in SETTINGS.items():
        if read is not None and name in values:
            target, value = read(label(name), values[name], problems)
            given[target] = value
    if roster is None:
        return None
    given.setdefault("quorum", min(DEFAULT_QUORUM, len(roster.answering)))
    try:
        if len(problems) == before:
            return CouncilSettings(roster=roster, **given)
        if given["quorum"] is not None:
            CouncilSettings(roster=roster, quorum=given["quorum"])
    except ValueError as error:
        problems.append(str(error))
    return None


Read = Callable[[str, str, list[str]], tuple[str, Any]]


def _count(target: str, lowest: int) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, int | None]:
        expected = f"a whole number from {lowest} on"
        return target, _number(name, text, int, lambda value: value >= lowest, expected, problems)

    return read


def _seconds(target: str, factor: float, lowest: float, longest: float, unit: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, float | None]:
        expected = f"a number of {unit} " + ("above 0" if lowest else "from 0 on")
        value = _number(
            name, text, float, lambda value: value > 0 if lowest else value >= 0, expected, problems
        )
        if value is not None and value > longest:
            problems.append(f"{name} is '{text}'; expected at most {longest:,.0f} {unit}.")
        return target, None if value is None else value * factor

    return read


def _one_of(target: str, known: Callable[[], tuple[str, ...]]) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, str]:
        if text not in known():
            problems.append(f"{name} is '{text}'; expected one of {', '.join(known())}.")
        return target, text

    return read


def _flag(target: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, bool]:
        if text.lower() not in {"yes", "no", "true", "false", "1", "0", "on", "off"}:
            problems.append(f"{name} is '{text}'; expected yes or no.")
        return target, text.lower() in {"yes", "true", "1", "on"}

    return read


def _criteria(target: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, str]:
        try:
            if text.strip():
                custom_rubric(text)
        except RequestError as error:
            problems.append(f"{name}: {error}")
        return target, text

    return read


def _text(target: str) -> Read:
    return lambda name, text, problems: (target, text)


SETTINGS: dict[str, Read | None] = {
    "members": None,
    "chairman": None,
    "rubric": _one_of("rubric", lambda: tuple(known_rubrics())),
    "criteria": _criteria("criteria"),
    "aggregation": _one_of("aggregation", lambda: tuple(AGGREGATORS)),
    "own_answer": _one_of("own_answer", lambda: get_args(OwnAnswer)),
    "quorum": _count("quorum", 1),
    "stage_seconds": _seconds("stage_seconds", 1, 1, A_DAY, "seconds"),
    "call_seconds": _seconds("call_seconds", 1, 1, A_DAY, "seconds"),
    "vote_minutes": _seconds("vote_seconds", 60, 0, A_WEEK, "minutes"),
    "votes_needed": _count("votes_needed", 1),
    "who_reveals": _one_of("who_reveals", lambda: get_args(WhoReveals)),
    "instructions": _text("instructions"),
    "revise": _flag("revise"),
    "critique": _flag("critique"),
    "both_orders": _flag("both_orders"),
    "plain_style": _flag("plain_style"),
}
"""Each setting of a council by its name (`COUNCIL_` and capitals in the environment) and how its text is read; the
roster is read from two of them together."""


def _number(
    name: str,
    text: str | None,
    kind: type[Any],
    fits: Callable[[Any], bool],
    expected: str,
    problems: list[str],
) -> Any:
    if text is None:
        return None
    try:
        value = kind(text)
    except ValueError:
        value = None
    if value is None or not fits(value):
        problems.append(f"{name} is '{text}'; expected {expected}.")
        return None
    return value


def _shards(text: str, problems: list[str]) -> int | None:
    expected = "a whole number from 1 on, or auto"
    is_auto = text.lower() == "auto"
    return None if is_auto else _number("DISCORD_SHARDS", text, int, lambda n: n > 0, expected, problems)


def _slack_problems(env: Mapping[str, str]) -> Iterator[str]:
    names = ("BOT_TOKEN", "APP_TOKEN", "SIGNING_SECRET", "CLIENT_ID", "CLIENT_SECRET")
    bot, app, secret, client, client_secret = (env.get(f"SLACK_{name}", "") for name in names)
    wanted = "SLACK_BOT_TOKEN" if bot else "SLACK_CLIENT_ID" if client or client_secret else ""
    if bot and not bot.startswith("xoxb-"):
        yield "SLACK_BOT_TOKEN does not begin with 'xoxb-'. Copy the Bot User OAuth Token of your app."
    if app and not app.startswith("xapp-"):
        yield "SLACK_APP_TOKEN does not begin with 'xapp-'. Copy an App-Level Token of your app."
    if bool(client) != bool(client_secret):
        yield "SLACK_CLIENT_ID and SLACK_CLIENT_SECRET belong together, and one of them is missing."
    if bot and client:
        yield "SLACK_BOT_TOKEN is for one workspace, SLACK_CLIENT_ID for all that install the app. Set one of them."
    if wanted and not (app or secret):
        yield f"{wanted} is set, but neither SLACK_APP_TOKEN (Socket Mode) nor SLACK_SIGNING_SECRET (HTTP) is."
    if not wanted and (app or secret):
        yield "SLACK_BOT_TOKEN is missing, though other settings of Slack are there."


def _check_override(name: str, url: str | None, problems: list[str], notices: list[str]) -> None:
    if url is None:
        return
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in {"http", "https", "ws", "wss"}:
        problems.append(f"{name} is '{url}'; expected an address such as https://host/.")
        return
    host = rest.partition("/")[0].rpartition("@")[2]
    if not host.startswith(LOOPBACK):
        notices.append(f"{name} sends this bot's token to {host}. Unset it unless that is what you want.")
